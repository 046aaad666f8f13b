/** A reading as a plain-text document: what it is, what it means, its structure beside its bytes, the fields. */
import type { Reading } from '../decode/reading';
import { shownReading } from '../decode/secrets';
import { byteCount, charOf, hexByte, hexOffset, hexText } from './bytesText';
import { wrapLine } from './plainText';
import { fieldTexts, partsOf, sureText, withoutHeading } from './readingParts';
import { type TreeRow, treeRows } from './treeRows';
import { visible } from './visible';
import { english, type Words } from './words';

/** Columns of prose; an editor does not wrap the document by itself. */
const width = 100;
/** Bytes a row of the hex view, and beside the structure. */
const bytesPerRow = 16;
const bytesPerNode = 8;
/** Most bytes shown in hex; the rest is counted. */
const maxHexBytes = 4096;
/** Most lines of the structure. */
const maxTreeLines = 2000;

/** The document, with headings in a language. Ends with a newline. */
export function readingDocument(given: Reading, words: Words = english): string {
  const { say } = words;
  const reading = shownReading(given);
  const { problems, meaning, advice } = partsOf(reading);
  const parts = [
    prose(reading.summary),
    heading(say('Problems'), problems.map(item)),
    // Behind a list with a heading another one needs its own.
    problems.length > 0 ? heading(say('What it means'), meaning.map(item)) : meaning.map(item).join('\n'),
    heading(say('What to do'), advice.map(item)),
    heading(say('Input'), inputLines(reading, words)),
    heading(say('Structure (offset, bytes, meaning)'), structureLines(reading, words)),
    heading(say('Fields'), fieldLines(reading)),
    ...(reading.frames ?? []).map((frame, i) =>
      heading(say('Frame {0}, {1}', i, byteCount(frame.length, words)), hexLines(frame, words)),
    ),
    reading.frames
      ? ''
      : heading(say('Bytes, {0}', byteCount(reading.bytes.length, words)), hexLines(reading.bytes, words)),
    heading(
      say('Could also be'),
      reading.alternatives.map((it) => `${it.kind}: ${visible(it.summary)}`),
    ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function item(line: string): string {
  return prose(`- ${withoutHeading(line)}`);
}

function prose(line: string): string {
  return visible(line)
    .split('\n')
    .flatMap((it) => wrapLine(it, width))
    .join('\n');
}

function heading(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${'-'.repeat(columns(title))}\n${lines.join('\n')}`;
}

/** Columns of a title: a Chinese character takes two. */
function columns(title: string): number {
  return title.replace(/\p{Script=Han}/gu, '  ').length;
}

function inputLines(reading: Reading, words: Words): string[] {
  const cut = reading.truncated ? [words.say('cut: more bytes existed')] : [];
  return [
    words.say('form: {0}', [words.form(reading.form), ...cut].join(', ')),
    words.say('kind: {0} ({1})', reading.kind, sureText(reading, words)),
  ];
}

function fieldLines(reading: Reading): string[] {
  return fieldTexts(reading).map(([name, text]) => `${name}: ${visible(text)}`);
}

/** Offset and bytes of each node beside its meaning: of a map or an array its header, so that no byte stands twice. */
function structureLines(reading: Reading, { say }: Words): string[] {
  const { rows, more } = treeRows(reading, maxTreeLines);
  const lines = rows.map((row) => structureLine(reading.bytes, row));
  return more ? [...lines, say('… (more)')] : lines;
}

function structureLine(bytes: Uint8Array, { node, depth, ownEnd }: TreeRow): string {
  const hex = hexText(bytes.subarray(node.start, ownEnd), bytesPerNode).padEnd(3 * bytesPerNode + 1);
  const value = node.value === '' ? '' : `: ${visible(node.value)}`;
  return `${hexOffset(node.start)}  ${hex}  ${'  '.repeat(depth)}${visible(node.label)}${value}`;
}

/** Rows of offset, hex and printable ASCII, as `hexdump -C` prints them. */
function hexLines(bytes: Uint8Array, words: Words): string[] {
  const shown = bytes.subarray(0, maxHexBytes);
  const rows: string[] = [];
  for (let offset = 0; offset < shown.length; offset += bytesPerRow) {
    const row = [...shown.subarray(offset, offset + bytesPerRow)];
    const hex = row.map(hexByte).join(' ');
    rows.push(`${hexOffset(offset)}  ${hex.padEnd(3 * bytesPerRow - 1)}  |${row.map(charOf).join('')}|`);
  }
  if (bytes.length === 0) rows.push(words.say('(empty)'));
  if (bytes.length > shown.length) rows.push(words.say('… {0} more', byteCount(bytes.length - shown.length, words)));
  return rows;
}
