/** What every fix gets from the fixer. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyEdits, createFixer, maxSourceLength } from '../../server/src/core/fix/fixer';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { withoutUnclosed } from '../../server/src/core/fix/python/unclosed';
import { languageIdOf } from '../../server/src/core/source/languageIds';
import { loadParsers } from '../../server/src/node/parsers';
import { cpuTime } from '../support/cpuTime';
import { findingsOf } from './check';

const parse = await loadParsers();

const listener =
  'import zmq\n\ndef listen(sock):\n    while True:\n        data = sock.recv()\n        use(data.decode())\n';

it.each([
  ['deploy/Dockerfile', 'dockerfile'],
  ['deploy/vllm.Dockerfile', 'dockerfile'],
  ['deploy/Dockerfile.cpu', 'dockerfile'],
  ['serve.PY', 'python'],
  ['notes.txt', undefined],
])('%s is %s', (path, language) => {
  expect(languageIdOf(path)).toBe(language);
});

describe('the fixer', () => {
  it('parses only where a fix may apply', () => {
    let parsed = 0;
    const fixer = createFixer(() => {
      parsed++;
      return undefined;
    });
    expect(fixer.find({ path: 'a.py', language: 'python', text: 'x = 1\n'.repeat(2000) })).toEqual([]);
    expect(fixer.find({ path: 'a.txt', language: 'plaintext', text: listener })).toEqual([]);
    expect(fixer.find({ path: 'a.py', language: 'python', text: listener.padEnd(maxSourceLength + 1) })).toEqual([]);
    expect(parsed).toBe(0);
    expect(fixer.find({ path: 'a.py', language: 'python', text: listener })).toEqual([]);
    expect(parsed).toBe(1);
  });

  it('gives offsets and the line of the place', () => {
    const [finding] = findingsOf('drop-malformed-message', listener);
    expect(finding).toMatchObject({ line: 4, title: 'Drop malformed message instead of raise', code: null });
    expect(listener.slice(finding?.start, finding?.end)).toBe('data = sock.recv()\n        use(data.decode())');
  });

  it('names the entry of the lines whose error the fix answers', () => {
    const text = readFileSync('test/e2e/workspace/listener.py', 'utf8');
    const asked: string[] = [];
    const lines = text.split('\n');
    const fixer = createFixer(parse, (_source, first, last) => {
      asked.push(lines.slice(first, last + 1).join('\n'));
      return 'p/some-entry';
    });
    const findings = fixer.find({ path: 'a.py', language: 'python', text });
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['p/some-entry']));
    // The place of the fix ends before the raise, which is what a stranger runs into.
    const width = findings.findIndex(({ fix }) => fix === 'check-identity-width');
    expect(text.slice(findings[width]?.start, findings[width]?.end)).not.toContain('raise');
    expect(asked).toContain(lines.find((line) => line.includes('raise RuntimeError(f"Message from engine')));
    expect(Object.keys(findings[width] ?? {})).not.toContain('answers');
  });

  it('names no entry where no statement makes the error', () => {
    const text = [
      'def _handle_release(self, message):',
      '    transfer_id = message["transfer_id"]',
      '    size = message["consumer_tp_size"]',
      '    if size <= 0:',
      '        raise ValueError("bad size")',
      '    self.free(transfer_id, size)',
    ].join('\n');
    const found = createFixer(parse, () => 'p/some-entry').find({ path: 'a.py', language: 'python', text });
    expect(found.map(({ fix, code }) => [fix, code])).toEqual([['validate-message', null]]);
  });

  it('counts UTF-16 units', () => {
    const text = `NAME = "🐍é"\n${listener}`;
    const [finding] = findingsOf('drop-malformed-message', text);
    expect(finding?.start).toBe(text.indexOf('data ='));
    expect(applyEdits(text, finding?.edits ?? [])).toContain('NAME = "🐍é"\nimport logging\nimport zmq\n\ndef listen');
  });

  it('has one id a fix', () => {
    expect(new Set(fixes.map((fix) => fix.id)).size).toBe(fixes.length);
  });
});

describe('an unclosed bracket', () => {
  const loop = listener.slice(listener.indexOf('def'));
  const method = loop.replace('(sock)', '(self, sock)').replace(/^(?=.)/gm, '    ');
  it.each([
    ['in a function above', `def broken(:\n    x = [1, 2\n\n\n${listener}`],
    ['in an assignment above', `import zmq\n\nLIMITS = {"a": (1, 2)\n\n${loop}`],
    ['in a call above a decorator', `import zmq\n\nprint(1, "(", 2  # )\n\n@wraps\n${loop}`],
    ['in a method above', `import zmq\n\nclass A:\n    def go(self):\n        self.x = dict(a=[1\n\n${method}`],
    ['twice', `import zmq\n\ndef one(:\n    pass\n\ndef two():\n    return (1,\n\n${loop}`],
    ['with ends of Windows', `def broken(:\n    x = [1, 2\n\n\n${listener}`.replaceAll('\n', '\r\n')],
    ['below', `${listener}\ndef broken(:\n    x = [1, 2\n\nclass B:\n    pass\n`],
  ])('%s hides no loop, and nothing is safe beside it', (_name, text) => {
    const found = findingsOf('drop-malformed-message', text);
    expect(found.map(({ applicability, start }) => [applicability, start])).toEqual([
      ['unsafe', text.indexOf('data = sock.recv()')],
    ]);
    // What cannot be read stays as it is.
    const result = applyEdits(text, found[0]?.edits ?? []);
    for (const line of text.split('\n').filter((part) => /[[({]/.test(part) && !/recv|decode/.test(part))) {
      expect(result).toContain(line);
    }
    expect(findingsOf('drop-malformed-message', result)).toEqual([]);
  });

  it.each([
    ['a call over lines', 'f(\n    a,\nb = 1,\nif_ = 2)\n'],
    ['a text that looks like code', 'x = ("""\ndef f(\n""", \'(\')\nimport os\n'],
    ['a comprehension', 'x = [\na for a in b\nif a\nfor c in a\n]\nimport os\n'],
    ['a comment', 'x = 1  # (\nimport os\n'],
    ['a string without an end', 'x = "(\nimport os\n'],
  ])('is none in %s', (_name, text) => {
    expect(withoutUnclosed(text)).toBe(text);
  });

  it.each([
    ['def f(:\n    pass\nimport os\n', '_(     \n       )\nimport os\n'],
    ['x = (\n@a\n@b(1)\ndef f(): pass\n', '_(  )\n@a\n@b(1)\ndef f(): pass\n'],
    ['(\nimport os\n', '_\nimport os\n'],
  ])('becomes a call of the same length: %j', (text, expected) => {
    expect(withoutUnclosed(text)).toBe(expected);
  });
});

describe('a part that cannot be read', () => {
  const js =
    "import * as zmq from 'zeromq';\nconst sock = new zmq.Pull();\nfor await (const [body] of sock) {\n  console.log(JSON.parse(body).x);\n}\n";
  const rust =
    'fn run(sock: &zmq::Socket) -> anyhow::Result<()> {\n    loop {\n        let text = sock.recv_bytes(0)?;\n        let n: u32 = decode(&text)?;\n        keep(n);\n    }\n}\n';
  const go =
    'package a\nimport zmq "github.com/pebbe/zmq4"\nfunc run(s *zmq.Socket) error {\n\tfor {\n\t\tb, err := s.RecvBytes(0)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif len(b) > 3 {\n\t\t\treturn errors.New("long")\n\t\t}\n\t\tkeep(b)\n\t}\n}\n';
  const fixer = createFixer(parse);

  it.each([
    ['python', listener, ['x = """open\n', "def f():\n    '''text\n    return 1\n", 'x = foo(1,\n', "x = 'open\n"]],
    [
      'javascript',
      js,
      ['const x = foo(1,\n', 'function f() {\n  if (x) {\n', 'const t = `open\n', '/* open\n', 'const s = "open\n'],
    ],
    ['rust', rust, ['fn f() {\n    let x = foo(1,\n', 'fn g() {\n    if x {\n}\n', 'const S: &str = "open;\n']],
    ['go', go, ['func f() {\n\tx := foo(1,\n', 'var s = `open\n', 'var a = []int{1, 2\n']],
  ])('makes nothing safe in %s, and stays as it is', (language, code, parts) => {
    for (const part of parts) {
      const text = `${code}\n${part}`;
      const found = fixer.find({ path: 'a', language, text });
      expect([part, found.filter(({ applicability }) => applicability === 'safe')]).toEqual([part, []]);
      for (const { edits } of found) expect(applyEdits(text, edits).endsWith(part)).toBe(true);
      const above = fixer.find({ path: 'a', language, text: part + code });
      expect([part, above.filter(({ applicability }) => applicability === 'safe')]).toEqual([part, []]);
      for (const { edits } of above) expect(applyEdits(part + code, edits)).toContain(part.trimEnd());
    }
  });
});

describe('hostile text', () => {
  it.each([
    ['deep nesting', `def listen(sock):\n while True:\n  x = ${'('.repeat(20_000)}sock.recv()`],
    ['deep blocks', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}if sock.recv():`).join('\n')],
    ['many loops', 'while True:\n    a, b = sock.recv_multipart()\n'.repeat(2000)],
    ['binary', '\u0000\ufffd.recv_multipart(\ud800except raise'.repeat(100)],
    ['an open string', 'while True:\n    a = sock.recv() + """ except raise message'],
    ['brackets and definitions', `while True:\n x.recv()\n${'f(\ndef g(\n@a\n'.repeat(5000)}`],
    ['one line', `except ${'raise message '.repeat(100)}`],
    ['nothing but clauses', 'except:\n  raise message\n'.repeat(50)],
  ])('%s', (_name, text) => {
    const start = cpuTime();
    expect(Array.isArray(findingsOf('drop-malformed-message', text))).toBe(true);
    expect(cpuTime() - start).toBeLessThan(4000);
  });
});

it.each([
  ['documents', 'yaml', 'vllm prometheus.io/port: "29550"\n---\n'.repeat(25_000)],
  ['template literals', 'typescript', `import "zeromq";\nthrow new Error(${`${'`$'}{a}\` + `.repeat(30_000)}b);\n`],
  ['literals side by side', 'python', `x = sock.recv()\nraise ValueError(${'"a b" '.repeat(30_000)})\n`],
])(
  'many %s take time with their number',
  (_name, language, text) => {
    const start = cpuTime();
    expect(Array.isArray(createFixer(parse).find({ path: 'a', language, text }))).toBe(true);
    expect((cpuTime() - start) / 1000).toBeLessThan(8);
  },
  60_000,
);

describe('the parsers', () => {
  it('are found from any folder below the packages', async () => {
    const parseThere = await loadParsers('test/fix');
    expect(parseThere('python', 'x = 1')?.rootNode.type).toBe('module');
    expect(parseThere('cobol', 'x = 1')).toBeUndefined();
  });

  it('a missing file is a broken installation', async () => {
    await expect(loadParsers('/nonexistent')).rejects.toThrow('web-tree-sitter.wasm is missing');
  });
});
