/**
 * What the matcher takes and gives. Text comes in as UTF-8 bytes and spans are byte offsets; the conversion to lines
 * and UTF-16 offsets happens at the border (`report.ts`).
 */
import type { CatalogSite, SiteOrigin } from '../catalog/catalog';
import type { PlaceInVersion } from '../catalog/history';

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

/** Place in the source that a log line names itself, as in `[core.py:708]`. */
export interface SourceTag {
  /** As printed: a base name, or a path. */
  readonly file: string;
  /** 1-based; null where the line has only the file. */
  readonly line: number | null;
}

/** What the line says about itself, beside the message. */
export interface RecordFacts {
  /** Where the message’s first physical line begins. */
  readonly start: number;
  readonly level: Level | null;
  /** Process, worker, rank or pod as printed, such as `EngineCore_DP0 pid=972`; null where the line names none. */
  readonly process: string | null;
  /** Time stamp as printed, the innermost if there are several; null where there is none. */
  readonly time: string | null;
  readonly logger: string | null;
  readonly tag: SourceTag | null;
  /** Exception class right before the message, with its module path if printed. */
  readonly exception: string | null;
  /** Where the traceback that ends in this message begins (its `Traceback (most recent call last)`), if one does. */
  readonly traceback: number | null;
}

/** A site found in the text. */
export interface Match {
  readonly site: CatalogSite;
  /** Where the site stood in the version that wrote the line; null where neither line nor log proves one. */
  readonly place: PlaceInVersion | null;
  readonly record: RecordFacts;
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

/** Lowest level that is reported unless a user asks for a lower one. */
export const defaultLevel: Level = 'WARNING';

/** What to report. */
export interface MatchOptions {
  /** Lowest level reported; a site below it still competes for a line and then leaves it without a match. */
  readonly level: Level;
  /** Only sites of this project. */
  readonly project?: string;
  /** Codes that are not reported; such a site still competes for its line. */
  readonly ignored?: ReadonlySet<string>;
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

/** A match as printed by the command line and read by other tools; `interface.md` of the command line fixes it. */
export interface MatchReport {
  /** 0-based, lines end at `\n`. */
  readonly line: number;
  readonly endLine: number;
  /** UTF-16 units within `line`. */
  readonly start: number;
  /** UTF-16 units within `endLine`, exclusive. */
  readonly end: number;
  readonly kind: CatalogSite['kind'];
  readonly code: string;
  readonly project: string;
  readonly template: string;
  readonly exception: string | null;
  readonly level: Level | null;
  readonly file: string;
  readonly lineAtRef: number;
  readonly function: string;
  readonly versions: CatalogSite['versions'];
  /** The same statement in the version that wrote the line, where that is known. */
  readonly place: PlaceInVersion | null;
  readonly confidence: Confidence;
  readonly score: number;
  readonly captures: Readonly<Record<string, string>>;
  readonly role: CatalogSite['role'];
  readonly alternatives: readonly Pick<CatalogSite, 'code' | 'project' | 'template' | 'file' | 'function'>[];
  /** Where a site comes from that is not of the bundled catalog; left out for those that are. */
  readonly origin?: SiteOrigin['kind'];
}

/** A match found in a stream. */
export interface ScannedMatch {
  /** Spans count from the start of the stream. */
  readonly match: Match;
  /** Lines count from the start of the stream. */
  readonly report: MatchReport;
  /** Byte offset of the line that `report.line` names. */
  readonly byteOffset: number;
}
