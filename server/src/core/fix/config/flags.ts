/** The flags in a command line of vLLM, and what is known about each. */
import facts from '../../../../../data/flags/vllm.json';
import type { VllmCommand } from './command';
import type { Word } from './words';

/** What is known about a flag: the releases it stands in, and the value it takes at the pinned commit. */
export interface FlagFact {
  /** First release with it; null where no release has it yet. */
  readonly first: string | null;
  /** Last release with it, of one that is gone. */
  readonly last?: string;
  readonly kind?: string;
  readonly choices?: readonly string[];
}

/** A flag in a command. */
export interface FlagUse {
  /** The flag as vLLM reads it, with dashes. */
  readonly name: string;
  /** [start, end) of its name, dashes included. */
  readonly start: number;
  readonly end: number;
  /** Its value, in the same word or the next; undefined where none follows. */
  readonly value: Word | undefined;
  /** End of flag and value, quotes included. */
  readonly wordEnd: number;
}

const known = new Map<string, FlagFact>(Object.entries(facts.flags));

/** What is known about a flag. */
export function factOf(name: string): FlagFact | undefined {
  // `--no-…` is the other side of a switch, and `--config.key` sets a part of a JSON value.
  return known.get(name) ?? known.get(name.replace(/^--no-/, '--')) ?? known.get(name.split('.', 1)[0] ?? name);
}

/** All flags that some release has. */
export function knownFlags(): Iterable<string> {
  return known.keys();
}

/** The flags of a command, in its order. */
export function flagsOf(command: VllmCommand): FlagUse[] {
  const { words } = command;
  return words.flatMap((word, index): FlagUse[] => {
    const written = /^--[A-Za-z][\w.-]*/.exec(word.value)?.[0];
    if (!written) return [];
    const name = written.replaceAll('_', '-').toLowerCase();
    const end = word.innerStart + written.length;
    const joined = word.value[written.length] === '=' ? joinedValue(word, written.length + 1) : undefined;
    const next = words[index + 1];
    const takes = factOf(name)?.kind !== 'switch' && next && !/^--?[A-Za-z]/.test(next.value);
    const value = joined ?? (takes && word.value === written ? next : undefined);
    return [{ name, start: word.innerStart, end, value, wordEnd: value ? value.end : word.end }];
  });
}

/** The part of a word behind `=`; quotes around that part are left out of its inner range. */
function joinedValue(word: Word, from: number): Word {
  const rest = word.raw.slice(from);
  const start = word.innerStart + from;
  const isQuoted = rest.length > 1 && /^["']/.test(rest) && rest.endsWith(rest[0] ?? '');
  const inner = isQuoted ? 1 : 0;
  return {
    start,
    end: word.end,
    innerStart: start + inner,
    innerEnd: word.innerEnd - inner,
    raw: rest.slice(inner, rest.length - inner),
    value: word.value.slice(from),
  };
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
