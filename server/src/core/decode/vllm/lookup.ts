/** A lookup in the Mooncake store: vllm/distributed/kv_transfer/kv_connector/v1/mooncake/store/protocol.py and worker.py:1816-1826 at 9b9fc403. */

import type { KindReading } from '../kind/kind';
import { count } from '../text';

/** The parts of a lookup; undefined where their frame is missing. */
export interface Lookup {
  readonly tokens: number;
  readonly hashLength: number | undefined;
  readonly hashes: Uint8Array | undefined;
}

const threadEnds = "the worker's lookup thread ends, and later lookups get no answer";

function problemsOf({ hashLength, hashes }: Lookup): string[] {
  if (hashLength === undefined || !hashes)
    return [
      `${hashLength === undefined ? 'The length of a hash' : 'The frame of hashes'} is missing: the worker raises IndexError, ${threadEnds}.`,
    ];
  if (hashLength === 0)
    return hashes.length === 0
      ? []
      : [`The length of a hash is 0, but ${count(hashes.length, 'byte')} of hashes follow.`];
  const left = hashes.length % hashLength;
  return left === 0 ? [] : [`The last hash is cut: ${left} of ${hashLength} bytes.`];
}

/** A lookup in words. */
export function lookupReading(lookup: Lookup): KindReading {
  const { tokens, hashLength, hashes } = lookup;
  const problems = problemsOf(lookup);
  const number = hashes && hashLength ? Math.floor(hashes.length / hashLength) : 0;
  const many =
    number === 0 || hashLength === undefined
      ? 'no hashes'
      : `${count(number, 'hash', 'hashes')} of ${hashLength} bytes`;
  return {
    kind: 'zmq-frames',
    confidence: 'fits',
    summary: `Mooncake store lookup: ${count(tokens, 'token')}, ${many}`,
    details: [...problems, 'The worker answers with the number of tokens that the store holds, 4 bytes big-endian.'],
    ...(problems.length > 0 && { problems }),
    fields: {
      schema: 'mooncake.store.lookup',
      num_tokens: tokens,
      ...(hashLength !== undefined && { hash_len: hashLength }),
      hash_count: number,
    },
    tree: [],
  };
}
