/** File formats by their magic bytes: safetensors, NumPy, GGUF, Parquet, Arrow, ELF, Java objects. */
import { fromHex, hasHex, hasText, latin1, leNumber, u8 } from '../bytes';
import type { Json } from '../reading';
import { count, isAsciiText, oneLine, utf8, utf8Bytes } from '../text';
import { type KindReader, leaf } from './kind';

/** safetensors refuses headers beyond 100 MB (tensor.rs, MAX_HEADER_SIZE). */
const headerLimit = 100_000_000;

function tensorNames(header: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(header);
    return typeof value === 'object' && value !== null
      ? Object.keys(value).filter((key) => key !== '__metadata__')
      : undefined;
  } catch {
    return undefined;
  }
}

/** Length of 8 bytes little-endian, then a JSON object of that length. */
export const safetensors: KindReader = {
  kinds: ['safetensors'],
  source: 'safetensors README (Format), tensor.rs',
  read: (payload) => {
    const { bytes } = payload;
    const length = leNumber(bytes, 0, 6);
    if (length < 2 || length > headerLimit || u8(bytes, 6) !== 0 || u8(bytes, 7) !== 0 || u8(bytes, 8) !== 0x7b)
      return undefined;
    const text = utf8(bytes, 8, Math.min(bytes.length, 8 + length)) ?? '';
    const complete = bytes.length >= 8 + length;
    const names = complete ? tensorNames(text) : undefined;
    if (complete ? !names : !/^\{\s*"/.test(text)) return undefined;
    return {
      kind: 'safetensors',
      confidence: 'proven',
      summary: `safetensors file${names ? ` with ${count(names.length, 'tensor')}` : ''}, header of ${length} bytes`,
      details: names ? names.slice(0, 20).map((name) => `Tensor ${oneLine(name)}`) : [],
      fields: { header_len: length, ...(names && { tensors: names.length }) },
      tree: [
        leaf(0, 8, 'header length', String(length)),
        leaf(8, Math.min(bytes.length, 8 + length), 'header', oneLine(text, 200)),
      ],
      ...(!complete && { incomplete: true }),
    };
  },
};

/** 93 NUMPY, version, header length, header as a Python dict: numpy.lib.format. */
export const npy: KindReader = {
  kinds: ['numpy-npy'],
  source: 'NumPy numpy.lib.format',
  begins: Uint8Array.of(0x93),
  read: ({ bytes }) => {
    const major = u8(bytes, 6);
    if (!hasHex(bytes, '934e554d5059') || major === 0 || major > 3) return undefined;
    const width = major === 1 ? 2 : 4;
    const length = leNumber(bytes, 8, width);
    const header = latin1(bytes, 8 + width, Math.min(bytes.length, 8 + width + Math.max(0, Math.min(length, 10_000))));
    const dtype = /'descr': '([^']{1,60})'/.exec(header)?.[1];
    const shape = /'shape': \(([\d, ]*)\)/.exec(header)?.[1];
    const sizes = shape
      ?.split(',')
      .filter((size) => size.trim() !== '')
      .map(Number);
    return {
      kind: 'numpy-npy',
      confidence: 'proven',
      summary: `NumPy array file (.npy)${dtype ? `, dtype ${dtype}` : ''}${sizes ? `, shape (${sizes.join(', ')})` : ''}`,
      details: [],
      fields: { version: `${major}.${u8(bytes, 7)}`, ...(dtype && { dtype }), ...(sizes && { shape: sizes }) },
      tree: [
        leaf(0, 8, 'magic', `NUMPY ${major}.${u8(bytes, 7)}`),
        leaf(8, Math.min(bytes.length, 8 + width + length), 'header', oneLine(header, 200)),
      ],
    };
  },
};

/** Value of `general.architecture`, which GGUF writers put first: key, type 8 (string), text; lengths of 8 bytes. */
function architecture(bytes: Uint8Array): string | undefined {
  const key = 'general.architecture';
  const at = 32 + key.length;
  if (leNumber(bytes, 24, 6) !== key.length || !hasText(bytes, key, 32) || leNumber(bytes, at, 4) !== 8)
    return undefined;
  const length = leNumber(bytes, at + 4, 6);
  const text = length > 0 && length < 100 ? utf8(bytes, at + 12, Math.min(bytes.length, at + 12 + length)) : undefined;
  return text === undefined ? undefined : oneLine(text, 60);
}

/** GGUF: version, tensor count, key-value count (ggml docs/gguf.md). */
export const gguf: KindReader = {
  kinds: ['gguf'],
  source: 'ggml docs/gguf.md',
  begins: utf8Bytes('G'),
  read: ({ bytes }) => {
    const [version, tensors, pairs] = [leNumber(bytes, 4, 4), leNumber(bytes, 8, 6), leNumber(bytes, 16, 6)];
    // Versions are counted from 1; the letters alone begin many a sentence.
    if (!hasText(bytes, 'GGUF') || (version < 0 ? bytes.length > 4 : version < 1 || version > 100)) return undefined;
    const model = architecture(bytes);
    return {
      kind: 'gguf',
      confidence: 'proven',
      summary: `GGUF model file${model === undefined ? '' : ` (${model})`}${version >= 0 ? `, version ${version}` : ''}${tensors >= 0 ? `, ${count(tensors, 'tensor')}` : ''}${pairs >= 0 ? `, ${count(pairs, 'key-value pair')}` : ''}`,
      details: [],
      fields: {
        ...(version >= 0 && { version }),
        ...(tensors >= 0 && { tensor_count: tensors }),
        ...(pairs >= 0 && { kv_count: pairs }),
        ...(model !== undefined && { architecture: model }),
      },
      tree: [leaf(0, Math.min(24, bytes.length), 'header', `GGUF ${version}`)],
      incomplete: true,
    };
  },
};

