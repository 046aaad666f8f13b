/** What the text and the page of a reading have in common. */
import type { Json, Reading } from '../decode/reading';
import { english, type Words } from './words';

/** The details of a reading by what they are for. */
export interface ReadingParts {
  readonly problems: readonly string[];
  readonly meaning: readonly string[];
  readonly advice: readonly string[];
}

/** Tells problems, meaning and advice apart. */
export function partsOf({ details, problems = [], advice = [] }: Reading): ReadingParts {
  const apart = new Set([...problems, ...advice]);
  return { problems, advice, meaning: details.filter((line) => !apart.has(line)) };
}

/** How sure the reading is, in words. */
export function sureText({ confidence }: Reading, { say }: Words = english): string {
  const phrases = { proven: 'proven by its bytes', fits: 'fits in all parts', weak: 'only plausible' } as const;
  return say(phrases[confidence]);
}

/** Longer payloads have values that nobody reads as one line: the command line's JSON has them. */
const maxValueBytes = 1_000_000;
const maxValueLength = 4000;

/** Fields as name and text, without values that are as long as the payload. */
export function fieldTexts({ bytes, fields }: Reading): [name: string, text: string][] {
  if (bytes.length > maxValueBytes) return [];
  return Object.entries(fields).map(([name, value]) => [name, cut(textOf(value))]);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function cut(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}… (${text.length} characters)` : text;
}

/** A line of advice under a heading that says the same as its first words. */
export function withoutHeading(line: string): string {
  return line.replace(/^What to do: (\w)/, (_, first: string) => first.toUpperCase());
}
