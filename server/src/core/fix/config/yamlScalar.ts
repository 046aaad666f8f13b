/** Reads the scalars of YAML, each style by its own rules of quoting and folding. */
import { unescapedQuotes } from './jsonWords';
import { lineEnd } from './lines';
import { type Piece, PieceBuilder, partOf, plainPiece } from './piece';
import { gone, hidden } from './templates';
import type { YamlScalar } from './yamlTree';

/** A quoted scalar that opens at an offset; undefined where nothing closes it. */
export function quotedScalar(text: string, start: number): YamlScalar | undefined {
  const quote = text[start] ?? '';
  let at = start + 1;
  for (; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (text[at] === quote && quote === "'" && text[at + 1] === "'") at++;
    else if (text[at] === quote) break;
  }
  if (at >= text.length) return undefined;
  const folded = foldedLines(plainPiece(text.slice(start + 1, at), start + 1), quote === '"');
  const piece = quote === '"' ? unescapedQuotes(folded, start + 1) : singleQuotes(folded, start + 1);
  return { kind: 'scalar', start, end: at + 1, style: 'quoted', piece };
}

function singleQuotes(piece: Piece, empty: number): Piece {
  if (!piece.text.includes("''")) return piece;
  const value = new PieceBuilder();
  for (let at = 0; at < piece.text.length; at++) {
    const isPair = piece.text.startsWith("''", at);
    if (isPair) value.add("'", piece.from(at), piece.to(at + 1));
    else value.copy(piece, at);
    if (isPair) at++;
  }
  return value.build(empty);
}

/** A plain scalar in [start, end), which may span lines. */
export function plainScalar(text: string, start: number, end: number): YamlScalar {
  const piece = foldedLines(plainPiece(text.slice(start, end), start), false);
  return { kind: 'scalar', start, end, style: 'plain', piece };
}

/** Lines of one scalar as one: a line end is a blank, an empty line a line end, an escaped one nothing. */
function foldedLines(piece: Piece, isEscaped: boolean): Piece {
  if (!piece.text.includes('\n')) return piece;
  const value = new PieceBuilder();
  const { text } = piece;
  for (let at = 0; at < text.length; at++) {
    const isEscape = isEscaped && text[at] === '\\';
    if (isEscape && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      at = blanksEnd(text, at + 1) - 1;
    } else if (isEscape) {
      value.copy(piece, at);
      at++;
      if (at < text.length) value.copy(piece, at);
    } else if ((text[at] ?? '').trim() === '') {
      const end = blanksEnd(text, at);
      const breaks = text.slice(at, end).split('\n').length - 1;
      if (breaks === 0) value.copyAll(partOf(piece, at, end));
      else value.add(breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), piece.from(at), piece.to(end - 1));
      at = end - 1;
    } else {
      value.copy(piece, at);
    }
  }
  return value.build(piece.from(0));
}

function blanksEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && (text[at] ?? '').trim() === '') at++;
  return at;
}

/**
 * A block scalar whose mark, `|` or `>` with what follows it, stands at an offset.
 *
 * @param indent columns of what holds the scalar; its lines stand further right
 */
export function blockScalar(text: string, mark: number, indent: number): YamlScalar {
  const header = text.slice(mark, lineEnd(text, mark));
  const digit = /^[|>][+-]?([1-9])/.exec(header)?.[1];
  const lines = linesBelow(
    text,
    lineEnd(text, mark) + 1,
    indent,
    digit === undefined ? undefined : indent + Number(digit),
  );
  const end = lines.at(-1)?.end ?? Math.min(lineEnd(text, mark), text.length);
  const piece = joined(text, lines, header.startsWith('>'), end);
  return { kind: 'scalar', start: lines[0]?.start ?? end, end, style: 'block', piece };
}

interface ScalarLine {
  /** Where its text begins, behind the indentation that all lines share. */
  readonly start: number;
  readonly end: number;
}

function linesBelow(text: string, from: number, indent: number, fixed: number | undefined): ScalarLine[] {
  const lines: ScalarLine[] = [];
  let column = fixed;
  for (let at = from; at < text.length; at = lineEnd(text, at) + 1) {
    const stop = lineEnd(text, at);
    const end = text[stop - 1] === '\r' ? stop - 1 : stop;
    const line = text.slice(at, end);
    const own = line.length - line.trimStart().length;
    const isBlank = line.trim() === '';
    // A template may stand further left than the text it makes.
    const isTemplate = !isBlank && [...line.trim()].every((unit) => unit === gone || unit === hidden);
    if (!isBlank && !isTemplate) {
      if (own <= indent || (column !== undefined && own < column)) break;
      column ??= own;
    }
    lines.push({ start: Math.min(at + Math.min(column ?? own, own), end), end });
  }
  while (lines.length > 0 && text.slice(lines.at(-1)?.start, lines.at(-1)?.end).trim() === '') lines.pop();
  return lines;
}

function joined(text: string, lines: readonly ScalarLine[], isFolded: boolean, empty: number): Piece {
  const value = new PieceBuilder();
  let breaks = 0;
  let wasOpen = true;
  for (const [index, { start, end }] of lines.entries()) {
    const line = text.slice(start, end);
    // Lines that are indented further, and those beside them, are not folded.
    const isOpen = !isFolded || /^\s/.test(line);
    if (index > 0) {
      const isText = line !== '';
      if (!isFolded) value.add('\n', lines[index - 1]?.end ?? start, start);
      else if (!isText) breaks++;
      else {
        const parting = isOpen || wasOpen ? '\n'.repeat(breaks + 1) : breaks > 0 ? '\n'.repeat(breaks) : ' ';
        value.add(parting, lines[index - 1]?.end ?? start, start);
        breaks = 0;
      }
    }
    value.copyAll(plainPiece(line, start));
    if (line !== '' || index === 0) wasOpen = isOpen && line !== '';
  }
  return value.build(empty);
}
