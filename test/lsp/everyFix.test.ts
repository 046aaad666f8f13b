/** Every fix, in every language it reads, as an editor gets it: what is preferred, what asks first, what "fix all" takes, and that it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeAction, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { languageExamples } from '../fix/languageExamples';
import { testWorld } from './support/catalog';
import { type Editor, startEditor } from './support/editor';

const annotating = { workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } } };

let editor: Editor;
beforeAll(async () => {
  editor = await startEditor(testWorld(), { capabilities: annotating });
});
afterAll(() => editor.close());

let documents = 0;

/** All actions of a kind for a whole text. */
async function actionsFor(text: string, language: string, kind: string): Promise<CodeAction[]> {
  const { uri } = await editor.open(`$0${text}`, language, `example-${documents++}`);
  const end = TextDocument.create(uri, language, 0, text).positionAt(text.length);
  return editor.request('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end },
    context: { diagnostics: [], only: [kind] },
  });
}

function editsOf(action: CodeAction | undefined): TextEdit[] {
  const changes = action?.edit?.documentChanges ?? [];
  return changes.flatMap((change) => ('edits' in change ? change.edits : [])) as TextEdit[];
}

function applied(text: string, action: CodeAction | undefined): string {
  return TextDocument.applyEdits(TextDocument.create('x:y', 'x', 0, text), editsOf(action));
}

describe.each(languageExamples)('$fix in $language', ({ title, language, before, after, applicability }) => {
  it(`is offered as ${applicability}`, async () => {
    const actions = await actionsFor(before, language, 'quickfix');
    const offered = actions.filter((action) => action.title === title);
    const isOnly = actions.filter(({ edit }) => edit).length === 1;
    expect(offered).toHaveLength(1);
    const [action] = offered;
    const notes = Object.values(action?.edit?.changeAnnotations ?? {});
    expect(action?.disabled !== undefined).toBe(applicability === 'display-only');
    expect(action?.isPreferred ?? false).toBe(applicability === 'safe' && isOnly);
    expect(notes.map(({ needsConfirmation }) => needsConfirmation)).toEqual(applicability === 'unsafe' ? [true] : []);
    for (const edit of editsOf(action)) expect('annotationId' in edit).toBe(applicability === 'unsafe');
    if (applicability !== 'display-only') {
      const result = applied(before, action);
      if (after !== undefined) expect(result).toBe(after);
      expect(result).not.toBe(before);
      const again = await actionsFor(result, language, 'quickfix');
      expect(again.map((it) => it.title)).not.toContain(title);
    }
  });

  it(`${applicability === 'safe' ? 'is' : 'is not'} applied with all safe ones, and once only`, async () => {
    const [all, ...others] = await actionsFor(before, language, 'source.fixAll');
    expect(others).toEqual([]);
    const result = applied(before, all);
    if (applicability === 'safe') expect(result).toBe(after ?? result);
    expect(result !== before).toBe(applicability === 'safe');
    const [again] = await actionsFor(result, language, 'source.fixAll');
    expect(applied(result, again)).toBe(result);
  });
});
