/** Puts incidents in the order in which a person should read them. */
import type { Catalog } from '../catalog/catalog';
import type { Incident } from './incident';

/** An incident that no other one explains, and what follows from it. */
export interface Story {
  readonly incident: Incident;
  /** In order of first occurrence; each incident stands in one story only. */
  readonly consequences: readonly Incident[];
}

/**
 * Stories, the most useful one first: causes that set something off, then other causes by severity, then consequences
 * whose cause is not in the log, then sites without an entry, advice last; in order of first occurrence among equals.
 */
export function tellStories(incidents: readonly Incident[], catalog: Catalog): Story[] {
  const told = new Set<string>();
  const stories = incidents
    .filter(({ causedBy }) => causedBy.length === 0)
    .map((incident) => {
      const consequences = incidents.filter(({ id, causedBy }) => causedBy.includes(incident.id) && !told.has(id));
      for (const { id } of consequences) told.add(id);
      return { incident, consequences };
    });
  return stories
    .map((story, index) => ({ story, index, rank: rankOf(story, catalog) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ story }) => story);
}

const severities = ['critical', 'error', 'warning', 'info'];

function rankOf({ incident, consequences }: Story, catalog: Catalog): number {
  const entry = catalog.get(incident.code);
  if (!entry) return 60;
  if (entry.role === 'advice') return 70;
  const severity = severities.indexOf(entry.severity);
  if (entry.role === 'consequence') return (consequences.length > 0 ? 0 : 50) + severity;
  return (consequences.length > 0 ? 0 : 20) + severity;
}
