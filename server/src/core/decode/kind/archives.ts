/** Compressed data and archives; what a bounded look inside shows. */
import { beNumber, hasHex, hasText, leNumber, u8 } from '../bytes';
import { isBzip2Cut, isGzipCut, isLz4Cut, isXzCut, isZlibCut, isZstdCut } from '../packed/ends';
import { unpackLz4 } from '../packed/lz4';
import { peekDeflate, peekGzip, peekLimit, peekZlib } from '../packed/peek';
import { unpackZstd } from '../packed/zstd';
import { count, oneLine, utf8 } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

function innerLines(payload: Payload, data: Uint8Array): Pick<KindReading, 'details' | 'fields'> {
  if (data.length === 0)
    return { details: ['The data inside could not be unpacked: it is cut or broken.'], fields: {} };
  const inner = payload.inner(data, data.length >= peekLimit);
  const text = utf8(data.subarray(0, 200));
  return {
    details: inner ? [`Inside: ${inner.summary}`] : [],
    fields: {
      ...(inner && { inner_kind: inner.kind }),
      ...(text !== undefined && { inner_contains: oneLine(text, 200) }),
    },
  };
}

/** xz, bzip2, and zstd frames that ask for much memory. */
const notOpened = { details: ['Not unpacked here: look inside with the program that made it.'], fields: {} };

/** Said of data that ends before its own lengths or marks do. */
const cutLine = 'The data is cut: its end is not here.';

function packed(payload: Payload, kind: string, name: string, data: Uint8Array | undefined, cut: boolean): KindReading {
  const { bytes } = payload;
  const inside = data ? innerLines(payload, data) : notOpened;
  const length = `${count(bytes.length, 'byte')}${cut ? ', cut' : ''}`;
  return {
    kind,
    confidence: 'proven',
    summary: `${name} data, ${length}${data && inside.details[0] ? `. ${inside.details[0]}` : ''}`,
    details: [...inside.details, ...(cut ? [cutLine] : [])],
    ...(cut && { problems: [cutLine], incomplete: true }),
    fields: inside.fields,
    tree: [leaf(0, bytes.length, name, `${bytes.length} bytes`)],
  };
}

/** RFC 1952 2.3: 1f 8b, method 8 (deflate). */
export const gzip: KindReader = {
  kinds: ['gzip'],
  source: 'RFC 1952 2.3',
  read: (payload) => {
    const { bytes } = payload;
    return hasHex(bytes, '1f8b08') ? packed(payload, 'gzip', 'gzip', peekGzip(bytes), isGzipCut(bytes)) : undefined;
  },
};

/** Headers that zlib writes for its levels, with the greatest window. */
const usualHeaders = new Set([0x7801, 0x785e, 0x789c, 0x78da]);

/** RFC 1950 2.2: method 8, window at most 7, and both header bytes as a number divisible by 31. */
export const zlib: KindReader = {
  kinds: ['zlib'],
  source: 'RFC 1950 2.2',
  read: (payload) => {
    const { bytes } = payload;
    const header = beNumber(bytes, 0, 2);
    if (bytes.length < 8 || (header >> 8) % 16 !== 8 || header >> 12 > 7 || header % 31 !== 0 || (header & 0x20) !== 0)
      return undefined;
    const data = peekZlib(bytes);
    const cut = isZlibCut(bytes);
    // Data that is cut within its first table proves no more than its header does.
    if (data.length === 0 && !(cut && usualHeaders.has(header))) return undefined;
    const reading = packed(payload, 'zlib', 'zlib', data, cut);
    return data.length > 0 ? reading : { ...reading, confidence: 'weak' };
  },
};

interface Magic {
  readonly kind: string;
  readonly hex: string;
  readonly name: string;
  readonly source: string;
  /** The beginning of what is inside, where we can unpack it. */
  readonly peek?: (bytes: Uint8Array) => Uint8Array | undefined;
  readonly isCut: (bytes: Uint8Array) => boolean;
}

const magics: readonly Magic[] = [
  { kind: 'xz', hex: 'fd377a585a00', name: 'xz', source: 'xz file format 2.1.1.1', isCut: isXzCut },
  {
    kind: 'zstd',
    hex: '28b52ffd',
    name: 'zstd',
    source: 'RFC 8878 3.1.1',
    peek: (bytes) => unpackZstd(bytes, peekLimit),
    isCut: isZstdCut,
  },
  {
    kind: 'lz4-frame',
    hex: '04224d18',
    name: 'LZ4 frame',
    source: 'LZ4 frame format',
    peek: (bytes) => unpackLz4(bytes, peekLimit),
    isCut: isLz4Cut,
  },
];

