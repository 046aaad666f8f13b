/** Reading source of this machine: what is found, kept and left out. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { IndexReport, PackagesJob, WorkspaceJob } from '../../server/src/core/local/jobs';
import { editableUrl, readMetadata, sourcesInRecord } from '../../server/src/core/local/pythonPackages';
import { packageFolders } from '../../server/src/node/local/sitePackages';
import { defaultStore, Store } from '../../server/src/node/local/store';
import { indexHere } from '../lsp/support/catalog';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'error-lookup-index-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const raise = (text: string): string => `def price(x):\n    raise ValueError(f"${text}")\n`;
const nobody = new AbortController().signal;

function indexWorkspace(path: string, more: Partial<WorkspaceJob> = {}): Promise<IndexReport> {
  const folders = [{ path, project: 'app', source: true, facts: true }];
  return indexHere({ kind: 'workspace', folders, store: undefined, ...more }, () => {}, nobody);
}

const templatesOf = ({ part }: IndexReport): string[] => part.sites.map(({ template }) => template);

describe('source of a workspace', () => {
  it('is read in every language of an editor, without what is no source of its own', async () => {
    const folder = folderWith({
      'app/server.py': raise('The table {x} has no legs to stand on'),
      'web/page.ts': 'throw new Error("The page has lost its last letter");\n',
      'src/main.rs': 'fn f() { panic!("The crate is nailed shut for good") }\n',
      'cmd/main.go': 'package main\nfunc f() error { return errors.New("the gopher went on holiday") }\n',
      'tests/test_server.py': raise('Only a test says this much'),
      'node_modules/left/pad.js': 'throw new Error("Somebody else wrote this line");\n',
      '.hidden/a.py': raise('Nobody is to see this text'),
      'env/pyvenv.cfg': 'home = /usr/bin\n',
      'env/lib/a.py': raise('This belongs to an environment'),
      'app/data.csv': 'raise ValueError("this is no source at all")\n',
    });
    const report = await indexWorkspace(folder);
    expect(templatesOf(report).sort()).toEqual([
      'The crate is nailed shut for good',
      'The page has lost its last letter',
      'The table {x} has no legs to stand on',
      'the gopher went on holiday',
    ]);
    expect(report).toMatchObject({ files: 4, skipped: 0 });
  });

  it('that is hostile is left out, and the rest is read', async () => {
    const folder = folderWith({
      'good.py': raise('The table {x} has no legs to stand on'),
      'fault.py': 'def f(:\n    raise ValueError("This file is no Python at all")\n',
      'binary.py': `\0\u0001${raise('This is a binary file in disguise')}`,
      'long.py': `x = "${'a'.repeat(20_000)}"\n${raise('No person wrote such a line')}`,
      'huge.py': `${'# comment\n'.repeat(200_000)}${raise('This file is too large to read')}`,
      'deep.py': `raise ValueError(${'('.repeat(20_000)}\n`,
      'blanks.py': `${' '.repeat(9000)}\n`.repeat(100),
    });
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync('/etc/passwd', join(folder, 'passwd.py'));
    symlinkSync(join(folder, 'gone'), join(folder, 'gone.py'));
    execFileSync('mkfifo', [join(folder, 'pipe.py')]);
    mkdirSync(join(folder, 'folder.py'));
    let deep = folder;
    for (let i = 0; i < 60; i++) deep = join(deep, 'd');
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'deep.py'), raise('Nobody goes so deep down'));
    const report = await indexWorkspace(folder);
    expect(templatesOf(report)).toEqual(['The table {x} has no legs to stand on']);
    expect(report.skipped).toBeGreaterThanOrEqual(4);
    expect(report.incomplete).toBe('the workspace holds more source than is read');
  });

  it('is read up to a bound, nearest files first', async () => {
    const files = Object.fromEntries(Array.from({ length: 5200 }, (_, i) => [`many/f${i}.py`, 'x = 1\n']));
    const folder = folderWith({ ...files, 'near.py': raise('The table {x} has no legs to stand on') });
    const report = await indexWorkspace(folder);
    expect(report.files).toBe(5000);
    expect(templatesOf(report)).toHaveLength(1);
    expect(report.incomplete).toBeDefined();
  }, 60_000);

  it('that has not changed is not read again', async () => {
    const store = folderWith({});
    const folder = folderWith({
      'a.py': raise('The table {x} has no legs to stand on'),
      'b.py':
        'class SoupError(Exception):\n    def __init__(self, x):\n        super().__init__(f"The soup of {x} is cold")\n',
    });
    const first = await indexWorkspace(folder, { store });
    const [kept = ''] = readdirSync(store);
    expect(readdirSync(store)).toHaveLength(1);
    const written = readFileSync(join(store, kept), 'utf8');
    expect(templatesOf(await indexWorkspace(folder, { store }))).toEqual(templatesOf(first));
    expect(readFileSync(join(store, kept), 'utf8')).toBe(written);
    // The class text of a file that was kept is put together with a raise in a file that is new.
    writeFileSync(join(folder, 'c.py'), 'def f(y):\n    raise SoupError(y)\n');
    rmSync(join(folder, 'a.py'));
    expect(templatesOf(await indexWorkspace(folder, { store }))).toEqual(['The soup of {y} is cold']);
  });

  it('and its facts are told once where both hold a message', async () => {
    const row = {
      template: 'The table {y} has no legs to stand on',
      kind: 'raise',
      exception: 'ValueError',
      file: 'a.py',
    };
    const other = { ...row, template: 'The chair {y} has no legs to stand on' };
    const lines = [row, other].map((it) => JSON.stringify({ ...it, function: 'price', line: 2 })).join('\n');
    const folder = folderWith({
      'a.py': raise('The table {x} has no legs to stand on'),
      '.error-lookup/facts/app.jsonl': `${lines}\n{`,
      '.error-lookup/facts/Bad Name.jsonl': '',
    });
    const report = await indexWorkspace(folder);
    expect(report.part.sites.map(({ template, origin }) => [template, origin?.kind])).toEqual([
      ['The table {x} has no legs to stand on', 'source'],
      ['The chair {y} has no legs to stand on', 'facts'],
    ]);
    expect([...report.problems.values()].flat().map(({ line, message }) => [line, message])).toEqual([
      [undefined, 'the name of the file is no name of a project'],
      [3, 'not valid JSON'],
    ]);
  });
});

describe('what is kept', () => {
  it.each<[what: string, damage: (path: string) => void]>([
    ['was damaged', (path) => appendFileSync(path, 'x')],
    ['was cut', (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, -1))],
    ['is of another version', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('0.1.0', '0.0.9'))],
    ['is gone', (path) => rmSync(path)],
  ])('is not trusted where it %s', (_what, damage) => {
    const store = new Store(join(folderWith({}), 'deep/er'));
    expect(store.write('a.jsonl', 'about a', 'body\n')).toBe(true);
    expect(store.read('a.jsonl', 'about a')).toBe('body\n');
    expect(store.read('a.jsonl', 'about b')).toBeUndefined();
    damage(join(store.folder, 'a.jsonl'));
    expect(store.read('a.jsonl', 'about a')).toBeUndefined();
  });

  it('is nothing where the folder cannot be written, and leaves no draft', () => {
    const folder = folderWith({ file: '' });
    expect(new Store(join(folder, 'file')).write('a.jsonl', 'a', 'b')).toBe(false);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('is bounded', () => {
    const store = new Store(folderWith(Object.fromEntries(Array.from({ length: 310 }, (_, i) => [`f${i}`, 'x']))));
    store.prune();
    expect(readdirSync(store.folder)).toHaveLength(300);
  });

  it('lies where the system keeps such files', () => {
    expect(defaultStore({ XDG_CACHE_HOME: '/cache' }, 'linux')).toBe('/cache/error-lookup');
    expect(defaultStore({}, 'darwin')).toMatch(/\/Library\/Caches\/error-lookup$/);
    expect(defaultStore({ LOCALAPPDATA: 'C:/local' }, 'win32')).toBe('C:/local/error-lookup/cache');
  });
});

const packages = {
  'vllm-0.9.2.dist-info/METADATA': 'Metadata-Version: 2.1\nName: vllm\nVersion: 0.9.2\n\nVersion: 7\n',
  'vllm-0.9.2.dist-info/RECORD':
    'vllm/net/connector.py,sha256=a,1\nvllm/gone.py,,\nvllm/tests/a.py,,\n../../bin/vllm,,\n"vllm/a,b.py",,\n',
  'vllm/net/connector.py': `class Worker:\n    def handshake(self):\n        raise HandshakeError(f"Unexpected frame! received_frame = {x}")\n\n\n${raise('A wording of the kitchen that the catalog has not')}`,
  'vllm/a,b.py': raise('Commas are allowed in names of files'),
  'kitchen_tools.dist-info/METADATA': 'Name: Kitchen.Tools\nVersion: 1.0\n',
  'kitchen_tools.dist-info/top_level.txt': 'kitchen\n',
  'kitchen/soup.py': raise('The soup of {x} boiled over again'),
  'broken.dist-info/METADATA': 'Name: ../../etc\nVersion: 1\n',
};

function environment(extra: Readonly<Record<string, string>> = {}): { root: string; site: string } {
  const inside = Object.entries(packages).map(([name, text]) => [`lib/python3.11/site-packages/${name}`, text]);
  const root = folderWith({ ...Object.fromEntries(inside), 'bin/python': '', 'pyvenv.cfg': 'home = /usr\n', ...extra });
  return { root, site: join(root, 'lib/python3.11/site-packages') };
}

function indexPackages(path: string, store: string, more: Partial<PackagesJob> = {}): Promise<IndexReport> {
  return indexHere({ kind: 'packages', path, include: [], workspace: ['/w'], store, ...more }, () => {}, nobody);
}

describe('installed packages', () => {
  it('are found by files, from whatever a person names', () => {
    const { root, site } = environment();
    const project = folderWith({});
    symlinkSync(root, join(project, '.venv'));
    expect(packageFolders(site)).toEqual([site]);
    expect(packageFolders(root)).toEqual([site]);
    expect(packageFolders(join(root, 'bin/python'))).toEqual([site]);
    expect(packageFolders(project)).toEqual([join(project, '.venv/lib/python3.11/site-packages')]);
    expect(packageFolders(join(root, 'nowhere'))).toEqual([]);
    expect(packageFolders(folderWith({}))).toEqual([]);
  });

  it('of the system are found where an environment uses them', () => {
    const system = folderWith({ 'lib/python3/dist-packages/a.py': '', 'bin/python3': '' });
    const settings = `home = ${system}/bin\ninclude-system-site-packages = true\n`;
    const { root, site } = environment({ 'pyvenv.cfg': settings });
    expect(packageFolders(root)).toEqual([site, join(system, 'lib/python3/dist-packages')]);
  });

  it('are read where the catalog knows their project, kept, and known the next time', async () => {
    const { root, site } = environment();
    const store = folderWith({});
    const first = await indexPackages(root, store);
    const found = { name: 'vllm', version: '0.9.2', project: 'vllm', files: 2, messages: 3, skipped: 1 };
    expect(first.packages).toEqual([expect.objectContaining({ ...found, cached: false })]);
    expect(first.environments).toEqual([site]);
    // What the catalog has at that place needs no site of its own.
    expect(templatesOf(first)).toEqual([
      'Commas are allowed in names of files',
      'A wording of the kitchen that the catalog has not',
    ]);
    rmSync(join(site, 'vllm'), { recursive: true });
    const second = await indexPackages(root, store);
    expect(second.packages).toEqual([expect.objectContaining({ ...found, cached: true })]);
    expect(templatesOf(second)).toEqual(templatesOf(first));
  });

  it('are read beside those where the user names them, or all', async () => {
    const { root } = environment();
    const names = async (include: string[]) =>
      (await indexPackages(root, folderWith({}), { include })).packages.map(({ name }) => name);
    expect(await names(['kitchen-tools'])).toEqual(['Kitchen.Tools', 'vllm']);
    expect(await names(['*'])).toEqual(['Kitchen.Tools', 'vllm']);
    expect(await names(['other'])).toEqual(['vllm']);
  });

  it('are taken for a workspace from the environment that was indexed for it', async () => {
    const store = folderWith({});
    await indexPackages(environment().root, store, { workspace: ['/one'] });
    const other = environment().root;
    await indexPackages(other, store, { workspace: ['/two'], include: ['*'] });
    const read = async (workspace: string[]) =>
      (await indexHere({ kind: 'installed', workspace, store }, () => {}, nobody)).packages.map(({ name }) => name);
    expect(await read(['/one'])).toEqual(['vllm']);
    expect(await read(['/two'])).toEqual(['Kitchen.Tools', 'vllm']);
    expect(await read(['/three'])).toEqual([]);
    expect(await read([])).toEqual(['Kitchen.Tools', 'vllm']);
  });

  it('that were replaced since are forgotten until they are read again', async () => {
    const { root, site } = environment();
    const store = folderWith({});
    await indexPackages(root, store);
    writeFileSync(join(site, 'vllm-0.9.2.dist-info/METADATA'), 'Name: vllm\nVersion: 0.10.0\n');
    const report = await indexHere({ kind: 'installed', workspace: ['/w'], store }, () => {}, nobody);
    expect(report.packages).toEqual([]);
    const again = await indexPackages(root, store);
    expect(again.packages).toEqual([expect.objectContaining({ version: '0.10.0', cached: false })]);
  });

  it('that are checkouts are read from there, file by file', async () => {
    const checkout = folderWith({ 'vllm/soup.py': raise('The soup of {x} boiled over again') });
    const url = JSON.stringify({ url: pathToFileURL(checkout).href, dir_info: { editable: true } });
    const { root } = environment({ 'lib/python3.11/site-packages/vllm-0.9.2.dist-info/direct_url.json': url });
    const store = folderWith({});
    expect(templatesOf(await indexPackages(root, store))).toEqual(['The soup of {x} boiled over again']);
    writeFileSync(join(checkout, 'vllm/soup.py'), raise('The stew of {x} boiled over again'));
    const second = await indexPackages(root, store);
    expect(templatesOf(second)).toEqual(['The stew of {x} boiled over again']);
    expect(second.sources.map((source) => source.root)).toEqual([checkout]);
  });

  it('are none where the path means none', async () => {
    const store = folderWith({});
    await expect(indexPackages('/nowhere', store)).rejects.toThrow('/nowhere holds no folder of Python packages');
    expect(existsSync(join(store, 'environments.jsonl'))).toBe(false);
  });
});

describe('what distributions say of themselves', () => {
  it.each<[text: string, expected: unknown]>([
    ['Name: a\nVersion: 1\n', { name: 'a', version: '1' }],
    ['Name: a\r\nVersion: 1!2.0+local\r\n', { name: 'a', version: '1!2.0+local' }],
    ['Name: a\n\nVersion: 1\n', undefined],
    ['Name: a/b\nVersion: 1\n', undefined],
    ['', undefined],
  ])('%j', (text, expected) => {
    expect(readMetadata(text)).toEqual(expected);
  });

  it('leaves out of its files what lies outside', () => {
    const record = 'a/b.py,x,1\n/etc/a.py,,\na/../../b.py,,\na\\b.py,,\n"a,b.py",,\na/c.so,,\n';
    expect(sourcesInRecord(record)).toEqual(['a,b.py', 'a/b.py']);
  });

  it.each<[text: string, expected: string | undefined]>([
    ['{"url": "file:///a", "dir_info": {"editable": true}}', 'file:///a'],
    ['{"url": "file:///a", "dir_info": {}}', undefined],
    ['{"url": "https://a/b", "dir_info": {"editable": true}}', undefined],
    ['[', undefined],
  ])('an editable installation in %s is at %j', (text, expected) => {
    expect(editableUrl(text)).toBe(expected);
  });
});
