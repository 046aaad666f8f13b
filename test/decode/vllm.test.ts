/** vLLM's own messages: name, value, and what is wrong with those that a receiver refuses. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { unicodeError } from '../../server/src/core/decode/msgpack/unicodeError';
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
const literalFrames = (...frames: readonly string[]): string => `[${frames.map(literal).join(', ')}]`;
const literal = (hex: string): string => `b'${hex.replaceAll(/../g, '\\x$&')}'`;
/** A problem names a field, or the message, and what follows. */
const problem = /^(?:`[\w.[\]]+`(?: \(\w+\))?|the message)(?: is missing)?: /;

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

/** The same messages packed otherwise, by msgpack-python: words as bin, fewer or more fields, maps for arrays. */
interface OddMessage {
  readonly id: string;
  readonly odd: 'bin' | 'length' | 'map';
  readonly schema: string;
  readonly hex: string;
  readonly says?: string;
}

const faults = { bin: 'are bin (bytes of Python)', map: 'must be an array', length: '' } as const;

test.each(corpus<OddMessage>('vllmOdd.jsonl').map((each) => [each.id, each] as const))('%s', (_, message) => {
  const reading = decode(literal(message.hex));
  const lines = reading.details.join('\n');
  expect(reading.kind).toBe('msgpack');
  expect(reading.fields).toMatchObject({ schema: message.schema });
  expect(lines).toContain(message.says ?? faults[message.odd]);
  expect(reading.problems === undefined).toBe(message.odd === 'length');
});

/** `{"type": …, "transfer_id": …}` and further fields, as hex. */
const notification = (type: string, count: number, rest: string): string => {
  const text = (word: string): string => (0xa0 + word.length).toString(16) + Buffer.from(word).toString('hex');
  return `8${count}${text('type')}${text(type)}${rest}`;
};
const transferId = 'ab7472616e736665725f6964';
const blocks = 'b1626c6f636b5f6e6f746966795f6c697374';

test.each([
  // moriio_engine.py:744-798 at 9b9fc403: what the listener checks, and what it only stores.
  ['write_done', 2, `${transferId}07`, '`transfer_id`', 'no transfer has such an id'],
  ['write_done', 2, `${transferId}90`, '`transfer_id`', 'TypeError'],
  ['release', 2, `${transferId}c0`, '`transfer_id`', 'no transfer has such an id'],
  ['remote_blocks', 3, `${transferId}a174${blocks}90`, '`block_notify_list`', 'HandshakeError'],
  ['remote_blocks', 3, `${transferId}a174${blocks}91a131`, '`block_notify_list[0]`', 'without a check'],
  ['remote_blocks', 2, `${transferId}a174`, '`block_notify_list` is missing', 'HandshakeError'],
  ['remote_blocks', 2, `${blocks}9105`, '`transfer_id` is missing', 'KeyError'],
])('%s, %s: what follows is what the receiver does', (type, size, rest, what, follows) => {
  const problems = decode(literal(notification(type, size, rest))).problems ?? [];
  expect(problems).toHaveLength(1);
  expect(problems[0]?.startsWith(what)).toBe(true);
  expect(problems[0]).toContain(follows);
});

test('remote_blocks needs no req_id where it has a type', () => {
  const reading = decode(literal(notification('remote_blocks', 3, `${transferId}a174${blocks}9105`)));
  expect(reading.fields).toMatchObject({ schema: 'moriio.notify.remote_blocks' });
  expect(reading.problems).toBeUndefined();
});

test.each([
  // {"type": "release", "transfer_id": "t", "consumer_tp_size": …}: moriio_engine.py:790 calls int().
  ['"4"', 'a134', undefined],
  ['4.0', 'cb4010000000000000', undefined],
  ['true', 'c3', undefined],
  ['0', '00', 'must be greater than 0'],
  ['false', 'c2', 'must be greater than 0'],
  ['"x"', 'a178', 'is nothing that int() takes'],
  ['nil', 'c0', 'is nothing that int() takes'],
])('consumer_tp_size %s is read as Python does', (_, hex, fault) => {
  const reading = decode(
    literal(`83a474797065a772656c65617365ab7472616e736665725f6964a174b0636f6e73756d65725f74705f73697a65${hex}`),
  );
  expect(reading.fields).toMatchObject({ schema: 'moriio.notify.release' });
  expect(reading.problems?.[0]?.split(':')[1]?.trim()).toBe(fault);
});

