/** Tells loops that run until they are stopped from loops that wait for something. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { lastName } from './scope';

const runWords = ['running', 'alive', 'active', 'keep', 'enabled'];
const stopWords = [
  'stop',
  'shut',
  'clos',
  'exit',
  'quit',
  'terminat',
  'cancel',
  'kill',
  'finish',
  'done',
  'dead',
  'is_set',
];

/** True for `while True`, `while 1`, `while not <stop flag>` and `while <run flag>`. */
export function endlessLoop(file: SourceFile, condition: SyntaxNode): boolean {
  if (condition.type === 'parenthesized_expression' && condition.children[0]) {
    return endlessLoop(file, condition.children[0]);
  }
  if (condition.type === 'true' || file.textOf(condition) === '1') return true;
  const argument = condition.type === 'not_operator' ? childIn(condition, 'argument') : undefined;
  if (argument) return flagNamed(file, argument, stopWords);
  return flagNamed(file, condition, runWords);
}

/** Source text of the flag that a condition asks: `self._stop` of `not self._stop.is_set()`. */
export function flagOf(file: SourceFile, condition: SyntaxNode): string | undefined {
  const [inner] = condition.children;
  if (inner && (condition.type === 'parenthesized_expression' || condition.type === 'not_operator')) {
    return flagOf(file, inner);
  }
  const callee = condition.type === 'call' ? childIn(condition, 'function') : undefined;
  const object = callee && childIn(callee, 'object');
  const flag = object ?? callee ?? condition;
  return flag.type === 'identifier' || flag.type === 'attribute' ? file.textOf(flag) : undefined;
}

/** True when an expression is a name, an attribute or a call without arguments whose name holds one of the words. */
function flagNamed(file: SourceFile, node: SyntaxNode, words: readonly string[]): boolean {
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  const object = callee && lastName(file, callee) === 'is_set' ? childIn(callee, 'object') : undefined;
  return object !== undefined || hasWord(lastName(file, callee ?? node), words);
}

/** True for a name that holds one of the words; a deadline says nothing about being dead. */
function hasWord(name: string, words: readonly string[]): boolean {
  const lower = name.toLowerCase().replaceAll('deadline', '');
  return words.some((word) => lower.includes(word));
}
