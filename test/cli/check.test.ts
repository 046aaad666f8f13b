import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

  it('writes what it proved with the source, sorted, and keeps it from what has a fault', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'entries/vllm/test'), { recursive: true });
    const pin = { repository: 'vllm-project/vllm', commit: '0'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' };
    writeFileSync(join(folder, 'pins.json'), JSON.stringify({ vllm: pin }));
    writeFileSync(join(folder, 'triggers.yaml'), '{}');
    const write = (code: string, fields: Partial<EntryInput>): void =>
      writeFileSync(join(folder, `entries/${code}.yaml`), JSON.stringify(entryWith({ ...fields, code })));
    write('vllm/test/one', sound);
    const samples = [{ text: 'RuntimeError: Another text stands there', origin: 'template' as const }];
    write('vllm/test/bad', { templates: [template('Another text stands there')], samples });
    const first = await runCli(['check', '--catalog', folder, '--source', `vllm=${source}`]);
    expect(first.err).toBe(`${join(folder, 'proof.jsonl')}: 1 proved\n`);
    const lines = readFileSync(join(folder, 'proof.jsonl'), 'utf8').split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ code: 'vllm/test/one', commit: pin.commit });
    expect(Object.keys(JSON.parse(lines[0] ?? '').spans)).toEqual(['a.py:1', 'a.py:2']);
    expect((await runCli(['check', '--catalog', folder])).err).toBe('');
  });

  it('fails where an entry changed after its last proof, until it is proved again', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'entries/vllm/test'), { recursive: true });
    const pin = { repository: 'vllm-project/vllm', commit: '0'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' };
    writeFileSync(join(folder, 'pins.json'), JSON.stringify({ vllm: pin }));
    writeFileSync(join(folder, 'triggers.yaml'), '{}');
    const file = join(folder, 'entries/vllm/test/one.yaml');
    writeFileSync(file, JSON.stringify(entryWith(sound)));
    const prove = () => runCli(['check', '--catalog', folder, '--source', `vllm=${source}`]);
    expect((await prove()).status).toBe(0);
    expect((await runCli(['check', '--catalog', folder])).status).toBe(0);
    writeFileSync(file, JSON.stringify({ ...entryWith(sound), summary: 'Another sentence.' }));
    const { status, out } = await runCli(['check', '--catalog', folder]);
    expect(status).toBe(1);
    expect(out).toContain(
      'entries/vllm/test/one.yaml: it changed after its last proof (run error-lookup check --source',
    );
    expect((await prove()).status).toBe(0);
    expect((await runCli(['check', '--catalog', folder])).out).toBe('1 entry, 0 faults\n');
  });

  it('compares entries with the facts beside them, and their names with the lists', async () => {
    const folder = temporaryFolder();
    for (const name of ['entries/vllm/test', 'facts', 'harvest', 'flags'])
      mkdirSync(join(folder, name), { recursive: true });
    const pin = { repository: 'vllm-project/vllm', commit: '0'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' };
    writeFileSync(join(folder, 'pins.json'), JSON.stringify({ vllm: pin }));
    writeFileSync(join(folder, 'triggers.yaml'), '{}');
    writeFileSync(
      join(folder, 'harvest/vllm.yaml'),
      JSON.stringify({
        project: 'vllm',
        source: 'ours',
        include: [{ glob: '**', reason: 'all' }],
        points: [{ version: 'v0.1.0', commit: '0'.repeat(40), date: '2026-07-28' }],
      }),
    );
    writeFileSync(join(folder, 'facts/vllm.jsonl'), '"a.py"\n["start","raise RuntimeError","No","v0.1.0","2"]\n');
    writeFileSync(join(folder, 'flags/vllm.json'), '{"flags": {"--fast": {"first": "v0.1.0"}}}');
    writeFileSync(join(folder, 'flags/variables.json'), '{"variables": {}}');
    writeFileSync(join(folder, 'flags/names.json'), '{}');
    writeFileSync(join(folder, 'flags/other.yaml'), '[]');
    writeFileSync(join(folder, 'flags/works.yaml'), '[]');
    const entry = entryWith({ ...sound, meaning: 'Set `--fast` or `--slow`.' });
    writeFileSync(join(folder, 'entries/vllm/test/one.yaml'), JSON.stringify(entry));
    const { status, out } = await runCli(['check', '--catalog', folder]);
    expect(status).toBe(1);
    const [weak, message, option, ...rest] = out.split('\n');
    expect(weak).toContain('facts/vllm.jsonl: "No" has 2 literal characters and needs no proof');
    expect(message).toContain('templates.0: "Something of one engine failed: {reason}" is no harvested message');
    expect(option).toContain('meaning: there is no option --slow');
    expect(rest).toEqual(['1 entry, 3 faults', '']);
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
    expect(out).toContain('"Something of one engine failed: {reason}" is no harvested message of its sites');
    expect(out).toMatch(/\n1 entry, 2 faults\n$/);
    // All messages are indexed for it, which takes a machine that is busy with other things long.
  }, 300_000);
});
