import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { kitchenEntry } from '../support/entry';
import { type RunOptions, withEditor } from './support/run';

const own = kitchenEntry();

/** A workspace with these files in `.error-lookup`; gives its URI and that of a file. */
function workspace(files: Readonly<Record<string, string>>): {
  folder: string;
  file(name: string): string;
  path: string;
} {
  const path = mkdtempSync(join(tmpdir(), 'error-lookup-workspace-'));
  mkdirSync(join(path, '.error-lookup'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, '.error-lookup', name), text);
  return {
    path,
    folder: pathToFileURL(path).href,
    file: (name) => pathToFileURL(join(path, '.error-lookup', name)).href,
  };
}

const trusted: RunOptions = { initializationOptions: { trusted: true } };

/** Numbers of entries and faults that the server tells. */
async function counts(options: RunOptions): Promise<[entries: number, own: number, faults: number]> {
  const status = await withEditor(options, (editor) => editor.ask('errorLookup/status', {}));
  return [status.entries, status.workspaceEntries, status.workspaceFaults];
}

describe('entries of a trusted workspace', () => {
  const { folder } = workspace({ 'soup.yaml': stringify(own), 'notes.txt': 'no entry' });

  it('are matched like bundled ones', async () => {
    const found = await withEditor({ ...trusted, folders: [folder] }, (editor) =>
      editor.ask('errorLookup/explain', { text: 'ERROR The soup is too hot for serving at table 4' }),
    );
    expect(found?.entries.map(({ code }) => code)).toEqual(['kitchen/soup/too-hot']);
  });

  it.each<[string, RunOptions]>([
    ['it is not trusted', { folders: [folder] }],
    [
      'the user has switched them off',
      { ...trusted, folders: [folder], settings: { workspaceCatalogs: { enabled: false } } },
    ],
    ['its folder is virtual', { ...trusted, folders: ['vscode-vfs://github/a/b'] }],
    ['it has none', { ...trusted, folders: [pathToFileURL(tmpdir()).href] }],
  ])('are not read when %s', async (_when, options) => {
    expect(await counts(options)).toEqual([3, 0, 0]);
  });

  it('are read when the user trusts it later', async () => {
    await withEditor({ folders: [folder] }, async (editor) => {
      expect((await editor.ask('errorLookup/status', {})).workspaceEntries).toBe(0);
      await editor.notify('errorLookup/trusted', {});
      expect((await editor.ask('errorLookup/status', {})).workspaceEntries).toBe(1);
    });
  });
});

it('entries that come with a new folder are read, also where a watcher tells of the folder alone', async () => {
  const path = mkdtempSync(join(tmpdir(), 'error-lookup-workspace-'));
  const folder = pathToFileURL(path).href;
  await withEditor({ ...trusted, folders: [folder] }, async (editor) => {
    expect((await editor.ask('errorLookup/status', {})).workspaceEntries).toBe(0);
    mkdirSync(join(path, '.error-lookup'));
    writeFileSync(join(path, '.error-lookup/soup.yaml'), stringify(own));
    const changes = [{ uri: `${folder}/.error-lookup`, type: 1 }];
    await editor.notify('workspace/didChangeWatchedFiles', { changes });
    expect((await editor.ask('errorLookup/status', {})).workspaceEntries).toBe(1);
  });
});

describe('faults', () => {
  it('are told in the file, and go when they are mended', async () => {
    const { folder, file, path } = workspace({ 'bad.yaml': 'code: 7\n' });
    await withEditor({ ...trusted, folders: [folder] }, async (editor) => {
      const before = await editor.diagnostics(file('bad.yaml'));
      expect(before.diagnostics[0]).toMatchObject({
        range: { start: { line: 0, character: 6 } },
        severity: 1,
        source: 'Error Lookup',
        message: 'code: Invalid input: expected string, received number',
      });
      writeFileSync(join(path, '.error-lookup/bad.yaml'), stringify(own));
      const changes = [{ uri: file('bad.yaml'), type: 2 }];
      await editor.notify('workspace/didChangeWatchedFiles', { changes });
      expect((await editor.diagnostics(file('bad.yaml'))).diagnostics).toEqual([]);
      rmSync(join(path, '.error-lookup/bad.yaml'));
      await editor.notify('workspace/didChangeWatchedFiles', { changes });
      expect((await editor.diagnostics(file('bad.yaml'))).diagnostics).toEqual([]);
      expect((await editor.ask('errorLookup/status', {})).workspaceEntries).toBe(0);
    });
  });

  it.each([
    ['a code of the bundled catalog', { 'a.yaml': stringify({ ...own, code: 'vllm/test/frame' }) }, [3, 0, 1]],
    ['a code that another file has', { 'a.yaml': stringify(own), 'b.yaml': stringify(own) }, [4, 1, 1]],
    ['nesting without end', { 'a.yaml': '{'.repeat(10_000), 'b.yaml': stringify(own) }, [4, 1, 1]],
    ['aliases', { 'a.yaml': `code: &a [x]\nproject: *a` }, [3, 0, 1]],
    ['a huge file', { 'a.yaml': 'x'.repeat(2_000_000) }, [3, 0, 1]],
  ])('%s', async (_what, files, expected) => {
    expect(await counts({ ...trusted, folders: [workspace(files).folder] })).toEqual(expected);
  });
});

describe('nothing outside the workspace is read', () => {
  it('through a linked folder or a linked file', async () => {
    const outside = workspace({ 'soup.yaml': stringify(own) });
    const linkedFile = workspace({});
    symlinkSync(join(outside.path, '.error-lookup/soup.yaml'), join(linkedFile.path, '.error-lookup/soup.yaml'));
    const linkedFolder = mkdtempSync(join(tmpdir(), 'error-lookup-workspace-'));
    symlinkSync(join(outside.path, '.error-lookup'), join(linkedFolder, '.error-lookup'));
    const folders = [linkedFile.folder, pathToFileURL(linkedFolder).href];
    expect(await counts({ ...trusted, folders })).toEqual([3, 0, 0]);
  });
});
