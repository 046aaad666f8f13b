import { beforeAll, describe, expect, it } from 'vitest';
import { checkSource, type SourceFile } from '../../server/src/core/catalog/checkSource';
import { type Entry, entrySchema } from '../../server/src/core/catalog/entry';
import { pythonView } from '../../server/src/core/source/python';
import { rustView } from '../../server/src/core/source/rust';
import { loadParser } from '../support/parsers';

let parsePython: Awaited<ReturnType<typeof loadParser>>;
let parseRust: typeof parsePython;

beforeAll(async () => {
  parsePython = await loadParser('tree-sitter-python');
  parseRust = await loadParser('tree-sitter-rust');
});

const python = `import logging

class Engine:
    def start(self, a, msg):
        if a:
            raise HandshakeError(
                f"Unexpected frame! {a = }"
                " after {} braces"
            ) from None
        logger.warning("Ping to %s failed, %d%% left", a, 1)
        def inner():
            raise RuntimeError(f"{a} message from {'local' if a else 'remote'} engine {b}, really")
        text = "Remote engine {} failed".format(a)
        raise ValueError(text)

    def run(self):
        identity, frame = sock.recv_multipart()
        assert frame, "Notify port cannot be None"
        assert identity
        port = config["proxy_ip"]
        errors.append(f"RDMA transfer failed: {s.Message()} (code={s.Code()})")
        raise KeyError(f"No session with {peer}")
        raise TransferError(f"{len(errors)} transfers failed:\\n" + "\\n".join(errors))
        identities.remove(identity)
        raise Stalled(seconds)

class Stalled(Exception):
    def __str__(self):
        return f"Stalled for {self.seconds} seconds, as the clock says"
`;

const rust = `pub enum BenchError {
    #[error("HTTP request failed: {0}")]
    Http(#[from] reqwest::Error),
    #[error("Endpoint not ready after {0}s: {1:?}")]
    /// Waits.
    EndpointTimeout(u64, String),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}
impl<T> Runner<T> {
    fn run(&self) -> Result<()> {
        let config = Config::new(&args).context("Configuration error")?;
        warn!(reason = %why, "server tokenizer {{x}} unavailable; \\
            skipping");
        Err(BenchError::Config(format!("No models found on the server at {base_url}")))
    }
}
`;

interface Claim {
  text: string;
  line: number;
  function: string;
  kind?: Entry['templates'][number]['kind'];
  exception?: string | null;
  level?: Entry['templates'][number]['level'];
  file?: string;
  /** Symbol and line of the evidence. */
  proof?: [string, number];
}

/** Faults that checking one site gives, without the place before them. */
function faults(claim: Claim): string[] {
  const file = claim.file ?? 'a.py';
  const [symbol, line] = claim.proof ?? ['Engine.start', 4];
  const entry = entrySchema.parse({
    code: 'vllm/test/one',
    project: 'vllm',
    title: 'One',
    summary: 'One.',
    severity: 'error',
    exception: claim.exception ?? null,
    role: 'cause',
    templates: [
      {
        text: claim.text,
        kind: claim.kind ?? 'raise',
        ...(claim.level && { level: claim.level }),
        sites: [{ file, function: claim.function, line: claim.line }],
      },
    ],
    meaning: 'One.',
    when: 'Once.',
    causes: [{ cause: 'One.' }],
    solutions: [{ step: 'One.' }],
    samples: [{ text: 'one', origin: 'template' }],
    negatives: [{ text: 'two', why: 'Another.' }],
    evidence: [{ claim: 'one', file: 'a.py', symbol, line }],
    versions: { first: null, last: null },
    verified: { how: 'read', on: '2026-07-28' },
  });
  return checkSource(entry, 'one.yaml', read).map(
    ({ message, help }) => `${message.split(': ').slice(2).join(': ')} (${help})`,
  );
}

function read(path: string): SourceFile | undefined {
  if (path === 'a.py') return { lines: python.split('\n'), view: pythonView(parsePython(python), python) };
  if (path === 'b.rs') return { lines: rust.split('\n'), view: rustView(parseRust(rust), rust) };
  return path === 'c.cu'
    ? { lines: ['TORCH_CHECK(x, "Shape ",', '  y, " is odd, as "', '  "are all others");'], view: undefined }
    : undefined;
}

