/** Incidents as one line each. */
import type { Catalog } from '../core/catalog/catalog';
import type { Incident } from '../core/incident/incident';
import { tellStories } from '../core/incident/stories';
import { messageOf } from '../core/render/message';

/** Lines in reading order, consequences below their cause. */
export function summarize(incidents: readonly Incident[], catalog: Catalog): string[] {
  return tellStories(incidents, catalog).flatMap(({ incident, consequences }) => [
    summaryLine(incident, catalog, ''),
    ...consequences.map((consequence) => summaryLine(consequence, catalog, '  └ ')),
  ]);
}

function summaryLine({ count, code, first, example }: Incident, catalog: Catalog, marker: string): string {
  const title = catalog.get(code)?.title ?? messageOf(example.match);
  return `${`${count}×`.padStart(6)}  ${marker}${code}  ${title}  (first ${first.log === '-' ? 'line ' : `${first.log}:`}${first.line + 1})`;
}
