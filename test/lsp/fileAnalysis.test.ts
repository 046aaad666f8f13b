import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileScan } from '../../server/src/lsp/fileScan';
import type { AnalyzedFile } from '../../server/src/lsp/protocol';
import type { ScanFile } from '../../server/src/lsp/world';
import { testWorld } from './support/catalog';
import type { Editor } from './support/editor';
import { withEditor } from './support/run';

const noise = 'INFO 07-28 08:14:50 [kitchen.py:12] all is well';
const frame =
  "(Engine pid=7) ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'<meta>']";
const listener = '(Engine pid=7) ERROR 07-28 08:15:56 [listener.py:40] The handshake listener ended early: closed';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'error-lookup-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Scans in this thread, in pieces; stops where the signal says so. */
const scanFile: ScanFile = async ({ path, options }, onProgress, signal) => {
  const bytes = readFileSync(path);
  const scan = new FileScan(await testWorld().createLookup([]), options, 'big.log');
  const piece = 50_000;
  let at = 0;
  for (; at < bytes.length && !signal.aborted; at += piece) {
    scan.push(bytes.subarray(at, at + piece));
    onProgress(scan.progress, scan.takeFound());
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return scan.end(at < bytes.length, (start, end) => bytes.subarray(start, end));
};

const world = testWorld({ scanFile });

function write(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

async function analyze(editor: Editor, uri: string): Promise<AnalyzedFile> {
  const found = await editor.ask('errorLookup/analyzeFile', { uri, token: 't' });
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

function inFile<T>(
  text: string | Uint8Array,
  use: (editor: Editor, uri: string) => Promise<T>,
  name = 'a.log',
): Promise<T> {
  return withEditor({ world, notifications: ['errorLookup/progress'] }, (editor) => use(editor, write(name, text)));
}

describe('an analyzed file', () => {
  it('leads with the cause, counts, and names lines as an editor does', async () => {
    const text = [noise, 'Loading: 1%\rLoading: 2%', frame, noise, listener, listener, ''].join('\r\n');
    const found = await inFile(text, analyze);
    expect(found).toMatchObject({ stopped: false, size: text.length, lineCount: 8 });
    const rows = found.stories.map(({ error, consequences }) => [
      [error.title, error.count, error.first.line],
      ...consequences.map((it) => [it.title, it.count, it.first.line, it.last.line]),
    ]);
    expect(rows).toEqual([
      [
        ['Frame', 1, 3],
        ['Listener', 2, 5, 6],
      ],
    ]);
  });

  it('has a page that escapes the log and leads to its lines', async () => {
    const { html } = await inFile([noise, frame, listener].join('\n'), analyze);
    expect(html).toContain('<h1>big.log</h1>');
    expect(html).toContain('2 known errors, seen 2 times');
    expect(html).toContain('<a href="entry:vllm/test/frame">Frame</a>');
    expect(html).toContain('data-line="1">Line 2</button>');
    expect(html).toContain('&lt;meta&gt;');
    expect(html).not.toContain('<meta>');
    expect(html).toMatch(/<svg[^>]*role="img" aria-label="All errors, 2 from 07-28 08:14:55 to 07-28 08:15:56, /);
    // The policy of the page forbids both.
    expect(html).not.toMatch(/ style=| on\w+=/);
  });

  it('may be UTF-16', async () => {
    const bytes = Buffer.from(`\ufeff${noise}\nü 𝄞\n${frame}\n`, 'utf16le');
    const { stories, lineCount } = await inFile(bytes, analyze);
    expect(stories[0]?.error.example.line).toBe(2);
    expect(lineCount).toBe(4);
  });

  it.each(['', '\n', '\0\u0001\u0002', 'x'.repeat(300_000)])('may hold nothing known: %.10j', async (text) => {
    const { stories, html } = await inFile(text, analyze);
    expect(stories).toEqual([]);
    expect(html).toContain('No known error was found.');
  });

  it('that is cancelled gives what was found', async () => {
    const text = `${frame}\n${`${noise}\n`.repeat(100_000)}`;
    const found = await inFile(text, async (editor, uri) => {
      const answer = editor.cancelledAfter('errorLookup/analyzeFile', { uri, token: 't' }, 'errorLookup/progress');
      return (await answer) as AnalyzedFile;
    });
    expect(found.stopped).toBe(true);
    expect(found.size).toBeLessThan(text.length);
    expect(found.stories.map(({ error }) => error.title)).toEqual(['Frame']);
  });

  it.each([
    ['file:///there/is/none.log', /no such file/],
    ['untitled:Untitled-1', /only files on the disk/],
  ])('%s is answered with what is wrong', async (uri, problem) => {
    const found = await withEditor({ world }, (editor) => editor.ask('errorLookup/analyzeFile', { uri, token: 't' }));
    expect(found).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('that cannot be read is answered with the reason', async () => {
    const broken = testWorld({ scanFile: () => Promise.reject(new Error('EISDIR: illegal operation')) });
    const options = { world: broken, logs: [/^analysis failed: Error: EISDIR/] };
    const found = await withEditor(options, (editor) =>
      editor.ask('errorLookup/analyzeFile', { uri: write('b.log', ''), token: 't' }),
    );
    expect(found).toEqual({ problem: 'EISDIR: illegal operation' });
  });
});

describe('a slice', () => {
  const lines = Array.from({ length: 50_000 }, (_, i) => `line ${i} of the file`);

  it.each([0, 1, 700, 25_000, 49_999])('around line %d holds it at its number', async (line) => {
    const slice = await inFile(lines.join('\n'), async (editor, uri) => {
      await analyze(editor, uri);
      return editor.ask('errorLookup/fileSlice', { uri, line });
    });
    const { text = '', firstLine = 0, lineCount } = slice ?? {};
    expect(text.split('\n')[line - firstLine]).toBe(lines[line]);
    expect(text.split('\n').length).toBeLessThanOrEqual(2000);
    expect(lineCount).toBe(50_000);
  });

  it('of huge lines holds the one asked for', async () => {
    const huge = Array.from({ length: 12 }, (_, i) => `${i} ${'x'.repeat(1_000_000)}`);
    const slice = await inFile(huge.join('\n'), async (editor, uri) => {
      await analyze(editor, uri);
      return editor.ask('errorLookup/fileSlice', { uri, line: 10 });
    });
    expect(slice?.text.split('\n')[10 - (slice?.firstLine ?? 0)]).toMatch(/^10 xxx/);
    expect(slice?.text.length).toBeLessThan(4_100_000);
  });

  it('is null for a file that was not analyzed, is shorter now, or has no such line', async () => {
    const answers = await inFile(lines.join('\n'), async (editor, uri) => {
      const before = await editor.ask('errorLookup/fileSlice', { uri, line: 3 });
      await analyze(editor, uri);
      const beyond = await editor.ask('errorLookup/fileSlice', { uri, line: 50_000 });
      write('a.log', 'short');
      return [before, beyond, await editor.ask('errorLookup/fileSlice', { uri, line: 3 })];
    });
    expect(answers).toEqual([null, null, null]);
  });
});
