/** What a fix is: a finder on the syntax tree of some languages. */
import type { Applicability, Edit, Finding, SourceText } from './finding';
import type { SourceFile } from './sourceFile';

/** One kind of fix; its doc block holds an example before and after, which a test runs. */
export interface Fix {
  /** Stable id, also the name of its file. */
  readonly id: string;
  /** What the action does, for a menu. */
  readonly title: string;
  /** LSP language ids it reads. */
  readonly languages: readonly string[];
  /** Cheap test on the text before it is parsed; false means no finding. */
  mayApply(text: string): boolean;
  /** All places. Never throws. */
  find(file: SourceFile): FixPlace[];
}

/** A finding without what the fixer knows itself. */
export interface FixPlace {
  readonly start: number;
  readonly end: number;
  readonly applicability: Applicability;
  /** One sentence, see `Finding.why`. */
  readonly why: string;
  readonly edits: readonly Edit[];
  /** See `Finding.isHarmless`. */
  readonly isHarmless?: true;
  /** Where the statements stand whose error the change answers; left out: the place itself; null: no statement makes it. */
  readonly answers?: { readonly start: number; readonly end: number } | null;
}

/**
 * Code of the catalog entry whose message the statements on the 0-based lines from `first` to `last` of a source make;
 * undefined where none is known, or several are.
 */
export type EntryWithin = (source: SourceText, first: number, last: number) => string | undefined;

/** Completes a place to a finding. */
export function toFinding(fix: Fix, file: SourceFile, place: FixPlace, entryWithin: EntryWithin): Finding {
  const { answers = place, ...rest } = place;
  const code = answers && entryWithin(file, file.lineOf(answers.start), file.lineOf(answers.end));
  return { fix: fix.id, line: file.lineOf(place.start), title: fix.title, code: code ?? null, ...rest };
}
