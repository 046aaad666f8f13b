/** What the language server needs in a web worker. It sees no files: no links into folders, no catalogs of a workspace. */
import { version } from '../../../package.json';
import { openBundle } from '../core/bundle';
import { memorySource } from '../core/catalog/pack/packedFile';
import { lookupMaker, readCatalogFile } from '../lookups';
import type { Files, World } from '../lsp/world';
import { createParsers } from '../wasm/parsers';
import type { BootFiles } from './boot';

const noFiles: Files = {
  toPath: () => undefined,
  toUri: (path) => path,
  realPath: async () => undefined,
  list: async () => [],
  size: async () => undefined,
  readBytes: async () => undefined,
  readText: async () => undefined,
};

/** The world of a server whose files were sent to it. */
export function workerWorld(files: BootFiles): World {
  return {
    version,
    files: noFiles,
    now: () => performance.now(),
    readCatalogFile,
    createLookup: lookupMaker({
      openCatalog: () => openBundle(memorySource(files.catalog)),
      loadParsers: () => createParsers(async ({ name }) => wasmBytes(files, name)),
    }),
  };
}

function wasmBytes(files: BootFiles, name: string): Uint8Array {
  const bytes = files.wasm.get(name);
  if (!bytes) throw new Error(`The parser file ${name} was not sent; reinstall Error Lookup.`);
  return bytes;
}
