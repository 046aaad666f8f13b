import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** What the language client itself brings. */
const ofLanguageClient = /^(vscode-|minimatch$|brace-expansion$|balanced-match$|semver$)/;

it('the client’s bundle holds the language client, its own code and the protocol, and no core, schema or decoder', async () => {
  const { metafile } = await build({
    entryPoints: ['client/src/extension.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    external: ['vscode'],
  });
  const parts = new Set<string>();
  for (const path of Object.keys(metafile.inputs)) {
    parts.add(/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.replace(/^client\/src\/.*/, 'client/src'));
  }
  const ours = [...parts].filter((name) => !ofLanguageClient.test(name)).sort();
  expect(ours).toEqual(['client/src', 'server/src/lsp/documentKind.ts', 'server/src/lsp/protocol.ts']);
});
