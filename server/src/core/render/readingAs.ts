/** A reading in the notations in which people copy it. */
import { toHex } from '../decode/bytes';
import { readingToJson } from '../decode/json';
import type { Reading } from '../decode/reading';

/** Name of a notation. */
type Notation = 'json' | 'hex' | 'python' | 'base64';

/** JSON of the decoded value, or of the whole reading where it has none; bytes in the other notations. */
export function readingAs(reading: Reading, notation: Notation): string {
  const { bytes, frames } = reading;
  if (notation === 'json') return JSON.stringify(reading.fields.value ?? readingToJson(reading), null, 2);
  if (notation === 'hex') return (frames ?? [bytes]).map(toHex).join('\n');
  if (notation === 'base64') return (frames ?? [bytes]).map(toBase64).join('\n');
  return frames ? `[${frames.map(pythonLiteral).join(', ')}]` : pythonLiteral(bytes);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** RFC 4648 section 4. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => alphabet.charAt((group >> shift) & 63));
    text += digits.map((digit, i) => (at + i > bytes.length ? '=' : digit)).join('');
  }
  return text;
}

/** A literal as Python's `repr` writes it, but always in single quotes. */
function pythonLiteral(bytes: Uint8Array): string {
  const short = new Map([
    [9, '\\t'],
    [10, '\\n'],
    [13, '\\r'],
    [39, "\\'"],
    [92, '\\\\'],
  ]);
  let text = "b'";
  for (const byte of bytes) {
    const plain = byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
    text += short.get(byte) ?? plain;
  }
  return `${text}'`;
}
