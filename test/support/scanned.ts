/** Matches as a scanner would give them, for tests of what comes after. */
import { type CatalogSite, sitesOfEntry } from '../../server/src/core/catalog/catalog';
import type { Entry } from '../../server/src/core/catalog/entry';
import type { ScannedMatch } from '../../server/src/core/match/match';

/** Bytes of every line. */
export const lineLength = 100;

/** Where a match stands and what its line says. */
export interface SeenLine {
  readonly line: number;
  readonly process?: string | null;
  readonly traceback?: number | null;
  readonly nested?: boolean;
  readonly score?: number;
}

/** A match of the entry’s first site; `site` replaces some of the site’s fields. */
export function scannedMatch(entry: Entry, seen: SeenLine, fields: Partial<CatalogSite> = {}): ScannedMatch {
  const [first] = sitesOfEntry(entry);
  if (!first) throw new Error('an entry has a site');
  const site = { ...first, ...fields };
  const { code, kind, project, template, exception, level, file, line, function: name, versions, role } = site;
  const start = seen.line * lineLength;
  const sure = { confidence: 'exact' as const, score: seen.score ?? 1 };
  return {
    match: {
      site,
      place: null,
      record: {
        start,
        level: 'ERROR',
        process: seen.process ?? null,
        time: null,
        logger: null,
        tag: null,
        exception,
        traceback: seen.traceback ?? null,
      },
      span: { start, end: start + 50 },
      captures: [],
      ...sure,
      evidence: [],
      alternatives: [],
      nested: seen.nested ?? false,
    },
    report: {
      ...{ line: seen.line, endLine: seen.line, start: 0, end: 50 },
      ...{ kind, code, project, template, exception, level, file, lineAtRef: line, function: name, versions, role },
      ...sure,
      place: null,
      captures: {},
      alternatives: [],
    },
    byteOffset: start,
  };
}
