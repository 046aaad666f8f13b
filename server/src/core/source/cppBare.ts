/** What a check of C++ prints of its condition, by itself where it has no text of its own. */
import type { Node } from 'web-tree-sitter';
import type { CppSite } from './cppSites';
import { holeOf, literalLength, type Message, type Part } from './message';

/** Fewest letters and digits that tell one condition from others; `false` and `x > 0` tell nothing. */
const minLetters = 8;

/** Longest condition that is read, in UTF-16 units. */
const maxCondition = 400;

/** The message of a check without a text; undefined where there is one, or where its condition does not tell the site. */
export function bareMessage(args: readonly Node[], { bare, skip }: CppSite): Message | undefined {
  if (bare === undefined || args.length !== skip) return undefined;
  const text = stringified(args.at(-1));
  if (text.length > maxCondition) return undefined;
  const condition = conditionParts(text);
  const letters = condition.map((part) => (typeof part === 'string' ? part.replace(/\W/g, '') : ''));
  if (literalLength(letters) < minLetters) return undefined;
  return bare.split(/(%s|\{\w+\})/).flatMap((piece): Part[] => {
    if (piece === '%s') return condition;
    if (piece.startsWith('{')) return [holeOf(piece.slice(1, -1))];
    return piece === '' ? [] : [piece];
  });
}

/** An argument as `#` of the preprocessor makes it: without comments, white space as one space (C17, 6.10.3.2). */
export function stringified(argument: Node | undefined): string {
  const text = argument?.text ?? '';
  return text.replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*)|\/\/[^\n]*|\\(?=\r?\n)/g, ' ').replace(/\s+/g, ' ');
}

/**
 * A condition with a run-time part for each name in capitals, and what it is called with: it may be a macro, which is
 * expanded before the condition is printed.
 */
function conditionParts(condition: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const { index, 0: name } of condition.matchAll(/\b[A-Z][A-Z0-9_]{2,}\b/g)) {
    if (index < done) continue;
    const end = endOfCall(condition, index + name.length);
    if (index > done) parts.push(condition.slice(done, index));
    parts.push(holeOf(condition.slice(index, end)));
    done = end;
  }
  if (done < condition.length) parts.push(condition.slice(done));
  return parts;
}

/** Behind the bracket that opens at `at` and closes again; `at` where none does. */
function endOfCall(text: string, at: number): number {
  if (text.charAt(at) !== '(') return at;
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text.charAt(i) === '(') depth++;
    else if (text.charAt(i) === ')' && --depth === 0) return i + 1;
  }
  return at;
}
