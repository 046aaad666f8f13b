/** Hex dumps with offsets: hexdump, xxd, od, Wireshark, tcpdump. */
import { concat } from '../bytes';
import { cutMarkAt } from './cut';
import { type DumpLine, parseDumpLine } from './dumpLine';
import { dumpLines } from './dumpText';
import type { FormBytes, FormReader } from './form';
import { Repeater } from './repeat';

/** Lines of a dump, and the length that its last offset states. */
interface Dump {
  readonly lines: readonly DumpLine[];
  /** Lines that stood before a `*`: repeated up to the next offset. */
  readonly repeated: ReadonlySet<number>;
  readonly text: string;
  /** A mark of a cut stands behind the last line or in the next one. */
  readonly cut: boolean;
}

/** What the digits mean. */
interface Layout {
  readonly form: string;
  /** Radix of the offsets. */
  readonly radix: number;
  readonly toBytes: (group: string) => readonly number[];
}

/** Other lines that may stand before a dump. */
const leadLimit = 5000;

/** Dumps of one text that are read. */
const dumpLimit = 8;

/** The dumps of the text, one behind the other. */
function readDumps(text: string): Dump[] {
  const all = dumpLines(text);
  const found: Dump[] = [];
  for (let start = 0; start < all.length && found.length < dumpLimit; ) {
    const { dump, next } = readLines(text, all, start);
    found.push(dump);
    start = next;
  }
  return found;
}

/** Lines of the first dump from a line on, and the line in which another begins. */
function readLines(text: string, all: readonly string[], start: number): { dump: Dump; next: number } {
  const lines: DumpLine[] = [];
  const repeated = new Set<number>();
  let others = 0;
  let tail = '';
  let next = start;
  for (; next < all.length; next++) {
    const line = all[next] ?? '';
    if (line.trim() === '*' || line.endsWith(' *')) repeated.add(lines.length - 1);
    const parsed = parseDumpLine(line);
    const last = lines.at(-1);
    // Digits of equal length compare as numbers do: a smaller offset begins another dump.
    if (parsed && last && parsed.offset <= last.offset) break;
    if (parsed) tail = line.includes('|') ? line.slice(line.lastIndexOf('|') + 1) : '';
    else if (tail.trim() === '') tail = line;
    if (parsed) lines.push(parsed);
    else if (lines.length === 0 && ++others > leadLimit) break;
  }
  const dump = { lines, repeated, text, cut: cutMarkAt(tail.trim(), 0) !== undefined };
  return { dump, next: lines.length === 0 ? all.length : next };
}

function hexBytes(group: string): number[] {
  const bytes: number[] = [];
  for (let i = 0; i + 2 <= group.length; i += 2) bytes.push(Number.parseInt(group.slice(i, i + 2), 16));
  return bytes;
}

function reversed(group: string): number[] {
  return hexBytes(group).reverse();
}

function octalWord(group: string): number[] {
  const value = Number.parseInt(group, 8);
  return [value & 255, (value >> 8) & 255];
}

function allGroups(dump: Dump, test: RegExp): boolean {
  return dump.lines.every((line) => line.groups.every((group) => test.test(group)));
}

/** Bytes of a line's groups one after another. */
function lineBytes(line: DumpLine, toBytes: Layout['toBytes']): Uint8Array {
  return Uint8Array.from(line.groups.flatMap((group) => toBytes(group)));
}

/** How much better the text beside the digits agrees with the bytes as they stand than with each group turned around. */
function gutterAgreement(dump: Dump): number {
  let forward = 0;
  let backward = 0;
  for (const line of dump.lines.slice(0, 50)) {
    forward += agreement(lineBytes(line, hexBytes), line.gutter);
    backward += agreement(lineBytes(line, reversed), line.gutter);
  }
  return forward - backward;
}

function agreement(bytes: Uint8Array, gutter: string): number {
  let equal = 0;
  bytes.forEach((byte, i) => {
    if (byte > 32 && byte < 127 && gutter.charCodeAt(i) === byte) equal++;
  });
  return equal;
}

