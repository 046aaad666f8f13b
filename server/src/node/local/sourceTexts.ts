/** Finds and reads source files of this machine within bounds. Links are not followed out of a walk, nothing is run. */
import { closeSync, constants, fstatSync, opendirSync, openSync, readSync } from 'node:fs';
import { extname, join } from 'node:path';
import { harvestLanguages } from '../../core/harvest/languages';

/** A source file of a folder. */
export interface SourceItem {
  /** Path below the folder, with forward slashes. */
  readonly file: string;
  readonly path: string;
}

/** Bounds of a walk: names looked at, depth, and source files. */
const maxNames = 200_000;
const maxDepth = 30;
const maxSources = 5000;

/** Longest file and longest line read, in bytes and characters: no person wrote what is longer. */
const maxSize = 1_000_000;
const maxLine = 10_000;

/** Folders that hold no source of the project itself, or tests, which repeat the texts of what they test. */
const skippedFolders = new Set(
  'node_modules __pycache__ site-packages target build dist out vendor third_party test tests __tests__ testdata'.split(
    ' ',
  ),
);
const skippedFile = /^test_|_test\.\w+$|\.(test|spec|min)\.\w+$|\.d\.ts$/;

/** Languages whose grammar an editor does not bring. */
const unreadLanguage = 'cpp';

/** Source files below a folder, nearest first, sorted within a folder. Hidden ones, environments and links are left out. */
export function findSources(root: string): { items: SourceItem[]; complete: boolean } {
  const items: SourceItem[] = [];
  let level = [''];
  let names = 0;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const { folders, files, count } = listFolder(root, folder, maxNames - names);
      names += count;
      next.push(...folders);
      for (const file of files) items.push({ file, path: join(root, file) });
      if (names >= maxNames || items.length > maxSources) return { items: items.slice(0, maxSources), complete: false };
    }
    level = next;
  }
  return { items, complete: level.length === 0 };
}

interface Listed {
  readonly folders: string[];
  readonly files: string[];
  readonly count: number;
}

function listFolder(root: string, folder: string, most: number): Listed {
  const [folders, files]: [string[], string[]] = [[], []];
  let count = 0;
  try {
    const handle = opendirSync(join(root, folder));
    try {
      for (let item = handle.readSync(); item && count < most; item = handle.readSync()) {
        count++;
        if (item.name === 'pyvenv.cfg') return { folders: [], files: [], count };
        if (item.name.startsWith('.')) continue;
        const path = folder === '' ? item.name : `${folder}/${item.name}`;
        if (item.isDirectory() && !skippedFolders.has(item.name)) folders.push(path);
        if (item.isFile() && isReadable(item.name)) files.push(path);
      }
    } finally {
      handle.closeSync();
    }
  } catch {
    // A folder that vanished or may not be read holds nothing.
  }
  return { folders: folders.sort(), files: files.sort(), count };
}

function isReadable(name: string): boolean {
  const language = harvestLanguages.get(extname(name));
  return language !== undefined && language.id !== unreadLanguage && !skippedFile.test(name);
}

/** A file as it was when it was read. */
export interface SourceRead {
  readonly text: string;
  readonly size: number;
  readonly time: number;
}

/** Size and time of change of a regular file; undefined for anything else. */
export function stampOf(path: string): Omit<SourceRead, 'text'> | undefined {
  return withFile(path, (_file, stamp) => stamp);
}

/** Text of a source file; undefined where it cannot be read, is too long, binary, or made by a program. */
export function readSourceText(path: string): SourceRead | undefined {
  return withFile(path, (file, stamp) => {
    if (stamp.size > maxSize) return undefined;
    const bytes = Buffer.alloc(stamp.size);
    const text = bytes.subarray(0, readSync(file, bytes, 0, stamp.size, 0)).toString('utf8');
    return text.includes('\0') || hasLongLine(text) ? undefined : { text, ...stamp };
  });
}

function withFile<T>(path: string, use: (file: number, stamp: { size: number; time: number }) => T): T | undefined {
  let file: number | undefined;
  try {
    // A pipe opened the usual way would hold the thread until somebody writes to it.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const about = fstatSync(file);
    return about.isFile() ? use(file, { size: about.size, time: about.mtimeMs }) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    if (stop - start > maxLine) return true;
    start = stop + 1;
  }
  return false;
}
