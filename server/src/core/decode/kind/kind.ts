/** What a decoder of one kind takes and gives. */
import type { Hint, ReadingContent, ReadingNode } from '../reading';
import { utf8Bytes } from '../text';

/** Bytes to be read, with all that is known about where they come from. */
export interface Payload {
  readonly bytes: Uint8Array;
  /** The text was cut: more bytes follow that are not here. */
  readonly truncated: boolean;
  readonly hint?: Hint;
  /** Name of the form they were pasted in. */
  readonly form: string;
  /** The bytes are what a ROUTER socket calls the identity of a peer: the user or the text around them says so. */
  readonly identity: boolean;
  /** The spelling of the text itself names a kind. */
  readonly spelling?: 'uuid' | 'jwt' | 'digest' | 'certificate';
  /** Total length, where the text or the identity's context states it; undefined where it is not known. */
  readonly length?: number;
  /** Reads bytes found inside these, such as the body of an archive. Bounded in depth; undefined where unknown. */
  readonly inner: (bytes: Uint8Array, truncated?: boolean) => KindReading | undefined;
}

/** One reading of the bytes. */
export interface KindReading extends ReadingContent {
  /** The bytes themselves prove that more of them existed, for example by a length that is not reached. */
  readonly incomplete?: boolean;
  /** A possibility that is mentioned only: bytes of no known kind are called unknown before this is said of them. */
  readonly guess?: true;
}

/** A decoder of one kind or of a small family: a row of the table. */
export interface KindReader {
  readonly kinds: readonly string[];
  /** Where the decisive bytes are laid down: an RFC, a specification, a source file. */
  readonly source: string;
  /** First bytes without which the bytes are none of these kinds, whatever a hint says; all where it is not given. */
  readonly begins?: Uint8Array;
  /**
   * Asked only where no reader before it is sure: what it says would be no alternative. `large`: only of large inputs, where
   * asking costs more than an alternative is worth.
   */
  readonly fallback?: true | 'large';
  /** Decides by decisive bytes first; undefined where the bytes are something else. Never throws. */
  readonly read: (payload: Payload) => KindReading | undefined;
}

/** What requests of the text protocols begin with. */
export const capitals = utf8Bytes('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** A leaf of the tree of byte ranges. */
export function leaf(start: number, end: number, label: string, value: string): ReadingNode {
  return { start, end, label, value, children: [] };
}
