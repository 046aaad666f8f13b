/** Analysis of files on the disk, of any size, and slices of them for an editor that cannot open the whole. */
import type { CancellationToken } from 'vscode-languageserver';
import { describe } from '../guard';
import { blockOf, blockSpan, decodeBytes, type LineIndex, splitLines } from '../lineIndex';
import type {
  AnalysisProgress,
  AnalyzedFile,
  AnalyzeFileParams,
  FileProblem,
  FileSlice,
  FileSliceParams,
} from '../protocol';
import type { Session } from '../session';
import { signalOf } from '../signals';

/** Most files whose lines are remembered; the one that was looked at longest ago is forgotten for a new one. */
const maxFiles = 32;

/** Lines of a slice before and after the one asked for, and bytes at most. */
const linesBefore = 500;
const linesAfter = 1500;
const maxSlice = 4_000_000;

/** Files that were analyzed. */
export class FileAnalyses {
  readonly #indexes = new Map<string, LineIndex>();

  /** @param tell sends progress to the client */
  constructor(private readonly tell: (progress: AnalysisProgress) => void) {}

  /** Analyzes a file; a cancelled request ends early with what was found. Says what is wrong where it cannot be read. */
  async analyze(
    session: Session,
    { uri, token: name }: AnalyzeFileParams,
    token: CancellationToken,
  ): Promise<AnalyzedFile | FileProblem> {
    const { scanFile, files } = session.world;
    const path = files.toPath(uri);
    if (!scanFile || path === undefined)
      return { problem: session.words.say('only files on the disk of the extension host can be read') };
    const size = await files.size(path);
    if (size === undefined) return { problem: session.words.say('there is no such file, or it may not be read') };
    session.local.start();
    const options = session.matchOptions;
    const { entries } = session.catalogs;
    const job = { path, options, locale: session.locale, entries, local: session.local.parts };
    const progress = (at: { bytes: number; errors: number }): void => this.tell({ token: name, size, ...at });
    try {
      const { index, stopped, stories, html } = await scanFile(job, progress, signalOf(token));
      this.#remember(uri, index);
      return { stories, html, stopped, size: index.size, lineCount: index.lineCount };
    } catch (error) {
      session.logger.error(`analysis failed: ${describe(error)}`);
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Lines around one of a file that was analyzed; null where it was not, or is not what it was. */
  async slice({ world: { files } }: Session, { uri, line }: FileSliceParams): Promise<FileSlice | null> {
    const index = this.#indexes.get(uri);
    const path = files.toPath(uri);
    if (!index || path === undefined || line >= index.lineCount) return null;
    const size = await files.size(path);
    // A log that grows keeps its lines; one that is shorter was written anew.
    if (size === undefined || size < index.size) return null;
    this.#remember(uri, index);
    return sliceAround(index, line, (start, end) => files.readBytes(path, start, end));
  }

  #remember(uri: string, index: LineIndex): void {
    this.#indexes.delete(uri);
    this.#indexes.set(uri, index);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > maxFiles && oldest !== undefined) this.#indexes.delete(oldest);
  }
}

async function sliceAround(
  index: LineIndex,
  line: number,
  read: (start: number, end: number) => Promise<Uint8Array | undefined>,
): Promise<FileSlice | null> {
  const first = blockOf(index.firstLines, Math.max(0, line - linesBefore));
  const last = blockOf(index.firstLines, Math.min(index.lineCount - 1, line + linesAfter));
  const own = blockOf(index.firstLines, line);
  const { start } = blockSpan(index, startWithin(index, first, own));
  const { end } = blockSpan(index, last);
  const bytes = await read(start, Math.min(end, start + maxSlice));
  if (!bytes) return null;
  const lines = splitLines(decodeBytes(bytes, index.encoding));
  const base = index.firstLines[blockOf(index.starts, start)] ?? 0;
  const from = Math.max(0, line - linesBefore - base);
  const text = lines.slice(from, line + linesAfter - base).join('\n');
  return { text, firstLine: base + from, lineCount: index.lineCount };
}

/** The first block, or a later one where lines are so long that the one asked for would not come. */
function startWithin(index: LineIndex, first: number, own: number): number {
  let block = first;
  while (block < own && (index.starts[own] ?? 0) - (index.starts[block] ?? 0) > maxSlice / 2) block++;
  return block;
}
