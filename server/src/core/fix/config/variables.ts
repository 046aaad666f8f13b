/** Arguments that a script collects in variables and arrays, put where its commands use them. */
import type { VllmCommand } from './command';
import { type Piece, partOf } from './piece';
import { simpleCommands } from './shell';
import type { Word } from './words';

/** Most variables read of one script. */
const maxVariables = 200;

/** Longest value of one, in UTF-16 units. */
const maxValue = 5000;

const assignment = /^[ \t]*(?:export |local |readonly |declare -a )?([A-Za-z_]\w*)\+?=(?=[("'])/gm;

/** What a variable collects. */
interface Collected {
  readonly words: readonly Word[];
  /** True where it is given once, at the start of a line, so that a command that uses it has all of this. */
  readonly isWhole: boolean;
}

/** The words that each variable of a script collects, of those that hold flags. */
export function variableWords(script: Piece): Map<string, Collected> {
  const found = new Map<string, Collected>();
  if (!script.text.includes('--')) return found;
  for (const { index, 0: head, 1: name = '' } of script.text.matchAll(assignment)) {
    if (found.size > maxVariables) break;
    const open = index + head.length;
    const close = closingOf(script.text, open);
    if (close < 0) continue;
    const words = simpleCommands(partOf(script, open + 1, close), 'blank').flat();
    if (!words.some(({ value }) => value.startsWith('--'))) continue;
    const before = found.get(name);
    const isWhole = !before && /^[A-Za-z]/.test(head) && givenOnce(script.text, name);
    found.set(name, { words: [...(before?.words ?? []), ...words], isWhole });
  }
  return found;
}

/** True where a script sets or adds to a variable in one place alone. */
function givenOnce(text: string, name: string): boolean {
  let count = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isName =
      !/[\w{$]/.test(text[at - 1] ?? '') && /^(?:\+?=|\[)/.test(text.slice(at + name.length, at + name.length + 2));
    const isRead = /^\s*read\b|\bunset\s+$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at));
    if (isName || isRead) count++;
  }
  return count === 1;
}

/** Index of what closes the bracket or quote at an index; -1 where it is not near. */
function closingOf(text: string, open: number): number {
  const close = text[open] === '(' ? ')' : text[open];
  let quote = '';
  for (let at = open + 1; at < Math.min(text.length, open + maxValue); at++) {
    const here = text[at];
    if (here === '\\') at++;
    else if (quote !== '') quote = here === quote ? '' : quote;
    else if (here === close) return at;
    else if (close === ')' && (here === '"' || here === "'")) quote = here;
  }
  return -1;
}

/** A command with the words of variables in their places. Which of them come together, only a run can tell. */
export function withVariables(command: VllmCommand, variables: ReadonlyMap<string, Collected>): VllmCommand {
  const used = command.words.map((word) => {
    const name = /^\$\{?(\w+)(?:\[[@*]\])?\}?$/.exec(word.value)?.[1];
    return { word, collected: name === undefined ? undefined : variables.get(name) };
  });
  if (used.every(({ collected }) => !collected)) return command;
  const words = used.flatMap(({ word, collected }) => collected?.words ?? [word]);
  const isCollected = used.some(({ collected }) => collected?.isWhole === false);
  return isCollected ? { ...command, words, isCollected } : { ...command, words };
}
