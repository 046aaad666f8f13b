/** Runs an editor for one test and looks afterwards whether anything went wrong unseen. */
import { expect } from 'vitest';
import type { World } from '../../../server/src/lsp/world';
import { testWorld } from './catalog';
import { type Editor, type EditorOptions, startEditor } from './editor';

/** Options of {@link withEditor}. */
export interface RunOptions extends EditorOptions {
  readonly world?: World;
  /** What the server is expected to have logged; nothing by default. */
  readonly logs?: readonly RegExp[];
}

/** Starts an editor, lets `use` work with it, and fails on unknown messages and on log lines nobody expects. */
export async function withEditor<T>(options: RunOptions, use: (editor: Editor) => Promise<T>): Promise<T> {
  const editor = await startEditor(options.world ?? testWorld(), options);
  try {
    return await use(editor);
  } finally {
    await editor.close();
    expect(editor.unexpected).toEqual([]);
    const expected = options.logs ?? [];
    expect(editor.logged.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
    expect(expected.filter((pattern) => !editor.logged.some((line) => pattern.test(line)))).toEqual([]);
  }
}
