/** Opens the catalog packed beside the running script, or the one that a server's command line names. */
import { fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, bundleOf, openBundle } from '../core/bundle';
import { type ByteSource, PackedFileError } from '../core/catalog/pack/packedFile';
import { formatProblem } from '../core/catalog/problem';
import type { LoadedCatalog } from './catalogFolder';

/**
 * Opens the catalog that the build packed into `dist/`. It was checked when it was packed; what is read of it is trusted
 * by its checksums. Throws with a clear line where it is missing or damaged.
 */
export function openBundledCatalog(folder = __dirname): Bundle {
  const path = join(folder, 'catalog.bin');
  try {
    return openBundle(fileSource(path));
  } catch (error) {
    if (!(error instanceof PackedFileError)) throw error;
    throw new Error(`The catalog ${path} cannot be used: ${error.message}. Install Error Lookup again.`);
  }
}

/** A file that is read where it is looked at. It stays open as long as the process runs. */
function fileSource(path: string): ByteSource {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    size,
    read: (start, end) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      const length = readSync(file, bytes, 0, bytes.length, start);
      return bytes.subarray(0, length);
    },
  };
}

/**
 * The catalog of a server: the one that `--catalog FILE` among its arguments names, else the bundled one. Throws as above.
 *
 * @param load reads a catalog that is named; few servers have one, so what it needs may be set up then
 */
export async function openServerCatalog(
  folder: string,
  load: (path: string) => LoadedCatalog | Promise<LoadedCatalog>,
  args: readonly string[] = process.argv,
): Promise<Bundle> {
  const path = catalogArgument(args);
  if (path === undefined) return openBundledCatalog(folder);
  const { data, problems } = await load(path);
  const [first] = problems;
  if (first) throw new Error(`The catalog has a fault: ${formatProblem(first)}`);
  return bundleOf(data);
}

/** `--catalog FILE` or `--catalog=FILE`. */
function catalogArgument(args: readonly string[]): string | undefined {
  const name = '--catalog';
  const at = args.indexOf(name);
  return at < 0 ? args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) : args[at + 1];
}
