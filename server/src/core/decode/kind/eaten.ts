/** Foreign clients whose first two bytes were taken by unversioned ZMTP 1.0 framing. */

import { concat, latin1, toHex } from '../bytes';
import { changed } from '../lazy';
import type { Json, ReadingNode } from '../reading';
import { escapeBytes, oneLine } from '../text';
import { howLost, senderUnknown, whatToDo } from '../zmtp/advice';
import { type LostBytes, lostBytes } from '../zmtp/lost';
import { amqp, mqtt } from './brokers';
import { http1 } from './http1';
import { http2 } from './http2';
import { html, json } from './json';
import type { KindReader, KindReading, Payload } from './kind';
import { proxyV2 } from './network';
import { redis } from './redis';
import { nats, proxyV1, rtspSip, ssh } from './textProtocols';
import { tls } from './tls';

/** Readers of the protocols that come with such clients. */
const readers: readonly KindReader[] = [
  nats,
  rtspSip,
  http2,
  proxyV1,
  ssh,
  http1,
  redis,
  html,
  json,
  amqp,
  mqtt,
  proxyV2,
  tls,
];

/** The bytes with what was lost in front. */
interface Restored {
  readonly row: LostBytes;
  readonly prefix: Uint8Array;
  readonly reading: KindReading;
  /** The identity's length proves the first byte. */
  readonly proven: boolean;
}

/** Text out of the middle of a message: its length is not that of an identity. */
const copiedForms = new Set(['c-escape', 'json-string', 'python-str']);

/** Length of the identity, where it is known: text that was pasted may have lost bytes on its way. */
function identityLength(payload: Payload): number | undefined {
  if (payload.length !== undefined) return payload.length;
  const copied = !payload.identity && copiedForms.has(payload.form);
  return payload.truncated || copied || payload.form === 'text' ? undefined : payload.bytes.length;
}

function restore(payload: Payload, row: LostBytes, length: number | undefined): Restored | undefined {
  if (length !== undefined && length + 1 !== row.first) return undefined;
  const prefix = Uint8Array.of(row.first, row.second ?? row.assumed ?? 0);
  const whole = { ...payload, bytes: concat([prefix, payload.bytes]), truncated: true, identity: false };
  for (const reader of readers) {
    const reading = reader.read(whole);
    if (reading && row.kinds.includes(reading.kind)) return { row, prefix, reading, proven: length !== undefined };
  }
  return undefined;
}

function allRestored(payload: Payload): Restored[] {
  const start = latin1(payload.bytes, 0, Math.min(payload.bytes.length, 96));
  const length = identityLength(payload);
  return lostBytes.filter((row) => row.starts.test(start)).flatMap((row) => restore(payload, row, length) ?? []);
}

function shifted(node: ReadingNode, by: number): ReadingNode {
  return {
    ...node,
    start: Math.max(0, node.start - by),
    end: Math.max(0, node.end - by),
    children: node.children.map((child) => shifted(child, by)),
  };
}

function hexByte(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`;
}

/** `Bytes restored: "GE" (47 45); 0x47 = 71 is the length of the identity + 1.` */
function restoredLine(found: Restored, length: number | undefined): string {
  const shown = `Restored in front: ${escapeBytes(found.prefix)} (${toHex(found.prefix)})`;
  if (length === undefined) return `${shown}; the whole length is not known, so the beginning alone decides.`;
  const second = found.row.second === undefined ? '; the second byte is assumed' : '';
  return `${shown}; ${hexByte(found.row.first)} = ${found.row.first} is the length of the identity, ${length} bytes, plus 1${second}.`;
}

function prefixFields(found: Restored): { readonly [name: string]: Json } {
  const first = toHex(found.prefix.subarray(0, 1));
  return found.row.second === undefined
    ? { first_byte_restored: first }
    : { restored_prefix_hex: toHex(found.prefix), first_byte_restored: first };
}

function others(all: readonly Restored[]): string[] {
  const methods = all.slice(1).map((other) => String(other.reading.fields.method ?? other.reading.kind));
  return methods.length > 0 ? [`Without the length it may also be ${methods.join(' or ')}.`] : [];
}

function toReading(payload: Payload, all: readonly Restored[], found: Restored): KindReading {
  const length = identityLength(payload);
  const { reading } = found;
  const target = reading.fields.target;
  const advice = whatToDo(typeof target === 'string' ? target : undefined);
  const text = oneLine(latin1(concat([found.prefix, payload.bytes]), 0, 400), 400);
  return changed(reading, {
    confidence: found.proven || payload.identity ? 'proven' : 'fits',
    summary: `${reading.summary}; a ZMQ socket took its first 2 bytes`,
    details: [
      ...reading.details,
      restoredLine(found, length),
      ...others(all),
      howLost(escapeBytes(found.prefix)),
      senderUnknown,
      ...advice,
    ],
    advice,
    fields: {
      ...reading.fields,
      zmtp1: true,
      ...(length !== undefined && { identity_len: length }),
      ...prefixFields(found),
      restored_text: text,
    },
    tree: reading.tree.map((node) => shifted(node, found.prefix.length)),
    incomplete: false,
  });
}

/** An identity has at most 255 bytes; what is rebuilt from several frames may have more. */
const longestIdentity = 65_536;

export const eaten: KindReader = {
  kinds: ['http1-request', 'http1-response', 'tls-client-hello'],
  source: 'libzmq src/zmtp_engine.cpp, src/v1_decoder.cpp; RFC 13',
  read: (payload) => {
    if (payload.bytes.length > longestIdentity) return undefined;
    const all = allRestored(payload);
    const [found] = all;
    return found && toReading(payload, all, found);
  },
};
