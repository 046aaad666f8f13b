/**
 * Templates as the index has them: their literal texts stand there already, so that a site keeps the names of its
 * run-time parts alone. Where that does not give a template letter by letter (white space at its ends, colour codes), it
 * is kept whole.
 */
import type { Section } from '../catalog/pack/packedFile';
import { wordAt } from '../catalog/pack/strings';
import { BESIDE, END, HOLE } from './engine/layout';
import { parseTemplate } from './template';

/** Every so many templates, where one begins is kept. */
const STEP = 8;
/** Bytes read at once: few stretches of {@link STEP} templates are longer than the first, hardly any than the second. */
const LENGTHS = [1 << 11, 1 << 14, Number.POSITIVE_INFINITY];
/** Between the names of two run-time parts, and in the place of each: no message holds it. */
const BETWEEN = '\0';
const WORD = 4;
const decoder = new TextDecoder();

/** Names of the run-time parts of a template, as {@link textWith} puts them in; empty where it has none. */
export function namesIn(template: string): string {
  return parseTemplate(template)
    .holes.filter((names) => names.length > 0)
    .map((names) => names.map((name) => `{${name}}`).join(''))
    .join(BETWEEN);
}

/** The template whose texts in the index are these, with names. */
function textWith(bytes: Uint8Array, names: string): string {
  const literals = decoder.decode(bytes.map((byte) => (byte === HOLE ? 0 : byte)));
  const text = /[{}]/.test(literals) ? literals.replaceAll('{', '{{').replaceAll('}', '}}') : literals;
  if (names === '') return text;
  const parts = names.split(BETWEEN);
  return text.split(BETWEEN).reduce((all, literal, i) => all + (parts[i - 1] ?? '') + literal);
}

/** Where every {@link STEP}th template begins among the texts of an index, as a section. */
export function stepsOf(pool: Uint8Array): Uint8Array {
  const steps: number[] = [];
  let number = 0;
  for (let at = 0; at < pool.length; at = pool.indexOf(END, at) + 1) if (number++ % STEP === 0) steps.push(at);
  return new Uint8Array(Int32Array.from(steps).buffer);
}

/** Reads templates where their texts lie. */
export class WordingTexts {
  /** @param steps what {@link stepsOf} gave */
  constructor(
    private readonly pool: Section,
    private readonly steps: Section,
  ) {}

  /** The template of a number, with the names of a site. */
  at(number: number, names: string): string {
    for (const length of LENGTHS) {
      const text = this.read(number, names, length);
      if (text !== undefined) return text;
    }
    return '';
  }

  /** Undefined where the template does not end within so many bytes. */
  private read(number: number, names: string, length: number): string | undefined {
    const step = Math.floor(number / STEP);
    if (step * WORD >= this.steps.length) return '';
    const from = wordAt(this.steps, step);
    const bytes = this.pool.read(from, Math.min(from + length, this.pool.length));
    let start = 0;
    for (let i = step * STEP; i < number; i++) {
      start = bytes.indexOf(END, start) + 1;
      if (start === 0) return undefined;
    }
    const end = bytes.indexOf(END, start);
    if (end < 0) return undefined;
    const beside = bytes.indexOf(BESIDE, start);
    return textWith(bytes.subarray(start, beside >= 0 && beside < end ? beside : end), names);
  }
}
