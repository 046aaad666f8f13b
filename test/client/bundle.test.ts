import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { late, lateParts } from '../../scripts/lateParts.mjs';

it('the client’s bundle holds its own code and the protocol: the language client is read later, and core, schema or decoder never', async () => {
  const { metafile } = await build({
    entryPoints: ['client/src/extension.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    external: ['vscode'],
    plugins: [late],
  });
  const parts = new Set<string>();
  for (const path of Object.keys(metafile.inputs)) {
    parts.add(/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.replace(/^client\/src\/.*/, 'client/src'));
  }
  expect([...parts].sort()).toEqual(['client/src', 'server/src/lsp/documentKind.ts', 'server/src/lsp/protocol.ts']);
  expect(readFileSync('.vscodeignore', 'utf8')).toContain('!dist/languageClient.js\n');
});

describe('the bundle', () => {
  it('of the server holds nothing that only fixes, pages of payloads and catalogs in files need', async () => {
    const { metafile } = await build({
      entryPoints: ['server/src/node.ts'],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      plugins: [late],
    });
    const files = Object.keys(metafile.inputs);
    expect(files.length).toBeGreaterThan(100);
    const unwanted = /node_modules\/(yaml|web-tree-sitter)\/|core\/(harvest|fix\/(fixes|python|javascript|rust|go))\//;
    expect(files.filter((path) => unwanted.test(path) && !path.endsWith('/harvest/languages.ts'))).toEqual([]);
  });

  it('of the command line holds nothing that reading a log does not need', async () => {
    const { metafile } = await build({
      entryPoints: ['server/src/cli.ts'],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      plugins: [late],
    });
    const files = Object.keys(metafile.inputs);
    expect(files).toContain('server/src/core/match/scanner.ts');
    expect(files.filter((path) => /node_modules|core\/(harvest|fix|decode)\//.test(path))).toEqual([]);
  });

  it.each(Object.entries(lateParts))('finds each name once in %s, which is shipped', async (file, modules) => {
    const own = modules.map((it) => (it.startsWith('server/') ? pathToFileURL(`${it}.ts`).href : it));
    const names = (await Promise.all(own.map((it) => import(it)))).flatMap((it) => Object.keys(it));
    expect(names.filter((name, at) => name !== 'default' && names.indexOf(name) !== at)).toEqual([]);
    // The extension has no command line.
    expect(readFileSync('.vscodeignore', 'utf8').includes(`!dist/${file}\n`)).toBe(!file.startsWith('cli-'));
    expect(readFileSync('scripts/npm.mjs', 'utf8')).toContain(`'dist/${file}'`);
  });
});
