/** A place in source code that a fix can change, in plain data: offsets are UTF-16 units of the whole file. */

/** How far a fix can be trusted: applied as it is, only after a look, or only explained. */
export type Applicability = 'safe' | 'unsafe' | 'display-only';

/** Replaces [start, end) of the file by the new text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** A place where a fix applies, or where it was considered and withheld. */
export interface Finding {
  /** Id of the fix, such as `drop-malformed-message`. */
  readonly fix: string;
  /** 0-based line of `start`. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** What the action does, for a menu. */
  readonly title: string;
  readonly applicability: Applicability;
  /** One sentence: why the fix is offered here, or why it is only explained. */
  readonly why: string;
  /** Code of the catalog entry whose error the fix answers; null where the statements there have none, or several. */
  readonly code: string | null;
  /** Edits that do not overlap; empty for `display-only`. */
  readonly edits: readonly Edit[];
  /** Nothing goes wrong there: the finding only says what would serve better. */
  readonly isHarmless?: true;
}

/** Source text handed to the finders. */
export interface SourceText {
  /** Path or URI, only for messages and the catalog look-up. */
  readonly path: string;
  /** LSP language id: `python`, `javascript`, `typescript`, `rust`, `go`, `yaml`, `helm`. */
  readonly language: string;
  readonly text: string;
}
