import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CodeAction, TextDocumentEdit } from 'vscode-languageserver';
import type { Editor } from './support/editor';
import { type RunOptions, withEditor } from './support/run';

const line = "ERROR [connector.py:1395] HandshakeError: Unexpected $0frame! received_frame = [b'']";
const code = 'vllm/test/frame';
const creating = { workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create' as const] } } };

function workspace(list?: string): { folder: string; list: string; write(text: string): void } {
  const path = mkdtempSync(join(tmpdir(), 'error-lookup-ignore-'));
  mkdirSync(join(path, '.error-lookup'));
  const file = join(path, '.error-lookup', 'ignore');
  if (list !== undefined) writeFileSync(file, list);
  return {
    folder: pathToFileURL(path).href,
    list: pathToFileURL(file).href,
    write: (text) => writeFileSync(file, text),
  };
}

const options = (folder: string): RunOptions => ({
  capabilities: creating,
  initializationOptions: { trusted: true },
  folders: [folder],
});

async function actions(editor: Editor): Promise<CodeAction[]> {
  const { uri, position } = await editor.open(line, 'log', 'a.log');
  return editor.request('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [], triggerKind: 1 },
  });
}

describe('Ignore this error in this workspace', () => {
  it.each<[string, string | undefined, string, number]>([
    ['begins a list', undefined, `# Errors that Error Lookup does not show here: one code a line.\n${code}\n`, 0],
    ['adds to a list', 'vllm/a/b\n', `${code}\n`, 1],
    ['ends the last line of a list', 'vllm/a/b', `\n${code}\n`, 0],
  ])('%s', async (_, text, added, at) => {
    const { folder, list } = workspace(text);
    const [action] = await withEditor(options(folder), actions);
    expect(action?.title).toBe('Ignore this error in this workspace');
    const [create, edit] = action?.edit?.documentChanges ?? [];
    expect(create).toEqual({ kind: 'create', uri: list, options: { ignoreIfExists: true } });
    const { textDocument, edits } = edit as TextDocumentEdit;
    expect(textDocument.uri).toBe(list);
    expect(edits).toMatchObject([{ newText: added, range: { start: { line: at } } }]);
  });

  it.each<[string, RunOptions]>([
    ['there is no folder', { capabilities: creating, initializationOptions: { trusted: true } }],
    ['it is not trusted', { capabilities: creating, folders: [workspace().folder] }],
    ['the editor cannot create files', { initializationOptions: { trusted: true }, folders: [workspace().folder] }],
  ])('is not offered where %s', async (_, run) => {
    expect(await withEditor(run, actions)).toEqual([]);
  });
});

describe('a list of ignored errors', () => {
  it('is read anew when it changes', async () => {
    const { folder, list, write } = workspace(`${code}\n`);
    await withEditor(options(folder), async (editor) => {
      const { uri, position } = await editor.open(line, 'log', 'b.log');
      const hover = () => editor.request('textDocument/hover', { textDocument: { uri }, position });
      expect(await hover()).toBeNull();
      write('# nothing\n');
      await editor.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: list, type: 2 }] });
      expect(await hover()).not.toBeNull();
    });
  });
});
