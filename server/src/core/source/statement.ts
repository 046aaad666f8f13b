/** What a syntax tree says about one line of source: the statement there, its message, and the names around it. */
import type { Level } from '../match/match';

/** How a statement makes its message; `other` where it only holds text or fails by itself. */
type StatementKind = 'raise' | 'assert' | 'log' | 'warn' | 'print' | 'display' | 'other';

/** The statement (or the part of one) that starts on a line. */
export interface SourceStatement {
  readonly kind: StatementKind;
  /** Class without module; undefined where the statement names none. */
  readonly exception?: string;
  readonly level?: Level;
  /** The message in every form that literal alternatives allow; see `shape.ts`. Empty without a text of its own. */
  readonly shapes: readonly string[];
  /** Source text; of a compound statement only its head. */
  readonly text: string;
  /** 1-based line where the whole statement starts; differs from the line asked for inside a statement. */
  readonly line: number;
}

/** One language’s view of a file. Lines are 1-based. */
export interface SourceView {
  /** Undefined for a blank or missing line. */
  statement(line: number): SourceStatement | undefined;
  /** Qualified names that may be used for the place of a line, innermost first. */
  names(line: number): readonly string[];
}
