/** gdb's `x/31xb`: address, symbol, then values separated by tabs. Also lldb's `memory read`. */
import { dumpLines } from './dumpText';
import type { FormReader } from './form';

/** Address and symbol in front of the values. */
const lineStart = /^\s*0x[0-9a-f]{4,16}(?: <[^>\n]{1,200}>)?:(?=\s)/i;
/** One value; tried on one word at a time, so that the ways to read it do not multiply over a line. */
const valueShape = /^(?:0x[0-9a-f]{2,16}|-?\d{1,3}|0[0-7]{1,3}|[01]{8})$/i;

/** Marks of the text around, behind the last value. */
const closers = /(?<=[0-9a-f])[)\]}`'",;.]{1,8}\s{0,8}$/i;

/** `x/cb` writes each byte as a number and as a character: `-125 '\\203'`. */
const besideNumber = /(-?\d{1,3}) '(?:\\(?:[0-7]{1,3}|[^0-7])|[^\\])'/g;

/** Longest line that is looked at. */
const lineLimit = 400;

/** Values of a line; none where it is no line of gdb's. */
function valuesOf(line: string): readonly string[] {
  const start = line.length > lineLimit ? undefined : lineStart.exec(line)?.[0];
  const shown = start === undefined ? '' : line.slice(start.length).replaceAll(besideNumber, '$1');
  const values = shown === '' ? [] : shown.replace(closers, '').trim().split(/\s+/);
  return values.every((value) => valueShape.test(value)) ? values : [];
}

/** Bytes of one value; words are little-endian. */
function valueBytes(text: string): number[] {
  // `x/tb` writes bits, `x/ob` octal with a zero in front.
  if (/^[01]{8}$/.test(text)) return [Number.parseInt(text, 2)];
  if (/^0[0-7]+$/.test(text)) return [Number.parseInt(text, 8) & 255];
  if (!/^0x/i.test(text)) return [Number(text) & 255];
  const digits = text.slice(2);
  const bytes: number[] = [];
  for (let at = digits.length; at > 0; at -= 2) bytes.push(Number.parseInt(digits.slice(Math.max(0, at - 2), at), 16));
  return bytes;
}

export const gdb: FormReader = {
  forms: ['gdb-x'],
  example: '0x555555558060 <buf>:\t0x83\t0xa6\t0x73',
  read: ({ text }) => {
    const bytes: number[] = [];
    for (const line of dumpLines(text)) for (const value of valuesOf(line)) bytes.push(...valueBytes(value));
    return bytes.length > 0 ? [{ form: 'gdb-x', bytes: Uint8Array.from(bytes), truncated: false }] : [];
  },
};
