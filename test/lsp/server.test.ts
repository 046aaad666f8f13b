import { afterEach, expect, it } from 'vitest';
import manifest from '../../package.json';
import { languagesOf } from '../../server/src/lsp/documentKind';
import { nodeWorld } from '../../server/src/node/world';
import { type Editor, startEditor } from './support/editor';

let editor: Editor | undefined;

afterEach(async () => {
  await editor?.close();
  expect(editor?.unexpected).toEqual([]);
  expect(editor?.logged).toEqual([]);
});

it('tells what it can do', async () => {
  editor = await startEditor(nodeWorld('dist'));
  expect(editor.capabilities).toEqual({
    textDocumentSync: { openClose: true, change: 2 },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.errorLookup'], resolveProvider: true },
    documentLinkProvider: {},
    semanticTokensProvider: {
      legend: {
        tokenTypes: Object.keys(manifest.contributes.semanticTokenScopes[0]?.scopes ?? {}),
        tokenModifiers: [],
      },
      full: true,
      range: true,
    },
    foldingRangeProvider: true,
    codeLensProvider: {},
    documentSymbolProvider: { label: 'Error Lookup' },
    definitionProvider: true,
    referencesProvider: true,
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  });
});

it('registers what only logs or sources have where the editor lets it', async () => {
  const dynamicRegistration = true;
  editor = await startEditor(nodeWorld('dist'), {
    capabilities: {
      textDocument: {
        semanticTokens: { dynamicRegistration, requests: {}, tokenTypes: [], tokenModifiers: [], formats: [] },
        foldingRange: { dynamicRegistration },
        codeLens: { dynamicRegistration },
        documentSymbol: { dynamicRegistration },
        definition: { dynamicRegistration },
        references: { dynamicRegistration },
      },
    },
  });
  const fixed = Object.keys(editor.capabilities).filter((name) =>
    /Symbol|folding|Lens|definition|references|semantic/.test(name),
  );
  expect(fixed).toEqual([]);
  const logs = 'log Log plaintext';
  expect(await editor.registered(6)).toEqual([
    `textDocument/codeLens: ${logs}`,
    `textDocument/definition: ${logs}`,
    `textDocument/documentSymbol: ${logs}`,
    `textDocument/foldingRange: ${logs}`,
    `textDocument/references: ${languagesOf('source').join(' ')}`,
    `textDocument/semanticTokens: ${logs}`,
  ]);
});
