/** Checks of command arguments, which come from links and other extensions. */
import type { LinePlace } from '../../../server/src/lsp/protocol';

/** A code of the catalog, by its form; whether the entry exists is for the server to say. */
export function readCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]+(\/[\w.-]+)+$/.test(value) && value.length < 200 ? value : undefined;
}

/** A place in a document. */
export function readPlace(value: unknown): LinePlace | undefined {
  if (typeof value !== 'object' || value === null || !('uri' in value) || !('line' in value)) return undefined;
  const { uri, line } = value;
  if (typeof uri !== 'string' || !isIndex(line)) return undefined;
  const character = 'character' in value && isIndex(value.character) ? value.character : undefined;
  return { uri, line, ...(character !== undefined && { character }) };
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
