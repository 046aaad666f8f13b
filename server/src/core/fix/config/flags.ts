/** The flags in a command line of vLLM, and what is known about each. */
import type { VllmCommand } from './command';
import { type FlagFact, type Program, server } from './programs';
import { restOf, type Word } from './words';

export type { FlagFact };

/** A flag in a command. */
export interface FlagUse {
  /** The flag as vLLM reads it: its long name, with dashes; what sets a part of a JSON value ends before its dot. */
  readonly name: string;
  /** The flag as it is written, with its dashes and without a value. */
  readonly written: string;
  /** [start, end) of what is written. */
  readonly start: number;
  readonly end: number;
  /** Its value, in the same word or the next; undefined where none follows. */
  readonly value: Word | undefined;
  /** End of flag and value, quotes included. */
  readonly wordEnd: number;
  /** The word that holds it. */
  readonly word: Word;
}

/** What is known about a flag of a program. */
export function factOf(name: string, { flags }: Program = server): FlagFact | undefined {
  const positive = flags.get(name.replace(/^--no-/, '--'));
  // `--no-…` is the other side of a switch that has one.
  return flags.get(name) ?? (positive?.kind === 'switch' ? undefined : positive);
}

/** A flag: dashes, also those that a word processor makes of them, then a name. */
const flagName = /^[-\u2010-\u2015\u2212]+(?=[A-Za-z])[\w-]+/;

/** The flags of a command, in its order, up to a word `--`. */
export function flagsOf({ words, program }: VllmCommand): FlagUse[] {
  const uses: FlagUse[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word || word.value === '--') break;
    const use = flagAt(word, words[index + 1], program);
    if (!use) continue;
    uses.push(use);
    if (use.value && use.value === words[index + 1]) index++;
  }
  return uses;
}

function flagAt(word: Word, next: Word | undefined, program: Program): FlagUse | undefined {
  const head = flagName.exec(word.value)?.[0];
  if (!head) return undefined;
  const dotted = head + (/^\.[\w.+-]*/.exec(word.value.slice(head.length))?.[0] ?? '');
  const written = optimization(word.value) ?? dotted + strayOf(word.value.slice(dotted.length));
  const joined = word.value[written.length] === '=' ? restOf(word, written.length + 1) : undefined;
  const attached = written === '-O' && word.value.length > 2 && !joined ? restOf(word, 2) : undefined;
  if (!joined && !attached && word.value.length > written.length && /\S/.test(word.value[written.length] ?? ''))
    return undefined;
  const name = longName(head, program) + written.slice(dotted.length);
  const kind = factOf(name, program)?.kind;
  const takes =
    (dotted !== head || (kind !== 'switch' && kind !== 'toggle')) && next && !/^--?[A-Za-z]/.test(next.value);
  const value = joined ?? attached ?? (takes && word.value === written ? next : undefined);
  const end = word.piece.to(written.length - 1);
  return { name, written, start: word.piece.from(0), end, value, wordEnd: value ? value.end : word.end, word };
}

/** What follows a name by mistake, such as the colon of `--port: 8000`; nothing where a shell or a template makes more of it. */
function strayOf(rest: string): string {
  return /^[:;,.]+(?==|$)/.exec(rest)?.[0] ?? '';
}

/** `-O3` and `-O=3` are `-O 3`: vllm/utils/argparse_utils.py:298 at 9b9fc403. */
function optimization(value: string): string | undefined {
  return /^-O(?!\.)/.test(value) ? '-O' : undefined;
}

/** Underscores between the dashes and the first dot are dashes, for long names alone. */
function longName(head: string, { short }: Program): string {
  if (head.startsWith('--')) return head.replaceAll('_', '-');
  return short.get(head) ?? head;
}

/** True when release `a` comes before `b`. */
export function isBefore(a: string, b: string): boolean {
  const [x, y] = [a, b].map((release) => release.slice(1).split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (x?.[part] ?? 0) - (y?.[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
