/** Reasons of fixes in Simplified Chinese: a sentence is found by its fixed words, and what it quotes stays or is found likewise. */
import { chineseCodeReasons } from './chineseCodeReasons';
import { chineseOtherReasons } from './chineseOtherReasons';

/** Most sentences of one reason, and depth of what stands in holes. */
const maxSentences = 6;
const maxDepth = 3;

interface Sentence {
  /** What stands before, between and behind the holes. */
  readonly literals: readonly string[];
  /** Which value stands in each hole, and the Chinese with the same numbers. */
  readonly chinese: string;
}

/** Pairs of lines as the two texts hold them. */
export function reasonPairs(): [english: string, chinese: string][] {
  const lines = `${chineseCodeReasons}${chineseOtherReasons}`.split('\n').filter((line) => line !== '');
  return Array.from({ length: lines.length / 2 }, (_, i) => [lines[2 * i] ?? '', lines[2 * i + 1] ?? '']);
}

let known: { readonly whole: ReadonlyMap<string, string>; readonly holed: readonly Sentence[] } | undefined;

function table() {
  if (known) return known;
  const pairs = reasonPairs();
  const holed = pairs
    .filter(([english]) => english.includes('{0}'))
    .map(([english, chinese]) => ({ literals: english.split(/\{\d\}/), chinese }))
    // The more is fixed, the less a hole swallows.
    .sort((a, b) => b.literals.join('').length - a.literals.join('').length);
  known = { whole: new Map(pairs), holed };
  return known;
}

/** The reason in Chinese; as it is where one of its sentences is not known. */
export function chineseReason(reason: string): string {
  return sentences(reason, maxSentences) ?? reason;
}

/** Sentences behind each other, each known; a stop inside what is quoted ends none. */
function sentences(text: string, most: number): string | undefined {
  const whole = table().whole.get(text);
  if (whole !== undefined) return whole;
  for (let at = text.indexOf('. '); at >= 0 && most > 1; at = text.indexOf('. ', at + 1)) {
    const first = piece(text.slice(0, at + 1), maxDepth);
    const rest = first === undefined ? undefined : sentences(text.slice(at + 2), most - 1);
    if (first !== undefined && rest !== undefined) return first + rest;
  }
  return piece(text, maxDepth);
}

function piece(text: string, depth: number): string | undefined {
  const { whole, holed } = table();
  const exact = whole.get(text);
  if (exact !== undefined || depth === 0) return exact;
  for (const { literals, chinese } of holed) {
    const values = valuesIn(text, literals);
    const said = values && filled(chinese, values, depth - 1);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** The Chinese with its values, each in Chinese where it is a piece that is known; undefined where one must be and is not. */
function filled(chinese: string, values: readonly string[], depth: number): string | undefined {
  let isWhole = true;
  const text = chinese.replace(/( ?)\{(\d)(!?)\}( ?)/g, (_, before, index, must, behind) => {
    const value = values[Number(index)] ?? '';
    const known = piece(value, depth);
    if (known === undefined && must) isWhole = false;
    // Blanks part Chinese from what is not.
    return known === undefined
      ? before + value + behind
      : `${fits(known[0], before)}${known}${fits(known.at(-1), behind)}`;
  });
  return isWhole ? text : undefined;
}

/** The blank beside a character; none beside a Chinese one. */
function fits(char: string | undefined, blank: string): string {
  return char !== undefined && /\p{Script=Han}/u.test(char) ? '' : blank;
}

/** What stands between literals; undefined where the text is not made of them. Holes are as short as can be. */
export function valuesIn(text: string, [first = '', ...literals]: readonly string[]): string[] | undefined {
  if (literals.length === 0 || !text.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [i, literal] of literals.entries()) {
    const isLast = i === literals.length - 1;
    const next = isLast ? text.length - literal.length : text.indexOf(literal, at);
    // An empty hole is none.
    if (next <= at || (isLast && !text.endsWith(literal))) return undefined;
    values.push(text.slice(at, next));
    at = next + literal.length;
  }
  return values;
}
