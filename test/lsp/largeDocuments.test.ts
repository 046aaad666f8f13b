import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLens, DocumentSymbol, Hover, Location } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { FileScan } from '../../server/src/lsp/fileScan';
import { BlockText } from '../../server/src/lsp/large/blockText';
import { LineCounter, splitLines } from '../../server/src/lsp/lineIndex';
import type { ScanFile, World } from '../../server/src/lsp/world';
import { testWorld } from './support/catalog';
import type { Editor } from './support/editor';
import { withEditor } from './support/run';

const noise = 'INFO 07-28 08:14:50 [kitchen.py:12] all is well 𝄞';
const frame =
  "(Engine pid=7) ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const listener = '(Engine pid=7) ERROR 07-28 08:15:56 [listener.py:40] The handshake listener ended early: closed';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'error-lookup-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const scanFile: ScanFile = async ({ path, options }, onProgress) => {
  const bytes = readFileSync(path);
  const scan = new FileScan(await testWorld().createLookup([]), options, 'big.log');
  scan.push(bytes);
  onProgress(scan.progress, scan.takeFound());
  return scan.end(false, (start, end) => bytes.subarray(start, end));
};

/** A log with an error in line 5000 and its consequence in line 7000. */
const lines = Array.from({ length: 10_000 }, (_, i) => (i === 5000 ? frame : i === 7000 ? listener : noise));

/** A promise, and what resolves it. */
function gate(): [passed: Promise<void>, open: () => void] {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [passed, () => open()];
}

/** Opens a large log in an editor that never sends its text. */
async function inLarge<T>(
  use: (editor: Editor, uri: string, path: string) => Promise<T>,
  lineCount = 10_000,
  scan = scanFile,
): Promise<T> {
  const path = join(folder, 'big.log');
  writeFileSync(path, lines.join('\n'));
  const uri = pathToFileURL(path).href;
  const options = { world: testWorld({ scanFile: scan }), initializationOptions: { commands: true } };
  return withEditor(options, async (editor) => {
    await editor.notify('errorLookup/openLarge', { uri, languageId: 'log', version: 1, lineCount });
    return use(editor, uri, path);
  });
}

function hoverAt(
  editor: Editor,
  uri: string,
  line: number,
  character = frame.indexOf('Unexpected'),
): Promise<Hover | null> {
  return editor.request('textDocument/hover', { textDocument: { uri }, position: { line, character } });
}

