/**
 * What was read of this machine’s source, kept in a folder of the user. A file is trusted where its first line names this
 * version of the program and what it is about, and holds the checksum of the rest; any other is as if it were not there.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../../package.json';

/** Longest file read or written, in bytes; most files and bytes kept. */
const maxFile = 64 * 1024 * 1024;
const maxFiles = 300;
const maxBytes = 512 * 1024 * 1024;

/** A folder of kept files. */
export class Store {
  constructor(readonly folder: string) {}

  /** The text kept under a name about `key`; undefined where there is none that can be trusted. */
  read(name: string, key: string): string | undefined {
    try {
      const path = join(this.folder, name);
      if (statSync(path).size > maxFile) return undefined;
      const text = readFileSync(path, 'utf8');
      const end = text.indexOf('\n');
      const body = text.slice(end + 1);
      return text.slice(0, end) === headOf(key, body) ? body : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps a text. The file is whole at every moment; where it cannot be written nothing is kept. */
  write(name: string, key: string, body: string): boolean {
    if (Buffer.byteLength(body) > maxFile) return false;
    const path = join(this.folder, name);
    const draft = `${path}.${process.pid}.${++drafts}.tmp`;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, `${headOf(key, body)}\n${body}`, { mode: 0o600, flag: 'wx' });
      renameSync(draft, path);
      return true;
    } catch {
      removeQuietly(draft);
      return false;
    }
  }

  /** Removes the files that were written longest ago where there are too many, or they are too large together. */
  prune(): void {
    const files = this.#files().sort((a, b) => b.time - a.time);
    let bytes = 0;
    files.forEach(({ path, size }, i) => {
      bytes += size;
      if (i >= maxFiles || bytes > maxBytes) removeQuietly(path);
    });
  }

  #files(): { path: string; size: number; time: number }[] {
    try {
      return readdirSync(this.folder).flatMap((name) => {
        const path = join(this.folder, name);
        const about = statSync(path, { throwIfNoEntry: false });
        return about?.isFile() ? [{ path, size: about.size, time: about.mtimeMs }] : [];
      });
    } catch {
      return [];
    }
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What cannot be removed stays.
  }
}

let drafts = 0;

function headOf(key: string, body: string): string {
  return JSON.stringify({ errorLookup: version, key, sha256: createHash('sha256').update(body).digest('hex') });
}

/** A file name for something with a longer name. */
export function storeName(kind: string, about: string): string {
  return `${kind}-${createHash('sha256').update(about).digest('hex').slice(0, 16)}.jsonl`;
}

/** Where programs keep such files on this system, for a server that was not told another place. */
export function defaultStore(env: { readonly [name: string]: string | undefined }, platform: string): string {
  const { LOCALAPPDATA: windows, XDG_CACHE_HOME: cache } = env;
  if (platform === 'win32' && windows) return join(windows, 'error-lookup', 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'error-lookup');
  return join(cache || join(homedir(), '.cache'), 'error-lookup');
}
