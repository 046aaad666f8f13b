import { afterEach, expect, it } from 'vitest';
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
    codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.errorLookup'] },
    documentLinkProvider: {},
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  });
});
