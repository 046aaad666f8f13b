// `npm run site`: writes the catalog as a web site, to be put on any server or read from the disk.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './ready.mjs';

const { out, base } = readOptions();
clear(out);
ensureInstalled();

// Only now, since packages may have been missing until here.
const { build } = await import('esbuild');
const { load } = await import('../bench/bundled.mjs');
const { loadSite } = await load('scripts/siteFiles.ts');

const files = loadSite(root, base);
for (const [address, text] of files) {
  const path = join(out, address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
cpSync(join(root, 'server/src/site/site.css'), join(out, 'site.css'));
cpSync(join(root, 'client/media/page.css'), join(out, 'page.css'));
cpSync(join(root, 'images/icon.png'), join(out, 'icon.png'));
await build({
  absWorkingDir: root,
  entryPoints: ['server/src/site/script.ts'],
  outfile: join(out, 'search.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  logLevel: 'warning',
});
const index = join(out, 'index.html');
console.log(`${files.size + 4} files in ${relative('.', out) || '.'}. To read them here: ${pathToFileURL(index)}`);

/** `--out` as an absolute path, `--base` as an address with a slash at its end; a wrong one ends the process. */
function readOptions() {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, owner, name] = /github\.com\/([^/]+)\/(.+)\.git$/.exec(repository.url);
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' }, base: { type: 'string' } } });
    const { href } = new URL(values.base ?? `https://${owner}.github.io/${name}/`);
    return { out: resolve(values.out ?? join(root, 'site')), base: href.endsWith('/') ? href : `${href}/` };
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run site -- [--out FOLDER] [--base https://where.it/will/be/]`);
    return process.exit(2);
  }
}

/** Removes an earlier site; a folder that holds anything else is left alone and ends the process. */
function clear(folder) {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  if (!existsSync(join(folder, 'api/errors.json'))) {
    console.error(`${folder} holds other files. Name an empty folder: npm run site -- --out FOLDER`);
    process.exit(2);
  }
  rmSync(folder, { recursive: true });
}
