/** Binaries of Erlang and Elixir: `<<131,"abc",16#a6>>`, as `~p` and `inspect` print them and as people write them. */
import { concat } from '../bytes';
import { utf8Bytes } from '../text';
import type { FormBytes, FormReader } from './form';
import { latin1Dialect, unescapeText } from './unescape';

/** What one segment holds, and the offset behind it. */
interface Segment {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Binaries of a text that are looked at, and segments of one. */
const binaryLimit = 50;
const segmentLimit = 4_000_000;

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return at;
}

/** `"abc"`, with a code point of up to 255 in each byte, or `"…"/utf8`. */
function stringAt(text: string, start: number): Segment | undefined {
  const lineEnd = text.indexOf('\n', start);
  const read = unescapeText(text, start + 1, '"', latin1Dialect, lineEnd < 0 ? text.length : lineEnd);
  if (!read.closed) return undefined;
  if (!text.startsWith('/utf8', read.end)) return read;
  return { bytes: utf8Bytes(text.slice(start + 1, read.end - 1)), end: read.end + 5 };
}

/** `131`, `16#83`, Elixir's `0x83`, `$a`, each perhaps with its size `:8`. */
function numberAt(text: string, start: number): Segment | undefined {
  const match = /^(?:(?:16#|0x)([0-9a-f]{1,2})|(\d{1,3})|\$([!-~]))(?::8)?(?!\w)/i.exec(text.slice(start, start + 12));
  if (!match) return undefined;
  const [all, hex, decimal, character] = match;
  const value = hex === undefined ? Number(decimal ?? character?.charCodeAt(0)) : Number.parseInt(hex, 16);
  return value > 255 ? undefined : { bytes: Uint8Array.of(value), end: start + all.length };
}

/** The binary whose `<<` stands at an offset; undefined where a segment is neither text nor a byte. */
function binaryAt(text: string, start: number): (Segment & { cut: boolean }) | undefined {
  const parts: Uint8Array[] = [];
  let at = skipBlanks(text, start + 2);
  for (; parts.length < segmentLimit; at = skipBlanks(text, at + 1)) {
    if (text.startsWith('>>', at)) return { bytes: concat(parts), end: at + 2, cut: false };
    if (at >= text.length || text.startsWith('...', at)) break;
    const segment = text.charAt(at) === '"' ? stringAt(text, at) : numberAt(text, at);
    if (!segment) return undefined;
    parts.push(segment.bytes);
    at = skipBlanks(text, segment.end);
    if (text.startsWith('>>', at)) return { bytes: concat(parts), end: at + 2, cut: false };
    if (text.charAt(at) !== ',') break;
  }
  return parts.length > 0 ? { bytes: concat(parts), end: at, cut: true } : undefined;
}

export const erlang: FormReader = {
  forms: ['erlang-binary'],
  bulk: true,
  example: '<<131,"abc",166>>',
  read: ({ text }) => {
    const found: FormBytes[] = [];
    for (let at = text.indexOf('<<'); at >= 0 && found.length < binaryLimit; at = text.indexOf('<<', at + 2)) {
      const binary = binaryAt(text, at);
      if (!binary || binary.bytes.length === 0) continue;
      found.push({ form: 'erlang-binary', bytes: binary.bytes, truncated: binary.cut });
      at = binary.end - 2;
    }
    return found.sort((a, b) => b.bytes.length - a.bytes.length);
  },
};
