/** What tools say about a match: its exact words and place, and the explanation that belongs to them. */
import { type Catalog, siteUrl } from '../core/catalog/catalog';
import type { Entry } from '../core/catalog/entry';
import type { Match } from '../core/match/match';
import { payloadsOf } from '../core/service';

/** Longest value of a capture given, in UTF-16 units. */
const maxCapture = 400;

/** The address of an entry among the resources of the MCP server. */
export function entryUri(code: string): string {
  return `error-lookup://errors/${code}`;
}

/** The part of a match that says what it is and where it comes from. */
export function identity(match: Match, catalog: Catalog): object {
  const { site, place, confidence, alternatives } = match;
  return {
    code: site.code,
    project: site.project,
    template: site.template,
    exception: site.exception,
    level: site.level,
    confidence,
    source: {
      file: site.file,
      function: site.function,
      line: site.line,
      commit: catalog.pin(site.project)?.commit ?? null,
      url: siteUrl(catalog, site.project, site) ?? null,
    },
    placeInLoggedVersion: place,
    versions: site.versions,
    alternatives: alternatives.map((it) => ({ code: it.code, file: it.file, function: it.function })),
  };
}

/** What a match says, with the whole explanation where the catalog has one. */
export function matchAnswer(match: Match, catalog: Catalog): object {
  const entry = catalog.get(match.site.code);
  return {
    ...identity(match, catalog),
    captures: Object.fromEntries(match.captures.map(({ name, text }) => [name, text.slice(0, maxCapture)])),
    payloads: payloadsOf(match).map(({ name, reading }) => ({
      in: name ?? null,
      summary: reading.summary,
      details: reading.details,
    })),
    explanation: entry === undefined ? null : explanation(entry),
  };
}

/** The fields of an entry that answer what it is and what to do; the resource has all of them. */
function explanation(entry: Entry): object {
  return {
    title: entry.title,
    summary: entry.summary,
    severity: entry.severity,
    role: entry.role,
    meaning: entry.meaning,
    when: entry.when,
    effects: entry.effects,
    causes: entry.causes,
    solutions: entry.solutions,
    workaround: entry.workaround ?? null,
    example: entry.example ?? null,
    prevention: entry.prevention,
    resource: entryUri(entry.code),
  };
}
