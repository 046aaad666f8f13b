/** What the server is given: the product and the files. Node supplies both; tests supply small ones. */
import type { Catalog, CatalogSite } from '../core/catalog/catalog';
import type { Entry } from '../core/catalog/entry';
import type { CatalogProblem } from '../core/catalog/problem';
import type { Reading } from '../core/decode/reading';
import type { Finding, SourceText } from '../core/fix/finding';
import type { LineTrial, Match, MatchOptions } from '../core/match/match';
import type { Scanner } from '../core/match/scanner';

/** The product’s facade as far as the server uses it. */
export interface Lookup {
  readonly catalog: Catalog;
  matchText(text: Uint8Array, options: MatchOptions): readonly Match[];
  /** Finds matches in a text that is handed over piece by piece. */
  createScanner(options: MatchOptions): Scanner;
  trial(text: Uint8Array, offset: number, options: MatchOptions): LineTrial;
  decode(input: string): Reading;
  findPayloads(line: string): readonly { readonly start: number; readonly end: number; readonly text: string }[];
  /** Sites whose message the statement at a 0-based line of source code makes, best first. */
  findStatements(source: SourceText, line: number): Promise<readonly CatalogSite[]>;
  findFixes(source: SourceText): Promise<readonly Finding[]>;
}

/** One name in a folder; a symbolic link or a device is `other`. */
export interface FolderItem {
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
  /** Text of a file of at most `maxBytes`; undefined where it cannot be read or is longer. */
  readText(path: string, maxBytes: number): Promise<string | undefined>;
}

/** The entry of a file, or what is wrong with it. */
export type CatalogFile = { readonly value: Entry } | { readonly problems: readonly CatalogProblem[] };

/** All that lies outside the server. */
export interface World {
  readonly version: string;
  readonly files: Files;
  /** Longest catalog file of a workspace, in bytes. */
  readonly maxCatalogFile: number;
  /** Reads one catalog file; `file` names it in problems. Never throws. */
  readCatalogFile(file: string, text: string): CatalogFile;
  /** Milliseconds since some moment. */
  now(): number;
  /** The product with the bundled catalog and these entries of the workspace. */
  createLookup(workspaceEntries: readonly Entry[]): Promise<Lookup>;
}
