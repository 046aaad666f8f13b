/** `od -c` and `hexdump -c`: each byte takes four columns, as a character, an escape or three octal digits. */
import { concat } from '../bytes';
import { utf8Bytes } from '../text';
import { dumpLines } from './dumpText';
import type { FormBytes, FormReader } from './form';
import { Repeater } from './repeat';

const escapes = new Map([
  ['\\0', 0],
  ['\\a', 7],
  ['\\b', 8],
  ['\\t', 9],
  ['\\n', 10],
  ['\\v', 11],
  ['\\f', 12],
  ['\\r', 13],
]);

/** Names of `od -a`, in the order of their numbers; it leaves out the highest bit of each byte. */
const names =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  );
const named = new Map([...names.map((name, value) => [name, value] as const), ['lf', 10], ['del', 127]]);

const namesNote =
  'od -a names characters and leaves out the highest bit of each byte: bytes from 80 to ff look like those from 00 to 7f. od -tx1 shows all of them.';

const columns = 4;
/** A line longer than this is no line of a dump. */
const lineLimit = 200;

/** Bytes of one column; undefined where it is none of `od -c`. */
function cell(text: string): Uint8Array | undefined {
  const word = text.trim();
  if (text.length === columns && word === '') return Uint8Array.of(32);
  if (/^[0-3][0-7]{2}$/.test(word)) return Uint8Array.of(Number.parseInt(word, 8));
  const escaped = escapes.get(word) ?? named.get(word);
  if (escaped !== undefined) return Uint8Array.of(escaped);
  // Under a UTF-8 locale a character stands in the cell of its first byte, and ** in those of the others.
  if (word === '**') return new Uint8Array(0);
  return [...word].length === 1 ? utf8Bytes(word) : undefined;
}

function cells(text: string): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length; at += columns) {
    const column = text.slice(at, at + columns);
    if (column.trim() === '' && column.length < columns) break;
    const bytes = cell(column);
    if (!bytes) return undefined;
    parts.push(bytes);
  }
  return concat(parts);
}

/** A line with a seven-digit octal or hex offset. */
const lineShape = /^([0-9a-f]{7,8})((?: .{3})*)\s*$/;

/** A line: its offset as written, its bytes. */
interface CharLine {
  readonly offset: string;
  readonly bytes: Uint8Array;
  /** A `*` follows: the line stands for all up to the next offset. */
  repeated: boolean;
}

function readLines(text: readonly string[]): CharLine[] | undefined {
  const lines: CharLine[] = [];
  for (const line of text) {
    const last = lines.at(-1);
    if (last && line.trim() === '*') last.repeated = true;
    if (!/^[0-9a-f]{7,8}(?: |$)/.test(line)) continue;
    const match = line.length < lineLimit ? lineShape.exec(line) : null;
    const bytes = match && cells(match[2] ?? '');
    if (!match || !bytes) return undefined;
    lines.push({ offset: match[1] ?? '', bytes, repeated: false });
  }
  return lines;
}

/** `od` counts in octal, `hexdump` in hex: the second line tells. */
function radixOf(lines: readonly CharLine[]): number {
  return lines[1]?.offset.endsWith('10') && lines[0]?.bytes.length === 16 ? 16 : 8;
}

/** Blanks at the end of a line are bytes that an editor may have removed. */
function filled(lines: readonly CharLine[]): { bytes: Uint8Array; truncated: boolean } {
  const radix = radixOf(lines);
  const repeater = new Repeater();
  const parts = lines.map((line, i) => {
    const next = lines[i + 1];
    const room = next ? Number.parseInt(next.offset, radix) - Number.parseInt(line.offset, radix) : line.bytes.length;
    if (line.repeated) return repeater.fill(line.bytes, room);
    const missing = Math.min(16, Math.max(0, room - line.bytes.length));
    return concat([line.bytes.subarray(0, Math.max(0, room)), new Uint8Array(missing).fill(32)]);
  });
  return { bytes: concat(parts), truncated: repeater.cut };
}

/** Octal numbers alone are a dump of another kind. */
function hasCharacters(lines: readonly string[]): boolean {
  return lines.some((line) => /^[0-9a-f]{7,8}(?: .{3})*? (?: {2}\S| \\[0abtnvfr])/.test(line.slice(0, lineLimit)));
}

/** Rows of `od -An -c`: cells of four columns, sixteen in each row but the last; blanks in front of the first may be gone. */
function bareRows(text: string): readonly (Uint8Array | undefined)[] {
  const rows = text.replace(/^\n+/, '').trimEnd().split('\n');
  return rows.map((row, i) => {
    const missing = (columns - (row.length % columns)) % columns;
    if (row.length > 16 * columns || (missing > 0 && i > 0)) return undefined;
    return cells(' '.repeat(missing) + row);
  });
}

/** A row without offsets may be letters that somebody spread, or decimal numbers: two octal cells and a letter or an escape must stand in it. */
const octalCell = /(?:^| )[0-3][0-7]{2}(?= |$)/g;
const bareLimit = 100_000;

/** A line in which a control character or a blank has a name. */
const nameCell =
  /^(?:[0-9a-f]{7,8})?(?: .{3})*?(?: (?: (?:sp|nl|cr|ht|bs|vt|ff|so|si|em|fs|gs|rs|us)|(?:nul|soh|stx|etx|eot|enq|ack|bel|dle|dc[1-4]|nak|syn|etb|can|sub|esc|del)))(?: |$)/;

function isNamed(lines: readonly string[]): boolean {
  return lines.some((line) => line.length < lineLimit && nameCell.test(line));
}

/** Names of `od -a` in cells of their own. */
const controlCell = / {2}(?:sp|nl|cr|ht)(?= |\n|$)/g;

function isOctalRow(text: string): boolean {
  return (text.match(octalCell)?.length ?? 0) > 1 && /(?: {3}[^\s\d]| {2}\\[0abtnvfr])/.test(text);
}

function readBare(text: string): FormBytes[] {
  if (text.length > bareLimit || (!isOctalRow(text) && (text.match(controlCell)?.length ?? 0) < 2)) return [];
  const rows = bareRows(text);
  const known = rows.flatMap((row) => row ?? []);
  const whole = known.length === rows.length && known.every((row, i) => row.length === 16 || i === known.length - 1);
  const bytes = concat(known);
  const notes = isOctalRow(text) ? undefined : [namesNote];
  return whole && bytes.length > 3 ? [{ form: 'od-c', bytes, truncated: false, ...(notes && { notes }) }] : [];
}

export const dumpChars: FormReader = {
  forms: ['od-c'],
  example: '0000000 203 246   s   t   a   t   u   s 245   H   E   L   L   O 245   l',
  read: ({ text }) => {
    const dump = dumpLines(text);
    const names = isNamed(dump);
    const lines = names || hasCharacters(dump) ? readLines(dump) : undefined;
    if (!lines || lines.length === 0) return readBare(text);
    return [{ form: 'od-c', ...filled(lines), ...(names && { notes: [namesNote] }) }];
  },
};
