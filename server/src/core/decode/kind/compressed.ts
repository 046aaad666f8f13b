/** Compressed data; what a bounded look inside shows. */
import { beNumber, fromHex, hasHex, hasText, leNumber, toHex, u8 } from '../bytes';
import { isBzip2Cut, isLz4Cut, isXzCut, isZstdCut } from '../packed/ends';
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
}

function packed(payload: Payload, { kind, name, inside: content, cut }: Packed): KindReading {
  const { bytes } = payload;
  const inside =
    typeof content === 'string'
      ? { details: [`Its content is not looked into here. To see it, save the bytes and run ${content}.`], fields: {} }
      : innerLines(payload, content);
  const [first] = inside.details;
  return {
    kind,
    confidence: 'proven',
    summary: `${name} data, ${count(bytes.length, 'byte')}${cut ? ', cut' : ''}${first === undefined ? '' : `. ${first}`}`,
    details: [...inside.details, ...(cut ? [cutLine] : [])],
    ...(cut && { problems: [cutLine], incomplete: true }),
    fields: inside.fields,
    tree: [leaf(0, bytes.length, name, `${bytes.length} bytes`)],
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
  /** Unpacks the beginning of what is inside, or names the command that does. */
  readonly look: string | ((bytes: Uint8Array) => Uint8Array);
}

/** Checks that xz knows: none, CRC32, CRC64, SHA-256 (2.1.1.2). */
const xzChecks = new Set([-1, 0, 1, 4, 10]);

const magics: readonly Magic[] = [
  {
    kind: 'xz',
    hex: 'fd377a585a00',
    name: 'xz',
    source: 'xz file format 2.1.1.1',
    fits: (bytes) => u8(bytes, 6) <= 0 && xzChecks.has(u8(bytes, 7)),
    isCut: isXzCut,
    look: 'xz -dc',
  },
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
  const inside =
    typeof look === 'string' ? look : { data: look(bytes), end: cut ? ('cut' as const) : ('whole' as const) };
  return packed(payload, { kind, name, inside, cut });
}

const bzip2Block = '314159265359';
const bzip2End = '177245385090';

/** `BZh`, block size 1 to 9, then the mark of a block, or of the end where there is none. */
function readBzip2(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  const size = u8(bytes, 3);
  const begun = toHex(bytes.subarray(4, 10));
  const fits = begun.length >= 4 && [bzip2Block, bzip2End].some((mark) => mark.startsWith(begun));
  if (!hasText(bytes, 'BZh') || size < 0x31 || size > 0x39 || !fits) return undefined;
  return packed(payload, { kind: 'bzip2', name: 'bzip2', inside: 'bzip2 -dc', cut: isBzip2Cut(bytes) });
}

export const otherPacked: KindReader = {
  kinds: ['xz', 'zstd', 'lz4-frame', 'bzip2'],
  source: `${magics.map((magic) => magic.source).join('; ')}; bzip2 block magic`,
  begins: Uint8Array.from([...magics.map((magic) => u8(fromHex(magic.hex), 0)), 0x42]),
  read: (payload) => {
    const magic = magics.find((each) => hasHex(payload.bytes, each.hex));
    return magic ? readMagic(payload, magic) : readBzip2(payload);
  },
};
