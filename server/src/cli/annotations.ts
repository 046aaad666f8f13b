/** Incidents for those who annotate: what each says in a sentence or two, how bad it is, and where it was met. */
import type { Catalog } from '../core/catalog/catalog';
import type { Incident } from '../core/incident/incident';
import { tellStories } from '../core/incident/stories';
import { incidentTitle } from '../core/render/incidentText';
import { messageOf } from '../core/render/message';
import { plainText } from '../core/render/plainText';
import { shorten, visible } from '../core/render/visible';

/** Longest message of a log that is quoted, in UTF-16 units. */
const maxMessage = 500;

/** One error of a log, aggregated over all its occurrences. */
export interface Annotation {
  readonly code: string;
  readonly title: string;
  /** How SARIF names severities (2.1.0, section 3.27.10). */
  readonly level: 'error' | 'warning' | 'note';
  readonly project: string;
  /** Plain text: what is wrong, what to do first, how often, what it follows from. */
  readonly text: string;
  readonly count: number;
  /** Name of the log; `-` for standard input. */
  readonly log: string;
  /** 1-based lines of the first and the last occurrence. */
  readonly line: number;
  readonly lastLine: number;
  readonly summary: string;
}

/** One annotation an incident, causes before what follows from them. */
export function annotate(incidents: readonly Incident[], catalog: Catalog): Annotation[] {
  const titles = new Map(incidents.map((incident) => [incident.id, incidentTitle(incident, catalog)]));
  return tellStories(incidents, catalog)
    .flatMap(({ incident, consequences }) => [incident, ...consequences])
    .map((incident) => annotation(incident, catalog, titles));
}

function annotation(incident: Incident, catalog: Catalog, titles: ReadonlyMap<string, string>): Annotation {
  const { code, count, first, last, example, causedBy } = incident;
  const { site } = example.match;
  const entry = catalog.get(code);
  const summary = entry ? oneLine(entry.summary) : `Printed by ${site.project} in ${site.function}.`;
  const [step] = entry?.solutions ?? [];
  const cause = causedBy[0] === undefined ? undefined : titles.get(causedBy[0]);
  const sentences = [
    summary,
    step && `First thing to do: ${oneLine(step.step)}`,
    cause && `It follows from: ${cause}.`,
    count > 1 &&
      `Seen ${count} times, last in line ${last.line + 1}${last.log === first.log ? '' : ` of ${last.log}`}.`,
    `The line says: ${shorten(messageOf(example.match), maxMessage)}`,
  ];
  return {
    code,
    title: titles.get(incident.id) ?? code,
    level: levelOf(incident, catalog),
    project: site.project,
    text: visible(sentences.filter(Boolean).join('\n')),
    count,
    log: first.log,
    line: first.line + 1,
    lastLine: (last.log === first.log ? last.line : first.line) + 1,
    summary,
  };
}

/** The first paragraph without marks, in one line. */
function oneLine(markdown: string): string {
  const [first = ''] = markdown.split('\n\n');
  return plainText(first, Number.POSITIVE_INFINITY).replace(/\s+/g, ' ').trim();
}

function levelOf({ code, example }: Incident, catalog: Catalog): Annotation['level'] {
  const { site } = example.match;
  switch (catalog.get(code)?.severity) {
    case 'critical':
    case 'error':
      return 'error';
    case 'warning':
      return 'warning';
    case 'info':
      return 'note';
    default:
      return site.exception !== null || site.level === 'ERROR' || site.level === 'CRITICAL' ? 'error' : 'warning';
  }
}
