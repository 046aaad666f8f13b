/** Joins lines where a terminal broke hex, Base64, percent signs or a list of numbers at its width. */

import { leastWidth, mostWidth } from './wrapped';

/** Lines that are looked at, and lines that one value may take. */
const textLimit = 20_000;
const lineLimit = 5000;

/** One way to write bytes in a line. */
interface Writing {
  /** The end of the first line: what it begins may stand behind other words. */
  readonly begins: RegExp;
  /** A whole line of it. */
  readonly goesOn: RegExp;
  /** The last line: what follows the value stands behind a blank or a mark. */
  readonly ends: RegExp;
  /** The break tells that the lines are one value, where others may be separate values. */
  readonly split: (before: string, next: string, first: boolean) => boolean;
  /** Only the first break can tell. */
  readonly splitFirst?: true;
}

/** What calls a value by its name: `payload=`, `data `, `frame: "`; no offset and no other value. */
const label = /(?:[=:([>]["']?|[g-z]\w{0,30}:?["']?)\s?["'(]?$/i;

/** Letters in one word that no sentence has. */
const longRun = 16;

/** A run of letters that begins behind its name cannot end where a line of nothing else goes on with it. */
function behindLabel(letters: string): Writing['split'] {
  const run = new RegExp(`(?<![\\w+/-])(?:0x|\\\\x)?${letters}{4,}$`, 'i');
  return (before, next, first) => {
    const start = first ? before.search(run) : -1;
    if (start <= 0 || !label.test(before.slice(Math.max(0, start - 60), start))) return false;
    return before.length - start >= longRun || next.length >= leastWidth;
  };
}

const writings: readonly Writing[] = [
  {
    begins: /(?<![\w+/-])(?:0x|\\x)?[\da-f]{4,}$/i,
    goesOn: /^[\da-f]+$/i,
    ends: /^[\da-f]+(?:$|["',;)\]}<])/i,
    split: behindLabel('[\\da-f]'),
    splitFirst: true,
  },
  {
    begins: /(?<![\w+/-])[\w+/-]{4,}$/,
    goesOn: /^[\w+/-]+$/,
    ends: /^[\w+/-]+={0,2}(?:$|["',;)\]}<])/,
    split: behindLabel('[\\w+/-]'),
    splitFirst: true,
  },
  {
    begins: /(?<!%[\da-f]{2})(?:%[\da-f]{2}){2,}(?:%[\da-f]?)?$/i,
    goesOn: /^[\da-f]{0,2}(?:%[\da-f]{2})+(?:%[\da-f]?)?$/i,
    ends: /^[\da-f]{0,2}(?:%[\da-f]{2})*(?:$|[\s"',;)\]}&<])/i,
    split: () => true,
  },
  {
    // The halves of a pair stand in two lines, or a line begins with the blank between two pairs.
    begins: /(?:^|[^\S ]|(?<!(?:^|\s)[\da-f]{2}) )(?:[\da-f]{2} ){2,}(?:[\da-f]{1,2} ?)?$/i,
    goesOn: /^ ?[\da-f]{0,2}(?: [\da-f]{2})+(?: [\da-f]{0,2})?$/i,
    ends: /^ ?[\da-f]{0,2}(?: [\da-f]{2})*(?:$|[\s"',;)\]}.<])/i,
    split: (before, next) => / [\da-f]$/i.test(before) && /^[\da-f](?: |$)/i.test(next),
  },
  {
    // Numbers of a list stand between commas: none ends at the end of a line.
    begins: /[[({]\s?-?\d{1,3}, ?(?:-?\d{1,3}, ?)*-?\d{0,3}$/,
    goesOn: /^ ?-?\d{0,3}(?:, ?-?\d{1,3})*(?:, ?-?)?$/,
    ends: /^ ?\d{0,3}(?:, ?-?\d{1,3})*,?\s?[\])}]/,
    split: (before, next) => /[\d-]$/.test(before) && /^[\d,\])}]/.test(next),
  },
];

/** Hex digits of digests, of which many may stand one below the other. */
const digestLengths = new Set([32, 40, 56, 64, 96, 128]);

/** Width of the lines behind the first: as wide as it is, or as its part of the value, where a name was put before it. */
function widthOf(first: string, second: string, writing: Writing): number {
  const run = first.length - first.search(writing.begins);
  return second.length === run && !digestLengths.has(run) ? run : first.length;
}

/** Lines from one on that may be one value, up to `end`; `text` where a terminal broke it over them. */
function joinFrom(lines: readonly string[], start: number, writing: Writing): { text?: string; end: number } {
  const first = lines[start] ?? '';
  const none = { end: start + 1 };
  if (first.length < leastWidth || first.length > mostWidth || !writing.begins.test(first)) return none;
  const width = widthOf(first, lines[start + 1] ?? '', writing);
  let split = false;
  for (let at = start + 1; at < lines.length && at - start < lineLimit; at++) {
    const line = lines[at] ?? '';
    if (line.length > width) return split ? { text: lines.slice(start, at).join(''), end: at } : { end: at };
    split ||= writing.split(lines[at - 1] ?? '', line, at === start + 1);
    if (!split && writing.splitFirst) return none;
    if (line.length === width && writing.goesOn.test(line)) continue;
    const end = writing.ends.test(line) ? at + 1 : at;
    return split && end > start + 1 ? { text: lines.slice(start, end).join(''), end } : { end };
  }
  return split ? { text: lines.slice(start).join(''), end: lines.length } : { end: lines.length };
}

/** Lines with each value that a terminal broke in one of them. Looks at a line once for each way to write bytes. */
export function withoutTokenBreaks(lines: readonly string[]): readonly string[] {
  if (lines.length < 2 || lines.length > textLimit) return lines;
  const joined: string[] = [];
  // Up to these lines nothing was broken in each writing.
  const looked = writings.map(() => 0);
  for (let at = 0; at < lines.length; ) {
    let end = at + 1;
    let text = lines[at] ?? '';
    for (const [i, writing] of writings.entries()) {
      if ((looked[i] ?? 0) > at) continue;
      const found = joinFrom(lines, at, writing);
      looked[i] = found.end;
      if (found.text === undefined) continue;
      text = found.text;
      end = found.end;
      break;
    }
    joined.push(text);
    at = end;
  }
  return joined;
}
