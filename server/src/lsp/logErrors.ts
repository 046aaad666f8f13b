/** Errors of a log as the client lists them. */
import type { Catalog } from '../core/catalog/catalog';
import type { Incident } from '../core/incident/incident';
import type { Story } from '../core/incident/stories';
import type { Match } from '../core/match/match';
import { incidentDetail, incidentTitle } from '../core/render/incidentText';
import { messageOf } from '../core/render/message';
import { shorten, visible } from '../core/render/visible';
import type { Words } from '../core/render/words';
import type { CapturedValue, LogError, LogStory } from './protocol';

/** Most processes and values named of one error; longest value and message, in UTF-16 units. */
const maxProcesses = 8;
const maxCaptures = 20;
const maxText = 2000;

/** Zero-based lines of an incident. */
export interface IncidentLines {
  readonly first: number;
  readonly last: number;
  readonly example: number;
}

/** Stories of a log in the order in which they are given. `linesOf` tells where an incident stands. */
export function toLogStories(
  stories: readonly Story[],
  catalog: Catalog,
  words: Words,
  linesOf: (incident: Incident) => IncidentLines = reportedLines,
): LogStory[] {
  const toError = (incident: Incident): LogError => toLogError(incident, catalog, words, linesOf(incident));
  return stories.map(({ incident, consequences }) => ({
    error: toError(incident),
    consequences: consequences.map(toError),
  }));
}

/** Values that a message holds, cut to what a page can show. */
export function toCaptures({ captures }: Pick<Match, 'captures'>): CapturedValue[] {
  return captures
    .filter(({ text }) => text !== '')
    .slice(0, maxCaptures)
    .map(({ name, text }) => ({ name, text: shorten(text, maxText) }));
}

/** Lines as the matcher counts them; right for a text without progress bars. */
function reportedLines({ first, last, example }: Incident): IncidentLines {
  return { first: first.line, last: last.line, example: example.report.line };
}

function toLogError(incident: Incident, catalog: Catalog, words: Words, lines: IncidentLines): LogError {
  const { code, count, first, last, processes, example } = incident;
  const { site, record } = example.match;
  const entry = catalog.get(code);
  return {
    code,
    title: incidentTitle(incident, catalog),
    summary: entry?.summary ?? unexplained(site, words),
    severity: entry?.severity ?? (site.level === 'WARNING' ? 'warning' : 'error'),
    project: site.project,
    explained: entry !== undefined,
    role: site.role,
    count,
    first: { line: lines.first, time: timeOf(first.time) },
    last: { line: lines.last, time: timeOf(last.time) },
    example: { line: lines.example, time: timeOf(record.time) },
    processes: processes.slice(0, maxProcesses).map(visible),
    message: shorten(messageOf(example.match), maxText),
    captures: toCaptures(example.match),
    detail: incidentDetail(incident, words),
  };
}

function unexplained({ project, function: name }: Match['site'], { say }: Words): string {
  return say('{0}; no explanation has been written yet.', say('Printed by {0} in {1}', project, name));
}

function timeOf(time: string | null): string | null {
  return time === null ? null : visible(time);
}
