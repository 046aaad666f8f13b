/** What a ROUTER socket calls the identity of a peer: libzmq src/router.cpp, identify_peer; vLLM v1/engine/core_client.py. */
import { beNumber, leNumber, toHex, u8 } from '../bytes';
import type { Json } from '../reading';
import { asText, count, escapeBytes, oneLine } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** Longest identity that a socket may set, in bytes: zmq_setsockopt(3), ZMQ_ROUTING_ID. */
const longestIdentity = 255;

function identityReading(payload: Payload, reading: Omit<KindReading, 'kind' | 'tree'>): KindReading {
  const { bytes } = payload;
  return { ...reading, kind: 'zmq-identity', tree: [leaf(0, bytes.length, 'identity', reading.summary)] };
}

/** A rank has two bytes, little-endian: `rank.to_bytes(2, "little")`, vllm/v1/engine/core.py at 9b9fc403. */
function readRank(payload: Payload): KindReading {
  const { bytes } = payload;
  const rank = leNumber(bytes, 0, 2);
  const swapped = beNumber(bytes, 0, 2);
  const tpkt = u8(bytes, 0) === 0 && u8(bytes, 1) > 3;
  const details = [
    'vLLM engines name themselves by their data-parallel rank in two little-endian bytes. If this rank was refused, it is outside of the range that this front end expects: compare the data-parallel size and the start rank of both sides.',
  ];
  if (tpkt) {
    details.push(
      `Two bytes prove no engine: an RDP or other TPKT client that sends 03 00 00 ${toHex(bytes.subarray(1))} leaves the same identity.`,
    );
  }
  if (u8(bytes, 0) === 0 && swapped > 0) details.push(`If the sender wrote it big-endian, it is rank ${swapped}.`);
  return identityReading(payload, {
    confidence: payload.identity ? 'fits' : 'weak',
    summary: `${payload.identity ? '' : 'Perhaps a '}ZMQ identity of a vLLM engine: data-parallel rank ${rank}`,
    details,
    fields: { rank_le: rank, identity_len: 2, ...(tpkt && { alternative_kind: 'rdp-connect' }) },
  });
}

/** libzmq's own name for a peer that set none: 00 and a 32-bit number, big-endian. */
function readAutomatic(payload: Payload): KindReading {
  const { bytes } = payload;
  const number = beNumber(bytes, 1, 4);
  return identityReading(payload, {
    confidence: payload.identity ? 'proven' : 'weak',
    summary: `${payload.identity ? 'Automatic' : 'Perhaps an automatic'} ZMQ identity (5 bytes): libzmq made it for a peer that set no identity, peer number ${number}`,
    details: [
      'The peer is a ZMQ client, but no vLLM engine: a REQ or DEALER socket without a routing id, such as a MoRIIO, NIXL or KV-event client, or a tool.',
      'What to do: find out which service was told to connect to this port.',
    ],
    fields: {
      identity_len: 5,
      peer_number: number,
      ...(payload.identity ? { auto_generated: true } : { maybe_auto_generated: true }),
    },
  });
}

/** An automatic identity that came as a number and ended with 00, so that a byte is missing. */
function readShortAutomatic(payload: Payload): KindReading {
  const { bytes } = payload;
  return identityReading(payload, {
    confidence: 'weak',
    summary: `Perhaps an automatic ZMQ identity (00 and ${count(bytes.length - 1, 'byte')}; a last byte 00 is lost in a number)`,
    details: ['libzmq gives peers without an identity five bytes that begin with 00.'],
    fields: { identity_len: bytes.length, maybe_auto_generated: true },
  });
}

/** Any other identity: its length proves the first byte of a foreign client, if it was one. */
function readOther(payload: Payload): KindReading {
  const { bytes } = payload;
  const text = asText(bytes);
  const length = payload.length ?? bytes.length;
  const first = length < 255 ? (length + 1).toString(16).padStart(2, '0') : undefined;
  const shown = text === undefined ? escapeBytes(bytes, 60) : oneLine(text, 80);
  const fields: { [name: string]: Json } = { identity_len: length };
  if (first) fields.first_byte_restored = first;
  return {
    kind: text === undefined ? 'unknown' : 'text',
    confidence: text === undefined ? 'weak' : 'fits',
    summary:
      length > longestIdentity
        ? `${count(length, 'byte')}, too long for a ZMQ identity (at most ${longestIdentity} bytes): ${shown}`
        : `ZMQ identity of ${count(length, 'byte')}, not one that vLLM or libzmq makes: ${shown}`,
    details: first
      ? [
          `If a foreign client left it, its first byte was 0x${first} (length + 1); no known protocol with that byte fits the rest.`,
        ]
      : [],
    fields,
    tree: [leaf(0, bytes.length, 'identity', shown)],
  };
}

/** Mooncake, P2P and other peers name themselves `host:port`. */
export function isAddress(bytes: Uint8Array): boolean {
  return /^[\w.[\]:-]{1,255}:\d{1,5}$/.test(asText(bytes) ?? '');
}

function readAddress(payload: Payload): KindReading {
  const text = asText(payload.bytes) ?? '';
  return identityReading(payload, {
    confidence: 'fits',
    summary: `ZMQ identity ${oneLine(text)}: a peer that names itself by its address`,
    details: ['Peers of the P2P KV tier and of the removed P2P NCCL connector set their own host:port as identity.'],
    fields: { identity_len: payload.bytes.length, address: text },
  });
}

export const identity: KindReader = {
  kinds: ['zmq-identity'],
  source: 'libzmq src/router.cpp; vllm/v1/engine/core.py',
  read: (payload) => {
    const { bytes } = payload;
    if (bytes.length === 2 && (payload.identity || u8(bytes, 1) <= 4)) return readRank(payload);
    if (bytes.length === 5 && u8(bytes, 0) === 0) return readAutomatic(payload);
    if (!payload.identity || bytes.length === 0) return undefined;
    if (u8(bytes, 0) === 0 && bytes.length < 5 && payload.form.startsWith('int')) return readShortAutomatic(payload);
    return isAddress(bytes) ? readAddress(payload) : readOther(payload);
  },
};
