import type { CatalogSite } from '../../server/src/core/catalog/catalog';
import type { Match, MatchOptions, MatchReport } from '../../server/src/core/match/match';
import { createMatcher } from '../../server/src/core/match/matcher';
import { toMatchReports } from '../../server/src/core/match/report';

const encoder = new TextEncoder();

/** What a test asks of a catalog. */
export interface Checker {
  /** Matches with their reports. */
  find(text: string, options?: Partial<MatchOptions>): { match: Match; report: MatchReport }[];
  /** Codes of the matches, the best of each line first. */
  codes(text: string, options?: Partial<MatchOptions>): string[];
  /** The only match; fails if there are none or several. */
  one(text: string, options?: Partial<MatchOptions>): { match: Match; report: MatchReport };
  /** Why the wordings that came near on a line were not taken, by code. */
  reasons(text: string, line?: number): Record<string, string>;
}

/** Matches against a catalog of a few sites. */
export function checker(...sites: CatalogSite[]): Checker {
  const matcher = createMatcher(sites);
  const find: Checker['find'] = (text, options = {}) => {
    const bytes = encoder.encode(text);
    const matches = matcher.match(bytes, { level: 'WARNING', ...options });
    const reports = toMatchReports(bytes, matches);
    return matches.flatMap((match, i) => {
      const report = reports[i];
      return report ? [{ match, report }] : [];
    });
  };
  return {
    find,
    codes: (text, options) => find(text, options).map(({ match }) => match.site.code),
    one(text, options) {
      const [first, ...others] = find(text, options);
      if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} matches in ${text}`);
      return first;
    },
    reasons(text, line = 0) {
      const before = text.split('\n').slice(0, line).join('\n');
      const offset = encoder.encode(before).length + (line > 0 ? 1 : 0);
      const { rejections } = matcher.trial(encoder.encode(text), offset);
      return Object.fromEntries(rejections.map(({ site, reason }) => [site.code, reason]));
    },
  };
}
