/** Kinds that prove little by themselves: UTF-16, UUIDs, digests, lost text, random bytes. */
import { beBigint, beNumber, toHex, u8 } from '../bytes';
import { asText, count, oneLine, utf8Start } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';
import { whatHelps } from './plain';
import { looksRandom, statisticsLines } from './statistics';

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

/** Blocks of 256 characters that texts mix: Latin, punctuation, symbols, kana, full-width forms; and the many of Chinese and Korean. */
function isCommonBlock(block: number): boolean {
  return (
    block <= 1 ||
    block === 0x20 ||
    block === 0x30 ||
    block === 0xff ||
    (block >= 0x4e && block <= 0x9f) ||
    (block >= 0xac && block <= 0xd7)
  );
}

/** Random pairs of bytes lie in many blocks; text lies in few of its own, besides those that all texts share. */
function isOneScript(text: string): boolean {
  const blocks = new Set<number>();
  for (let i = 0; i < Math.min(text.length, 2000); i++) blocks.add(text.charCodeAt(i) >> 8);
  const own = [...blocks].filter((block) => !isCommonBlock(block));
  return own.length <= 3 && (text.length < 3 || own.length * 2 < text.length);
}

export const utf16: KindReader = {
  kinds: ['utf16-text'],
  source: 'Unicode 3.10',
  read: ({ bytes }) => {
    const order = utf16Order(bytes);
    if (!order) return undefined;
    const text = decodeUtf16(bytes, order.bom ? 2 : 0, order.little);
    const plain = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/.test(text);
    if (!plain || !isOneScript(text)) return undefined;
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

/** Milliseconds since 1970 of 1995 and of 2060: names made by a clock lie between them. */
const clockRange = { least: 788_918_400_000, most: 2_840_140_800_000 };
/** 100 ns from 15 October 1582, when versions 1 and 6 begin to count, to 1970: RFC 9562 5.1. */
const gregorian = 122_192_928_000_000_000n;

/** The time in a UUID of version 1, 6 or 7 in milliseconds since 1970 (RFC 9562 5.1, 5.6, 5.7); undefined for others. */
function timeOf(bytes: Uint8Array, version: number): number | undefined {
  if (version === 7) return beNumber(bytes, 0, 6);
  const [low, middle] = [beBigint(bytes, 0, 4), beBigint(bytes, 4, 2)];
  const high = beBigint(bytes, 6, 2) & 0xfffn;
  const ticks = version === 1 ? (high << 48n) | (middle << 32n) | low : (low << 28n) | (middle << 12n) | high;
  return version === 1 || version === 6 ? Number((ticks - gregorian) / 10_000n) : undefined;
}

/** True where sixteen bytes are rather a UUID than anything else: random ones are, and those that hold a time of our days. */
function isLikelyUuid(bytes: Uint8Array, version: number): boolean {
  const time = timeOf(bytes, version);
  if (time !== undefined) return time > clockRange.least && time < clockRange.most;
  return version === 4 && bytes.filter((byte) => byte === 0).length <= 4;
}

/** Layout of a UUID: version in the high nibble of byte 6, variant 10 in the high bits of byte 8 (RFC 9562 4.1, 4.2). */
export const uuid: KindReader = {
  kinds: ['uuid'],
  source: 'RFC 9562 4',
  read: ({ bytes, hint, spelling }) => {
    const version = u8(bytes, 6) >> 4;
    const laidOut = version >= 1 && version <= 8 && u8(bytes, 8) >> 6 === 2;
    const said = spelling === 'uuid' || hint === 'uuid';
    if (bytes.length !== 16 || (!said && !laidOut)) return undefined;
    const hex = toHex(bytes);
    const text = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    return {
      kind: 'uuid',
      confidence: said ? 'proven' : 'weak',
      summary: `${said ? '' : 'Perhaps a '}UUID ${text}${laidOut ? `, version ${version}` : ''}`,
      details: [
        said
          ? 'A name, not a message: 16 bytes that identify a request, a node or an object.'
          : 'Sixteen bytes of which six bits are those of a UUID: a name of a request, a node or an object, if they are one.',
      ],
      fields: { ...(laidOut && { version }), uuid: text },
      tree: [leaf(0, 16, 'UUID', text)],
      ...(!said && !isLikelyUuid(bytes, version) && { guess: true }),
    };
  },
};

const digests = new Map([
  [20, 'SHA-1'],
  [32, 'SHA-256'],
]);
/** Digests that only a name beside them tells. */
const namedDigests = new Map([[16, 'MD5'], [28, 'SHA-224'], [48, 'SHA-384'], [64, 'SHA-512'], ...digests]);

/** The text itself calls it a digest. */
function readNamed({ bytes }: Payload): KindReading {
  const name = namedDigests.get(bytes.length) ?? 'unknown';
  return {
    kind: 'digest',
    confidence: 'proven',
    summary: `A digest of ${count(bytes.length, 'byte')} (${name} has that length): the name of something, no bytes to decode`,
    details: ['A digest says nothing about what it was made of.'],
    fields: { length: bytes.length, algorithm: name },
    tree: [leaf(0, bytes.length, 'digest', toHex(bytes))],
  };
}

/** Hex of the length of a digest that is nothing else. */
export const digest: KindReader = {
  kinds: ['digest'],
  source: 'FIPS 180-4',
  read: (payload) => {
    const { bytes, form, truncated } = payload;
    if (payload.spelling === 'digest') return readNamed(payload);
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

function randomReading({ bytes }: Payload): KindReading {
  return {
    kind: 'random',
    confidence: 'weak',
    summary: `${count(bytes.length, 'byte')} that look random: encrypted or compressed data, a key, or tensor data`,
    details: [
      'No known format begins like this, and the bytes have no pattern.',
      ...statisticsLines(bytes),
      ...whatHelps,
    ],
    fields: { length: bytes.length },
    tree: [leaf(0, bytes.length, 'bytes', `${bytes.length} bytes`)],
  };
}

export const random: KindReader = {
  kinds: ['random'],
  source: '-',
  fallback: true,
  read: (payload) => (looksRandom(payload.bytes) ? randomReading(payload) : undefined),
};