describe('a document that is not sent', () => {
  it('has hovers in the lines of the whole', async () => {
    await inLarge(async (editor, uri) => {
      const hover = await hoverAt(editor, uri, 5000);
      expect(hover?.range).toEqual({
        start: { line: 5000, character: frame.indexOf('Unexpected') },
        end: { line: 5000, character: frame.length },
      });
      expect(await hoverAt(editor, uri, 4999)).toBeNull();
      expect(await hoverAt(editor, uri, 9_999)).toBeNull();
      expect(await hoverAt(editor, uri, 99_999)).toBeNull();
    });
  });

  it('keeps what its scan finds while lines that somebody looks at are matched', async () => {
    const [untilLoaded, load] = gate();
    const [untilAsked, ask] = gate();
    const createLookup: World['createLookup'] = async (...rest) => {
      ask();
      await untilLoaded;
      return testWorld().createLookup(...rest);
    };
    const [untilBegun, begin] = gate();
    const [untilLooked, look] = gate();
    const [untilEnd, end] = gate();
    const watched: ScanFile = async (...job) => {
      begin();
      await untilLooked;
      const report = await scanFile(...job);
      end();
      return report;
    };
    const path = join(folder, 'looked.log');
    writeFileSync(path, lines.join('\n'));
    const uri = pathToFileURL(path).href;
    await withEditor({ world: testWorld({ scanFile: watched, createLookup }) }, async (editor) => {
      await editor.notify('errorLookup/openLarge', { uri, languageId: 'log', version: 1, lineCount: 10_000 });
      await untilBegun;
      const hover = hoverAt(editor, uri, 3000);
      // The lines around it are read, and wait for the catalog.
      await untilAsked;
      look();
      await untilEnd;
      await editor.ask('errorLookup/logErrors', { uri });
      load();
      await hover;
      const start = { line: 100, character: 0 };
      await editor.notify('errorLookup/changeLarge', {
        uri,
        version: 2,
        changes: [{ range: { start, end: start }, text: '\n' }],
      });
      await expect
        .poll(
          () =>
            editor
              .published(uri)
              .at(-1)
              ?.diagnostics.map(({ range }) => range.start.line),
          { timeout: 30_000 },
        )
        .toEqual([5001, 7001]);
    });
  });

  it('has diagnostics, an outline, lenses and a list of errors from a scan of its file', async () => {
    await inLarge(async (editor, uri) => {
      const { diagnostics } = await editor.diagnostics(uri);
      expect(diagnostics.map(({ message, range }) => [message, range.start])).toEqual([
        ['Frame', { line: 5000, character: frame.indexOf('Unexpected') }],
        ['Listener', { line: 7000, character: listener.indexOf('The') }],
      ]);
      const [symbol] = await editor.request<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } });
      expect(symbol).toMatchObject({
        name: 'Frame',
        range: { start: { line: 5000 } },
        children: [{ name: 'Listener' }],
      });
      const lenses = await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
      expect(lenses.map(({ command, range }) => [command?.title, range.start.line])).toEqual([
        ['Cause · 1 consequence', 5000],
        ['Explain', 5000],
      ]);
      const errors = await editor.ask('errorLookup/logErrors', { uri });
      expect(errors?.[0]?.error.example.line).toBe(5000);
    });
  });

  it('has diagnostics where somebody looks, and then of what was read, before the scan ends', async () => {
    const [untilOn, goOn] = gate();
    const [untilEnd, end] = gate();
    const slow: ScanFile = async ({ path, options }, onProgress) => {
      const bytes = readFileSync(path);
      const scan = new FileScan(await testWorld().createLookup([]), options, 'big.log');
      const half = bytes.indexOf(frame) + frame.length + 1;
      await untilOn;
      scan.push(bytes.subarray(0, half));
      scan.push(new TextEncoder().encode(`${noise}\n`.repeat(60_000)));
      onProgress(scan.progress, scan.takeFound());
      await untilEnd;
      return scan.end(false, (start, stop) => bytes.subarray(start, stop));
    };
    await inLarge(
      async (editor, uri) => {
        await hoverAt(editor, uri, 7000, listener.indexOf('The'));
        const looked = await editor.diagnostics(uri);
        expect(looked.diagnostics.map(({ message }) => message)).toEqual(['Listener']);
        goOn();
        const early = await editor.diagnostics(uri);
        expect(early.diagnostics.map(({ message, range }) => [message, range.start.line])).toEqual([
          ['Frame', 5000],
          ['Listener', 7000],
        ]);
        end();
      },
      10_000,
      slow,
    );
  });

  it('has diagnostics where somebody looks before a scan begins', async () => {
    let count = 0;
    const slow: ScanFile = async (job, _onProgress, signal) => {
      if (++count > 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      const report = await scanFile(job, () => {}, signal);
      return { ...report, matches: [], stories: [] };
    };
    await inLarge(
      async (editor, uri) => {
        expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
        await editor.notify('errorLookup/openLarge', { uri, languageId: 'log', version: 2, lineCount: 10_000 });
        await hoverAt(editor, uri, 7000, listener.indexOf('The'));
        const { diagnostics } = await editor.diagnostics(uri);
        expect(diagnostics.map(({ message }) => message)).toEqual(['Listener']);
        await editor.notify('errorLookup/closeLarge', { uri });
      },
      10_000,
      slow,
    );
  });

  it('is explained line by line', async () => {
    await inLarge(async (editor, uri) => {
      const found = await editor.ask('errorLookup/explain', { at: { uri, line: 7000 } });
      expect(found?.entries.map(({ code }) => code)).toEqual(['vllm/test/listener']);
      const definition = await editor.request<Location | null>('textDocument/definition', {
        textDocument: { uri },
        position: { line: 5000, character: 0 },
      });
      expect(definition).toBeNull();
    });
  });

  it('that is edited has only what changed matched again, and moves what stands below', async () => {
    await inLarge(async (editor, uri) => {
      await editor.diagnostics(uri);
      const start = { line: 100, character: 0 };
      const changes = [{ range: { start, end: start }, text: `${frame}\nnew\n` }];
      await editor.notify('errorLookup/changeLarge', { uri, version: 2, changes });
      const { diagnostics } = await editor.diagnostics(uri);
      expect(diagnostics.map(({ message, range }) => [message, range.start.line])).toEqual([
        ['Frame', 100],
        ['Frame', 5002],
        ['Listener', 7002],
      ]);
      expect((await hoverAt(editor, uri, 5002))?.range?.start.line).toBe(5002);
      expect(await hoverAt(editor, uri, 5000)).toBeNull();
    });
  });

  it('that grows on the disk is known again once the editor has it', async () => {
    await inLarge(async (editor, uri, path) => {
      await editor.diagnostics(uri);
      appendFileSync(path, `\n${frame}`);
      await editor.notify('errorLookup/changeLarge', { uri, version: 2, changes: [] });
      expect(await hoverAt(editor, uri, 5000)).toBeNull();
      await editor.notify('errorLookup/openLarge', { uri, languageId: 'log', version: 2, lineCount: 10_001 });
      expect((await hoverAt(editor, uri, 10_000))?.range?.start.line).toBe(10_000);
      const { diagnostics } = await editor.diagnostics(uri);
      expect(diagnostics.map(({ range }) => range.start.line)).toEqual([5000, 7000, 10_000]);
    });
  });

  it.each([
    ['is another one on the disk', async (_path: string) => {}, 9_999],
    ['was written anew, shorter', async (path: string) => writeFileSync(path, frame), 10_000],
    ['is gone', async (path: string) => rmSync(path), 10_000],
  ])('that %s is not guessed at', async (_what, change, lineCount) => {
    await inLarge(async (editor, uri, path) => {
      await editor.diagnostics(uri);
      await change(path);
      expect(await hoverAt(editor, uri, 0)).toBeNull();
      expect(await hoverAt(editor, uri, 5000)).toBeNull();
    }, lineCount);
  });

  it('loses its diagnostics when it is closed', async () => {
    await inLarge(async (editor, uri) => {
      await editor.diagnostics(uri);
      await editor.notify('errorLookup/closeLarge', { uri });
      expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
      expect(await hoverAt(editor, uri, 5000)).toBeNull();
    });
  });

  it('is left alone where the parameters are wrong', async () => {
    await withEditor({ logs: [/^errorLookup\/openLarge: wrong parameters$/] }, async (editor) => {
      await editor.notify('errorLookup/openLarge', { uri: 7 });
      await editor.logs(1);
    });
  });
});

