/** Compressed data; what a bounded look inside shows. */
import { beNumber, fromHex, hasHex, leNumber, u8 } from '../bytes';
import { isLz4Cut, isZstdCut } from '../packed/ends';
import { unpackLz4 } from '../packed/lz4';
import { adler32, type Peeked, peekGzip, peekLimit, peekZlib } from '../packed/peek';
import { unpackZstd } from '../packed/zstd';
import type { ReadingConfidence } from '../reading';
import { count, oneLine, utf8 } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** Said of data that ends before its own lengths or marks do. */
const cutLine = 'The data is cut: its end is not here.';

const brokenLine = 'The data is broken: from some byte on it cannot be unpacked.';

function innerLines(payload: Payload, { data, end }: Peeked): Pick<KindReading, 'details' | 'fields'> {
  const broken = end === 'broken' ? [brokenLine] : [];
  if (data.length === 0)
    return { details: ['The data inside could not be unpacked: it is cut or broken.'], fields: {} };
  const inner = payload.inner(data, end !== 'whole' || data.length >= peekLimit);
  const text = utf8(data.subarray(0, 200));
  return {
    details: [...(inner ? [`Inside: ${inner.summary}`] : []), ...broken],
    fields: {
      ...(inner && { inner_kind: inner.kind }),
      ...(text !== undefined && { inner_contains: oneLine(text, 200) }),
    },
  };
}

/** What is known of packed data. */
interface Packed {
  readonly kind: string;
  readonly name: string;
  /** The beginning of what is inside, or the command that unpacks what we do not. */
  readonly inside: Peeked | string;
  readonly cut: boolean;
  /** What headers and marks tell, as the summary goes on with it: `, check CRC64`. */
  readonly facts?: string;
  /** What is broken. */
  readonly problems?: readonly string[];
  readonly fields?: KindReading['fields'];
  readonly tree?: KindReading['tree'];
}

/** A reading of packed data. */
export function packed(payload: Payload, known: Packed): KindReading {
  const { bytes } = payload;
  const { kind, name, inside: content, cut, facts = '' } = known;
  const inside =
    typeof content === 'string'
      ? { details: [`Its content is not looked into here. To see it, save the bytes and run ${content}.`], fields: {} }
      : innerLines(payload, content);
  const [first] = inside.details;
  const problems = [...(known.problems ?? []), ...(cut ? [cutLine] : [])];
  return {
    kind,
    confidence: 'proven',
    summary: `${name} data, ${count(bytes.length, 'byte')}${cut ? ', cut' : ''}${facts}${first === undefined ? '' : `. ${first}`}`,
    details: [...inside.details, ...problems],
    ...(problems.length > 0 && { problems }),
    ...(cut && { incomplete: true }),
    fields: { ...known.fields, ...inside.fields },
    tree: known.tree ?? [leaf(0, bytes.length, name, `${bytes.length} bytes`)],
  };
}

/** RFC 1952 2.3: 1f 8b, method 8 (deflate), flags of which the last three are zero. */
export const gzip: KindReader = {
  kinds: ['gzip'],
  source: 'RFC 1952 2.3',
  begins: Uint8Array.of(0x1f),
  read: (payload) => {
    const { bytes } = payload;
    if (!hasHex(bytes, '1f8b08') || u8(bytes, 3) > 0x1f) return undefined;
    const peeked = peekGzip(bytes);
    return packed(payload, { kind: 'gzip', name: 'gzip', inside: peeked, cut: peeked.end === 'cut' });
  },
};

/** Unpacked bytes of a short text that no checksum confirms: fewer come out of random bytes as well. */
const leastUnpacked = 8;

/** How sure zlib data is: its header has two bytes only, so that the checksum or what is inside must speak for it. */
function zlibConfidence(payload: Payload, { data, end }: Peeked): ReadingConfidence | undefined {
  const { bytes } = payload;
  if (end === 'whole' && data.length < peekLimit)
    return beNumber(bytes, bytes.length - 4, 4) === adler32(data) ? 'proven' : 'weak';
  if (end === 'broken') return undefined;
  // Data of 64 kB that unpacks without a fault is none by chance, and a stored block states its length twice.
  if (data.length >= peekLimit) return 'proven';
  if (isStored(bytes)) return 'fits';
  if (data.length < leastUnpacked) return isUsualStart(bytes) ? 'weak' : undefined;
  const inner = payload.inner(data, true);
  const known = inner && inner.kind !== 'random' && inner.kind !== 'unknown' && inner.confidence !== 'weak';
  return known ? 'fits' : 'weak';
}

