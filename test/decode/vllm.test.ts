/** vLLM's own messages: name, value, and what is wrong with those that a receiver refuses. */
import { expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { corpus } from '../support/payloads';

interface Message {
  readonly id: string;
  readonly schema: string;
  readonly hex: string;
  readonly frames?: readonly string[];
  readonly valid: boolean;
  readonly value?: unknown;
}

const messages = corpus<Message>('vllm.jsonl');
const literal = (hex: string): string => `b'${hex.replaceAll(/../g, '\\x$&')}'`;
/** A problem names a field, or the message, and what follows. */
const problem = /^(?:`[\w.[\]]+`|the message)(?: is missing)?: /;

/** Messages whose name only the frames around them tell. */
const needFrames = new Set(['kv.replay.request', 'kv.replay.end']);

test.each(messages.filter(({ schema }) => !needFrames.has(schema)).map((each) => [each.id, each] as const))(
  '%s',
  (_, message) => {
    const reading = decode(literal(message.hex));
    expect(reading.fields).toMatchObject({ schema: message.schema });
    if (message.value !== undefined) expect(reading.fields.value).toEqual(message.value);
    expect(reading.details.some((line) => problem.test(line))).toBe(!message.valid);
  },
);

test.each(messages.filter(({ frames }) => frames).map((each) => [each.id, each] as const))(
  '%s in its frames',
  (_, message) => {
    const reading = decode(`[${(message.frames ?? []).map(literal).join(', ')}]`);
    expect(reading.fields).toMatchObject({ schema: message.schema, frame_count: message.frames?.length });
  },
);

const pack = (hex: string): readonly string[] => decode(literal(hex)).details;

test('a missing field is named with what follows from it', () => {
  // {"type": "write_done"}: moriio_engine.py reads msg["transfer_id"].
  expect(pack('81a474797065aa77726974655f646f6e65')).toContain(
    '`transfer_id` is missing: the receiver raises KeyError and its listener thread ends; no later notification is taken on this port.',
  );
});

test('a wrong type is told from a missing field', () => {
  // {"type": "write_done", "transfer_id": 7}
  const lines = pack('82a474797065aa77726974655f646f6e65ab7472616e736665725f696407');
  expect(lines.some((line) => line.startsWith('`transfer_id`: expected string'))).toBe(true);
});

test('lists of unequal length are told as the receiver tells them', () => {
  // session/protocol.py:212: two keys, one block index.
  const fetch = messages.find(({ id }) => id === 'p2p-fetch-lengths');
  expect(pack(fetch?.hex ?? '').join('\n')).toContain('keys/block_indexes length mismatch: 2 vs 1');
  const answer = messages.find(({ id }) => id === 'p2p-lookup-resp-lengths');
  expect(pack(answer?.hex ?? '').join('\n')).toContain('keys/hits length mismatch: 1 vs 2');
});

test('a transfer that is not named is not called a value', () => {
  // {"type": "remote_blocks", "req_id": "r", "block_notify_list": [3]}
  const lines = pack(
    '83a474797065ad72656d6f74655f626c6f636b73a67265715f6964a172b1626c6f636b5f6e6f746966795f6c6973749103',
  );
  expect(lines).toContain('1 block for a transfer that is not named.');
  expect(lines.some((line) => line.startsWith('`transfer_id` is missing'))).toBe(true);
});

test('a request type before the payload is named', () => {
  const reading = decode(`[${['0100', '00', '9101'].map(literal).join(', ')}]`);
  expect(reading.fields).toMatchObject({ request_type: 'ADD', rank_le: 1 });
});

test('the counts of an engine have the meaning that coordinator.py:142 gives them', () => {
  // [[[5, 3, 0.5]], 4, true]: num_waiting_reqs, num_running_reqs, kv_cache_usage.
  expect(pack('9391930503cb3fe000000000000004c3')).toContain('engine 0: 5 waiting, 3 running, KV cache usage 0.5');
});
