/** What the server is given: the product and the files. Node supplies both; tests supply small ones. */
import type { LocalPart } from '../core/bundle';
import type { Entry } from '../core/catalog/entry';
import type { CatalogProblem } from '../core/catalog/problem';
import type { RunIndexJob } from '../core/local/jobs';
import type { ErrorLookup } from '../core/service';
import type { FoundMatch, ScanJob, ScanProgress, ScanReport } from './fileScan';

/** One name in a folder; a symbolic link or a device is `other`. */
interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** Files as far as the server may see them. Paths are absolute paths of the machine the server runs on. */
export interface Files {
  /** Path of a `file:` URI; undefined for another scheme. */
  toPath(uri: string): string | undefined;
  toUri(path: string): string;
  /** The path with every symbolic link followed; undefined where nothing is. */
  realPath(path: string): Promise<string | undefined>;
  /** What a folder holds; empty where it cannot be read. */
  list(folder: string): Promise<readonly FolderItem[]>;
  /** Bytes of a file; undefined where it cannot be read. */
  size(path: string): Promise<number | undefined>;
  /** Bytes [start, end) of a file, fewer where it ends before; undefined where it cannot be read. */
  readBytes(path: string, start: number, end: number): Promise<Uint8Array | undefined>;
  /** Text of a file of at most `maxBytes`; undefined where it cannot be read or is longer. */
  readText(path: string, maxBytes: number): Promise<string | undefined>;
}

/** The entry of a file, or what is wrong with it. */
type CatalogFile = { readonly value: Entry } | { readonly problems: readonly CatalogProblem[] };

/**
 * Reads a log of any size beside the server and tells what is in it; `onProgress` gets what was found since the last call. Aborted, it ends early with what was found; a file that
 * cannot be read rejects with the reason.
 */
export type ScanFile = (
  job: ScanJob,
  onProgress: (progress: ScanProgress, found: readonly FoundMatch[]) => void,
  signal: AbortSignal,
) => Promise<ScanReport>;

/** All that lies outside the server. */
export interface World {
  readonly version: string;
  readonly files: Files;
  /** Reads one catalog file; `file` names it in problems. Never throws. */
  readCatalogFile(file: string, text: string): Promise<CatalogFile>;
  /** Bytes of a log file, piece by piece; left out where there are no files. Throws `ToolError` where it cannot be read. */
  readonly readLog?: (path: string) => AsyncIterable<Uint8Array>;
  /** Milliseconds since some moment. */
  now(): number;
  /** The product with the bundled catalog, these entries of the workspace, and sites of this machine. */
  createLookup(workspaceEntries: readonly Entry[], local?: readonly LocalPart[]): Promise<ErrorLookup>;
  /** Undefined where there are no files. */
  readonly scanFile?: ScanFile;
  /** Undefined where there are no files. */
  readonly runIndexJob?: RunIndexJob;
  /** Folder of this user in which the server may keep what it read, where the client names none; undefined: nowhere. */
  readonly store?: string;
}
