/** One large document: its file, what the user has changed since, and the windows of it that features look at. */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { LineCounter, type LineIndex } from '../lineIndex';
import type { Files } from '../world';
import { BlockText, type TextChange } from './blockText';
import { WindowDocument } from './windowDocument';

/** Lines of a window before and after those asked for; windows begin at multiples of the step, so that few are made. */
const linesAround = 512;
const step = 256;

/** Most UTF-16 units of a window; one of longer lines holds fewer of them. */
const maxWindow = 2_000_000;

/** Bytes read at once while lines are counted. */
const pieceLength = 1 << 18;

/** A document of which the server holds a line index and what was edited. */
export class LargeDocument {
  #text: BlockText | undefined;
  #size = 0;
  #work: Promise<void> = Promise.resolve();
  #window:
    | { readonly version: number; readonly from: number; readonly to: number; readonly document: TextDocument }
    | undefined;

  constructor(
    private readonly files: Files,
    readonly path: string,
    readonly uri: string,
    readonly languageId: string,
    public version: number,
  ) {}

  /** Reads the lines of the file anew. `lineCount` is that of the editor: where they differ, the text is not known. */
  load(version: number, lineCount: number): Promise<void> {
    return this.#then(async () => {
      this.version = version;
      this.#window = undefined;
      const index = await indexOf(this.files, this.path);
      this.#size = index?.size ?? 0;
      const isSame = index?.lineCount === lineCount;
      this.#text = index && isSame ? new BlockText(index, (start, end) => this.#read(start, end)) : undefined;
    });
  }

  /** The text is not known until it is loaded again. */
  forget(version: number): Promise<void> {
    return this.#then(async () => {
      this.version = version;
      this.#window = undefined;
      this.#text = undefined;
    });
  }

  /** Makes changes, each in the text that the ones before have left. */
  change(version: number, changes: readonly TextChange[]): Promise<void> {
    return this.#then(async () => {
      this.version = version;
      this.#window = undefined;
      for (const change of changes) {
        if (!(await this.#text?.change(change))) this.#text = undefined;
      }
    });
  }

  /** The lines [from, to] with many around them; undefined where the text is not known. */
  async around(from: number, to: number): Promise<TextDocument | undefined> {
    await this.#work;
    const first = Math.max(0, Math.floor((from - linesAround) / step) * step);
    const last = Math.ceil((to + linesAround) / step) * step;
    const known = this.#window;
    if (known?.version === this.version && known.from === first && known.to === last) return known.document;
    const text = this.#text;
    const { version } = this;
    const lines = await text?.lines(first, last);
    if (!text || !lines || version !== this.version) return undefined;
    const { start, kept } = within(lines, from - first, to - first);
    const document = new WindowDocument({ ...this.#whole, lineCount: text.lineCount }, first + start, kept);
    this.#window = { version, from: first, to: last, document };
    return document;
  }

  get #whole(): { uri: string; languageId: string; version: number } {
    const { uri, languageId, version } = this;
    return { uri, languageId, version };
  }

  /** A file that is shorter than it was holds other lines now. */
  async #read(start: number, end: number): Promise<Uint8Array | undefined> {
    const size = await this.files.size(this.path);
    return size === undefined || size < this.#size ? undefined : this.files.readBytes(this.path, start, end);
  }

  /** One thing after the other, so that each change finds the text that it was made in. */
  #then(action: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(action, action);
    return this.#work;
  }
}

/** The wanted lines, and of those around them as many as fit. */
function within(lines: readonly string[], from: number, to: number): { start: number; kept: readonly string[] } {
  let start = Math.min(from, lines.length);
  let end = Math.min(to + 1, lines.length);
  let length = lines.slice(start, end).reduce((sum, line) => sum + line.length, 0);
  for (let grown = true; grown; ) {
    grown = false;
    for (const at of [start - 1, end]) {
      const line = lines[at];
      if (line === undefined || length + line.length > maxWindow) continue;
      length += line.length;
      grown = true;
      if (at < start) start = at;
      else end = at + 1;
    }
  }
  return { start, kept: lines.slice(start, end) };
}

async function indexOf(files: Files, path: string): Promise<LineIndex | undefined> {
  const size = await files.size(path);
  if (size === undefined) return undefined;
  const counter = new LineCounter();
  for (let at = 0; at < size; at += pieceLength) {
    const bytes = await files.readBytes(path, at, Math.min(size, at + pieceLength));
    if (!bytes) return undefined;
    counter.push(bytes);
  }
  return counter.end();
}