/** A format of which the beginning is enough to name it. */
interface Magic {
  readonly kind: string;
  readonly hex: string;
  readonly source: string;
  readonly summary: string;
  /** False where the bytes behind the magic are none that the format has: letters may begin a sentence. */
  readonly fits?: (bytes: Uint8Array) => boolean;
  /** The end of the file, where the format has a mark there. */
  readonly tailHex?: string;
}

const magics: readonly Magic[] = [
  {
    kind: 'parquet',
    hex: '50415231',
    source: 'Parquet format, File format',
    summary: 'Parquet file',
    fits: (bytes) => !isAsciiText(bytes) || bytes.length === 4,
    tailHex: '50415231',
  },
  {
    kind: 'arrow-file',
    hex: '4152524f5731',
    source: 'Arrow columnar format, IPC File Format',
    summary: 'Arrow IPC file',
    // The magic is padded to eight bytes.
    fits: (bytes) => u8(bytes, 6) <= 0 && u8(bytes, 7) <= 0,
    tailHex: '4152524f5731',
  },
  {
    kind: 'elf',
    hex: '7f454c46',
    source: 'ELF specification, ELF Header',
    summary: 'ELF file: a Linux program or shared library',
    // Class, byte order and version: e_ident[4..6].
    fits: (bytes) => bytes.length < 7 || (u8(bytes, 4) - 1 < 2 && u8(bytes, 5) - 1 < 2 && u8(bytes, 6) === 1),
  },
  {
    kind: 'java-serialized',
    hex: 'aced0005',
    source: 'Java Object Serialization 6.4',
    summary: 'Java serialized object stream',
  },
  { kind: 'png', hex: '89504e470d0a1a0a', source: 'PNG 5.2', summary: 'PNG image' },
  {
    kind: 'jpeg',
    hex: 'ffd8ff',
    source: 'JFIF 1.02; ITU-T T.81 B.1',
    summary: 'JPEG image',
    // A marker of a segment with a length follows: APPn, tables, a frame.
    fits: (bytes) => u8(bytes, 3) >= 0xc0 && u8(bytes, 3) < 0xff && (u8(bytes, 4) < 0 || u8(bytes, 4) < 0x80),
    tailHex: 'ffd9',
  },
  {
    kind: 'gif',
    hex: '47494638',
    source: 'GIF89a 17',
    summary: 'GIF image',
    fits: (bytes) => hasText(bytes, 'GIF87a') || hasText(bytes, 'GIF89a'),
  },
  {
    kind: 'webp',
    hex: '52494646',
    source: 'RFC 9649 2.4',
    summary: 'WebP image',
    fits: (bytes) => hasText(bytes, 'WEBPVP8', 8),
  },
  {
    kind: 'wav',
    hex: '52494646',
    source: 'Multimedia Programming Interface 1.0, WAVE',
    summary: 'WAV audio',
    // Chunks follow: the format, or one of those that recorders put in front of it.
    fits: (bytes) =>
      hasText(bytes, 'WAVE', 8) &&
      /^(?:fmt |JUNK|bext|LIST|fact)?$/.test(latin1(bytes, 12, Math.min(16, bytes.length))),
  },
  {
    kind: 'pdf',
    hex: '255044462d',
    source: 'ISO 32000-1 7.5.2',
    summary: 'PDF document',
    fits: (bytes) => /^[12]\.\d[\r\n]/.test(latin1(bytes, 5, 9)),
  },
  {
    kind: 'sqlite',
    hex: '53514c69746520666f726d6174203300',
    source: 'SQLite file format 1.3.1',
    summary: 'SQLite database',
  },
];

function tailFields(bytes: Uint8Array, magic: Magic): { readonly [name: string]: Json } {
  return magic.tailHex === undefined
    ? {}
    : { complete: hasHex(bytes, magic.tailHex, bytes.length - magic.tailHex.length / 2) };
}

/** Without a tail mark only the beginning is judged: such formats are never shown whole in a log. */
function isWhole(bytes: Uint8Array, magic: Magic): boolean {
  const head = magic.hex.length / 2;
  return magic.tailHex !== undefined && bytes.length > 2 * head && tailFields(bytes, magic).complete === true;
}

export const magicFiles: KindReader = {
  kinds: magics.map((magic) => magic.kind),
  source: magics.map((magic) => magic.source).join('; '),
  begins: Uint8Array.from(magics, (magic) => u8(fromHex(magic.hex), 0)),
  read: ({ bytes }) => {
    const magic = magics.find((each) => hasHex(bytes, each.hex) && each.fits?.(bytes) !== false);
    if (!magic) return undefined;
    return {
      kind: magic.kind,
      confidence: 'proven',
      summary: `${magic.summary}, ${count(bytes.length, 'byte')} of it`,
      details: [],
      fields: tailFields(bytes, magic),
      tree: [
        leaf(0, magic.hex.length / 2, 'magic', magic.summary),
        leaf(magic.hex.length / 2, bytes.length, 'content', `${bytes.length - magic.hex.length / 2} bytes`),
      ],
      ...(!isWhole(bytes, magic) && { incomplete: true }),
    };
  },
};