describe('checkSource accepts what the source says', () => {
  const start = 'Engine.start';
  const run = 'Engine.run';
  const rows: [string, Claim][] = [
    [
      'a page, which is in no source tree',
      {
        text: 'invalid device ordinal',
        line: 1,
        function: 'cudaErrorInvalidDevice',
        file: 'https://docs.example.com/e',
      },
    ],
    [
      'an f-string with = and an implicit concatenation',
      {
        text: 'Unexpected frame! a = {frame} after {{}} braces',
        line: 6,
        function: start,
        exception: 'HandshakeError',
      },
    ],
    [
      'a %-format',
      { text: 'Ping to {peer} failed, {n}% left', line: 10, function: start, kind: 'log', level: 'WARNING' },
    ],
    [
      'a nested function named by its outer one',
      {
        text: '{status} message from {where} engine {b}, really',
        line: 12,
        function: start,
        exception: 'RuntimeError',
      },
    ],
    [
      'a nested function by its own name',
      {
        text: '{status} message from remote engine {b}, really',
        line: 12,
        function: `${start}.inner`,
        exception: 'RuntimeError',
      },
    ],
    [
      'a nested function by __qualname__',
      {
        text: '{status} message from local engine {b}, really',
        line: 12,
        function: `${start}.<locals>.inner`,
        exception: 'RuntimeError',
      },
    ],
    ['a message made before', { text: 'Remote engine {a} failed', line: 14, function: start, exception: 'ValueError' }],
    [
      'an assertion',
      { text: 'Notify port cannot be None', line: 18, function: run, kind: 'assert', exception: 'AssertionError' },
    ],
    ['an assertion without text', { text: '', line: 19, function: run, kind: 'assert', exception: 'AssertionError' }],
    ['a missing key', { text: "'proxy_ip'", line: 20, function: run, exception: 'KeyError' }],
    ['an identity that is not in a set', { text: "b'{identity}'", line: 24, function: run, exception: 'KeyError' }],
    ['a key with text', { text: "'No session with {peer}'", line: 22, function: run, exception: 'KeyError' }],
    ['a key made at run time', { text: "'{peer}'", line: 20, function: run, exception: 'KeyError' }],
    [
      'an unpacking',
      { text: 'too many values to unpack (expected 2)', line: 17, function: run, exception: 'ValueError' },
    ],
    [
      'an unpacking, as Python 3.14 words it',
      { text: 'too many values to unpack (expected 2, got {count})', line: 17, function: run, exception: 'ValueError' },
    ],
    [
      'a part of a message',
      { text: 'RDMA transfer failed: {m} (code={c})', line: 21, function: run, exception: 'TransferError' },
    ],
    [
      'a sum of texts',
      { text: '{n} transfers failed:\n{errors}', line: 23, function: run, exception: 'TransferError' },
    ],
    [
      'a thiserror text',
      { text: 'HTTP request failed: {0}', line: 2, function: 'BenchError::Http', kind: 'display', file: 'b.rs' },
    ],
    [
      'a thiserror text above a comment',
      {
        text: 'Endpoint not ready after {0}s: {1}',
        line: 4,
        function: 'BenchError::EndpointTimeout',
        kind: 'display',
        file: 'b.rs',
      },
    ],
    ['a transparent error', { text: '{0}', line: 7, function: 'BenchError::Other', kind: 'display', file: 'b.rs' }],
    ['an anyhow context', { text: 'Configuration error', line: 12, function: 'Runner::run', file: 'b.rs' }],
    [
      'a tracing macro over two lines',
      {
        text: 'server tokenizer {{x}} unavailable; skipping',
        line: 13,
        function: 'Runner::run',
        kind: 'log',
        level: 'WARNING',
        file: 'b.rs',
      },
    ],
    [
      'a format macro',
      { text: 'No models found on the server at {base_url}', line: 15, function: 'Runner::run', file: 'b.rs' },
    ],
    [
      'a language that is not parsed',
      { text: 'Shape {y} is odd, as are all others', line: 1, function: 'f', file: 'c.cu' },
    ],
  ];
  it.each(rows)('%s', (_, claim) => {
    expect(faults(claim)).toEqual([]);
  });
});

describe('checkSource refuses', () => {
  const start = 'Engine.start';
  const rows: [string, Claim, string][] = [
    ['a missing file', { text: 'x', line: 1, function: 'f', file: 'd.py' }, 'no such file'],
    ['a line past the end', { text: 'x', line: 999, function: 'f' }, 'past the end'],
    ['an empty line', { text: 'x', line: 2, function: 'f' }, 'empty'],
    [
      'another text',
      { text: 'Unexpected frame', line: 6, function: start, exception: 'HandshakeError' },
      'does not make the text',
    ],
    [
      'a text cut short',
      { text: 'Unexpected frame! a = {frame} after', line: 6, function: start, exception: 'HandshakeError' },
      'the source has "Unexpected frame! a = {…} after {} braces"',
    ],
    [
      'the wrong function',
      { text: 'Remote engine {a} failed', line: 14, function: 'Engine.run', exception: 'ValueError' },
      'the source says Engine.start',
    ],
    [
      'the wrong class',
      { text: 'Remote engine {a} failed', line: 14, function: start, exception: 'TypeError' },
      'the source raises ValueError',
    ],
    ['a missing class', { text: 'Remote engine {a} failed', line: 14, function: start }, 'the exception is null'],
    [
      'the wrong level',
      { text: 'Ping to {p} failed, {n}% left', line: 10, function: start, kind: 'log', level: 'ERROR' },
      'the source logs WARNING',
    ],
    [
      'the wrong kind',
      { text: 'Ping to {p} failed, {n}% left', line: 10, function: start, kind: 'print' },
      'the kind is print',
    ],
    [
      'a text that no statement shows',
      { text: 'Stalled for a while', line: 25, function: 'Engine.run', exception: 'Stalled' },
      'does not make the text',
    ],
    ['a line inside a statement', { text: 'something else', line: 8, function: start }, 'does not make the text'],
    [
      'the wrong number of targets',
      { text: 'too many values to unpack (expected 3)', line: 17, function: 'Engine.run', exception: 'ValueError' },
      'does not make the text',
    ],
    [
      'the wrong variant',
      { text: 'HTTP request failed: {0}', line: 2, function: 'BenchError::Json', kind: 'display', file: 'b.rs' },
      'the source says BenchError::Http',
    ],
    [
      'a text missing in a language that is not parsed',
      { text: 'Shape {y} is even', line: 1, function: 'f', file: 'c.cu' },
      '" is even" does not stand there',
    ],
  ];
  it.each(rows)('%s', (_, claim, expected) => {
    expect(faults(claim).join('\n')).toContain(expected);
  });
});
