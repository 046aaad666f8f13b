/** Escapes of quoted text, as JSON, Python’s repr and Rust’s Debug write them. */
import { APOSTROPHE, BACKSLASH, encode, LF, QUOTE, SLASH, TAB } from './bytes';
import { type TextView, ViewBuilder } from './view';

const LETTER_N = 110;
const LETTER_R = 114;
const LETTER_T = 116;
const LETTER_U = 117;

/** The part of a view with one layer of escapes undone; an escape that is none of ours stays as it is. */
export function unescaped(view: TextView, start: number, end: number): TextView {
  if (!view.bytes.subarray(start, end).includes(BACKSLASH)) return view.slice(start, end);
  const builder = new ViewBuilder(end - start);
  for (let i = start; i < end; ) i = pushUnescaped(builder, view, i, end);
  return builder.build(view.rawAt(end));
}

/** Adds what stands at `at`, unescaped, and gives the position after it. */
export function pushUnescaped(builder: ViewBuilder, view: TextView, at: number, end: number): number {
  const { bytes } = view;
  const byte = bytes[at] ?? 0;
  const next = bytes[at + 1];
  const raw = view.rawAt(at);
  if (byte !== BACKSLASH || at + 1 >= end) {
    builder.push(byte, raw);
    return at + 1;
  }
  const meant = meaning(next);
  if (meant > 0) {
    builder.push(meant, raw);
    return at + 2;
  }
  const code = next === LETTER_U && at + 6 <= end ? hexValue(bytes, at + 2) : -1;
  if (code < 0) {
    builder.push(byte, raw);
    return at + 1;
  }
  for (const part of encode(String.fromCharCode(code))) builder.push(part, raw);
  return at + 6;
}

function meaning(byte: number | undefined): number {
  if (byte === LETTER_N || byte === LETTER_R) return LF;
  if (byte === LETTER_T) return TAB;
  return byte === QUOTE || byte === APOSTROPHE || byte === BACKSLASH || byte === SLASH ? byte : -1;
}

function hexValue(bytes: Uint8Array, at: number): number {
  const digits = String.fromCharCode(...bytes.subarray(at, at + 4));
  return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
}
