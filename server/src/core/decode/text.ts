/** Text inside bytes: strict UTF-8, what counts as printable, and how bytes are shown to a person. */
import { latin1 } from './bytes';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of valid UTF-8 bytes, or undefined: no replacement characters, no surrogates, no overlong forms. */
export function utf8(bytes: Uint8Array, start = 0, end = bytes.length): string | undefined {
  if (start < end && !beginsText(bytes[start])) return undefined;
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
}

/** False for bytes that begin no character: text is told to be none without a decoder, which is slow where it fails. */
function beginsText(byte = 0): boolean {
  return byte < 0x80 || (byte >= 0xc2 && byte <= 0xf4);
}

/** Longer texts are left to the decoder, which is fast where it need not make text of few bytes. */
const shortText = 64;

/** True for valid UTF-8. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > shortText) return utf8(bytes, start, end) !== undefined;
  for (let at = start; at < end; at++) if ((bytes[at] ?? 0) >= 0x80) return utf8(bytes, start, end) !== undefined;
  return true;
}

/** The text of bytes that may end inside a character of up to four bytes; that character is left out. */
export function utf8Start(bytes: Uint8Array): string | undefined {
  if (!beginsText(bytes[0])) return undefined;
  try {
    // A decoder that expects more keeps the last character to itself where it is not whole.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Text as UTF-8; a lone surrogate becomes EF BF BD. */
export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** True for ASCII that prints, and for tab, line feed, form feed and carriage return. */
export function isPrintableAscii(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 12 || byte === 13;
}

/** True where every byte is printable ASCII. Empty input is not text. */
export function isAsciiText(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (!isPrintableAscii(bytes[at] ?? 0)) return false;
  return bytes.length > 0;
}

/** The text, where the bytes are valid UTF-8 without control characters other than line ends and tabs. */
export function asText(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || !beginsText(bytes[0])) return undefined;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 128 && !isPrintableAscii(byte)) return undefined;
  }
  return utf8(bytes);
}

const shortEscapes = new Map([
  [9, '\\t'],
  [10, '\\n'],
  [13, '\\r'],
  [92, '\\\\'],
]);

/** How each byte is shown. */
const shownBytes: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const hex = `\\x${byte.toString(16).padStart(2, '0')}`;
  return shortEscapes.get(byte) ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : hex);
});

/** Bytes as Python shows them, without the quotes: printable ASCII as it is, the rest as escapes. */
export function escapeBytes(bytes: Uint8Array, limit = 80): string {
  let shown = '';
  const end = Math.min(limit, bytes.length);
  for (let at = 0; at < end; at++) shown += shownBytes[bytes[at] ?? 0];
  return bytes.length > limit ? `${shown}…` : shown;
}

/** Text on one line and of bounded length for a summary: control characters become escapes. */
export function oneLine(text: string, limit = 120): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  let shown = '';
  for (const character of cut) {
    const code = character.codePointAt(0) ?? 0;
    const control = code < 32 || (code >= 127 && code < 160) || (code >= 0x2028 && code <= 0x202e);
    shown += control ? (shortEscapes.get(code) ?? `\\u${code.toString(16).padStart(4, '0')}`) : character;
  }
  return shown;
}

/** Lines of Latin-1 text in bytes, at most `limit` of them, without their line ends. */
export function latin1Lines(bytes: Uint8Array, limit: number, maxBytes = 65_536): string[] {
  return latin1(bytes, 0, Math.min(bytes.length, maxBytes))
    .split('\n', limit)
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** `1 byte`, `2 bytes`. */
export function count(number: number | bigint, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 || number === 1n ? noun : plural}`;
}
