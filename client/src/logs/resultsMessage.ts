/** Messages from the script of a results page. */

/** What the page asks for. */
export type ResultsMessage =
  | { readonly action: 'copy' }
  | { readonly action: 'line'; readonly line: number }
  | { readonly action: 'open'; readonly code: string };

/** The message, if it is one; a webview's messages are not trusted. */
export function readResultsMessage(value: unknown): ResultsMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const said = new Map<string, unknown>(Object.entries(value));
  const [action, line, code] = ['action', 'line', 'code'].map((key) => said.get(key));
  if (action === 'copy') return { action };
  if (action === 'line' && typeof line === 'number' && Number.isSafeInteger(line) && line >= 0) return { action, line };
  return action === 'open' && typeof code === 'string' ? { action, code } : undefined;
}
