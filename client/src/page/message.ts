/** Messages from the script of an entry’s page, and what VS Code keeps of it over a restart. */

/** What the buttons of the page do. */
export const pageActions = ['back', 'forward', 'copy', 'raise', 'source', 'issues', 'json', 'right', 'wrong'] as const;

/** One of them. */
export type PageAction = (typeof pageActions)[number];

/** What the page asks for. */
export type PageMessage = { readonly action: PageAction } | { readonly action: 'open'; readonly code: string };

/** The message, if it is one; a webview’s messages are not trusted. */
export function readPageMessage(value: unknown): PageMessage | undefined {
  if (typeof value !== 'object' || value === null || !('action' in value)) return undefined;
  const action = pageActions.find((known) => known === value.action);
  if (action) return { action };
  if (value.action === 'open' && 'code' in value && typeof value.code === 'string') {
    return { action: 'open', code: value.code };
  }
  return undefined;
}

/** The entry that a page shows. */
export interface PageState {
  readonly code: string;
}

/** Code in a kept state, if it holds one. */
export function readPageState(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined;
  return typeof value.code === 'string' ? value.code : undefined;
}
