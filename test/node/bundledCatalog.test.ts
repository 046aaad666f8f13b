import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packBundle } from '../../server/src/core/bundle';
import { catalogFileSchema } from '../../server/src/core/catalog/entry';
import { openBundledCatalog, openServerCatalog } from '../../server/src/node/bundledCatalog';
import { loadCatalogFile } from '../../server/src/node/namedCatalog';
import { temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith } from '../support/entry';

const folder = temporaryFolder();

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Codes and faults of what was read. */
function read(path: string) {
  const { data, problems } = loadCatalogFile(path);
  return { codes: data.entries.map(({ code }) => code), faults: problems.map(({ message }) => message) };
}

describe('openServerCatalog', () => {
  const own = writeCatalog(temporaryFolder(), [entryWith()]);
  const bundled = temporaryFolder();
  writeFileSync(
    join(bundled, 'catalog.bin'),
    packBundle(
      catalogFileSchema.parse({ pins: {}, triggers: {}, entries: [entryWith({ code: 'vllm/test/bundled' })] }),
    ),
  );

  it.each([
    [[], 'vllm/test/bundled'],
    [['node', 'server.js', '--stdio'], 'vllm/test/bundled'],
    [['node', 'server.js', '--catalog', own, '--stdio'], 'vllm/test/one'],
    [['node', 'server.js', `--catalog=${own}`], 'vllm/test/one'],
    [['node', 'server.js', '--catalog'], 'vllm/test/bundled'],
  ])('%j', async (args, code) => {
    const { catalog } = await openServerCatalog(bundled, loadCatalogFile, args);
    expect(catalog.entries.map((entry) => entry.code)).toEqual([code]);
  });

  it('says what is wrong with the one that is named', async () => {
    const broken = file('broken.yaml', 'code: 1');
    await expect(openServerCatalog(bundled, loadCatalogFile, ['--catalog', broken])).rejects.toThrow(
      /^The catalog has a fault: .*broken/,
    );
  });
});

describe('loadCatalogFile', () => {
  it('reads what the build packs', () => {
    const packed = temporaryFolder();
    const path = writeCatalog(packed, [entryWith()]);
    expect(read(path)).toEqual({ codes: ['vllm/test/one'], faults: [] });
    writeFileSync(
      join(packed, 'catalog.bin'),
      packBundle(catalogFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))),
    );
    expect(openBundledCatalog(packed).catalog.entries).toEqual([entryWith()]);
  });

  it('reads one entry', () => {
    expect(read(file('one.yaml', JSON.stringify(entryWith())))).toEqual({ codes: ['vllm/test/one'], faults: [] });
  });

  it('reads a folder like data/', () => {
    const data = temporaryFolder();
    mkdirSync(join(data, 'entries/vllm/test'), { recursive: true });
    writeFileSync(join(data, 'pins.json'), '{}');
    writeFileSync(join(data, 'triggers.yaml'), '{}');
    writeFileSync(join(data, 'entries/vllm/test/one.yaml'), JSON.stringify(entryWith()));
    expect(read(data)).toEqual({ codes: ['vllm/test/one'], faults: [] });
  });

  const bad: [string, string, string, string][] = [
    ['an entry that lacks a field', 'three.yaml', 'code: vllm/test/three', 'project: '],
    ['broken YAML', 'four.yml', 'a: [', 'not valid YAML'],
    ['aliases that grow', 'five.yaml', 'a: &a [x, x]\nb: [*a, *a]\n', 'not readable: '],
    ['no JSON', 'six.json', 'nope', 'it is not JSON'],
    ['another JSON', 'seven.json', '{"entries": 1}', 'entries: '],
  ];
  it.each(bad)('says what is wrong with %s', (_, name, text, message) => {
    const { codes, faults } = read(file(name, text));
    expect(codes).toEqual([]);
    expect(faults.join('\n')).toContain(message);
  });

  it('says where an entry stands under another name', () => {
    expect(read(file('two.yaml', JSON.stringify(entryWith()))).faults).toEqual(['the code is vllm/test/one']);
  });

  it('throws where there is nothing to read', () => {
    expect(() => loadCatalogFile(join(folder, 'none.json'))).toThrow('ENOENT');
  });
});
