import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CatalogSite } from '../server/src/core/catalog/catalog';
import { createStatementSites } from '../server/src/core/statementSites';
import { loadParsers } from '../server/src/node/parsers';

const parse = await loadParsers(join(import.meta.dirname, '..'));

function site(code: string, facts: Partial<CatalogSite>): CatalogSite {
  return {
    code,
    kind: 'entry',
    project: 'p',
    template: '',
    statement: 'raise',
    exception: null,
    level: null,
    file: 'p/net/reader.py',
    line: 1,
    function: 'Reader.run',
    versions: { first: null, last: null },
    role: null,
    context: [],
    ...facts,
  };
}

const sites = [
  site('long', { template: 'Unexpected frame! received_frame = {received_frame}', exception: 'HandshakeError' }),
  site('short', { template: 'bad {x}', exception: 'ValueError' }),
  site('log', { template: 'Handshake with {host} failed after {n} tries', statement: 'log', level: 'ERROR' }),
  site('holes', { template: '{e}', exception: 'RuntimeError' }),
  site('here', { template: 'the engine is not ready yet', exception: 'RuntimeError', file: 'p/a.py', function: 'f' }),
  site('there', { template: 'the engine is not ready yet', exception: 'RuntimeError', file: 'p/b.py', function: 'g' }),
  site('rust', {
    template: 'failed to bind socket at {address}',
    statement: 'display',
    file: 'src/error.rs',
    function: 'Error::Bind',
  }),
];
const statements = createStatementSites(
  [
    ...sites,
    site('weak', {
      template: 'Error while handling a message: {e}',
      exception: 'OwnError',
      context: ['reader-thread'],
    }),
    site('weak', { template: 'Error while handling a message: {e}', statement: 'log', context: ['reader-thread'] }),
    site('bare', { template: 'Only we may send blocks to {peer}', exception: 'OwnError', kind: 'site' }),
  ],
  parse,
);

/** Codes found at the line that `$0` marks. */
function codesAt(marked: string, path: string, language: string): string[] {
  const line = marked.slice(0, marked.indexOf('$0')).split('\n').length - 1;
  return statements.find({ path, language, text: marked.replace('$0', '') }, line).map(({ code }) => code);
}

describe('a statement in Python', () => {
  it.each([
    ['raise HandshakeError($0f"Unexpected frame! {received_frame = }")', 'x.py', ['long']],
    ['raise net.HandshakeError(\n    f"Unexpected frame! "\n    $0f"received_frame = {frame!r}"\n)', 'x.py', ['long']],
    ['if bad:\n    raise HandshakeError("Unexpected frame! received_frame = %s" % frame)$0', 'x.py', ['long']],
    ['raise KeyError(f"$0Unexpected frame! {received_frame = }")', 'x.py', []],
    ['raise HandshakeError(f"$0Unexpected frame! received_frame {received_frame}")', 'x.py', []],
    ['raise HandshakeError(f"$0Unexpected frame! {received_frame = } again")', 'x.py', []],
    ['logger.error("Handshake with %s failed $0after %d tries", host, n)', 'x.py', ['log']],
    ['raise ValueError(f"Handshake with {host} failed $0after {n} tries")', 'x.py', []],
    ['raise ValueError(f"bad {x}")$0', 'file:///w/p/net/reader.py', ['short']],
    ['raise ValueError(f"bad {x}")$0', 'file:///w/other.py', []],
    ['raise RuntimeError(f"{e}")$0', 'file:///w/p/net/reader.py', []],
    ['def f():\n    raise RuntimeError("the engine is not ready yet")$0', 'file:///w/p/b.py', ['there']],
    ['def f():\n    raise RuntimeError("the engine is not ready yet")$0', 'file:///w/own.py', ['here']],
    ['def h():\n    raise RuntimeError("the engine is not ready yet")$0', 'file:///w/own.py', ['here', 'there']],
    ['x = 1\n$0\ny = 2', 'x.py', []],
    ['$0', 'x.py', []],
    ['raise HandshakeError(f"$0Unexpected frame! {received_frame =', 'x.py', []],
  ])('%j in %s is %j', (marked, path, expected) => {
    expect(codesAt(marked, path, 'python')).toEqual(expected);
  });
});

describe('a text that needs its context', () => {
  const raise = 'raise OwnError(f"Error while handling $0a message: {e}")';
  it.each([
    [raise, 'file:///w/p/net/reader.py', ['weak']],
    [raise, 'file:///w/own.py', []],
    [`${raise}\nThread(name="reader-thread")`, 'file:///w/own.py', ['weak']],
    [raise, 'file:///w/reader-thread/own.py', ['weak']],
  ])('%j in %s is %j', (marked, path, expected) => {
    expect(codesAt(marked, path, 'python')).toEqual(expected);
  });
});

