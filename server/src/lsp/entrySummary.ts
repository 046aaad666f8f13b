/** Entries as rows of lists. */
import type { Entry } from '../core/catalog/entry';
import type { EntrySummary } from './protocol';

/** What a list shows of an entry. */
export function toSummary({ code, title, summary, severity, project }: Entry): EntrySummary {
  return { code, title, summary, severity, project };
}
