/** Every regular expression that the product is written with, and the worst inputs for each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import ts from 'typescript';

/** A regular expression literal and where it stands, as `path:line`. */
export interface FoundRegex {
  readonly place: string;
  readonly regex: RegExp;
}

/** The regular expression literals in all TypeScript files below a folder. */
export function regexesBelow(folder: string): FoundRegex[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).flatMap((name) => regexesIn(join(folder, name)));
}

function regexesIn(path: string): FoundRegex[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: FoundRegex[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      const end = node.text.lastIndexOf('/');
      found.push({
        place: `${path}:${line + 1}`,
        regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A text that grows: `head`, then `pump` again and again, then `tail`. */
export interface Attack {
  readonly head: string;
  readonly pump: string;
  readonly tail: string;
}

/** Characters that stand for the classes they are in. */
const alphabet = [...'a0A_ \n\t"\'\\./:-,([{<=*#`+F'];

/** Most characters that stand for one class. */
const perClass = 8;

/** Ends after which most patterns cannot match. */
const tails = ['', '\u0001', '\n'];

/**
 * Inputs that make each repetition of a pattern run far: what stands before it once, then what it repeats; and both
 * together again and again, since a search starts anew at each place.
 */
export function attacksOn(regex: RegExp): Attack[] {
  const pattern = new RegExpParser().parseLiteral(String(regex)).pattern;
  const attacks = new Map<string, Attack>();
  const add = (head: string, pump: string): void => {
    if (pump === '') return;
    for (const tail of tails) attacks.set(JSON.stringify([head, pump, tail]), { head, pump, tail });
  };
  for (const { quantifier, before } of quantifiersIn(pattern.alternatives, '')) {
    for (const text of samples(quantifier.element)) {
      add(before, text);
      add('', before + text);
    }
  }
  return [...attacks.values()];
}

interface Repetition {
  readonly quantifier: AST.Quantifier;
  /** A text that the pattern takes before it. */
  readonly before: string;
}

function quantifiersIn(alternatives: readonly AST.Alternative[], before: string): Repetition[] {
  return alternatives.flatMap(({ elements }) => {
    let sofar = before;
    return elements.flatMap((element) => {
      const found = repetitionsOf(element, sofar);
      sofar += samples(element)[0] ?? '';
      return found;
    });
  });
}

function repetitionsOf(element: AST.Element, before: string): Repetition[] {
  if (element.type === 'Quantifier') {
    const own = element.max >= 10 ? [{ quantifier: element, before }] : [];
    return [...own, ...repetitionsOf(element.element, before)];
  }
  return 'alternatives' in element ? quantifiersIn(element.alternatives, before) : [];
}

/** Texts that an element takes, one for each kind of character. */
function samples(element: AST.Element): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return charactersOf(element.raw);
    case 'Quantifier': {
      const texts = samples(element.element);
      return texts.map((text) => text.repeat(Math.max(1, element.min)));
    }
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.flatMap(({ elements }) => rowsOf(elements));
    default:
      // A border, a look-around or a back reference takes no text of its own here.
      return [''];
  }
}

/** Texts for elements in a row: the first sample of each, with each sample of the first in its place. */
function rowsOf(elements: readonly AST.Element[]): string[] {
  const rest = elements.slice(1).map((element) => samples(element)[0] ?? '');
  const [first] = elements;
  return first ? samples(first).map((text) => text + rest.join('')) : [''];
}

function charactersOf(raw: string): string[] {
  const test = new RegExp(`^${raw}$`, raw.includes('\\p') ? 'u' : '');
  const own = alphabet.filter((char) => test.test(char));
  if (own.length > 0) return own.slice(0, perClass);
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  return [all.find((char) => test.test(char)) ?? '\u0000'];
}
