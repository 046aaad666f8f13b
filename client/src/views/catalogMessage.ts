/** Messages between the Catalog view and its script. */
import type { CatalogFilters, EntrySummary, SearchParams } from '../../../server/src/lsp/protocol';

/** What the script asks for. */
export type CatalogMessage =
  | { readonly action: 'ready' }
  | ({ readonly action: 'search' } & SearchParams)
  | { readonly action: 'open'; readonly code: string };

/** What the script is told. */
export type CatalogAnswer =
  | ({
      readonly kind: 'filters';
      readonly names: readonly (readonly [severity: string, name: string])[];
    } & CatalogFilters)
  | { readonly kind: 'entries'; readonly entries: readonly EntrySummary[]; readonly count: string };

/** Longest text of a message, in UTF-16 units: a pasted line is longer than any word. */
const maxLength = 20_000;

/** The message, if it is one; a webview's messages are not trusted. */
export function readCatalogMessage(value: unknown): CatalogMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const said = new Map<string, unknown>(Object.entries(value));
  const text = (key: string): string | undefined => {
    const it = said.get(key);
    return typeof it === 'string' && it.length <= maxLength ? it : undefined;
  };
  switch (said.get('action')) {
    case 'ready':
      return { action: 'ready' };
    case 'open': {
      const code = text('code');
      return code === undefined ? undefined : { action: 'open', code };
    }
    case 'search': {
      const query = text('query');
      return query === undefined ? undefined : { action: 'search', query, ...filtersOf(text) };
    }
    default:
      return undefined;
  }
}

/** The filters that are set: an empty one lets all through. */
function filtersOf(text: (key: string) => string | undefined): Omit<SearchParams, 'query'> {
  const set = (['project', 'severity', 'version'] as const).map((key) => [key, text(key)] as const);
  return Object.fromEntries(set.filter(([, value]) => value));
}
