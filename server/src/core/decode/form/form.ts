/** What a reader of one form takes and gives. */
import type { DecodedInput, Hint, Json } from '../reading';

/** Pasted text, as it came and without the marks that pasting adds. */
export interface Pasted {
  /** As it was pasted. */
  readonly raw: string;
  /** Without colours, Markdown fences, quote marks, line prefixes of log collectors and carriage returns. */
  readonly text: string;
  /** What the user said about the bytes. */
  readonly hint?: Hint;
}

/** Bytes found in a text, with what the text says about them. */
export interface FormBytes extends DecodedInput {
  /** The text calls these bytes an identity or a rank of a ZMQ peer. */
  readonly identity?: boolean;
  /** Total length that the text states, where it is more than what stands there. */
  readonly declaredLength?: number;
  /** The form alone proves nothing (a word may be Base64): take the bytes only if they turn out to be something. */
  readonly tentative?: boolean;
  /** Nothing around it says that it is bytes at all (a number among words): taken only where the user chose the form. */
  readonly unsaid?: boolean;
  /** The text names an object but shows none of its bytes. */
  readonly noBytes?: boolean;
  /** The label of a private key, of which no byte is given. */
  readonly keyLabel?: string;
  /** The spelling itself names a kind: the groups of a UUID, the three parts of a JSON Web Token, the name of a digest's algorithm, the label of a certificate. */
  readonly spelling?: 'uuid' | 'jwt' | 'digest' | 'certificate';
  /** Facts about the form for `Reading.fields`, such as `byteorder`. */
  readonly fields?: { readonly [name: string]: Json };
  /** Remarks for `Reading.details`. */
  readonly notes?: readonly string[];
}

/** Characters from which only readers in one pass are asked. */
export const bulkLimit = 2_000_000;

/** A reader of one form or of a family: a row of the table. */
export interface FormReader {
  readonly forms: readonly string[];
  /** How such a text looks. */
  readonly example: string;
  /** Reads megabytes in one pass without patterns; other readers are not asked about texts beyond {@link bulkLimit}. */
  readonly bulk?: true;
  /** What it gives stands at different places of the text: other payloads, and no other ways to read the same characters. */
  readonly separate?: true;
  /** All ways to read the text in this form, likeliest first; empty where it is another form. Never throws. */
  readonly read: (pasted: Pasted) => readonly FormBytes[];
}
