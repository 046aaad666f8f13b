/** The text of a large document: blocks of whole lines, each on the disk or, where the user has edited, in memory. */
import { blockSpan, decodeBytes, type LineIndex, splitLines } from '../lineIndex';

/** Bytes [start, end) of the file; undefined where it cannot be read. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array | undefined>;

/** Lines of one block. The lines in memory are without their ends. */
type Block = { readonly count: number } & (
  | { readonly start: number; readonly end: number }
  | { readonly lines: readonly string[] }
);

/** A change as the protocol has it: the text between two places is replaced. */
export interface TextChange {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** Most bytes of the disk read for one look: a file whose lines are longer is not looked at. */
const maxRead = 8_000_000;

/** Most lines of a block in memory. */
const maxLines = 1000;

/** A text of which only what was edited is held. */
export class BlockText {
  #blocks: Block[];

  constructor(
    private readonly index: LineIndex,
    private readonly read: ReadBytes,
  ) {
    this.#blocks = Array.from(index.starts, (_, i) => {
      const next = index.firstLines[i + 1] ?? index.lineCount;
      return { ...blockSpan(index, i), count: next - (index.firstLines[i] ?? 0) };
    });
  }

  get lineCount(): number {
    return this.#blocks.reduce((sum, { count }) => sum + count, 0);
  }

  /** Lines [from, to), without their ends; undefined where the disk cannot be read any more. */
  async lines(from: number, to: number): Promise<string[] | undefined> {
    const { first, last, line } = this.#blocksAround(from, to);
    const lines = await this.#linesOf(first, last);
    return lines?.slice(from - line, to - line);
  }

  /** Makes a change; false where the disk cannot be read any more. */
  async change({ range: { start, end }, text }: TextChange): Promise<boolean> {
    const { first, last, line } = this.#blocksAround(start.line, end.line + 1);
    const lines = await this.#linesOf(first, last);
    if (!lines) return false;
    const head = (lines[start.line - line] ?? '').slice(0, start.character);
    const tail = (lines[end.line - line] ?? '').slice(end.character);
    const inserted = splitLines(head + text + tail);
    const changed = [...lines.slice(0, start.line - line), ...inserted, ...lines.slice(end.line + 1 - line)];
    this.#blocks.splice(first, last - first + 1, ...blocksOf(changed));
    return true;
  }

  /** Numbers of the first and last block that hold lines [from, to), and the first line of the first. */
  #blocksAround(from: number, to: number): { first: number; last: number; line: number } {
    let line = 0;
    let first = 0;
    for (; first < this.#blocks.length - 1; first++) {
      const { count } = this.#blocks[first] ?? { count: 0 };
      if (line + count > from) break;
      line += count;
    }
    let last = first;
    let end = line + (this.#blocks[first]?.count ?? 0);
    while (end < to && last < this.#blocks.length - 1) end += this.#blocks[++last]?.count ?? 0;
    return { first, last, line };
  }

  async #linesOf(first: number, last: number): Promise<string[] | undefined> {
    const blocks = this.#blocks.slice(first, last + 1);
    if (blocks.reduce((sum, block) => sum + ('lines' in block ? 0 : block.end - block.start), 0) > maxRead)
      return undefined;
    const all: string[] = [];
    for (const block of blocks) {
      const lines = 'lines' in block ? block.lines : await this.#readBlock(block.start, block.end, block.count);
      if (!lines) return undefined;
      for (const line of lines) all.push(line);
    }
    return all;
  }

  async #readBlock(start: number, end: number, count: number): Promise<string[] | undefined> {
    const bytes = await this.read(start, end);
    if (!bytes || bytes.length < end - start) return undefined;
    // The end of the last line of a block is its own, except at the end of the file.
    return splitLines(decodeBytes(bytes, this.index.encoding)).slice(0, count);
  }
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i += maxLines) {
    const part = lines.slice(i, i + maxLines);
    blocks.push({ lines: part, count: part.length });
  }
  return blocks;
}
