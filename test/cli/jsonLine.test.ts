import { expect, test } from 'vitest';
import { jsonLine } from '../../server/src/cli/jsonLine';
import { runCli, temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith } from '../support/entry';

const controls = String.fromCharCode(...Array.from({ length: 0xa0 }, (_, i) => i));

const catalog = writeCatalog(temporaryFolder(), [entryWith()]);

/** What a terminal may obey, but for the line break at the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const obeyed = /[\u0000-\u001f\u007f-\u009f](?!$)/;

test.each([controls, { [controls]: [controls] }, '\u{1f600}\u009b31m é'])(
  'JSON holds no control characters: %j',
  (value) => {
    const line = jsonLine(value);
    expect(line).not.toMatch(obeyed);
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toEqual(value);
  },
);

test.each([['annotate'], ['decode', '--batch'], ['explain', '--json']])('%s', async (...args) => {
  const text = `RuntimeError: Something of one engine failed: \u007f\u009b31m`;
  const stdin = args[0] === 'explain' ? text : JSON.stringify({ id: controls, text, input: text });
  const { out, status } = await runCli([...args, '--catalog', catalog], { stdin: [`${stdin}\n`] });
  expect(status).toBe(0);
  expect(out).not.toBe('');
  for (const line of out.split('\n')) expect(line).not.toMatch(obeyed);
});

test.each([
  ['explain', '/nowhere/\u001b[31m'],
  ['explain', '/nowhere/\u009b31m'],
  ['fix', '/nowhere/\u001b[31m.py'],
  ['search', '\u001b[31m'],
  ['show', '\u001b[31m\u009b'],
  ['\u009b31m'],
  ['explain', '--\u001b[31m'],
])('%j: messages about arguments hold no control characters', async (...args) => {
  const { err } = await runCli(args[0] === 'search' || args[0] === 'show' ? [...args, '--catalog', catalog] : args);
  expect(err).not.toBe('');
  expect(err).not.toMatch(obeyed);
});
