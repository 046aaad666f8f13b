/** What a decoder says about pasted bytes. Field names of `Reading` are those of the command line's JSON. */

/** How sure a reading is: proven by decisive bytes, fits in all parts, or only plausible. */
export type ReadingConfidence = 'proven' | 'fits' | 'weak';

/** A stretch of bytes with a meaning; children lie inside it. Offsets in bytes, [start, end). */
export interface ReadingNode {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly value: string;
  readonly children: readonly ReadingNode[];
}

/** JSON data; values that JSON lacks are tagged (`{"$bin": hex}` and so on, see docs/decoding.md). */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The form in which bytes were pasted, and the bytes. */
export interface DecodedInput {
  /** Name of the form, such as `python-bytes`, `int-decimal`, `hexdump-C`; `none` where there are no bytes. */
  readonly form: string;
  readonly bytes: Uint8Array;
  /** The text was cut, so more bytes existed than stand here. */
  readonly truncated: boolean;
  /** For a multipart message: its frames, first to last; undefined for a single run of bytes. */
  readonly frames?: readonly Uint8Array[];
}

/** What one reader says about bytes. Long parts may be made at their first use: a copy is made with `changed` (lazy.ts), not by a spread. */
export interface ReadingContent {
  /** Name of the kind, such as `msgpack`, `http1-request`, `zmq-identity`; `none` where nothing was decoded. */
  readonly kind: string;
  readonly confidence: ReadingConfidence;
  /** One line for a person. */
  readonly summary: string;
  /** More lines: what it means, problems, what to do. */
  readonly details: readonly string[];
  /** Those of the details that say what is broken or missing. */
  readonly problems?: readonly string[] | undefined;
  /** Those of the details that say what to do. */
  readonly advice?: readonly string[];
  readonly fields: { readonly [name: string]: Json };
  readonly tree: readonly ReadingNode[];
}

/** What the bytes are. */
export interface Reading extends ReadingContent {
  readonly form: string;
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  readonly frames?: readonly Uint8Array[];
  /** Less likely readings of the same bytes, best first. */
  readonly alternatives: readonly { readonly kind: string; readonly summary: string }[];
}

/** What the user chose or the context says about the bytes. */
export const hints = [
  'msgpack',
  'cbor',
  'protobuf',
  'grpc',
  'uuid',
  'ucx',
  'websocket',
  'zmtp',
  'zmq-identity',
  'zmq-multipart',
  'int',
  'protocol',
] as const;
/** Name of a hint. */
export type Hint = (typeof hints)[number];
