/** The files of this machine for the language server. */
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Files } from '../lsp/world';

/** Reads the local disk. Whatever cannot be read is told as missing. */
export const localFiles: Files = {
  toPath: (uri) => {
    try {
      return uri.startsWith('file:') ? fileURLToPath(uri).replaceAll('\\', '/') : undefined;
    } catch {
      return undefined;
    }
  },
  toUri: (path) => pathToFileURL(path).href,
  realPath: (path) => orUndefined(async () => (await realpath(path)).replaceAll('\\', '/')),
  list: async (folder) => {
    const items = await orUndefined(() => readdir(folder, { withFileTypes: true }));
    return (items ?? []).map((item) => ({
      name: item.name,
      kind: item.isFile() ? 'file' : item.isDirectory() ? 'folder' : 'other',
    }));
  },
  size: (path) => orUndefined(async () => (await stat(path)).size),
  readBytes: (path, start, end) =>
    orUndefined(async () => {
      const file = await open(path, 'r');
      try {
        const { buffer, bytesRead } = await file.read(new Uint8Array(Math.max(0, end - start)), 0, undefined, start);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    }),
  readText: (path, maxBytes) =>
    orUndefined(async () => {
      const about = await stat(path);
      return about.isFile() && about.size <= maxBytes ? readFile(path, 'utf8') : undefined;
    }),
};

async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
