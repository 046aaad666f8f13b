/** A reading as the command line's JSON. */
import { toHex } from './bytes';
import type { Json, Reading } from './reading';

/** The Reading object of `decode --json` and `decode --batch`; bytes are lower-case hex. */
export interface ReadingJson {
  readonly id?: string | number;
  readonly form: string;
  readonly bytes_hex: string;
  readonly truncated: boolean;
  readonly frames_hex?: readonly string[];
  readonly kind: string;
  readonly summary: string;
  readonly details: readonly string[];
  readonly fields: { readonly [name: string]: Json };
  readonly tree: Reading['tree'];
}

/**
 * Turns a reading into the object that the command line prints.
 * @param id The `id` of the request, given back unchanged.
 */
export function readingToJson(reading: Reading, id?: string | number): ReadingJson {
  return {
    ...(id !== undefined && { id }),
    form: reading.form,
    bytes_hex: toHex(reading.bytes),
    truncated: reading.truncated,
    ...(reading.frames && { frames_hex: reading.frames.map(toHex) }),
    kind: reading.kind,
    summary: reading.summary,
    details: reading.details,
    fields: reading.fields,
    tree: reading.tree,
  };
}
