/** A reading as a plain-text document: what it is, what it means, the bytes with their meaning, the fields. */
import type { Reading, ReadingNode } from '../decode/reading';
import { wrapLine } from './plainText';
import { visible } from './visible';

/** Columns of prose; an editor does not wrap the document by itself. */
const width = 100;
/** Bytes a row of the hex view. */
const bytesPerRow = 16;
/** Most bytes shown in hex; the rest is counted. */
const maxHexBytes = 4096;
/** Most lines of the tree and deepest level shown. */
const maxTreeLines = 2000;
const maxTreeDepth = 64;

/** The document. Ends with a newline. */
export function readingDocument(reading: Reading): string {
  const parts = [
    prose(reading.summary),
    reading.details.map((line) => prose(`- ${line}`)).join('\n'),
    heading('Input', inputLines(reading)),
    heading('Fields', fieldLines(reading)),
    heading('Structure (bytes, meaning, value)', treeLines(reading.tree)),
    ...(reading.frames ?? []).map((frame, i) => heading(`Frame ${i}, ${byteCount(frame.length)}`, hexLines(frame))),
    reading.frames ? '' : heading(`Bytes, ${byteCount(reading.bytes.length)}`, hexLines(reading.bytes)),
    heading(
      'Could also be',
      reading.alternatives.map((it) => `${it.kind}: ${visible(it.summary)}`),
    ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function prose(line: string): string {
  return visible(line)
    .split('\n')
    .flatMap((it) => wrapLine(it, width))
    .join('\n');
}

function heading(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${'-'.repeat(title.length)}\n${lines.join('\n')}`;
}

function inputLines(reading: Reading): string[] {
  const sure = { proven: 'proven by its bytes', fits: 'fits in all parts', weak: 'only plausible' }[reading.confidence];
  return [
    `form: ${reading.form}${reading.truncated ? ', cut: more bytes existed' : ''}`,
    `kind: ${reading.kind} (${sure})`,
  ];
}

function fieldLines(reading: Reading): string[] {
  return Object.entries(reading.fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${visible(text)}`;
  });
}

function treeLines(tree: readonly ReadingNode[]): string[] {
  const lines: string[] = [];
  const pending = tree.map((node) => ({ node, depth: 0 })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (lines.length >= maxTreeLines) return [...lines, '… (more)'];
    const { node, depth } = next;
    const value = node.value === '' ? '' : ` ${visible(node.value)}`;
    lines.push(`${'  '.repeat(depth)}${node.start}–${node.end} ${visible(node.label)}${value}`);
    if (depth >= maxTreeDepth) continue;
    for (const child of [...node.children].reverse()) pending.push({ node: child, depth: depth + 1 });
  }
  return lines;
}

/** Rows of offset, hex and printable ASCII, as `hexdump -C` prints them. */
function hexLines(bytes: Uint8Array): string[] {
  const shown = bytes.subarray(0, maxHexBytes);
  const rows: string[] = [];
  for (let offset = 0; offset < shown.length; offset += bytesPerRow) {
    const row = [...shown.subarray(offset, offset + bytesPerRow)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    rows.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(3 * bytesPerRow - 1)}  |${text}|`);
  }
  if (bytes.length === 0) rows.push('(empty)');
  if (bytes.length > shown.length) rows.push(`… ${byteCount(bytes.length - shown.length)} more`);
  return rows;
}

function byteCount(count: number): string {
  return count === 1 ? '1 byte' : `${count} bytes`;
}
