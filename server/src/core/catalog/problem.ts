/** A fault in a catalog, in the words a person needs: what, where, why, what to do. */
export interface CatalogProblem {
  /** File the fault is in, as given to the loader; the entry’s code where no file is known. */
  readonly file: string;
  /** 1-based; undefined where the fault has no place. */
  readonly line?: number;
  /** 1-based, UTF-16 units. */
  readonly column?: number;
  /** What is wrong and why; no full stop at the end. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
}

/** One line for a terminal: `file:line:column: message (help)`. */
export function formatProblem(problem: CatalogProblem): string {
  const place = [problem.file, problem.line, problem.line === undefined ? undefined : problem.column]
    .filter((part) => part !== undefined)
    .join(':');
  return `${place}: ${problem.message}${problem.help ? ` (${problem.help})` : ''}`;
}
