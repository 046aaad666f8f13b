/** Reads a catalog that a user names. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type CatalogData, catalogFileSchema, entrySchema } from '../core/catalog/entry';
import { parseYamlFile } from '../yamlFile';
import { type LoadedCatalog, loadCatalogFolder } from './catalogFolder';

/** Longest packed catalog read, in bytes. */
const maxPackedSize = 256 * 1024 * 1024;

/**
 * Reads a catalog that a user names: packed JSON, one YAML entry, or a folder like `data/`. Faults of the content are
 * returned; a path that cannot be read throws.
 */
export function loadCatalogFile(path: string): LoadedCatalog {
  const stat = statSync(path);
  if (stat.isDirectory()) return loadCatalogFolder(path);
  if (/\.ya?ml$/.test(path)) return loadEntry(path);
  return loadPacked(path, stat.size);
}

function loadEntry(path: string): LoadedCatalog {
  const parsed = parseYamlFile(path, readFileSync(path, 'utf8'), entrySchema);
  if (!('value' in parsed)) return { data: emptyCatalog, files: new Map(), problems: parsed.problems };
  const entry = parsed.value;
  const problems =
    `${entry.code.split('/').at(-1)}` === basename(path).replace(/\.ya?ml$/, '')
      ? []
      : [{ file: path, message: `the code is ${entry.code}`, help: 'name the file after its code' }];
  return { data: { ...emptyCatalog, entries: [entry] }, files: new Map([[entry.code, path]]), problems };
}

function loadPacked(path: string, size: number): LoadedCatalog {
  const fault = (message: string, help: string): LoadedCatalog => ({
    data: emptyCatalog,
    files: new Map(),
    problems: [{ file: path, message, help }],
  });
  if (size > maxPackedSize) return fault('the file is larger than 256 MB', 'name a packed catalog or a YAML entry');
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return fault('not a packed catalog: it is not JSON', 'name a file ending in .yaml, a folder, or a packed catalog');
  }
  const result = catalogFileSchema.safeParse(json);
  if (result.success) return { data: result.data, files: new Map(), problems: [] };
  const problems = result.error.issues.map((issue) => ({
    file: path,
    message: `${issue.path.map(String).join('.')}: ${issue.message}`,
  }));
  return { data: emptyCatalog, files: new Map(), problems };
}

const emptyCatalog: CatalogData = { pins: {}, triggers: {}, entries: [] };
