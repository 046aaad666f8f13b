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

/** GGUF: version, tensor count, key-value count (ggml docs/gguf.md). */
export const gguf: KindReader = {
  kinds: ['gguf'],
  source: 'ggml docs/gguf.md',
  begins: utf8Bytes('G'),
  read: ({ bytes }) => {
    const [version, tensors, pairs] = [leNumber(bytes, 4, 4), leNumber(bytes, 8, 6), leNumber(bytes, 16, 6)];
    // Versions are counted from 1; the letters alone begin many a sentence.
    if (!hasText(bytes, 'GGUF') || (version < 0 ? bytes.length > 4 : version < 1 || version > 100)) return undefined;
    return {
      kind: 'gguf',
      confidence: 'proven',
      summary: `GGUF model file${version >= 0 ? `, version ${version}` : ''}${tensors >= 0 ? `, ${count(tensors, 'tensor')}` : ''}${pairs >= 0 ? `, ${count(pairs, 'key-value pair')}` : ''}`,
      details: [],
      fields: {
        ...(version >= 0 && { version }),
        ...(tensors >= 0 && { tensor_count: tensors }),
        ...(pairs >= 0 && { kv_count: pairs }),
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
    const magic = magics.find((each) => hasHex(bytes, each.hex));
    if (!magic || magic.fits?.(bytes) === false) return undefined;
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
