import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, writeCatalog } from '../support/cli';
import type { EntryInput } from '../support/entry';
import { entryWith, template } from '../support/entry';

const source = temporaryFolder();
writeFileSync(
  join(source, 'a.py'),
  'def start():\n    raise RuntimeError(f"Something of one engine failed: {reason}")\n',
);

const sound: Partial<EntryInput> = {
  templates: [
    template('Something of one engine failed: {reason}', { sites: [{ file: 'a.py', function: 'start', line: 2 }] }),
  ],
};

function check(entries: Partial<EntryInput>[], ...args: string[]) {
  return runCli(['check', '--catalog', writeCatalog(temporaryFolder(), entries.map(entryWith)), ...args]);
}

describe('check', () => {
  it('finds nothing wrong with a sound catalog', async () => {
    expect(await check([sound])).toMatchObject({ status: 0, out: '1 entry, 0 faults\n', err: '' });
    expect((await check([sound], '--source', `vllm=${source}`)).out).toBe('1 entry, 0 faults\n');
  });

  it('says of each fault what is wrong, where and what to do, and fails', async () => {
    const { status, out } = await check([
      { ...sound, leadsTo: ['vllm/test/none'], samples: [{ text: 'RuntimeError: Another text', origin: 'template' }] },
    ]);
    expect(status).toBe(1);
    expect(out).toContain(
      'vllm/test/one: leadsTo: there is no entry vllm/test/none (correct the code or write that entry)\n',
    );
    expect(out).toContain('vllm/test/one: samples.0: line 0 does not match this entry: ');
    expect(out).toMatch(/\n1 entry, 2 faults\n$/);
  });

  it('reports a negative that matches', async () => {
    const { out } = await check([
      { ...sound, negatives: [{ text: 'RuntimeError: Something of one engine failed: yes', why: 'No.' }] },
    ]);
    expect(out).toContain('negatives.0: it matches this entry');
  });

  it('reports a sample that is another entry first', async () => {
    const { out } = await check([
      { ...sound, samples: [{ text: 'ValueError: Both of the pumps failed at once', origin: 'template' }] },
      { code: 'vllm/test/two', exception: 'ValueError', templates: [template('Both of the pumps failed at once')] },
    ]);
    expect(out).toContain(
      'vllm/test/one: samples.0: line 0 does not match this entry: the first match is vllm/test/two',
    );
  });

  it('proves the facts in the source', async () => {
    const { status, out } = await check([{}], '--source', `vllm=${source}`);
    expect(status).toBe(1);
    expect(out).toContain('templates.0: a.py:1: ');
  });

  it('reads a folder laid out like data/, and names its files', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'entries/vllm/test'), { recursive: true });
    writeFileSync(join(folder, 'pins.json'), '{}');
    writeFileSync(join(folder, 'triggers.yaml'), '{}');
    writeFileSync(join(folder, 'entries/vllm/test/one.yaml'), JSON.stringify({ ...entryWith(sound), title: '' }));
    const { status, out } = await runCli(['check', '--catalog', folder]);
    expect(status).toBe(1);
    expect(out).toContain('entries/vllm/test/one.yaml:1:');
    expect(out).toContain('title: ');
  });

  it('proves one entry beside those of this checkout', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'one.yaml');
    writeFileSync(
      path,
      JSON.stringify(entryWith({ ...sound, leadsTo: ['vllm/moriio/unexpected-frame', 'vllm/test/none'] })),
    );
    const { out } = await runCli(['check', '--catalog', path]);
    expect(out).toContain(`${path}: leadsTo: there is no entry vllm/test/none`);
    expect(out).not.toContain('unexpected-frame');
    expect(out).toMatch(/\n1 entry, 1 fault\n$/);
  });
});
