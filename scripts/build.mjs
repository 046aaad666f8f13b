// Builds dist/: bundles (options as data, one entry per target), the packed catalog, WASM parsers, data/schema.json.
import { chmodSync, cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { late, latePart, lateParts } from './lateParts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const minify = process.argv.includes('--production');

/** Options that all bundles share. */
const shared = {
  absWorkingDir: root,
  bundle: true,
  minify,
  sourcemap: minify ? false : 'linked',
  legalComments: 'none',
  logLevel: 'warning',
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // The ES module of this package asks for import.meta.url, which a CommonJS bundle does not have.
  alias: { 'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs') },
};

/** A bundle that reads the late parts from their files, which are CommonJS as well: `require` is faster. */
const lateReader = { plugins: [late], supported: { 'dynamic-import': false } };

/** One row a bundle. */
const bundles = [
  { ...lateReader, entryPoints: ['client/src/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'] },
  { entryPoints: ['client/src/languageClient.ts'], outfile: 'dist/languageClient.js', external: ['vscode'] },
  { entryPoints: ['client/src/page/script.ts'], outfile: 'dist/page.js', platform: 'browser', format: 'iife' },
  { entryPoints: ['client/src/reading/script.ts'], outfile: 'dist/reading.js', platform: 'browser', format: 'iife' },
  {
    entryPoints: ['client/src/views/catalogScript.ts'],
    outfile: 'dist/catalog.js',
    platform: 'browser',
    format: 'iife',
  },
  {
    entryPoints: ['client/src/logs/resultsScript.ts'],
    outfile: 'dist/results.js',
    platform: 'browser',
    format: 'iife',
  },
  { ...lateReader, entryPoints: ['server/src/node.ts'], outfile: 'dist/server.js' },
  ...Object.entries(lateParts).map(latePart),
  // What a bundle itself imports late is wrapped in functions, and zod's modules, which import each other, cannot be.
  { ...lateReader, entryPoints: ['server/src/mcp.ts'], outfile: 'dist/mcp.js' },
  { entryPoints: ['server/src/worker.ts'], outfile: 'dist/worker.js', platform: 'browser', format: 'iife' },
  {
    entryPoints: ['client/src/extension.web.ts'],
    outfile: 'dist/extension.web.js',
    platform: 'browser',
    external: ['vscode'],
  },
  {
    ...lateReader,
    entryPoints: ['server/src/cli.ts'],
    outfile: 'dist/cli.js',
    banner: { js: '#!/usr/bin/env node' },
  },
];

/** Parsers that are read at run time, from npm packages. */
const parsers = [
  'web-tree-sitter/web-tree-sitter.wasm',
  'tree-sitter-python/tree-sitter-python.wasm',
  'tree-sitter-go/tree-sitter-go.wasm',
  'tree-sitter-rust/tree-sitter-rust.wasm',
  'tree-sitter-typescript/tree-sitter-tsx.wasm',
  // For `harvest` on the command line alone, so that the extension does not bring it.
  'tree-sitter-cpp/tree-sitter-cpp.wasm',
];

/** What a new user tries the extension on. */
const samples = ['test/corpus/startup-failure.log', 'test/e2e/workspace/payload.txt', 'test/e2e/workspace/listener.py'];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
await Promise.all(bundles.map((bundle) => build({ ...shared, ...bundle })));
chmodSync(join(dist, 'cli.js'), 0o755);
for (const file of parsers) cpSync(join(root, 'node_modules', file), join(dist, file.split('/').at(-1)));

for (const name of ['page.css', 'reading.css', 'catalog.css', 'results.css'])
  cpSync(join(root, 'client/media', name), join(dist, name));
for (const sample of samples) cpSync(join(root, sample), join(dist, 'samples', sample.split('/').at(-1)));

const packer = join(dist, '.pack.mjs');
await build({
  ...shared,
  entryPoints: ['scripts/pack.ts'],
  outfile: packer,
  format: 'esm',
  minify: false,
  sourcemap: false,
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
const { pack } = await import(pathToFileURL(packer).href);
pack(root);
rmSync(packer);

for (const { outfile } of [...bundles, { outfile: 'dist/catalog.bin' }]) {
  console.log(`${outfile.padEnd(20)} ${(statSync(join(root, outfile)).size / 1024).toFixed(0).padStart(6)} KiB`);
}