describe('the entry of some lines', () => {
  const long = 'raise HandshakeError(\n    f"Unexpected frame! "\n    f"received_frame = {frame!r}"\n)';
  const log = 'logger.error("Handshake with %s failed after %d tries", host, n)';
  const tie = 'raise RuntimeError("the engine is not ready yet")';
  it.each([
    ['what they raise', long, 'long'],
    ['what they log', log, 'log'],
    ['what they raise, rather than what they log', `${log}\n${long}`, 'long'],
    ['what they log, where the raise is unknown', `${log}\nraise ValueError("no")`, 'log'],
    [
      'none, where they raise two',
      `${long}\nraise OwnError(f"Error while handling a message: {e}")  # reader-thread`,
      undefined,
    ],
    ['none, where several fit', tie, undefined],
    ['none, where the site has no entry', 'raise OwnError(f"Only we may send blocks to {peer}")', undefined],
    ['none, where a text is only compared', 'if text == "the engine is not ready yet":\n    pass', undefined],
    ['none, where nothing parses', '\u0000', undefined],
  ])('%s', (_name, text, expected) => {
    const source = { path: 'own.py', language: 'python', text };
    expect(statements.entryWithin(source, 0, text.split('\n').length)).toBe(expected);
    expect(statements.entryWithin(source, 100, 200)).toBeUndefined();
    expect(statements.entryWithin({ ...source, language: 'go' }, 0, 9)).toBeUndefined();
  });
});

describe('a statement in Rust', () => {
  it.each([
    ['enum Error {\n    #[error("failed to bind socket at {address}$0")]\n    Bind { address: String },\n}', ['rust']],
    ['fn f() { bail!("failed to bind socket at {}$0", address) }', ['rust']],
    ['fn f() { bail!("failed to bind$0") }', []],
  ])('%j is %j', (marked, expected) => {
    expect(codesAt(marked, 'file:///w/main.rs', 'rust')).toEqual(expected);
  });
});

/** Text in which `<x>` stands for a substitution of a template string. */
const js = (text: string): string => text.replaceAll('<', '$' + '{').replaceAll('>', '}');

describe('a statement in JavaScript or TypeScript', () => {
  it.each([
    ['throw new HandshakeError(`Unexpected frame! received_frame = $0<frame>`);', ['long']],
    [
      'class A {\n  f(): void {\n    throw new net.HandshakeError(\n      "Unexpected frame! " +\n        $0"received_frame = " + frame,\n    );\n  }\n}',
      ['long'],
    ],
    ['if (bad) throw HandshakeError($0`Unexpected frame! received_frame = <frame>`, { cause });', ['long']],
    ["throw new HandshakeError('Unexpected frame! received\\x5fframe = $0' + frame);", ['long']],
    ['throw new TypeError(`Unexpected frame! received_frame = $0<frame>`);', []],
    ['console.error("Handshake with %s failed after %d tries", host, n);$0', ['log']],
    ['log?.error({ host }, `Handshake with <host> failed after $0<n> tries`);', ['log']],
    ['throw new RuntimeError(ok ? "all is well" : "the engine is not ready yet$0");', ['here', 'there']],
    ['const x = `Unexpected frame $0<frame>`;', []],
    ['throw error;$0', []],
    ['throw new HandshakeError(`Unexpected frame! received_frame = $0<frame', []],
  ])('%j is %j', (marked, expected) => {
    for (const language of ['javascript', 'typescriptreact']) {
      if (language === 'javascript' && marked.includes(': void')) continue;
      expect(codesAt(js(marked), 'file:///w/main.ts', language)).toEqual(expected);
    }
  });
});

it('gives nothing for a language that it cannot read', () => {
  expect(codesAt('raise HandshakeError($0)', 'x.go', 'go')).toEqual([]);
});

describe('the statement of a site', () => {
  const source = [
    'class Reader:',
    '    def run(self):',
    '        raise HandshakeError(',
    '            f"Unexpected frame! "',
    '            f"received_frame = {frame}"',
    '        )',
    '',
    '    def again(self):',
    '        raise HandshakeError(f"Unexpected frame! {received_frame = }")',
    '        logger.error("Handshake with %s failed after %d tries", host, n)',
  ].join('\n');
  const at = (code: string, near: number, text = source, path = 'x.py'): number | undefined => {
    const wanted = sites.find((it) => it.code === code);
    return wanted && statements.locate({ path, language: 'python', text }, wanted, near);
  };

  it.each([
    ['the first of two when that is nearer', 'long', 0, 2],
    ['the second of two when that is nearer', 'long', 9, 8],
    ['the start of a statement whose text stands further down', 'long', 4, 2],
    ['wherever it has moved', 'log', 0, 9],
    ['from beyond the end of the file', 'log', 5000, 9],
    ['not a short text in a file of another name', 'short', 0, undefined],
    ['not another text', 'here', 0, undefined],
  ])('is found: %s', (_what, code, near, line) => {
    expect(at(code, near)).toBe(line);
  });

  it('is not found in an empty file or one that is no source', () => {
    expect(at('long', 0, '')).toBeUndefined();
    expect(at('long', 3, '\0\0(((')).toBeUndefined();
  });
});
