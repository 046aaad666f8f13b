/** Dumps without offsets: rows of hex pairs and the text that they are beside them, as `socat -x -v` writes them. */
import { concat, fromHex } from '../bytes';
import type { FormBytes, FormReader } from './form';

/** Pairs, two blanks or more, text. */
const row = /^(\s{0,8})([\da-f]{2}(?: [\da-f]{2}){0,63})(?: {2,}\S.*| *)$/i;
/** Longer lines are no rows. */
const lineLimit = 400;

interface Row {
  readonly bytes: Uint8Array;
  readonly indent: number;
}

function rowOf(line: string): Row | undefined {
  const match = line.length > lineLimit ? null : row.exec(line);
  return match ? { bytes: fromHex((match[2] ?? '').replaceAll(' ', '')), indent: (match[1] ?? '').length } : undefined;
}

/** True where the text from a column on is that of the bytes: printable ones as they are, and one character for each other. */
function agrees(line: string, { bytes }: Row, column: number): boolean {
  const text = line.slice(column).padEnd(bytes.length);
  if (text.trimEnd().length > bytes.length) return false;
  return bytes.every((byte, i) => {
    const printable = byte > 32 && byte < 127;
    return printable ? text.charCodeAt(i) === byte : ' .'.includes(text.charAt(i));
  });
}

/** Rows that follow each other, each with its text. */
function blockAt(lines: readonly string[], start: number): { bytes: Uint8Array; end: number } | undefined {
  const first = rowOf(lines[start] ?? '');
  if (!first) return undefined;
  const digits = first.indent + 3 * first.bytes.length - 1;
  const gap = /^ {2,}/.exec((lines[start] ?? '').slice(digits))?.[0].length ?? 0;
  const rows: Uint8Array[] = [];
  let end = start;
  for (; end < lines.length; end++) {
    const each = rowOf(lines[end] ?? '');
    if (!each || each.bytes.length > first.bytes.length || !agrees(lines[end] ?? '', each, digits + gap)) break;
    rows.push(each.bytes);
    if (each.bytes.length < first.bytes.length) {
      end++;
      break;
    }
  }
  const bytes = concat(rows);
  return rows.length > 0 && gap > 0 && bytes.some((byte) => byte > 32 && byte < 127) ? { bytes, end } : undefined;
}

/** Fewer bytes may agree by chance. */
const leastBytes = 4;

export const dumpGutter: FormReader = {
  separate: true,
  forms: ['hex-spaced'],
  example: ' 83 a4 74 79 70 65  ..type',
  read: ({ text }) => {
    const lines = text.split('\n');
    const found: FormBytes[] = [];
    for (let at = 0; at < lines.length; ) {
      const block = blockAt(lines, at);
      if (block && block.bytes.length >= leastBytes)
        found.push({ form: 'hex-spaced', bytes: block.bytes, truncated: false });
      at = block?.end ?? at + 1;
    }
    return found.sort((a, b) => b.bytes.length - a.bytes.length);
  },
};
