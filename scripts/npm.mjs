// `npm run package:npm`: packs the command line, the language server and the MCP server as an npm package without dependencies.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root, run } from './ready.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: root } } });

/** Programs and what they read at run time; the extension's own files stay out. */
const files = [
  'dist/cli.js',
  'dist/cli-later.js',
  'dist/server.js',
  'dist/server-source.js',
  'dist/server-pages.js',
  'dist/mcp.js',
  'dist/catalog.bin',
  'dist/stats.json',
  'dist/web-tree-sitter.wasm',
  'dist/tree-sitter-python.wasm',
  'dist/tree-sitter-go.wasm',
  'dist/tree-sitter-rust.wasm',
  'dist/tree-sitter-tsx.wasm',
  'dist/tree-sitter-cpp.wasm',
  'data/schema.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
];

ensureInstalled();
run(process.execPath, ['scripts/build.mjs', '--production'], { stdio: ['ignore', 'ignore', 'inherit'] });
const folder = mkdtempSync(join(tmpdir(), 'error-lookup-npm-'));
try {
  for (const file of files) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  const { stdout, status, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', values.out], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  console.log(join(values.out, stdout.trim()));
} finally {
  rmSync(folder, { recursive: true });
}

/** What the extension's manifest says of the program. Everything is bundled, so nothing is installed beside it. */
function manifest() {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { description } = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
  const kept = ['name', 'version', 'license', 'keywords', 'repository', 'homepage', 'bugs', 'bin'];
  return {
    ...Object.fromEntries(kept.map((key) => [key, own[key]])),
    description,
    engines: { node: own.engines.node },
    files: ['dist', 'data'],
  };
}