/** A first block that is stored: type 0, then its length and the same inverted (RFC 1951 3.2.4). */
function isStored(bytes: Uint8Array): boolean {
  return (u8(bytes, 2) & 6) === 0 && leNumber(bytes, 3, 2) + leNumber(bytes, 5, 2) === 0xffff;
}

/** Headers that zlib writes for its levels, with the greatest window. */
const usualHeaders = new Set([0x7801, 0x785e, 0x789c, 0x78da]);

/** A usual header, and a first block with the fixed tables (type 1), or with its own of at most 286 and 30 codes (RFC 1951 3.2.7). */
function isUsualStart(bytes: Uint8Array): boolean {
  const bits = leNumber(bytes, 2, 2);
  const type = (bits >> 1) & 3;
  const tables = ((bits >> 3) & 31) <= 29 && ((bits >> 8) & 31) <= 29;
  return usualHeaders.has(beNumber(bytes, 0, 2)) && (type === 1 || (type === 2 && tables));
}

/** RFC 1950 2.2: method 8, window at most 7, and both header bytes as a number divisible by 31. */
export const zlib: KindReader = {
  kinds: ['zlib'],
  source: 'RFC 1950 2.2',
  read: (payload) => {
    const { bytes } = payload;
    const header = beNumber(bytes, 0, 2);
    if (bytes.length < 8 || (header >> 8) % 16 !== 8 || header >> 12 > 7 || header % 31 !== 0 || (header & 0x20) !== 0)
      return undefined;
    const peeked = peekZlib(bytes);
    const confidence = zlibConfidence(payload, peeked);
    if (!confidence) return undefined;
    const name = confidence === 'weak' ? 'Perhaps zlib' : 'zlib';
    const cut = peeked.end === 'cut';
    const reading = packed(payload, { kind: 'zlib', name, inside: peeked, cut });
    return { ...reading, confidence };
  },
};

interface Magic {
  readonly kind: string;
  readonly hex: string;
  readonly name: string;
  readonly source: string;
  /** False where the bytes behind the magic are none that the format has. */
  readonly fits: (bytes: Uint8Array) => boolean;
  readonly isCut: (bytes: Uint8Array) => boolean;
  /** Unpacks the beginning of what is inside. */
  readonly look: (bytes: Uint8Array) => Uint8Array;
}

const magics: readonly Magic[] = [
  {
    kind: 'zstd',
    hex: '28b52ffd',
    name: 'zstd',
    source: 'RFC 8878 3.1.1',
    // The descriptor's reserved bit must be zero (3.1.1.1.1.4).
    fits: (bytes) => bytes.length < 5 || (u8(bytes, 4) & 8) === 0,
    isCut: isZstdCut,
    look: (bytes) => unpackZstd(bytes, peekLimit),
  },
  {
    kind: 'lz4-frame',
    hex: '04224d18',
    name: 'LZ4 frame',
    source: 'LZ4 frame format',
    // The version of the descriptor is 01, and its reserved bit is zero.
    fits: (bytes) => bytes.length < 5 || (u8(bytes, 4) & 0xc2) === 0x40,
    isCut: isLz4Cut,
    look: (bytes) => unpackLz4(bytes, peekLimit),
  },
];

function readMagic(payload: Payload, magic: Magic): KindReading | undefined {
  const { bytes } = payload;
  if (!magic.fits(bytes)) return undefined;
  const cut = magic.isCut(bytes);
  const { kind, name, look } = magic;
  return packed(payload, { kind, name, inside: { data: look(bytes), end: cut ? 'cut' : 'whole' }, cut });
}

export const otherPacked: KindReader = {
  kinds: magics.map((magic) => magic.kind),
  source: magics.map((magic) => magic.source).join('; '),
  begins: Uint8Array.from(magics, (magic) => u8(fromHex(magic.hex), 0)),
  read: (payload) => {
    const magic = magics.find((each) => hasHex(payload.bytes, each.hex));
    return magic && readMagic(payload, magic);
  },
};
