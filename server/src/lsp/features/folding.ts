/** Folds: each traceback of a log is one. */
import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { tracebacksOf } from '../../core/match/anatomy';
import { byteSpanToText, encodeText, toRange } from '../convert';
import { documentKind } from '../documentKind';
import { maxAnalyzed } from '../logAnalysis';

/** Most folds of a document. */
const maxFolds = 5000;

/** The folds of a log; null where there are none, so that the editor folds by indentation. */
export function foldingRanges(document: TextDocument): FoldingRange[] | null {
  const text = document.getText();
  if (documentKind(document.uri, document.languageId) !== 'log' || text.length > maxAnalyzed) return null;
  const encoded = encodeText(text);
  const folds = tracebacksOf(encoded.bytes)
    .slice(0, maxFolds)
    .map((span) => {
      const { start, end } = toRange(document, byteSpanToText(encoded, span, 0));
      // The exception’s line stays in sight: it says what went wrong.
      return { startLine: start.line, endLine: end.line - 1, kind: FoldingRangeKind.Region };
    })
    .filter(({ startLine, endLine }) => endLine > startLine);
  return folds.length > 0 ? folds : null;
}
