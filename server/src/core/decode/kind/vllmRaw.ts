/** Messages of vLLM that are no msgpack: words, notifications, chunks of the message queue. */

import { beNumber, hasText } from '../bytes';
import { changed } from '../lazy';
import { asText, count, escapeBytes, oneLine } from '../text';
import { lookupReading } from '../vllm/lookup';
import { rawMessage, shmChunk } from '../vllm/words';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

function readWord(payload: Payload): KindReading | undefined {
  const message = rawMessage(payload.bytes);
  if (!message) return undefined;
  const text = oneLine(asText(payload.bytes) ?? '');
  return {
    kind: 'text',
    confidence: 'fits',
    summary: `Text ${text}: ${message.common ? 'may be of vLLM, ' : ''}${message.title}`,
    details: ['This is bare text, not msgpack.'],
    fields: { encoding: 'utf-8', schema: message.name },
    tree: [leaf(0, payload.bytes.length, 'text', text)],
  };
}

/** A completion string (moriio_engine.py:709-740) with bytes that are no text: the prefix is all that tells it. */
function readBrokenWord({ bytes }: Payload): KindReading | undefined {
  const begun = bytes.length > 5 && bytes.length < 256 && hasText(bytes, 'tx-');
  const printable = bytes.filter((byte) => byte > 32 && byte < 127).length;
  if (!begun || printable * 2 < bytes.length || asText(bytes) !== undefined) return undefined;
  const problem =
    'It is no valid UTF-8: the receiver logs "Received non-UTF8 message", raises HandshakeError and its listener thread ends; no later notification is taken on this port.';
  return {
    kind: 'text',
    confidence: 'weak',
    summary: `Perhaps a MoRIIO notification of an old sender, the id of a finished transfer, with bytes that are no text: ${escapeBytes(bytes, 80)}`,
    details: [problem],
    problems: [problem],
    fields: { schema: 'moriio.notify.completion_string' },
    tree: [leaf(0, bytes.length, 'text', escapeBytes(bytes, 80))],
  };
}

const pushPrefix = 'PUSH_REG:';

/** A NIXL notification: a text and a msgpack map (nixl/push_worker.py:267). */
function readPush(payload: Payload): KindReading | undefined {
  if (!hasText(payload.bytes, pushPrefix)) return undefined;
  const inner = payload.inner(payload.bytes.subarray(pushPrefix.length), payload.truncated);
  if (inner?.kind !== 'msgpack') return undefined;
  return changed(inner, {
    confidence: 'proven',
    summary: `NIXL notification PUSH_REG: and ${inner.summary}`,
    details: [`The msgpack map begins at byte ${pushPrefix.length}; offsets are counted from there.`, ...inner.details],
    tree: [leaf(0, pushPrefix.length, 'tag', pushPrefix)],
  });
}

function readChunk(payload: Payload): KindReading | undefined {
  const chunk = shmChunk(payload.bytes);
  const first = chunk && payload.inner(chunk.first);
  if (!chunk || !first) return undefined;
  return changed(first, {
    confidence: 'fits',
    summary: `Chunk of vLLM's message queue with ${count(chunk.buffers, 'buffer')}; the first is a ${first.summary}`,
    fields: { ...first.fields, schema: 'shm.chunk', buffers: chunk.buffers },
    tree: [
      leaf(0, 1, 'overflow', '0'),
      leaf(1, 3, 'buffers', String(chunk.buffers)),
      leaf(3, 7, 'length', String(chunk.first.length)),
      leaf(7, 7 + chunk.first.length, 'pickle', 'not loaded'),
    ],
  });
}

/** Tag, number of tokens and length of a hash in front of the hashes. */
const lookupHead = 12;

/** The four frames of a lookup in the Mooncake store as one run of bytes: hashes of a digest's length must fill the rest. */
function readLookup({ bytes }: Payload): KindReading | undefined {
  if (!hasText(bytes, 'lookup') || bytes.length < lookupHead) return undefined;
  const hashLength = beNumber(bytes, 10, 2);
  const hashes = bytes.subarray(lookupHead);
  const fits = hashLength === 0 ? hashes.length === 0 : hashes.length % hashLength === 0 && hashLength <= 64;
  if (!fits) return undefined;
  const found = lookupReading({ tokens: beNumber(bytes, 6, 4), hashLength, hashes });
  return {
    ...found,
    details: [
      'Its four frames stand here as one run of bytes: tag, tokens, length of a hash, hashes.',
      ...found.details,
    ],
    tree: [
      leaf(0, 6, 'tag', 'lookup'),
      leaf(6, 10, 'number of tokens', String(beNumber(bytes, 6, 4))),
      leaf(10, lookupHead, 'length of a hash', String(hashLength)),
      leaf(lookupHead, bytes.length, 'hashes', count(hashes.length, 'byte')),
    ],
  };
}

/** One byte 00 or 01 says little: what it means depends on the socket. */
function readByte(payload: Payload): KindReading | undefined {
  const byte = payload.bytes.length === 1 ? (payload.bytes[0] ?? 255) : 255;
  if (byte > 1 || payload.hint !== undefined) return undefined;
  const hex = `0${byte}`;
  return {
    kind: 'unknown',
    confidence: 'weak',
    summary: `1 byte ${hex}: on a publishing ZMQ socket ${byte === 1 ? 'a subscription to everything' : 'the end of a subscription'}`,
    details: [
      `In front of a request to a vLLM engine ${hex} is the type ${byte === 1 ? 'ABORT' : 'ADD'}; on the wake-up socket of its message queue 00 is a ping.`,
      'libzmq makes up a subscription for every ZMTP 1.0 peer, so also for an HTTP client.',
    ],
    fields: { length: 1 },
    tree: [leaf(0, 1, 'byte', hex)],
  };
}

export const vllmRaw: KindReader = {
  kinds: ['text', 'msgpack', 'pickle', 'zmq-frames', 'unknown'],
  source: 'vLLM at 9b9fc403: moriio_engine.py, core_client.py, shm_broadcast.py, nixl/push_worker.py',
  read: (payload) =>
    readPush(payload) ??
    readChunk(payload) ??
    readLookup(payload) ??
    readWord(payload) ??
    readBrokenWord(payload) ??
    readByte(payload),
};
