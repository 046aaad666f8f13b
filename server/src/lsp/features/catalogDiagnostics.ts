/** Faults of the workspace’s catalog files, as diagnostics in those files. */
import { type Diagnostic, DiagnosticSeverity, type PublishDiagnosticsParams, uinteger } from 'vscode-languageserver';
import type { CatalogProblem } from '../../core/catalog/problem';
import { diagnosticSource } from './diagnostics';

/** Faults by URI of the file; a file without faults has an empty list. */
export type CatalogProblems = ReadonlyMap<string, readonly CatalogProblem[]>;

/** What to publish after a change: the faults of every file now, and none for files that are gone. */
export function problemDiagnostics(old: CatalogProblems, now: CatalogProblems): PublishDiagnosticsParams[] {
  const gone = [...old.keys()].filter((uri) => !now.has(uri));
  return [
    ...gone.map((uri) => ({ uri, diagnostics: [] })),
    ...[...now].map(([uri, problems]) => ({ uri, diagnostics: problems.map(toDiagnostic) })),
  ];
}

function toDiagnostic({ line = 1, column = 1, message, help }: CatalogProblem): Diagnostic {
  const start = { line: line - 1, character: column - 1 };
  return {
    range: { start, end: { line: line - 1, character: uinteger.MAX_VALUE } },
    severity: DiagnosticSeverity.Error,
    source: diagnosticSource,
    message: help ? `${message}; ${help}` : message,
  };
}
