/** Reading numbers and text out of bytes. Offsets in bytes; a read beyond the end gives -1 (or undefined), never an error. */

/** The byte at an offset, or -1 beyond the end. */
export function u8(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? -1;
}

/** Unsigned big-endian number of 1 to 6 bytes, or -1 where the bytes end before. */
export function beNumber(bytes: Uint8Array, offset: number, width: number): number {
  if (offset < 0 || offset + width > bytes.length) return -1;
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + u8(bytes, offset + i);
  return value;
}

/** Unsigned little-endian number of 1 to 6 bytes, or -1 where the bytes end before. */
export function leNumber(bytes: Uint8Array, offset: number, width: number): number {
  if (offset < 0 || offset + width > bytes.length) return -1;
  let value = 0;
  for (let i = width - 1; i >= 0; i--) value = value * 256 + u8(bytes, offset + i);
  return value;
}

/** Unsigned big-endian number of any width; the caller has checked that the bytes are there. */
export function beBigint(bytes: Uint8Array, offset: number, width: number): bigint {
  let value = 0n;
  for (let i = 0; i < width; i++) value = (value << 8n) | BigInt(u8(bytes, offset + i));
  return value;
}

/** Unsigned little-endian number of any width; the caller has checked that the bytes are there. */
export function leBigint(bytes: Uint8Array, offset: number, width: number): bigint {
  let value = 0n;
  for (let i = width - 1; i >= 0; i--) value = (value << 8n) | BigInt(u8(bytes, offset + i));
  return value;
}

/** One character for each byte. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let at = start; at < end; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 8192)));
  }
  return text;
}

/** True where the bytes at an offset are those of an ASCII text. */
export function hasText(bytes: Uint8Array, text: string, offset = 0): boolean {
  if (offset < 0 || offset + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** True where the bytes at an offset are those written in hex. */
export function hasHex(bytes: Uint8Array, hex: string, offset = 0): boolean {
  if (offset < 0 || offset + hex.length / 2 > bytes.length) return false;
  for (let i = 0; i < hex.length; i += 2) {
    const byte = hexValue(hex.charCodeAt(i)) * 16 + hexValue(hex.charCodeAt(i + 1));
    if (bytes[offset + i / 2] !== byte) return false;
  }
  return true;
}

/** First place of a byte in [start, end), or -1. */
export function indexOfByte(bytes: Uint8Array, byte: number, start: number, end = bytes.length): number {
  return bytes.subarray(0, end).indexOf(byte, start);
}

/** True where all bytes of [start, end) are zero; what lies beyond the end is not. */
export function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return false;
  return true;
}

const hexCodes = new TextEncoder().encode('0123456789abcdef');
const ascii = new TextDecoder();

/** Lower-case hex without separators. */
export function toHex(bytes: Uint8Array): string {
  const codes = new Uint8Array(2 * bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    codes[2 * i] = hexCodes[byte >> 4] ?? 0;
    codes[2 * i + 1] = hexCodes[byte & 15] ?? 0;
  }
  return ascii.decode(codes);
}

/** Value of a hex digit's character code, or -1. */
export function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Bytes of an even run of hex digits; a last single digit is dropped, other characters count as 0. */
export function fromHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let i = 0; i < bytes.length; i++) {
    const high = Math.max(0, hexValue(digits.charCodeAt(2 * i)));
    bytes[i] = high * 16 + Math.max(0, hexValue(digits.charCodeAt(2 * i + 1)));
  }
  return bytes;
}

/** All parts one after another. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
