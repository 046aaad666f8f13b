import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Io, Output } from '../../server/src/cli/command';
import { main } from '../../server/src/cli/main';
import { runCli, temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith, template } from '../support/entry';

const folder = temporaryFolder();
const catalog = writeCatalog(folder, [
  entryWith({
    code: 'vllm/test/memory',
    title: 'Memory ran out',
    templates: [template('Free memory on device {device} is less than desired')],
  }),
  entryWith({
    code: 'vllm/test/rank',
    title: 'A stranger',
    templates: [template('Message from engine with unexpected rank: {rank}')],
  }),
]);
const memory = 'RuntimeError: Free memory on device cuda:0 is less than desired\n';
const rank = 'RuntimeError: Message from engine with unexpected rank: 7\n';

/** Follows a file; each step is taken when the output holds its text, and after the last one the user stops it. */
async function followed(
  path: string,
  steps: readonly (readonly [text: string, then: () => void])[],
  stdin: AsyncIterable<Uint8Array> = (async function* () {})(),
  flags: readonly string[] = [],
): Promise<string> {
  const abort = new AbortController();
  let out = '';
  let step = 0;
  const stdout: Output = {
    isTty: false,
    columns: undefined,
    write: async (text) => {
      out += text;
      const next = steps[step];
      if (!next || !out.includes(next[0])) return;
      step++;
      next[1]();
      if (step === steps.length) abort.abort();
    },
  };
  const stderr: Output = { ...stdout, write: async () => undefined };
  const io: Io = { stdin, stdout, stderr, env: {}, now: () => 0, interruption: () => abort.signal };
  await main(['explain', '--catalog', catalog, '--follow', ...flags, path], io);
  return out;
}

describe('explain --follow', () => {
  it.each<[string, (path: string) => void]>([
    ['is added', (path) => appendFileSync(path, rank)],
    ['is written after the file was emptied', (path) => writeFileSync(path, rank)],
    [
      'stands in the file that took its place',
      (path) => {
        renameSync(path, `${path}.1`);
        writeFileSync(path, rank);
      },
    ],
  ])('names what stands in the file and what %s, then explains both', async (name, change) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.log`);
    writeFileSync(path, `first\n${memory}`);
    const out = await followed(path, [
      ['Memory ran out', () => change(path)],
      ['A stranger', () => undefined],
    ]);
    expect(out).toMatch(/^Memory ran out {2}line 2 {2}error-lookup show vllm\/test\/memory\nA stranger {2}line \d /);
    expect(out).toContain('2 known errors');
  });

  it('prints JSON whenever the log pauses', async () => {
    const path = join(folder, 'json.log');
    writeFileSync(path, memory);
    const steps = [
      ['vllm/test/memory', () => appendFileSync(path, rank)],
      ['vllm/test/rank', () => undefined],
    ] as const;
    const lines = (await followed(path, steps, undefined, ['--json'])).trim().split('\n');
    expect(lines.map((line) => [JSON.parse(line).code, JSON.parse(line).line])).toEqual([
      ['vllm/test/memory', 0],
      ['vllm/test/rank', 1],
    ]);
  });

  it('names what comes through a pipe while it is open, and explains all at its end', async () => {
    let goOn: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const pipe = (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(memory);
      await told;
      yield Buffer.from(rank);
    })();
    const out = await followed('-', [['Memory ran out', goOn]], pipe);
    expect(out).toMatch(/^Memory ran out {2}line 1 .*\n/);
  });

  it('lets go of its input when the user stops', async () => {
    const abort = new AbortController();
    let isOpen = true;
    const stdin = (async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from(memory);
        abort.abort();
        yield Buffer.from(memory);
      } finally {
        isOpen = false;
      }
    })();
    const output: Output = { isTty: false, columns: undefined, write: async () => undefined };
    const io: Io = { stdin, stdout: output, stderr: output, env: {}, now: () => 0, interruption: () => abort.signal };
    await main(['explain', '--catalog', catalog], io);
    expect(isOpen).toBe(false);
  });

  it.each([
    [[], '--follow wants one FILE, or - for a pipe'],
    [['-', '-'], '--follow wants one FILE, or - for a pipe'],
    [['a.log', 'b.log'], 'cannot read a.log: there is no such file'],
  ])('refuses %j', async (words, reason) => {
    const { status, err } = await runCli(['explain', '--catalog', catalog, '--follow', ...words], { stdin: '' });
    expect(status).toBe(2);
    expect(err).toContain(reason);
  });
});
