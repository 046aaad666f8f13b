/** Kinds that prove little by themselves: UTF-16, UUIDs, digests, lost text, random bytes. */
import { toHex, u8 } from '../bytes';
import { asText, count, oneLine, utf8Start } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

function decodeUtf16(bytes: Uint8Array, start: number, little: boolean): string {
  let text = '';
  for (let at = start; at + 1 < bytes.length && text.length < 20_000; at += 2) {
    text += String.fromCharCode(
      little ? u8(bytes, at) + 256 * u8(bytes, at + 1) : 256 * u8(bytes, at) + u8(bytes, at + 1),
    );
  }
  return text;
}

/** Share of zero bytes at even and at odd places, among the first bytes. */
function zeroShares(bytes: Uint8Array): { even: number; odd: number } {
  const length = Math.min(bytes.length & ~1, 400);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  return { even: (2 * even) / length, odd: (2 * odd) / length };
}

/** Order and mark: FF FE and FE FF are byte order marks; without one, every other byte of western text is zero. */
function utf16Order(bytes: Uint8Array): { little: boolean; bom: boolean } | undefined {
  if (bytes.length >= 4 && u8(bytes, 0) === 0xff && u8(bytes, 1) === 0xfe) return { little: true, bom: true };
  if (bytes.length >= 4 && u8(bytes, 0) === 0xfe && u8(bytes, 1) === 0xff) return { little: false, bom: true };
  if (bytes.length < 8 || bytes.length % 2 === 1) return undefined;
  const { even, odd } = zeroShares(bytes);
  if (odd > 0.9 && even < 0.1) return { little: true, bom: false };
  return even > 0.9 && odd < 0.1 ? { little: false, bom: false } : undefined;
}

export const utf16: KindReader = {
  kinds: ['utf16-text'],
  source: 'Unicode 3.10',
  read: ({ bytes }) => {
    const order = utf16Order(bytes);
    if (!order) return undefined;
    const text = decodeUtf16(bytes, order.bom ? 2 : 0, order.little);
    const plain = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/.test(text);
    if (!plain) return undefined;
    const encoding = order.little ? 'utf-16le' : 'utf-16be';
    return {
      kind: 'utf16-text',
      confidence: order.bom && bytes.length < 6 ? 'weak' : 'fits',
      summary: `Text in ${encoding.toUpperCase()}${order.bom ? ' with a byte order mark' : ''}: ${oneLine(text)}`,
      details: [],
      fields: { encoding, bom: order.bom },
      tree: [leaf(0, bytes.length, 'text', oneLine(text, 200))],
    };
  },
};

/** Layout of a UUID: version in the high nibble of byte 6, variant 10 in the high bits of byte 8 (RFC 9562 4.1, 4.2). */
export const uuid: KindReader = {
  kinds: ['uuid'],
  source: 'RFC 9562 4',
  read: ({ bytes, hint, spelling }) => {
    const version = u8(bytes, 6) >> 4;
    const laidOut = version >= 1 && version <= 8 && u8(bytes, 8) >> 6 === 2;
    if (bytes.length !== 16 || (spelling !== 'uuid' && hint !== 'uuid' && !laidOut)) return undefined;
    const hex = toHex(bytes);
    const text = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    return {
      kind: 'uuid',
      confidence: spelling === 'uuid' || hint === 'uuid' ? 'proven' : 'weak',
      summary: `UUID ${text}${laidOut ? `, version ${version}` : ''}`,
      details: ['A name, not a message: 16 bytes that identify a request, a node or an object.'],
      fields: { ...(laidOut && { version }), uuid: text },
      tree: [leaf(0, 16, 'UUID', text)],
    };
  },
};

const digests = new Map([
  [20, 'SHA-1'],
  [32, 'SHA-256'],
]);

/** Hex of the length of a digest that is nothing else. */
export const digest: KindReader = {
  kinds: ['digest'],
  source: 'FIPS 180-4',
  read: ({ bytes, form, truncated }) => {
    const name = digests.get(bytes.length);
    if (!name || form !== 'hex' || truncated || asText(bytes) !== undefined) return undefined;
    return {
      kind: 'digest',
      confidence: 'weak',
      summary: `${count(bytes.length, 'byte')}, the length of a digest (${name}) or a key: ${toHex(bytes).slice(0, 16)}…`,
      details: ['A digest says nothing about what it was made of.'],
      fields: { length: bytes.length, algorithm: name },
      tree: [leaf(0, bytes.length, 'digest', name)],
    };
  },
};

const replacedLine = 'Someone decoded binary data as UTF-8: the replaced bytes are lost and cannot be decoded.';
const logBytes =
  "Log the bytes themselves instead: repr(data) or data.hex() in Python, Buffer.toString('hex') in Node.js.";

/** Text in which bytes were replaced by U+FFFD on the way: they cannot be restored. */
export const lossy: KindReader = {
  kinds: ['lossy-text'],
  source: 'Unicode 3.9, U+FFFD substitution',
  read: ({ bytes }) => {
    const text = bytes.length < 20_000_000 ? utf8Start(bytes) : undefined;
    const replaced = text === undefined ? 0 : text.split('\ufffd').length - 1;
    if (text === undefined || replaced === 0) return undefined;
    return {
      kind: 'lossy-text',
      confidence: 'fits',
      summary: `Lossy text: ${count(replaced, 'byte')} or more were replaced by U+FFFD before it was logged: ${oneLine(text, 80)}`,
      details: [replacedLine, logBytes],
      problems: [replacedLine],
      advice: [logBytes],
      fields: { replacement_count: replaced },
      tree: [leaf(0, bytes.length, 'text', oneLine(text, 200))],
    };
  },
};

/** Bits of entropy in a byte. */
function entropy(bytes: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  return counts.reduce(
    (sum, each) => (each === 0 ? sum : sum - (each / bytes.length) * Math.log2(each / bytes.length)),
    0,
  );
}

/** Bytes that tell whether all are random. */
const sampleLimit = 4096;

/** Bytes whose entropy is about the greatest that so many bytes can have. */
function isRandom({ bytes }: Payload): boolean {
  if (bytes.length < 48) return false;
  const sample = bytes.subarray(0, sampleLimit);
  return entropy(sample) > 0.93 * Math.min(8, Math.log2(sample.length));
}

function randomReading({ bytes }: Payload): KindReading {
  return {
    kind: 'random',
    confidence: 'weak',
    summary: `${count(bytes.length, 'byte')} that look random: encrypted or compressed data, a key, or tensor data`,
    details: ['No known format begins like this, and the bytes have no pattern.'],
    fields: { length: bytes.length },
    tree: [leaf(0, bytes.length, 'bytes', `${bytes.length} bytes`)],
  };
}

export const random: KindReader = {
  kinds: ['random'],
  source: '-',
  fallback: true,
  read: (payload) => (isRandom(payload) ? randomReading(payload) : undefined),
};
