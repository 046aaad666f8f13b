/** HPACK header blocks: RFC 7541. */
import { latin1 } from '../bytes';
import { huffmanText } from './hpackHuffman';

/** A header field. */
export type Header = readonly [name: string, value: string];

/** RFC 7541 Appendix A; index 1 is the first. */
const staticTable: readonly Header[] = [
  [':authority', ''],
  [':method', 'GET'],
  [':method', 'POST'],
  [':path', '/'],
  [':path', '/index.html'],
  [':scheme', 'http'],
  [':scheme', 'https'],
  [':status', '200'],
  [':status', '204'],
  [':status', '206'],
  [':status', '304'],
  [':status', '400'],
  [':status', '404'],
  [':status', '500'],
  ['accept-charset', ''],
  ['accept-encoding', 'gzip, deflate'],
  ...[
    'accept-language',
    'accept-ranges',
    'accept',
    'access-control-allow-origin',
    'age',
    'allow',
    'authorization',
    'cache-control',
    'content-disposition',
    'content-encoding',
    'content-language',
    'content-length',
    'content-location',
    'content-range',
    'content-type',
    'cookie',
    'date',
    'etag',
    'expect',
    'expires',
    'from',
    'host',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
    'last-modified',
    'link',
    'location',
    'max-forwards',
    'proxy-authenticate',
    'proxy-authorization',
    'range',
    'referer',
    'refresh',
    'retry-after',
    'server',
    'set-cookie',
    'strict-transport-security',
    'transfer-encoding',
    'user-agent',
    'vary',
    'via',
    'www-authenticate',
  ].map((name): Header => [name, '']),
];

const headerLimit = 200;

/** Reads a header block from the front. Stops at what it cannot read. */
class BlockReader {
  #at = 0;
  readonly #dynamic: Header[] = [];
  readonly headers: Header[] = [];

  constructor(readonly bytes: Uint8Array) {}

  read(): void {
    while (this.#at < this.bytes.length && this.headers.length < headerLimit) if (!this.#field()) return;
  }

  /** One representation: indexed (1…), literal with indexing (01…), table size (001…), literal without (000…). */
  #field(): boolean {
    const head = this.bytes[this.#at] ?? 0;
    if (head >= 0x80) return this.#add(this.#lookup(this.#integer(7)), false);
    if (head >= 0x40) return this.#literal(6, true);
    if (head >= 0x20) return this.#integer(5) >= 0;
    return this.#literal(4, false);
  }

  #literal(prefix: number, keep: boolean): boolean {
    const index = this.#integer(prefix);
    const name = index === 0 ? this.#string() : this.#lookup(index)?.[0];
    const value = this.#string();
    return this.#add(name === undefined || value === undefined ? undefined : [name, value], keep);
  }

  #add(header: Header | undefined, keep: boolean): boolean {
    if (!header) return false;
    this.headers.push(header);
    if (keep) this.#dynamic.unshift(header);
    return true;
  }

  #lookup(index: number): Header | undefined {
    return index <= staticTable.length ? staticTable[index - 1] : this.#dynamic[index - staticTable.length - 1];
  }

  /** RFC 7541 5.1: a prefix of some bits, then groups of seven. -1 where the bytes end or the number is absurd. */
  #integer(prefix: number): number {
    const mask = 2 ** prefix - 1;
    let value = (this.bytes[this.#at++] ?? 0) & mask;
    if (value < mask) return value;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.bytes[this.#at++];
      if (byte === undefined) return -1;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    return -1;
  }

  #string(): string | undefined {
    const coded = (this.bytes[this.#at] ?? 0) >= 0x80;
    const length = this.#integer(7);
    if (length < 0 || this.#at + length > this.bytes.length) return undefined;
    const start = this.#at;
    this.#at += length;
    return coded ? huffmanText(this.bytes.subarray(start, this.#at)) : latin1(this.bytes, start, this.#at);
  }
}

/** The header fields of the first block of a connection, as far as it can be read. */
export function readHeaderBlock(block: Uint8Array): readonly Header[] {
  const reader = new BlockReader(block);
  reader.read();
  return reader.headers;
}