/** Radix in which the offsets grow by the bytes that the lines hold. */
function radixOf(dump: Dump, toBytes: Layout['toBytes']): number {
  const scores = [16, 8, 10].map((radix) => ({ radix, score: consistent(dump, toBytes, radix) }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).radix;
}

function consistent(dump: Dump, toBytes: Layout['toBytes'], radix: number): number {
  let score = 0;
  dump.lines.slice(0, 200).forEach((line, i) => {
    const next = dump.lines[i + 1];
    if (!next || dump.repeated.has(i)) return;
    const step = Number.parseInt(next.offset, radix) - Number.parseInt(line.offset, radix);
    const held = lineBytes(line, toBytes).length;
    if (step === held || (!dump.lines[i + 2] && step > held - 8 && step <= held)) score++;
  });
  return score;
}

/** Names the layout by the width of its groups, its offsets and the text beside it. */
function layoutOf(dump: Dump): Layout | undefined {
  const first = dump.lines[0];
  const width = first?.groups[0]?.length ?? 0;
  if (!first) return undefined;
  if (width === 8 && allGroups(dump, /^[01]{1,8}$/))
    return { form: 'xxd-bits', radix: 16, toBytes: (group) => [Number.parseInt(group, 2)] };
  if (first.colon) return colonLayout(dump, width);
  if (width === 2) return byteLayout(dump, first);
  if (width === 3 && allGroups(dump, /^[0-3][0-7]{2}$/)) {
    const toBytes = (group: string): number[] => [Number.parseInt(group, 8)];
    return { form: 'od', radix: radixOf(dump, toBytes), toBytes };
  }
  if (width === 6 && allGroups(dump, /^[01][0-7]{5}$/)) return { form: 'od-octal-words', radix: 8, toBytes: octalWord };
  // radare2 writes the bytes of a word in their order, as the text beside them shows.
  if (width === 4 && gutterAgreement(dump) > 0) return { form: 'xxd', radix: 16, toBytes: hexBytes };
  if (width === 4) return { form: 'hexdump-words', radix: radixOf(dump, reversed), toBytes: reversed };
  return width === 8 || width === 16 ? { form: 'od-x4', radix: radixOf(dump, reversed), toBytes: reversed } : undefined;
}

/** `00000000: 83a6` is xxd, `0x0000:  4500` tcpdump; xxd -e writes little-endian words. */
function colonLayout(dump: Dump, width: number): Layout {
  if (/0x[0-9a-f]{4}:\s/i.test(dump.text)) return { form: 'tcpdump-X', radix: 16, toBytes: hexBytes };
  const little = width >= 4 && gutterAgreement(dump) < 0;
  return little ? { form: 'xxd-e', radix: 16, toBytes: reversed } : { form: 'xxd', radix: 16, toBytes: hexBytes };
}

function byteLayout(dump: Dump, first: DumpLine): Layout {
  const radix = radixOf(dump, hexBytes);
  const form = first.offset.length === 4 ? 'wireshark-dump' : first.offset.length >= 8 ? 'hexdump-C' : 'od';
  return { form, radix, toBytes: hexBytes };
}

/** Bytes in the order of the offsets; the last offset cuts padding, repeated lines fill gaps. */
function assemble(dump: Dump, layout: Layout): { bytes: Uint8Array; truncated: boolean } {
  const parts: Uint8Array[] = [];
  const start = Number.parseInt(dump.lines[0]?.offset ?? '0', layout.radix);
  const repeater = new Repeater();
  let length = 0;
  let truncated = false;
  dump.lines.forEach((line, i) => {
    const next = dump.lines[i + 1];
    const bytes = lineBytes(line, layout.toBytes);
    const room = next ? Number.parseInt(next.offset, layout.radix) - start - length : bytes.length;
    const part = dump.repeated.has(i) ? repeater.fill(bytes, room) : bytes.subarray(0, Math.max(0, room));
    if (next && part.length < room) truncated = true;
    parts.push(part);
    length += part.length;
  });
  return { bytes: concat(parts), truncated };
}

/** A single line at an offset other than 0 and without its text beside it may be any words. */
function isDump(dump: Dump): boolean {
  const first = dump.lines[0];
  if (!first || first.groups.length === 0) return false;
  const second = dump.lines[1];
  if (!second) return first.groups.length > 1 && (/^0+$/.test(first.offset) || hasOwnText(first));
  return dump.lines.every((line, i) => i === 0 || line.offset.length === first.offset.length);
}

/** The text beside the digits shows one of the bytes at its place, in either order of a group. */
function hasOwnText(line: DumpLine): boolean {
  return [hexBytes, reversed].some((toBytes) => agreement(lineBytes(line, toBytes), line.gutter) > 0);
}

/** The offsets grow by the bytes of the lines, at least here and there: a dump may be an excerpt. */
function agrees(dump: Dump, layout: Layout): boolean {
  return dump.lines.length < 2 || dump.repeated.size > 0 || consistent(dump, layout.toBytes, layout.radix) > 0;
}

function toBytes(lines: Dump): FormBytes | undefined {
  const layout = isDump(lines) ? layoutOf(lines) : undefined;
  if (!layout || !agrees(lines, layout)) return undefined;
  const { bytes, truncated } = assemble(lines, layout);
  return { form: layout.form, bytes, truncated: truncated || lines.cut };
}

export const dump: FormReader = {
  separate: true,
  forms: [
    'hexdump-C',
    'xxd',
    'xxd-bits',
    'xxd-e',
    'hexdump-words',
    'od',
    'od-x4',
    'od-octal-words',
    'wireshark-dump',
    'tcpdump-X',
  ],
  bulk: true,
  example: '00000000  83 a6 73 74 61 74 75 73  a5 48 45 4c 4c 4f a5 6c  |..status.HELLO.l|',
  read: ({ text }) => {
    const [first, ...others] = readDumps(text);
    const found = first && toBytes(first);
    return found ? [found, ...others.flatMap((dump) => toBytes(dump) ?? [])] : [];
  },
};
