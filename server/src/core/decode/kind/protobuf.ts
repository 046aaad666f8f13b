/** Protocol Buffers and gRPC messages: protobuf encoding guide; gRPC PROTOCOL-HTTP2. No magic: lengths and tags must agree. */
import { beNumber, u8 } from '../bytes';
import type { ReadingNode } from '../reading';
import { asText, count, oneLine } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

const fieldLimit = 5000;

interface Varint {
  readonly value: number;
  readonly end: number;
}

/** A varint of up to 10 bytes; as a number it is exact up to 2^53. */
function varint(bytes: Uint8Array, at: number): Varint | undefined {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = u8(bytes, at + i);
    if (byte < 0) return undefined;
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return { value, end: at + i + 1 };
  }
  return undefined;
}

/** End of a field's value by its wire type; undefined where it does not fit. */
function valueEnd(bytes: Uint8Array, at: number, type: number): number | undefined {
  if (type === 0) return varint(bytes, at)?.end;
  const length = type === 2 ? varint(bytes, at) : undefined;
  const end = type === 1 ? at + 8 : type === 5 ? at + 4 : length ? length.end + length.value : -1;
  return end < 0 || end > bytes.length ? undefined : end;
}

/** A field of a message. */
interface ProtoField {
  readonly number: number;
  readonly type: number;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** All fields, where tags and lengths take exactly all bytes, or as many as are whole in bytes that are `cut`; otherwise undefined. */
function readFields(bytes: Uint8Array, cut = false): ProtoField[] | undefined {
  const fields: ProtoField[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = varint(bytes, at);
    const number = Math.floor((tag?.value ?? 0) / 8);
    const type = (tag?.value ?? 0) % 8;
    if (!tag && cut && fields.length > 0) break;
    if (!tag || number < 1 || number > 536_870_911 || fields.length >= fieldLimit) return undefined;
    const end = valueEnd(bytes, tag.end, type);
    if (end === undefined && cut && fields.length > 0) break;
    if (end === undefined) return undefined;
    const body = type === 2 ? (varint(bytes, tag.end)?.end ?? tag.end) : tag.end;
    fields.push({ number, type, start: at, body, end });
    at = end;
  }
  return fields.length > 0 ? fields : undefined;
}

function valueText(bytes: Uint8Array, field: ProtoField): string {
  if (field.type === 0) return String(varint(bytes, field.body)?.value ?? '');
  const body = bytes.subarray(field.body, field.end);
  const text = field.type === 2 ? asText(body) : undefined;
  return text === undefined ? count(body.length, 'byte') : oneLine(text, 60);
}

function nodesOf(bytes: Uint8Array, fields: readonly ProtoField[]): ReadingNode[] {
  return fields
    .slice(0, 500)
    .map((field) => leaf(field.start, field.end, `field ${field.number}`, valueText(bytes, field)));
}

function numbers(fields: readonly ProtoField[]): number[] {
  return [...new Set(fields.map((field) => field.number))];
}

/** Several fields with small numbers and some text: less may be chance. */
function isConvincing(bytes: Uint8Array, fields: readonly ProtoField[]): boolean {
  const text = fields.some(
    (field) =>
      field.type === 2 && field.end - field.body >= 3 && asText(bytes.subarray(field.body, field.end)) !== undefined,
  );
  return fields.length >= 2 && text && fields.every((field) => field.number < 1000);
}

export const protobuf: KindReader = {
  kinds: ['protobuf'],
  source: 'Protocol Buffers encoding guide',
  read: ({ bytes, hint, truncated }) => {
    const cut = truncated && hint === 'protobuf';
    const fields = bytes.length >= 2 && bytes.length < 4_000_000 ? readFields(bytes, cut) : undefined;
    if (!fields || (hint !== 'protobuf' && !isConvincing(bytes, fields))) return undefined;
    const shown = fields.slice(0, 8).map((field) => `${field.number}: ${valueText(bytes, field)}`);
    return {
      kind: 'protobuf',
      confidence: hint === 'protobuf' ? 'proven' : 'weak',
      summary: `${hint === 'protobuf' ? 'Protocol Buffers message' : 'Perhaps a Protocol Buffers message'} with ${count(fields.length, 'field')}: ${oneLine(shown.join(', '), 160)}`,
      details: ['Protocol Buffers have no magic number: tags and lengths agree with all bytes.'],
      fields: { fields_seen: numbers(fields) },
      tree: nodesOf(bytes, fields),
    };
  },
};

function grpcReading(payload: Payload, length: number): KindReading {
  const { bytes } = payload;
  const compressed = u8(bytes, 0) === 1;
  const body = bytes.subarray(5, 5 + length);
  const fields = compressed ? undefined : readFields(body);
  const shown = fields
    ?.slice(0, 8)
    .map((field) => `${field.number}: ${valueText(body, field)}`)
    .join(', ');
  return {
    kind: 'grpc-message',
    confidence: payload.hint === 'grpc' ? 'proven' : fields && isConvincing(body, fields) ? 'fits' : 'weak',
    summary: `gRPC message, ${compressed ? 'compressed' : 'not compressed'}, ${count(length, 'byte')}${shown ? `: ${oneLine(shown, 140)}` : ''}`,
    details: [],
    fields: { compressed, length, ...(fields && { fields_seen: numbers(fields) }) },
    tree: [
      leaf(0, 5, 'prefix', `${compressed ? 'compressed' : 'plain'}, ${length} bytes`),
      leaf(5, Math.min(bytes.length, 5 + length), 'message', shown ?? `${length} bytes`),
    ],
    ...(bytes.length < 5 + length && { incomplete: true }),
  };
}

/** Length-prefixed message: compressed flag 0 or 1, length of 4 bytes big-endian. */
export const grpc: KindReader = {
  kinds: ['grpc-message'],
  source: 'gRPC over HTTP2, Length-Prefixed-Message',
  begins: Uint8Array.of(0, 1),
  read: (payload) => {
    const { bytes, hint } = payload;
    const length = beNumber(bytes, 1, 4);
    if (u8(bytes, 0) > 1 || length < 0 || bytes.length < 5) return undefined;
    if (length !== bytes.length - 5 && hint !== 'grpc') return undefined;
    return length === 0 && hint !== 'grpc' ? undefined : grpcReading(payload, length);
  },
};
