/** Messages of vLLM that are no msgpack: words, notifications, numbers. Source: files named at each row, at 9b9fc403. */
import { beBigint, beNumber, leNumber, u8 } from '../bytes';
import { asText } from '../text';

/** A message that is a word or a text of a known shape. */
export interface RawMessage {
  readonly name: string;
  readonly title: string;
  /** Others write such a text as well. */
  readonly common?: true;
}

const words = new Map<string, RawMessage>([
  [
    'get_meta_msg',
    {
      name: 'moriio.handshake.get_meta',
      title: 'a MoRIIO or old NIXL client asks for the memory metadata of this worker',
    },
  ],
  [
    'pop_done_recv',
    {
      name: 'moriio.handshake.pop_done_recv',
      title: 'MoRIIO handshake: the listener then waits for one more message; nothing in vLLM sends it',
    },
  ],
  ['OVER', { name: 'moriio.handshake.over', title: 'a MoRIIO word that is defined but never used', common: true }],
  [
    'ENGINE_CORE_DEAD',
    { name: 'engine.outputs.dead', title: 'the engine process is dying; the front end raises EngineDeadError' },
  ],
  [
    'READY',
    {
      name: 'shm.ready',
      title: 'the writer of a message queue, or the DP coordinator, answers subscriptions',
      common: true,
    },
  ],
  ['lookup', { name: 'mooncake.store.lookup', title: 'tag of a lookup in the Mooncake store', common: true }],
  ['reset', { name: 'mooncake.store.reset', title: 'the Mooncake store must be wiped', common: true }],
]);

const shapes: readonly (readonly [RegExp, RawMessage])[] = [
  [/^HB:[\w,:-]+$/, { name: 'nixl.notif.heartbeat', title: 'NIXL notification: extend the lease of these requests' }],
  [
    /^(?:cmpl|chatcmpl|req|embd|resp)-[\w-]+:\d{1,4}$/,
    {
      name: 'nixl.notif.done',
      title:
        'NIXL notification: the blocks of this request were read; behind the colon the tensor-parallel size of the reader',
      common: true,
    },
  ],
  [
    /^tx-[\w-]+$/,
    {
      name: 'moriio.notify.completion_string',
      title: 'MoRIIO notification of an old sender: the whole payload is the id of a finished transfer',
      common: true,
    },
  ],
];

/** The word's message, or undefined. */
export function rawMessage(bytes: Uint8Array): RawMessage | undefined {
  const text = bytes.length < 4096 ? asText(bytes) : undefined;
  if (text === undefined) return undefined;
  return words.get(text) ?? shapes.find(([shape]) => shape.test(text))?.[1];
}

/** Sequence number of KV events: 8 bytes big-endian, -1 as the end of a replay (kv_events.py). */
export function sequenceOf(frame: Uint8Array | undefined): bigint | undefined {
  return frame?.length === 8 ? BigInt.asIntN(64, beBigint(frame, 0, 8)) : undefined;
}

/**
 * A chunk of the queue between executor and workers (shm_broadcast.py:777-796): overflow flag, number of buffers of 2 bytes
 * big-endian, then for each buffer a length of 4 bytes big-endian and the bytes; the first is a pickle.
 */
export function shmChunk(bytes: Uint8Array): { readonly buffers: number; readonly first: Uint8Array } | undefined {
  const buffers = beNumber(bytes, 1, 2);
  const length = beNumber(bytes, 3, 4);
  const pickled = u8(bytes, 7) === 0x80 && u8(bytes, 8) === 5;
  if (u8(bytes, 0) !== 0 || buffers < 1 || length < 3 || 7 + length > bytes.length || !pickled) return undefined;
  return { buffers, first: bytes.subarray(7, 7 + length) };
}

/** Rank in a 2-byte identity. */
export function rankOf(frame: Uint8Array): number {
  return leNumber(frame, 0, 2);
}