export const otherPacked: KindReader = {
  kinds: ['xz', 'zstd', 'lz4-frame', 'bzip2'],
  source: `${magics.map((magic) => magic.source).join('; ')}; bzip2 block magic`,
  read: (payload) => {
    const magic = magics.find((each) => hasHex(payload.bytes, each.hex));
    if (magic) return packed(payload, magic.kind, magic.name, magic.peek?.(payload.bytes), magic.isCut(payload.bytes));
    const bzip2 = hasText(payload.bytes, 'BZh') && u8(payload.bytes, 3) >= 0x31 && u8(payload.bytes, 3) <= 0x39;
    const block =
      hasHex(payload.bytes, '314159265359', 4) || hasHex(payload.bytes, '177245385090', 4) || payload.bytes.length < 10;
    return bzip2 && block ? packed(payload, 'bzip2', 'bzip2', undefined, isBzip2Cut(payload.bytes)) : undefined;
  },
};

const memberLimit = 1000;

/** A member of a zip archive as its local header tells. */
interface Member {
  readonly name: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
  readonly method: number;
}

/** Local file headers one after another: PKWARE APPNOTE 4.3.7. */
function members(bytes: Uint8Array): Member[] {
  const found: Member[] = [];
  for (let at = 0; hasHex(bytes, '504b0304', at) && found.length < memberLimit; ) {
    const nameLength = leNumber(bytes, at + 26, 2);
    const body = at + 30 + nameLength + leNumber(bytes, at + 28, 2);
    const end = body + leNumber(bytes, at + 18, 4);
    const name = utf8(bytes, at + 30, Math.min(bytes.length, at + 30 + nameLength));
    if (nameLength < 0 || name === undefined) break;
    found.push({ name, start: at, body, end: Math.min(end, bytes.length), method: leNumber(bytes, at + 8, 2) });
    // With a data descriptor (flag bit 3) the size stands behind the body: the next header is searched.
    at = (leNumber(bytes, at + 6, 2) & 8) !== 0 && end === body ? nextHeader(bytes, body) : end;
  }
  return found;
}

function nextHeader(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x50, from); at >= 0; at = bytes.indexOf(0x50, at + 1))
    if (hasHex(bytes, '504b0304', at)) return at;
  return bytes.length;
}

/** Member names of the central directory, where the local headers do not lead through. */
function directoryNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  for (let at = bytes.indexOf(0x50); at >= 0 && names.length < memberLimit; at = bytes.indexOf(0x50, at + 1)) {
    const length = hasHex(bytes, '504b0102', at) ? leNumber(bytes, at + 28, 2) : -1;
    const name = length > 0 && at + 46 + length <= bytes.length ? utf8(bytes, at + 46, at + 46 + length) : undefined;
    if (name !== undefined) names.push(name);
  }
  return names;
}

function firstInside(payload: Payload, member: Member | undefined): KindReading | undefined {
  if (!member || member.end <= member.body) return undefined;
  const body = payload.bytes.subarray(member.body, member.end);
  if (member.method === 0) return payload.inner(body.subarray(0, peekLimit));
  const data = member.method === 8 ? peekDeflate(body) : new Uint8Array(0);
  return data.length > 0 ? payload.inner(data, true) : undefined;
}

/** torch.save writes a zip whose members are `<name>/data.pkl`, `<name>/version` and the tensors. */
export const zip: KindReader = {
  kinds: ['zip'],
  source: 'PKWARE APPNOTE 4.3.7, 4.3.12',
  read: (payload) => {
    const { bytes } = payload;
    const emptyArchive = hasHex(bytes, '504b0506');
    if (!hasHex(bytes, '504b0304') && !emptyArchive) return undefined;
    const local = members(bytes);
    const directory = directoryNames(bytes);
    const names = directory.length > local.length ? directory : local.map((member) => member.name);
    const torch = names.some((name) => /(?:^|\/)data\.pkl$/.test(name));
    const inner = firstInside(payload, torch ? local.find((member) => member.name.endsWith('data.pkl')) : local[0]);
    return {
      kind: 'zip',
      confidence: 'proven',
      summary: `Zip archive${torch ? ' of torch.save (a PyTorch checkpoint)' : ''} with ${count(names.length, 'member')}: ${oneLine(names.slice(0, 8).join(', '), 160)}`,
      details: [
        ...(torch ? ['Loading such a file with torch.load runs its pickle: load it with weights_only=True.'] : []),
        ...(inner ? [`The first member: ${inner.summary}`] : []),
      ],
      fields: { entries: names, ...(torch && { torch: true }), ...(inner && { inner_kind: inner.kind }) },
      tree: local.map((member) => leaf(member.start, member.end, 'member', member.name)),
      ...(directory.length === 0 && !emptyArchive && { incomplete: true }),
    };
  },
};
