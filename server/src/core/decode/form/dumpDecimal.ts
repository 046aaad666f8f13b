/** `od -tu1` and `od -td1`: offset, then decimal numbers in columns. */
import { concat } from '../bytes';
import { dumpLines } from './dumpText';
import type { FormReader } from './form';
import { Repeater } from './repeat';

const lineShape = /^([0-7]{6,8})((?:[ \t]+-?\d{1,3})*)[ \t]*$/;

/** A column that is padded with blanks, has a sign, or a digit that octal lacks. */
const decimalLine = /^[0-7]{6,8}[ \t].*(?: {2}-?\d{1,2}|-\d{1,3}|[89]\d)(?: |$)/;
/** A line longer than this is no line of a dump. */
const lineLimit = 200;

/** A line: offset in octal, its bytes. */
interface DecimalLine {
  readonly offset: number;
  readonly bytes: Uint8Array;
  repeated: boolean;
}

function readLines(text: readonly string[]): DecimalLine[] {
  const lines: DecimalLine[] = [];
  for (const line of text) {
    const last = lines.at(-1);
    if (last && line.trim() === '*') last.repeated = true;
    if (!/^[0-7]{6,8}(?:[ \t]|$)/.test(line)) continue;
    const match = line.length < lineLimit ? lineShape.exec(line) : null;
    // A leading zero is a digit of hex or octal.
    if (!match || /[ \t]0\d/.test(line)) return [];
    const numbers = (match[2] ?? '')
      .split(/[ \t]+/)
      .filter((word) => word !== '')
      .map(Number);
    if (numbers.some((number) => number > 255 || number < -128)) return [];
    lines.push({
      offset: Number.parseInt(match[1] ?? '0', 8),
      bytes: Uint8Array.from(numbers, (number) => number & 255),
      repeated: false,
    });
  }
  return lines;
}

/** Octal numbers of three digits each are `od -b`; columns of decimal numbers are padded with blanks. */
function isDecimal(text: readonly string[]): boolean {
  return text.some((line) => line.length < lineLimit && decimalLine.test(line));
}

/** Every offset is that of the line before and the bytes that it holds. */
function agrees(lines: readonly DecimalLine[]): boolean {
  return (
    lines.length > 1 &&
    lines.every(
      (line, i) =>
        i === 0 ||
        lines[i - 1]?.repeated === true ||
        line.offset - (lines[i - 1]?.offset ?? 0) === lines[i - 1]?.bytes.length,
    )
  );
}

export const dumpDecimal: FormReader = {
  forms: ['od'],
  example: '0000000 131 166 115 116  97 116 117 115',
  read: ({ text }) => {
    const dump = dumpLines(text);
    const lines = isDecimal(dump) ? readLines(dump) : [];
    if (!agrees(lines)) return [];
    const repeater = new Repeater();
    const parts = lines.map((line, i) => {
      const next = lines[i + 1];
      return line.repeated && next ? repeater.fill(line.bytes, next.offset - line.offset) : line.bytes;
    });
    return [{ form: 'od', bytes: concat(parts), truncated: repeater.cut }];
  },
};
