/** Reads files and standard input; a failure becomes one line that says what, where and why. */
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { CliError, type Io } from './command';

/** Bytes of a file read at once. */
const chunkLength = 1 << 20;

/** An input to be read once. */
export interface Input {
  /** Path as given; `-` for standard input. */
  readonly name: string;
  /** Bytes in total; undefined where nobody knows. */
  readonly size: number | undefined;
  /** Each is good until the next one is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The inputs that `words` name; none at all means standard input. Every file is looked at before the first is read. */
export function openInputs(words: readonly string[], io: Io): Input[] {
  const names = words.length === 0 ? ['-'] : words;
  return names.map((name) => {
    if (name === '-') return { name, size: undefined, chunks: io.stdin };
    const size = sizeOf(name);
    return { name, size, chunks: readChunks(name) };
  });
}

/** The first bytes of an input. */
export interface Beginning {
  readonly bytes: Uint8Array;
  /** More bytes follow, which were not read. */
  readonly cut: boolean;
}

/** Reads an input up to a number of bytes. */
export async function readBeginning({ chunks }: Input, limit: number): Promise<Beginning> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.slice(0, limit - length));
    length += chunk.length;
    if (length > limit) break;
  }
  return { bytes: Buffer.concat(parts), cut: length > limit };
}

/** Why the system refused a file, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = new Map([
    ['ENOENT', 'there is no such file'],
    ['EACCES', 'permission denied'],
    ['EPERM', 'permission denied'],
    ['EISDIR', 'it is a folder; name the files in it'],
    ['ENOTDIR', 'a part of the path is not a folder'],
    ['EMFILE', 'too many open files'],
    ['EROFS', 'the file system is read-only'],
    ['ENOSPC', 'the disk is full'],
  ]);
  return known.get(code) ?? (error instanceof Error ? error.message : String(error));
}

function sizeOf(name: string): number | undefined {
  try {
    const stat = statSync(name);
    if (stat.isDirectory()) throw new CliError(`cannot read ${name}: it is a folder; name the files in it`);
    // A pipe or a device has a size of 0 that says nothing.
    return stat.isFile() ? stat.size : undefined;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`cannot read ${name}: ${reasonOf(error)}`);
  }
}

/** Reads a file into one piece of memory, over and over. */
async function* readChunks(name: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(name);
    try {
      const buffer = new Uint8Array(chunkLength);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new CliError(`cannot read ${name}: ${reasonOf(error)}`);
  }
}