test('a request for the metadata of NIXL that is misspelt is answered all the same', () => {
  // ["get_meta_mgs" as bin, 1, 3]; base_scheduler.py compares and only warns.
  const lines = pack('93c40c6765745f6d6574615f6d67730103');
  expect(lines).toContain(
    'It says get_meta_mgs instead of get_meta_msg: the receiver logs a warning and answers all the same.',
  );
});

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

describe('a message with something odd in its bytes keeps its name', () => {
  const hello = '83a6737461747573a548454c4c4fa56c6f63616cc3a8686561646c657373c2';
  const ready = '83a6737461747573a55245414459a56c6f63616cc3a8686561646c657373c2';
  const release = '83a474797065a772656c65617365ab7472616e736665725f6964';
  const freed = release.replace('83', '82');
  // EngineCoreOutputs without outputs: [0, [], nil, 1.5, nil, nil, 3, nil].
  const outputs = '980090c0cb3ff8000000000000c0c003c0';
  test.each([
    // A byte behind it; another message behind it; two.
    [`${hello}0a`, 'dp.handshake.hello', /^1 byte behind the message, from byte 31 on: msgspec raises DecodeError/],
    [`${hello}${ready}`, 'dp.handshake.hello', /^31 bytes behind the message, from byte 31 on: msgspec/],
    [
      `${outputs}0a`,
      'engine.outputs',
      /^1 byte behind the message, from byte 17 on: msgspec raises .* front end fails/,
    ],
    [
      `${freed}a474782d31${freed}a474782d32`,
      'moriio.notify.release',
      /^31 bytes behind the message, from byte 31 on: msgpack raises ExtraData/,
    ],
    // moriio_engine.py:709: msgpack.loads raises, the bytes are no UTF-8, HandshakeError.
    [
      `${release}a574782dc328b0636f6e73756d65725f74705f73697a6502`,
      'moriio.notify.release',
      /^`transfer_id` is no valid UTF-8 \(at byte 26\): msgpack raises UnicodeDecodeError \('utf-8' codec can't decode byte 0xc3 in position 3: invalid continuation byte\), and .*HandshakeError/,
    ],
    [
      '82a474797065aa77726974655f646f6e65ab7472616e736665725f6964a2fffe',
      'moriio.notify.write_done',
      /^`transfer_id` is no valid UTF-8/,
    ],
    [
      '84a6737461747573a548454c4c4fa56c6f63616cc3a8686561646c657373c2a2fffe01',
      'dp.handshake.hello',
      /^a key of the message is no valid UTF-8 \(at byte 31\): msgspec raises UnicodeDecodeError \('utf-8' codec can't decode byte 0xff in position 0: invalid start byte\)/,
    ],
    ['74782dfffe31323334', 'moriio.notify.completion_string', /^It is no valid UTF-8/],
  ])('%s', (hex, schema, problem) => {
    const reading = decode(literal(hex));
    expect(reading.fields.schema).toBe(schema);
    if (schema !== undefined) expect(reading.problems?.[0]).toMatch(problem);
  });

  test('each of two objects is named', () => {
    const reading = decode(literal(`${hello}${ready}`));
    expect(reading.fields).toMatchObject({
      schemas: ['dp.handshake.hello', 'dp.handshake.ready'],
      trailing_offset: 31,
    });
    expect(reading.details.some((line) => /^At byte 31, DP handshake, engine to front end: READY/.test(line))).toBe(
      true,
    );
  });

  test('a list of texts with bytes behind it is no request', () => {
    // ["cmpl-zz12"] alone may be an ABORT.
    expect(decode(literal('91a9636d706c2d7a7a31320a')).fields.schema).toBeUndefined();
  });
});

describe("NIXL's metadata", () => {
  // nixl/metadata.py:48 at 9b9fc403, and NixlAgentMetadata in the releases.
  const fields: readonly (readonly [key: string, hex: string])[] = [
    ['engine_id', 'a26531'],
    ['agent_metadata', 'c40161'],
    ['kv_caches_base_addr', '9101'],
    ['device_id', '00'],
    ['num_blocks', '05'],
    ['block_lens', '9103'],
    ['kv_cache_layout', 'a3484e44'],
    ['block_size', '10'],
    ['ssm_sizes', '920000'],
    ['attn_backend_name', 'a146'],
    ['physical_blocks_per_logical_kv_block', '01'],
  ];
  const text = (word: string): string => {
    const head = word.length < 32 ? (0xa0 + word.length).toString(16) : `d9${word.length.toString(16)}`;
    return head + Buffer.from(word).toString('hex');
  };
  const packed = (without: readonly string[]): string => {
    const kept = fields.filter(([key]) => !without.includes(key));
    return `8${kept.length.toString(16)}${kept.map(([key, hex]) => text(key) + hex).join('')}`;
  };

  test.each(fields.map(([key]) => key).slice(0, -1))('without %s it is named, and so is the key', (key) => {
    const reading = decode(literal(packed([key])));
    expect(reading.fields.schema).toBe('nixl.agent_metadata');
    expect(reading.problems).toEqual([
      `\`${key}\` is missing: the client raises RuntimeError (Failed to decode NixlAgentMetadata).`,
    ]);
  });

  test.each([
    [[], 'a build behind v0.20.2'],
    [['physical_blocks_per_logical_kv_block'], 'v0.18.0 to v0.20.2'],
    [['physical_blocks_per_logical_kv_block', 'attn_backend_name'], 'v0.18.0 to v0.20.2'],
    [['physical_blocks_per_logical_kv_block', 'attn_backend_name', 'ssm_sizes'], 'v0.11.1 to v0.17.1'],
    [['physical_blocks_per_logical_kv_block', 'ssm_sizes'], 'v0.11.1 to v0.17.1'],
  ])('without %j it is that of a release', (without, build) => {
    const reading = decode(literal(packed(without)));
    expect(reading.problems).toBeUndefined();
    expect(reading.details).toContain(`Its keys are those of ${build}; a client of a later layout refuses it.`);
  });
});

test('a batch without events is told with "may be", a list with a small number is none', () => {
  // [1785300000.25, [], 0] and [1.5, [], 0]
  expect(decode(literal('93cb41da9a61081000009000')).fields.schema).toBe('kv.event.batch');
  expect(decode(literal('93cb41da9a61081000009000')).summary).toContain('may be KV cache events');
  expect(decode(literal('93cb3ff80000000000009000')).fields.schema).toBeUndefined();
});

test('an empty payload behind a rank may be an old READY', () => {
  const reading = decode(literalFrames('0100', ''));
  expect(reading.summary).toContain('data-parallel rank 1');
  expect(reading.tree.map(({ label }) => label)).toEqual(['frame 0 (identity)', 'frame 1 (empty payload)']);
});

/** What Python 3.11 says of `bytes.fromhex(…).decode()`. */
test.each([
  ['61ff62', "'utf-8' codec can't decode byte 0xff in position 1: invalid start byte"],
  ['61e282', "'utf-8' codec can't decode bytes in position 1-2: unexpected end of data"],
  ['61e28262', "'utf-8' codec can't decode bytes in position 1-2: invalid continuation byte"],
  ['c328', "'utf-8' codec can't decode byte 0xc3 in position 0: invalid continuation byte"],
  ['eda080', "'utf-8' codec can't decode byte 0xed in position 0: invalid continuation byte"],
  ['f0808080', "'utf-8' codec can't decode byte 0xf0 in position 0: invalid continuation byte"],
  ['f09f98', "'utf-8' codec can't decode bytes in position 0-2: unexpected end of data"],
  ['f09f9841', "'utf-8' codec can't decode bytes in position 0-2: invalid continuation byte"],
  ['80', "'utf-8' codec can't decode byte 0x80 in position 0: invalid start byte"],
  ['61c3', "'utf-8' codec can't decode byte 0xc3 in position 1: unexpected end of data"],
  ['f4908080', "'utf-8' codec can't decode byte 0xf4 in position 0: invalid continuation byte"],
  ['e28261', "'utf-8' codec can't decode bytes in position 0-1: invalid continuation byte"],
])('bytes that are no UTF-8, in the words of Python: %s', (hex, error) => {
  expect(unicodeError(Buffer.from(hex, 'hex'))).toBe(error);
});

test('the first line of a message tells what is wrong with it', () => {
  // {"type": "release"}, without a transfer_id.
  expect(decode(literal('81a474797065a772656c65617365')).summary).toContain('but `transfer_id` is missing: {');
});
