/**
 * What the matcher takes and gives. Text comes in as UTF-8 bytes and spans are byte offsets; the conversion to lines
 * and UTF-16 offsets happens at the border (`report.ts`).
 */
import type { CatalogSite } from '../catalog/catalog';

/** A half-open range of byte offsets, [start, end). */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Text found in a hole of the template. */
export interface Capture {
  /** Name of the hole as in the template, without braces. */
  readonly name: string;
  /** The text, prefixes of continuation lines removed, escapes of the container undone. */
  readonly text: string;
  /** Where it stands in the input. */
  readonly span: ByteSpan;
}

/** One piece of evidence for or against a site, as shown by `explain --why`. */
export interface Evidence {
  readonly what: string;
  /** Share of the score, in [-1, 1]. */
  readonly weight: number;
}

/** How sure a match is. exact: all of the literal text, one site. likely: tie or small loss. possible: cut or drifted. */
export type Confidence = 'exact' | 'likely' | 'possible';

/** A site found in the text. */
export interface Match {
  readonly site: CatalogSite;
  /** The message itself, without prefixes before it. May cover several physical lines. */
  readonly span: ByteSpan;
  readonly captures: readonly Capture[];
  readonly confidence: Confidence;
  /** In [0, 1]. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
  /** Other sites that fit as well (ties); never the site itself. */
  readonly alternatives: readonly CatalogSite[];
  /** True when this match was found inside a capture of another match. */
  readonly nested: boolean;
}

/** Levels from lowest to highest, as Python logging names them. */
export const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
/** Name of a log level. */
export type Level = (typeof levels)[number];

/** What to report. */
export interface MatchOptions {
  /** Lowest level reported; a site below it still competes for a line and then leaves it without a match. */
  readonly level: Level;
  /** Only sites of this project. */
  readonly project?: string;
}

/** Why a site that came near was not reported, for "Why does this line not match?". */
export interface Rejection {
  readonly site: CatalogSite;
  readonly reason: string;
}

/** What was tried on a line: the answer of "Explain this line" where nothing fits. */
export interface LineTrial {
  /** The message that was looked up, after prefixes were removed. */
  readonly message: string;
  /** Names of what was removed or recognised around the message, outermost first, such as `ansi`, `vllm-log`. */
  readonly peeled: readonly string[];
  readonly rejections: readonly Rejection[];
}
