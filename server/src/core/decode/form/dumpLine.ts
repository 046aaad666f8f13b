/** One line of a hex dump: offset, groups of digits, and the text beside them. */
import { hexValue } from '../bytes';

/** A parsed line. */
export interface DumpLine {
  /** Offset as it is written, without `0x` and colon. */
  readonly offset: string;
  readonly colon: boolean;
  /** Groups of hex, octal, decimal or binary digits, as written. */
  readonly groups: readonly string[];
  /** Text beside the digits, without its bars; the empty string where there is none. */
  readonly gutter: string;
}

/** A line longer than this is no line of a dump. */
export const dumpLineLimit = 400;
/** Words of other text that may stand before the offset. */
const leadLimit = 12;

/** Nothing but hex digits. */
export function isHexRun(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (hexValue(text.charCodeAt(i)) < 0) return false;
  return text !== '';
}

/** Reads a line at the first place where an offset and digits stand; other words may come before. */
export function parseDumpLine(line: string): DumpLine | undefined {
  if (line.length > dumpLineLimit) return undefined;
  let at = 0;
  for (let words = 0; words < leadLimit; words++) {
    while (line.charAt(at) === ' ' || line.charAt(at) === '\t') at++;
    if (at >= line.length) return undefined;
    const parsed = parseAt(line, at);
    if (parsed) return parsed;
    while (at < line.length && line.charAt(at) !== ' ' && line.charAt(at) !== '\t') at++;
  }
  return undefined;
}

function parseAt(line: string, start: number): DumpLine | undefined {
  const match = /^(?:0x)?([0-9a-f]{4,16})(:?)(?=\s|$)/i.exec(line.slice(start, start + 24));
  if (!match) return undefined;
  const colon = match[2] === ':';
  const after = start + match[0].length;
  const { groups, end } = readGroups(line, after, colon);
  const gutter = gutterText(line.slice(end));
  if (groups.length === 0 && line.slice(end).trim() !== '') return undefined;
  return { offset: match[1] ?? '', colon, groups, gutter };
}

/** Groups end at the text beside them: at two blanks, but for the gap in the middle of a line without colon. */
function readGroups(line: string, start: number, colon: boolean): { groups: string[]; end: number } {
  const groups: string[] = [];
  let at = start;
  for (;;) {
    let next = at;
    while (line.charAt(next) === ' ' || line.charAt(next) === '\t') next++;
    const gap = next - at;
    const middle = !colon && gap === 2 && (groups.length === 8 || groups.length === 4);
    if (groups.length > 0 && gap > 1 && !middle && !isWide(line, start) && !isPaddedWord(line, next, groups)) break;
    let end = next;
    while (end < line.length && line.charAt(end) !== ' ' && line.charAt(end) !== '\t') end++;
    const token = line.slice(next, end);
    if (!isHexRun(token) || !fits(groups, token)) break;
    groups.push(token);
    at = end;
  }
  return { groups, end: at };
}

/** `hexdump` without options and `od` with short decimal numbers put wide gaps between all groups. */
function isWide(line: string, start: number): boolean {
  return /^ {3,}[0-9a-f]{2,4} {2,}[0-9a-f]{2,4}(?: {2,}|$)/.test(line.slice(start, start + 40));
}

/**
 * `xxd -e` pads the last, shorter word on its left; text follows it. A word of two bytes is padded by two blanks: three in all,
 * which is no gap that other dumps have before their text.
 */
function isPaddedWord(line: string, start: number, groups: readonly string[]): boolean {
  const size = groups[0]?.length ?? 0;
  const word = /^([0-9a-f]{2,14}) {2,}\S/i.exec(line.slice(start))?.[1];
  if (word === undefined || word.length >= size) return false;
  const before = line.slice(0, start);
  return size >= 8 ? /\s{3}$/.test(before) : size === 4 && /\S {3}$/.test(before);
}

/** All groups have the length of the first; only the last may be shorter. */
function fits(groups: readonly string[], token: string): boolean {
  const first = groups[0];
  const last = groups.at(-1);
  if (first === undefined || last === undefined) return token.length <= 16;
  return last.length === first.length && token.length <= first.length;
}

function gutterText(rest: string): string {
  const text = rest.trim();
  const barred =
    text.length > 1 && ((text.startsWith('|') && text.endsWith('|')) || (text.startsWith('>') && text.endsWith('<')));
  return barred ? text.slice(1, -1) : text;
}
