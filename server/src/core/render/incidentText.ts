/** Incidents in a few words, for lists. */
import type { Catalog } from '../catalog/catalog';
import type { Incident } from '../incident/incident';
import { visible } from './visible';
import { english, type Words } from './words';

/** Longest template shown as a title, in UTF-16 units. */
const maxTitle = 80;

/** What an incident is: the title of its entry, or the text of a place that nobody has explained yet. */
export function incidentTitle({ code, example }: Incident, catalog: Catalog): string {
  const entry = catalog.get(code);
  if (entry) return entry.title;
  const { template } = example.match.site;
  return visible(template.length > maxTitle ? `${template.slice(0, maxTitle - 1)}…` : template);
}

/** How often, by whom and when: `3 × · EngineCore_DP0 pid=972 · 07-22 08:14:55`. */
export function incidentDetail({ count, processes, first }: Incident, { say }: Words = english): string {
  const [process] = processes;
  const who =
    process === undefined ? [] : [processes.length > 1 ? say('{0} processes', processes.length) : visible(process)];
  const when = first.time === null ? [] : [visible(first.time)];
  return [...(count > 1 ? [`${count} ×`] : []), ...who, ...when].join(' · ');
}
