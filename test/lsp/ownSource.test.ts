/** Source of the workspace, its facts and installed packages, through the server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Hover, Location } from 'vscode-languageserver';
import { indexHere, testWorld } from './support/catalog';
import type { Editor, OpenDocument } from './support/editor';
import { type RunOptions, withEditor } from './support/run';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder with files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'error-lookup-own-'));
  made.push(folder);
  write(folder, files);
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const server = `import logging

logger = logging.getLogger(__name__)


def price(table):
    logger.error("Pricing service for table %s answered nonsense", table)
    raise ValueError("bad: %s" % table)
`;
const line = 'ERROR app.server: Pricing service for table 7 answered nonsense';

function options(folder: string, more: RunOptions = {}): RunOptions {
  return {
    world: testWorld({ runIndexJob: indexHere, store: folderWith({}) }),
    initializationOptions: { trusted: true },
    folders: [pathToFileURL(folder).href],
    ...more,
  };
}

function hover(editor: Editor, { uri, position }: OpenDocument): Promise<Hover | null> {
  return editor.request('textDocument/hover', { textDocument: { uri }, position });
}

async function textOf(editor: Editor, document: OpenDocument): Promise<string> {
  const found = await hover(editor, document);
  return found && 'value' in Object(found.contents) ? String(Object(found.contents).value) : '';
}

/** Asks until the answer is as wanted, since source is read beside the server. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + 50_000;
  for (;;) {
    const answer = await ask();
    if (wanted(answer) || performance.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a line of the workspace’s own program', () => {
  it('leads to the statement that printed it', async () => {
    const folder = folderWith({ 'app/server.py': server });
    await withEditor(options(folder), async (editor) => {
      const document = await editor.open(line.replace('Pricing', 'Pri$0cing'));
      const text = await until(
        () => textOf(editor, document),
        (it) => it !== '',
      );
      expect(text).toContain('**Printed at [app/server.py:7](');
      expect(text).toContain('/app/server.py#L7), in `price`.**');
      expect(text).toContain('From your workspace.');
      const place: Location | null = await editor.request('textDocument/definition', {
        textDocument: { uri: document.uri },
        position: document.position,
      });
      expect(place).toMatchObject({
        uri: pathToFileURL(join(folder, 'app/server.py')).href,
        range: { start: { line: 6 } },
      });
    });
  });
});

describe('source of the workspace', () => {
  const own = async (editor: Editor, text: string): Promise<string> => textOf(editor, await editor.open(`$0${text}`));
  const changed = (folder: string, file: string) => ({
    changes: [{ uri: pathToFileURL(join(folder, file)).href, type: 2 }],
  });

  it('is read again when it changes', async () => {
    const folder = folderWith({ 'app/server.py': server });
    await withEditor(options(folder), async (editor) => {
      const document = await editor.open(`$0${line}`);
      await until(
        () => textOf(editor, document),
        (it) => it.includes('server.py:7'),
      );
      // A line that moved is found without anything being read again.
      write(folder, { 'app/server.py': `# one more line\n${server}` });
      expect(await textOf(editor, document)).toContain('server.py:8');
      write(folder, { 'app/server.py': server.replace('answered nonsense', 'was silent') });
      expect(await textOf(editor, document)).toContain('has changed since it was read, and holds this text no more');
      await editor.notify('workspace/didChangeWatchedFiles', changed(folder, 'app/server.py'));
      const silent = await editor.open('$0ERROR app.server: Pricing service for table 7 was silent');
      expect(
        await until(
          () => textOf(editor, silent),
          (it) => it !== '',
        ),
      ).toContain('server.py:7');
      expect(
        await until(
          () => textOf(editor, document),
          (it) => it === '',
        ),
      ).toBe('');
      rmSync(join(folder, 'app/server.py'));
      expect(await textOf(editor, silent)).toContain('holds this text no more');
    });
  });

  it('is read again when a folder is new, of whose files a watcher may say nothing', async () => {
    const folder = folderWith({});
    await withEditor(options(folder), async (editor) => {
      expect(await own(editor, line)).toBe('');
      write(folder, { 'new/app/server.py': server });
      const uri = pathToFileURL(join(folder, 'new')).href;
      await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
      const text = await until(
        () => own(editor, line),
        (it) => it !== '',
      );
      expect(text).toContain('From your workspace.');
    });
  });

  it.each<[string, RunOptions]>([
    ['the workspace is not trusted', { initializationOptions: {} }],
    ['the user has switched it off', { settings: { workspaceSource: { enabled: false } } }],
    ['the server has no files', { world: testWorld() }],
  ])('is not read when %s', async (_when, more) => {
    const folder = folderWith({ 'app/server.py': server });
    await withEditor(options(folder, more), async (editor) => {
      expect(await own(editor, line)).toBe('');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await own(editor, line)).toBe('');
      expect((await editor.ask('errorLookup/status', {})).workspaceMessages).toBe(0);
    });
  });

  it('does not hide what the catalog says of a statement in it', async () => {
    const raise = 'raise HandshakeError(f"Unexpected frame! received_frame = {received_frame}")';
    const folder = folderWith({ 'app/server.py': server, 'app/pasted.py': `def f():\n    ${raise}\n` });
    await withEditor(options(folder), async (editor) => {
      const log = await editor.open(`$0${line}`);
      await until(
        () => textOf(editor, log),
        (it) => it !== '',
      );
      const name = pathToFileURL(join(folder, 'app/pasted.py')).href;
      const source = await editor.open(`def f():\n    ${raise.replace('raise', 'ra$0ise')}\n`, 'python', name);
      expect(await textOf(editor, source)).toContain('The peer is no listener of ours.');
    });
  });

  it('is not read before something is looked up', async () => {
    const folder = folderWith({ 'app/server.py': server });
    await withEditor(options(folder), async (editor) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect((await editor.ask('errorLookup/status', {})).workspaceFiles).toBe(0);
    });
  });

  it('holds no hover up, however long it takes', async () => {
    const folder = folderWith({ 'app/server.py': server });
    const world = testWorld({ runIndexJob: () => new Promise(() => {}), store: folderWith({}) });
    await withEditor(options(folder, { world }), async (editor) => {
      expect(
        await own(editor, 'ERROR 07-28 08:14:55 [listener.py:40] The handshake listener ended early: x'),
      ).toContain('The listener met something it does not know.');
    });
  });

  it('that cannot be read is told to the log, and nothing else changes', async () => {
    const folder = folderWith({ 'app/server.py': server });
    const world = testWorld({ runIndexJob: async () => Promise.reject(new Error('out of luck')) });
    await withEditor(
      options(folder, { world, logs: [/reading source failed: Error: out of luck/] }),
      async (editor) => {
        expect(await own(editor, line)).toBe('');
        await editor.logs(1);
      },
    );
  });
});

describe('facts of the workspace', () => {
  const fact = {
    template: 'The oven of {cook} went out in the middle of the night',
    kind: 'log',
    level: 'ERROR',
    file: 'oven.py',
    function: 'f',
    line: 3,
  };

  it('are matched, and their faults are told in the file until they are mended', async () => {
    const folder = folderWith({ '.error-lookup/facts/kitchen.jsonl': `${JSON.stringify(fact)}\n{"template": 7}\n` });
    const uri = pathToFileURL(join(folder, '.error-lookup/facts/kitchen.jsonl')).href;
    await withEditor(options(folder), async (editor) => {
      const [fault] = (await editor.diagnostics(uri)).diagnostics;
      expect(fault).toMatchObject({ range: { start: { line: 1, character: 0 } }, severity: 1, source: 'Error Lookup' });
      expect((await editor.ask('errorLookup/status', {})).workspaceFaults).toBe(1);
      const document = await editor.open('$0ERROR The oven of Ada went out in the middle of the night');
      const text = await textOf(editor, document);
      expect(text).toContain('**Printed at oven.py:3, in `f`.**');
      expect(text).toContain('From your workspace’s facts of kitchen.');
      write(folder, {
        '.error-lookup/facts/kitchen.jsonl': `${JSON.stringify({ ...fact, template: 'The pan of {cook} burned' })}\n`,
      });
      await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
      expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
      expect(await textOf(editor, document)).toBe('');
      rmSync(join(folder, '.error-lookup/facts/kitchen.jsonl'));
      await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 3 }] });
      expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
    });
  });

  it('are not read in a workspace that is not trusted', async () => {
    const folder = folderWith({ '.error-lookup/facts/kitchen.jsonl': '{"template": 7}\n' });
    await withEditor(options(folder, { initializationOptions: {} }), async (editor) => {
      await textOf(editor, await editor.open('$0ERROR The oven of Ada went out in the middle of the night'));
      expect((await editor.ask('errorLookup/status', {})).workspaceFaults).toBe(0);
    });
  });
});

describe('installed packages', () => {
  const connector = `class Worker:
    def handshake(self):
        raise HandshakeError(f"Unexpected frame! received_frame = {received_frame}")
`;
  const frame = "HandshakeError: Unexpected frame! received_frame = [b'meta']";
  const site = 'venv/lib/python3.11/site-packages';

  function environment(more: Readonly<Record<string, string>> = {}): string {
    return folderWith({
      [`${site}/vllm-0.9.2.dist-info/METADATA`]: 'Name: vllm\nVersion: 0.9.2\n',
      [`${site}/vllm-0.9.2.dist-info/RECORD`]: 'vllm/net/connector.py,,\n',
      [`${site}/vllm/net/connector.py`]: connector,
      ...more,
    });
  }

  it('give a match its file and line on this machine, and say which version that is', async () => {
    const folder = environment();
    const file = join(folder, site, 'vllm/net/connector.py');
    const told = { notifications: ['errorLookup/indexProgress'] };
    await withEditor(options(folder, told), async (editor) => {
      const document = await editor.open(`$0${frame}`);
      expect(await textOf(editor, document)).not.toContain('On this machine');
      const params = { uri: pathToFileURL(join(folder, 'venv')).href, token: 't' };
      expect(await editor.ask('errorLookup/indexPackages', params)).toEqual({
        environments: [join(folder, site)],
        packages: [{ name: 'vllm', version: '0.9.2', files: 1, messages: 1, cached: false, skipped: 0 }],
      });
      const text = await textOf(editor, document);
      expect(text).toContain('**On this machine**');
      expect(text).toMatch(
        /- \[vllm\/net\/connector\.py:3\]\(file:\S+connector\.py#L3\) in `Worker\.handshake`, vllm 0\.9\.2; what is written here is of main@2026-07-28/,
      );
      const place = { textDocument: { uri: document.uri }, position: document.position };
      expect(await editor.request('textDocument/definition', place)).toMatchObject({
        uri: pathToFileURL(file).href,
        range: { start: { line: 2 } },
      });
      writeFileSync(file, `# patched by hand\n\n${connector}`);
      expect(await textOf(editor, document)).toContain('connector.py:5](');
      writeFileSync(file, connector.replace('Unexpected', 'Strange'));
      expect(await textOf(editor, document)).toContain(
        'vllm/net/connector.py of vllm 0.9.2 has changed since it was read, and holds this text no more',
      );
      expect((await editor.ask('errorLookup/status', {})).packages).toEqual(['vllm 0.9.2']);
    });
  });

  it('that do not have a message are told as well', async () => {
    const folder = environment({ [`${site}/vllm/net/connector.py`]: 'x = 1\n' });
    await withEditor(options(folder, { notifications: ['errorLookup/indexProgress'] }), async (editor) => {
      await editor.ask('errorLookup/indexPackages', { uri: pathToFileURL(folder).href, token: 't' });
      const text = await textOf(editor, await editor.open(`$0${frame}`));
      expect(text).toContain('- vllm 0.9.2 is installed, and this text was not found in it');
    });
  });

  it('are known when the server starts again', async () => {
    const folder = environment();
    const settled = options(folder, { notifications: ['errorLookup/indexProgress'] });
    await withEditor(settled, (editor) =>
      editor.ask('errorLookup/indexPackages', { uri: pathToFileURL(folder).href, token: 't' }),
    );
    await withEditor(settled, async (editor) => {
      const document = await editor.open(`$0${frame}`);
      const text = await until(
        () => textOf(editor, document),
        (it) => it.includes('On this machine'),
      );
      expect(text).toContain('connector.py:3](');
    });
  });

  it('are none where the place holds none, which is said', async () => {
    const folder = folderWith({});
    const params = { uri: pathToFileURL(folder).href, token: 't' };
    await withEditor(options(folder, { logs: [/indexing packages failed/] }), async (editor) => {
      expect(await editor.ask('errorLookup/indexPackages', params)).toEqual({
        problem: `${folder} holds no folder of Python packages`,
      });
      expect(await editor.ask('errorLookup/indexPackages', { ...params, uri: 'vscode-vfs://github/a' })).toEqual({
        problem: 'only files on the disk of the extension host can be read',
      });
    });
  });

  it('whose reading is cancelled are told so', async () => {
    const runIndexJob: typeof indexHere = (_job, _tell, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const world = testWorld({ runIndexJob, store: folderWith({}) });
    await withEditor(options(folderWith({}), { world }), async (editor) => {
      const params = { uri: pathToFileURL(tmpdir()).href, token: 't' };
      const answer = await Promise.race([
        editor.cancelled('errorLookup/indexPackages', params),
        new Promise((resolve) => setTimeout(resolve, 5000, 'still there')),
      ]);
      expect(answer).toHaveProperty('problem');
      expect((await editor.ask('errorLookup/status', {})).packages).toEqual([]);
    });
  });
});