describe('a text in blocks', () => {
  const places = fc.record({ line: fc.nat(30), character: fc.nat(6) });
  const edits = fc.record({ a: places, b: places, text: fc.constantFrom('', 'x', '\n', 'a\nb\n', '\r\n𝄞') });

  it('changes as the same text in one piece does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('', 'ab', 'ü𝄞z'), { maxLength: 20 }),
        fc.array(edits),
        async (start, all) => {
          const bytes = new TextEncoder().encode(start.join('\n'));
          const counter = new LineCounter();
          counter.push(bytes);
          const text = new BlockText(counter.end(), async (from, to) => bytes.subarray(from, to));
          let whole = TextDocument.create('file:///a.log', 'log', 1, start.join('\n'));
          for (const { a, b, text: inserted } of all) {
            const [first, last] = [a, b].map((it) => whole.positionAt(whole.offsetAt(it))).sort(byPlace);
            if (!first || !last) continue;
            const change = { range: { start: first, end: last }, text: inserted };
            expect(await text.change(change)).toBe(true);
            whole = TextDocument.update(whole, [change], 1);
          }
          expect(await text.lines(0, text.lineCount)).toEqual(splitLines(whole.getText()));
          expect(text.lineCount).toBe(whole.lineCount);
        },
      ),
      { seed: 11, numRuns: 200 },
    );
  });
});

function byPlace(a: { line: number; character: number }, b: { line: number; character: number }): number {
  return a.line - b.line || a.character - b.character;
}
