/**
 * Dims what every line of a log repeats: times, places in source, and what is said for debugging alone. A theme has no colour
 * for it (comments are green in most), so it is a decoration in a colour of ours, over the semantic tokens of the server.
 */
import {
  commands,
  type Disposable,
  Disposable as Disposables,
  Range,
  type SemanticTokens,
  type SemanticTokensLegend,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import type { Started } from '../activate';
import { tokenRanges } from './tokenRanges';

/** Types of tokens that are dimmed, by the names that the manifest has for them. */
const dimmed: ReadonlySet<string> = new Set(['logTime', 'logSource', 'logDebug', 'logNoise']);

/** Lines above and below those in view, so that a short scroll finds them done. */
const linesAround = 60;

/** Milliseconds of stillness before an editor is looked at again. */
const stillness = 80;

/** Keeps the visible editors of logs dimmed. */
export function registerDimming({ server, log }: Pick<Started, 'server' | 'log'>): Disposable {
  const decoration = window.createTextEditorDecorationType({ color: new ThemeColor('errorLookup.dimmedForeground') });
  const timers = new Map<TextEditor, ReturnType<typeof setTimeout>>();
  const update = (editor: TextEditor): void => {
    clearTimeout(timers.get(editor));
    if (!/^log$/i.test(editor.document.languageId)) return;
    const work = (): void => {
      timers.delete(editor);
      dim(editor, decoration).catch((error: unknown) => log.error(`Dimming: ${String(error)}`));
    };
    timers.set(editor, setTimeout(work, stillness));
  };
  const updateAll = (): void => {
    for (const editor of window.visibleTextEditors) update(editor);
  };
  // A server that cannot be started has said so elsewhere.
  server.started.then(updateAll, () => undefined);
  return Disposables.from(
    decoration,
    window.onDidChangeVisibleTextEditors(updateAll),
    window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => update(textEditor)),
    workspace.onDidChangeTextDocument(({ document }) => {
      for (const editor of window.visibleTextEditors) if (editor.document === document) update(editor);
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('errorLookup.logColors')) updateAll();
    }),
    {
      dispose: () => {
        for (const timer of timers.values()) clearTimeout(timer);
      },
    },
  );
}

async function dim(editor: TextEditor, decoration: TextEditorDecorationType): Promise<void> {
  const { document, visibleRanges } = editor;
  const { version } = document;
  const [first] = visibleRanges;
  const last = visibleRanges.at(-1);
  if (!first || !last) return;
  const isWanted = workspace.getConfiguration('errorLookup').get('logColors.enabled', true);
  const from = Math.max(0, first.start.line - linesAround);
  const range = new Range(from, 0, Math.min(document.lineCount - 1, last.end.line + linesAround), 0);
  const places = isWanted ? await rangesIn(editor, range) : [];
  if (document.version === version) editor.setDecorations(decoration, places);
}

async function rangesIn({ document: { uri } }: TextEditor, range: Range): Promise<Range[]> {
  const ask = <T>(command: string): Thenable<T | undefined> => commands.executeCommand<T>(command, uri, range);
  const legend = await ask<SemanticTokensLegend>('vscode.provideDocumentRangeSemanticTokensLegend');
  const tokens = legend && (await ask<SemanticTokens>('vscode.provideDocumentRangeSemanticTokens'));
  if (!legend || !tokens) return [];
  return tokenRanges(tokens.data, legend.tokenTypes, dimmed).map(
    ({ line, start, end }) => new Range(line, start, line, end),
  );
}
