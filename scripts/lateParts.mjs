// What the language server and the command line read only when they are asked for something, in files of their own beside them.
import { join, relative } from 'node:path';
import { root } from './ready.mjs';

/**
 * Parts that a start does not need, by the file that they get: half of the server’s code, and most of the command line’s,
 * are not read then. They share no state with it: what they have in common stands in both. A module is named here as its dynamic imports
 * find it, and no two modules of a file may export the same name.
 */
export const lateParts = {
  'server-source.js': [
    'server/src/core/fix/fixer',
    'server/src/core/fix/config/askedChanges',
    'server/src/core/fix/config/errorFlags',
    'server/src/core/statementSites',
    'server/src/node/local/indexJobs',
    'web-tree-sitter',
  ],
  'server-pages.js': [
    'server/src/core/catalog/entry',
    'server/src/core/render/html',
    'server/src/core/render/readingPage',
    'server/src/node/namedCatalog',
    'server/src/yamlFile',
  ],
  'cli-later.js': [
    'server/src/cli/annotations',
    'server/src/cli/commands/all',
    'server/src/cli/catalog',
    'server/src/cli/explanation',
    'server/src/cli/github',
    'server/src/cli/sarif',
    'server/src/cli/summary',
    'server/src/cli/why',
    'server/src/node/local/installed',
    'server/src/node/local/packagesIndex',
  ],
};

/** What the extension reads after its activation. */
export const lateClient = { 'languageClient.js': ['client/src/languageClient'] };

/** Leads the dynamic imports of those parts to their files. */
export const late = {
  name: 'late parts',
  setup({ onResolve }) {
    onResolve({ filter: /^\.|^web-tree-sitter$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const wanted = path.startsWith('.') ? relative(root, join(resolveDir, path)) : path;
      const part = Object.entries({ ...lateParts, ...lateClient }).find(([, modules]) => modules.includes(wanted));
      return part && { path: `./${part[0]}`, external: true };
    });
  },
};

/** The row of a part among the bundles. */
export function latePart([file, modules]) {
  const contents = modules.map((it) => `export * from '${it.startsWith('server/') ? `./${it}` : it}';`).join('\n');
  return { stdin: { contents, resolveDir: root, loader: 'ts' }, outfile: `dist/${file}` };
}
