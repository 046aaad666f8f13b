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

/** The words that each variable of a script collects, of those that hold flags. */
export function variableWords(script: Piece): Map<string, Word[]> {
  const found = new Map<string, Word[]>();
  if (!script.text.includes('--')) return found;
  for (const { index, 0: head, 1: name = '' } of script.text.matchAll(assignment)) {
    if (found.size > maxVariables) break;
    const open = index + head.length;
    const close = closingOf(script.text, open);
    if (close < 0) continue;
    const words = simpleCommands(partOf(script, open + 1, close), 'blank').flat();
    if (words.some(({ value }) => value.startsWith('--'))) found.set(name, [...(found.get(name) ?? []), ...words]);
  }
  return found;
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
export function withVariables(command: VllmCommand, variables: ReadonlyMap<string, readonly Word[]>): VllmCommand {
  const words = command.words.flatMap((word) => {
    const name = /^\$\{?(\w+)(?:\[[@*]\])?\}?$/.exec(word.value)?.[1];
    return (name === undefined ? undefined : variables.get(name)) ?? [word];
  });
  return words.length === command.words.length ? command : { ...command, words, isCollected: true };
}
