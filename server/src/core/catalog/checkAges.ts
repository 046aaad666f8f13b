/**
 * Proves that an entry says from when on an option or variable exists where its message is older, and until when where it
 * is gone. People meet one message in many versions; advice that their version cannot follow must say so.
 */
import { namedIn, textsOf } from './checkNames';
import type { Entry } from './entry';
import type { CatalogProblem } from './problem';
import { compareVersions } from './versionOrder';

/** The releases that have an option or variable. */
export interface Age {
  /** First release; null where no release is known to have it yet. */
  readonly first: string | null;
  /** Last one; left out where it is still there at the pin. */
  readonly last?: string | undefined;
}

/** Ages of what a project's entries may name. */
export interface KnownAges {
  readonly project: string;
  /** By name. A name with a blank, such as `vllm serve`, is a phrase, looked for as it stands. */
  readonly of: ReadonlyMap<string, Age>;
}

type Phrase = readonly [phrase: string, age: Age];

type Fault = Required<Pick<CatalogProblem, 'message' | 'help'>>;

/** One name, the first field that names it, and the versions that stand in a field with it. */
interface Naming {
  readonly field: string;
  readonly said: Set<string>;
}

/** Names of the project that are newer than the entry's message, or gone before it, without a word about it. */
export function checkAges(entry: Entry, file: string, { project, of }: KnownAges): CatalogProblem[] {
  const phrases = [...of].filter(([name]) => name.includes(' ') || name.startsWith('--no-'));
  return [...namings(entry, phrases)].flatMap(([name, naming]) => {
    const age = of.get(name);
    if (!age) return [];
    const faults = [
      ...goneFaults(name, naming, age, entry),
      ...(entry.project === project ? newFaults(name, naming, age, entry) : []),
    ];
    return faults.map(({ message, help }) => ({ file, message: `${naming.field}: ${message}`, help }));
  });
}

function newFaults(name: string, { said }: Naming, { first }: Age, { versions }: Entry): Fault[] {
  if (first === null || versions.first === null) return [];
  if (said.has(first) || compareVersions(first, versions.first) <= 0) return [];
  return [
    {
      message: `${name} exists from ${first} on, the message from ${versions.first} on`,
      help: `say “from ${first} on”`,
    },
  ];
}

function goneFaults(name: string, { said }: Naming, { first, last }: Age, { versions }: Entry): Fault[] {
  if (last === undefined) return [];
  if (versions.last !== null && compareVersions(versions.last, last) <= 0) return [];
  // “before v0.11.0” or “up to v0.11.2”: any of the releases that still had it.
  const isDated = [...said].some(
    (version) => compareVersions(version, last) <= 0 && (first === null || compareVersions(first, version) < 0),
  );
  if (isDated) return [];
  return [
    {
      message: `${name} is there up to ${last} only`,
      help: 'name what takes its place, or say which versions have it',
    },
  ];
}

function namings(entry: Entry, phrases: readonly Phrase[]): Map<string, Naming> {
  const found = new Map<string, Naming>();
  for (const [field, text] of textsOf(entry)) {
    for (const name of [...namedIn(text), ...phrasesIn(text, phrases)]) {
      const naming = found.get(name) ?? { field, said: new Set() };
      for (const version of versionsIn(text)) naming.said.add(version);
      found.set(name, naming);
    }
  }
  return found;
}

/** Phrases that the text names, but for those in a text about later versions only: “with `--new` (from v0.9.0 on)”. */
function phrasesIn(text: string, phrases: readonly Phrase[]): string[] {
  return phrases.flatMap(([phrase, { first }]) => {
    if (!holds(text, phrase)) return [];
    const said = versionsIn(text);
    const isLater =
      first !== null && !said.includes(first) && said.some((version) => compareVersions(version, first) > 0);
    return isLater ? [] : [phrase];
  });
}

function versionsIn(text: string): string[] {
  return [...text.matchAll(/\bv\d+(?:\.\d+)+(?:\.post\d+)?\b/g)].map(([version]) => version);
}

/** Whether the text names the phrase, and not the beginning of a longer word. */
function holds(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase);
  return at >= 0 && !/[\w-]/.test(text.charAt(at + phrase.length));
}
