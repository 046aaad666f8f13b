/** Messages from the script of a decoded payload's page. */
import type { CopyPayloadParams } from '../../../server/src/lsp/protocol';

/** A notation to copy in. */
type CopyNotation = Exclude<CopyPayloadParams['as'], 'text'>;

/** What the buttons say. */
export const copies: ReadonlyMap<CopyNotation, string> = new Map([
  ['json', 'JSON'],
  ['hex', 'hex'],
  ['python', 'Python'],
  ['base64', 'Base64'],
]);

/** What the page asks for. */
export type ReadingMessage =
  | { readonly action: 'copy'; readonly as: CopyNotation }
  | { readonly action: 'text' }
  | { readonly action: 'open'; readonly code: string }
  /** Show the bytes from an offset on. */
  | { readonly action: 'bytes'; readonly from: number }
  /** Read the payload anew; an empty name is left to the decoder. */
  | { readonly action: 'read'; readonly form: string; readonly hint: string };

/** What the page is sent: the bytes that it asked for, as HTML that the server has escaped. */
export interface ShownBytes {
  readonly bytes: string;
}

/** The message, if it is one; a webview's messages are not trusted. */
export function readReadingMessage(value: unknown): ReadingMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const said = new Map<string, unknown>(Object.entries(value));
  const [action, code, form, hint, from] = ['action', 'code', 'form', 'hint', 'from'].map((key) => said.get(key));
  const as = [...copies.keys()].find((notation) => notation === said.get('as'));
  if (action === 'copy' && as) return { action, as };
  if (action === 'text') return { action };
  if (action === 'bytes' && typeof from === 'number' && Number.isSafeInteger(from) && from >= 0)
    return { action, from };
  if (action === 'open' && typeof code === 'string') return { action, code };
  return action === 'read' && typeof form === 'string' && typeof hint === 'string' ? { action, form, hint } : undefined;
}
