import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { runCli } from '../support/cli';

describe('the command line', () => {
  it('lists its commands', async () => {
    const { status, out } = await runCli(['--help']);
    expect(status).toBe(0);
    for (const name of [
      'explain',
      'annotate',
      'decode',
      'fix',
      'show',
      'search',
      'harvest',
      'check',
      'stats',
      'lsp',
      'mcp',
    ]) {
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });

  it('tells its version', async () => {
    expect(await runCli(['--version'])).toMatchObject({ status: 0, out: `${version}\n` });
  });

  it.each(['explain', 'annotate', 'decode', 'fix', 'show', 'search', 'check', 'lsp'])(
    'has help for %s, asked for in two ways',
    async (name) => {
      const { status, out } = await runCli([name, '--help']);
      expect(status).toBe(0);
      expect(out).toContain(`Usage: error-lookup ${name}`);
      expect(out).toContain('--catalog FILE');
      expect((await runCli(['help', name])).out).toBe(out);
    },
  );

  const wrong: [string, string[], string][] = [
    ['no command', [], 'no command given; see error-lookup --help'],
    ['an unknown command', ['explian'], 'there is no command "explian"; see error-lookup --help'],
    ['an unknown option', ['explain', '--nope'], "explain: Unknown option '--nope'; see error-lookup explain --help"],
    ['an option without its value', ['explain', '--level'], 'see error-lookup explain --help'],
    ['an unknown level', ['explain', '--level', 'loud'], '--level wants warning, info or debug, not "loud"'],
    ['an unknown severity', ['explain', '--fail-on', 'x'], '--fail-on wants critical, error or warning, not "x"'],
    ['two forms of output', ['explain', '--json', '--summary'], 'choose --json or --summary, not both'],
    ['a missing log', ['explain', 'none.log'], 'cannot read none.log: there is no such file'],
    ['a folder as log', ['explain', 'test'], 'cannot read test: it is a folder; name the files in it'],
    [
      'a missing catalog',
      ['search', 'x', '--catalog', 'none.json'],
      'cannot read the catalog none.json: there is no such file',
    ],
    ['a catalog that is none', ['search', 'x', '--catalog', 'LICENSE'], 'not a packed catalog: it is not JSON'],
    ['an unknown hint', ['decode', 'ff', '--hint', 'x'], 'there is no hint "x"; known are msgpack'],
    ['text beside --batch', ['decode', 'ff', '--batch'], '--batch reads standard input and takes no text'],
    ['a file for the filter', ['annotate', 'a.log'], 'it takes no words, so "a.log" is too much'],
    ['no source file', ['fix'], 'name at least one source file'],
    ['a missing source file', ['fix', 'none.py'], 'cannot read none.py: there is no such file'],
    ['a file that is no source', ['fix', 'a.txt'], 'a.txt is not source code known here'],
    ['two modes of fix', ['fix', 'a.py', '--diff', '--write'], 'choose one of --diff and --write'],
    ['an unknown fix', ['fix', 'a.py', '--only', 'x'], 'there is no fix "x"; known are'],
    ['no code', ['show'], 'name one code'],
    ['no word', ['search'], 'give at least one word'],
    ['a source without folder', ['check', '--source', 'vllm'], '--source wants PROJECT=DIR, not "vllm"'],
    ['a source folder that is none', ['check', '--source', 'vllm=none'], 'none is not a folder'],
    ['a source of an unknown project', ['check', '--source', 'vlm=test'], 'no project "vlm"; known are '],
    [
      'an unknown project',
      ['search', 'x', '--project', 'vlm', '--catalog', 'data/entries/vllm/moriio/unexpected-frame.yaml'],
      '--project: the catalog has no project "vlm"; known are vllm',
    ],
    [
      'a folder without a catalog',
      ['check', '--catalog', 'docs'],
      'docs holds no catalog: it has no pins.json, no tri',
    ],
    ['a folder as packed catalog', ['search', 'x', '--catalog', 'docs'], 'docs holds no catalog'],
    ['a word for check', ['check', 'data'], 'check: it takes no words, so "data" is too much'],
    ['a word for the server', ['lsp', '--stdio', 'x'], 'lsp: it takes no words, so "x" is too much'],
    ['a second code', ['show', 'a/b', 'c/d'], 'show: it takes one word, so "c/d" is too much'],
    ['a second folder', ['harvest', '.', 'x', '--project', 'p', '--ref', 'r'], 'harvest: name one folder'],
    ['a word behind --version', ['--version', 'x'], '--version: it takes no words, so "x" is too much'],
    ['help for an unknown command', ['help', 'explian'], 'there is no command "explian"'],
    ['help for two commands', ['help', 'explain', 'fix'], 'help: it takes one word, so "fix" is too much'],
    ['a server without its channel', ['lsp'], 'say --stdio'],
  ];
  it.each(wrong)('answers %s with status 2 and one line', async (_, args, message) => {
    const { status, out, err } = await runCli(args);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toMatch(/^error-lookup: /);
  });

  it('ends quietly when nobody reads on', async () => {
    expect(await runCli(['--help'], { closeAfter: 0 })).toMatchObject({ status: 0, err: '' });
  });
});
