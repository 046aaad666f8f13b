/**
 * A file of named sections that is read in place and only where it is looked at. It is trusted by its format and by a
 * checksum of each page: a page that was changed, cut or mixed up with one of another build is never read as data.
 *
 * Layout, numbers little-endian: a head of 32-bit words (magic, format, checksum of the rest of the head, length of the
 * head, number of sections, then offset and length of each section, then a checksum of each page), padded to whole pages;
 * then the sections, each from the start of a page.
 */

/** Where a file’s bytes come from: a disk, or memory. */
export interface ByteSource {
  /** Bytes in all. */
  readonly size: number;
  /** Bytes [start, end), fewer where the source ends; they must not change afterwards. */
  read(start: number, end: number): Uint8Array;
}

/** Part of a file. */
export interface Section {
  readonly length: number;
  /** Bytes [start, end) of the section. Throws where the file is damaged. */
  read(start: number, end: number): Uint8Array;
}

/** Why a file cannot be used. */
export class PackedFileError extends Error {
  override readonly name = 'PackedFileError';
}

/** ‘ELUC’, first byte lowest. */
const MAGIC = 0x43554c45;
const FORMAT = 2;
const PAGE = 1 << 14;
/** A stretch of more pages than this is read at once and not kept. */
const FEW = 2;
const WORD = 4;
const FIXED_WORDS = 5;
const MAX_HEAD = 1 << 24;

/** Puts sections into a file. */
export function packSections(sections: readonly Uint8Array[]): Uint8Array {
  const pages = sections.map(({ length }) => Math.ceil(length / PAGE));
  const words = FIXED_WORDS + 2 * sections.length + pages.reduce((sum, count) => sum + count, 0);
  const headLength = Math.ceil((words * WORD) / PAGE) * PAGE;
  const file = new Uint8Array(headLength + PAGE * pages.reduce((sum, count) => sum + count, 0));
  const head = new Int32Array(file.buffer, 0, headLength / WORD);
  let at = headLength;
  sections.forEach((section, i) => {
    file.set(section, at);
    head.set([at, section.length], FIXED_WORDS + 2 * i);
    at += (pages[i] ?? 0) * PAGE;
  });
  for (let page = headLength, k = FIXED_WORDS + 2 * sections.length; page < file.length; page += PAGE, k++) {
    head[k] = checksum(file.subarray(page, page + PAGE));
  }
  head.set([MAGIC, FORMAT, 0, headLength, sections.length]);
  head[2] = checksum(file.subarray(3 * WORD, headLength));
  return file;
}

/** Opens a file. Throws {@link PackedFileError} where it is none of this format. */
export function openSections(source: ByteSource): Section[] {
  const start = wordsOf(source.read(0, PAGE));
  const [magic, format, sum, headLength = 0, count = 0] = start;
  if (magic !== MAGIC) throw new PackedFileError('it is no packed catalog');
  if (format !== FORMAT) throw new PackedFileError('it was packed by another version');
  if (headLength < PAGE || headLength > MAX_HEAD) throw damaged();
  const head = headLength === PAGE ? start : wordsOf(source.read(0, headLength));
  if (checksum(bytesOf(head).subarray(3 * WORD)) !== sum) throw damaged();
  const sums = head.subarray(FIXED_WORDS + 2 * count);
  const pages = new Pages(source, headLength, sums);
  return Array.from({ length: count }, (_, i) => {
    const [from = 0, length = 0] = head.subarray(FIXED_WORDS + 2 * i);
    return { length, read: (a, b) => pages.read(from + Math.max(0, a), from + Math.min(b, length)) };
  });
}

/** Part of a section. */
export function partOf(section: Section, from: number, length: number): Section {
  return { length, read: (start, end) => section.read(from + Math.max(0, start), from + Math.min(end, length)) };
}

/** Bytes in memory as a section. */
export function memorySection(bytes: Uint8Array): Section {
  return { length: bytes.length, read: (start, end) => bytes.subarray(Math.max(0, start), end) };
}

/** A source in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** Pages that were read are kept: a file is a few megabytes, and mostly few of its pages are looked at. */
class Pages {
  private readonly known = new Map<number, Uint8Array>();

  constructor(
    private readonly source: ByteSource,
    private readonly first: number,
    private readonly sums: Int32Array,
  ) {}

  read(start: number, end: number): Uint8Array {
    if (end <= start) return new Uint8Array();
    const from = Math.floor(start / PAGE);
    const to = Math.ceil(end / PAGE);
    if (to - from > FEW) return this.verified(from, to).subarray(start - from * PAGE, end - from * PAGE);
    if (to - from === 1) return this.page(from).subarray(start - from * PAGE, end - from * PAGE);
    const bytes = new Uint8Array(end - start);
    for (let page = from; page < to; page++) {
      const first = Math.max(0, start - page * PAGE);
      bytes.set(this.page(page).subarray(first, end - page * PAGE), page * PAGE + first - start);
    }
    return bytes;
  }

  private page(number: number): Uint8Array {
    const known = this.known.get(number) ?? this.verified(number, number + 1);
    this.known.set(number, known);
    return known;
  }

  private verified(from: number, to: number): Uint8Array {
    const bytes = this.source.read(from * PAGE, to * PAGE);
    if (bytes.length !== (to - from) * PAGE) throw damaged();
    for (let page = from; page < to; page++) {
      const sum = this.sums[page - this.first / PAGE];
      if (checksum(bytes.subarray((page - from) * PAGE, (page - from + 1) * PAGE)) !== sum) throw damaged();
    }
    return bytes;
  }
}

function damaged(): PackedFileError {
  return new PackedFileError('it is damaged');
}

/** Multiplies and folds word by word: it is to find accidents, not attacks. The length must be whole words. */
function checksum(bytes: Uint8Array): number {
  const words = wordsOf(bytes);
  let sum = words.length;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ (words[i] as number), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum;
}

/** The bytes as words, without copying where they lie on a word’s border. */
function wordsOf(bytes: Uint8Array): Int32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % WORD === 0 ? bytes : bytes.slice();
  return new Int32Array(buffer, byteOffset, byteLength >> 2);
}

function bytesOf(words: Int32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
