// Loads TypeScript of this repository into a plain Node process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Bundles a module by its path in the repository as the product does, and gives its exports. */
export async function load(path) {
  const folder = mkdtempSync(join(tmpdir(), 'error-lookup-'));
  const outfile = join(folder, 'module.mjs');
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [path],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      logLevel: 'warning',
      banner: {
        js: "import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url);",
      },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
