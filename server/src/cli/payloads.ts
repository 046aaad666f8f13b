/** Payloads in the message of a match, such as the huge integer that is an HTTP request. */
import { decode } from '../core/decode/decode';
import { findPayloads } from '../core/decode/find';
import type { Reading } from '../core/decode/reading';
import type { Match } from '../core/match/match';
import { messageOf } from './message';

/** A value in the message and what its bytes are. */
export interface Payload {
  /** Name of the capture that holds it; undefined where it spans several. */
  readonly name: string | undefined;
  readonly reading: Reading;
}

/** Most payloads explained at one match. */
const maxPayloads = 3;

/** Payloads that say something, in the order of the message. */
export function payloadsOf(match: Match): Payload[] {
  // The whole message, since the words before a value can say what it is.
  return findPayloads(messageOf(match))
    .slice(0, maxPayloads)
    .map(({ text }) => ({
      name: match.captures.find((capture) => capture.text.includes(text))?.name,
      reading: decode(text),
    }))
    .filter(({ reading }) => reading.kind !== 'none');
}
