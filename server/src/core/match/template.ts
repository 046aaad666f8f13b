/** Templates: a message as the source writes it, taken apart into literal text and holes. */
import { encode, isSpace, skipSpaces, trimEnd } from './bytes';
import { cleanedText } from './clean';

/** A template, ready to be compared with text. */
export interface ParsedTemplate {
  /** Literal texts, UTF-8, never empty, in order. */
  readonly literals: readonly Uint8Array[];
  /**
   * Names of the holes: `holes[i]` holds those before literal `i`, the last one those after the last literal.
   * An empty list means that the literal follows without a hole. Two holes side by side share their text.
   */
  readonly holes: readonly (readonly string[])[];
  /** Bytes of literal text, runs of white space counted as one. */
  readonly literalBytes: number;
  /** Bytes of the longest literal without the white space around it. */
  readonly longestLiteral: number;
  /** True where a literal holds a line end. */
  readonly multiline: boolean;
}

/** Literals shorter than this need context before a line is believed to be this message. */
export const WEAK_LITERAL = 16;
/** Several short literals that make up this much together are as good as a long one. */
export const WEAK_IN_ALL = 32;

/** Lines without a letter above the first words: rows of asterisks are read as lines of their own. */
const ornament = /^\s*(?:[^\p{L}\p{N}\s][^\p{L}\p{N}\n]{7,}\n)+(?=.*\p{L}{3})/u;

/** The same below the last words. */
const closingOrnament = /(?:\n[^\p{L}\p{N}\n]{8,})+\s*$/u;

/** Takes a template apart. Braces that do not pair are literal text. */
export function parseTemplate(text: string): ParsedTemplate {
  const literals: string[] = [];
  const holes: string[][] = [[]];
  let literal = '';
  const endLiteral = (): void => {
    if (literal === '') return;
    literals.push(literal);
    holes.push([]);
    literal = '';
  };
  for (let i = 0; i < text.length; ) {
    const pair = text.slice(i, i + 2);
    const end = pair === '{{' || pair === '}}' ? -1 : holeEnd(text, i);
    if (end > i) {
      endLiteral();
      holes.at(-1)?.push(text.slice(i + 1, end - 1));
      i = end;
      continue;
    }
    literal += text[i];
    i += pair === '{{' || pair === '}}' ? 2 : 1;
  }
  endLiteral();
  // Loggers and viewers drop white space at the ends of a message; a line end after its last value is no text of it.
  if (holes.length > 2 && holes.at(-1)?.length === 0 && literals.at(-1)?.trim() === '') {
    literals.pop();
    holes.pop();
  }
  if (holes[0]?.length === 0) trimAt(literals, 0, (part) => part.replace(ornament, '').trimStart());
  if (holes.at(-1)?.length === 0)
    trimAt(literals, literals.length - 1, (part) => part.replace(closingOrnament, '').trimEnd());
  const bytes = literals.map((part) => encode(cleanedText(part)));
  return {
    literals: bytes,
    holes,
    literalBytes: bytes.reduce((sum, part) => sum + weightOf(part), 0),
    longestLiteral: Math.max(
      0,
      ...bytes.map((part) => trimEnd(part, 0, part.length) - skipSpaces(part, 0, part.length)),
    ),
    multiline: literals.some((part) => part.includes('\n')),
  };
}

/** Key that two templates share exactly when they have the same literals and holes, whatever the holes are called. */
export function templateKey(template: ParsedTemplate): string {
  const parts = template.literals.map((part) => part.join(','));
  return template.holes.map((names, i) => `${names.length > 0 ? '*' : ''}|${parts[i] ?? ''}`).join('|');
}

/** Bytes of a literal, each run of white space counted as one. */
export function weightOf(literal: Uint8Array): number {
  let weight = 0;
  for (let i = 0; i < literal.length; i++) {
    if (!isSpace(literal[i]) || !isSpace(literal[i - 1])) weight++;
  }
  return weight;
}

function trimAt(parts: string[], index: number, trim: (part: string) => string): void {
  const part = parts[index];
  if (part !== undefined && trim(part) !== '') parts[index] = trim(part);
}

/** End of the hole that begins at `start`, braces inside it counted; -1 where there is none. */
function holeEnd(text: string, start: number): number {
  if (text[start] !== '{') return -1;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i + 1;
  }
  return -1;
}
