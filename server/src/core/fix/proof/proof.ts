/**
 * Proves that a message can be dropped wherever its handling raises: then all is as if it had not come.
 *
 * On every way from the start of a round to the last thing that can raise for what was received, nothing may have changed
 * that outlives the round. What changes behind that is skipped as a whole, so it must be of a kind that nobody counts on.
 * No round may reckon with what an earlier one left, nor raise behind a question about it, nor change what it has held
 * against the message: then a message that is missing would decide over those that follow. What an adapter does not know
 * is never taken for harmless.
 */
import { asKey, type Step, type Way } from './step';
import { oneLine } from './words';

/** What is known at a point of one way through a round. */
interface Path {
  readonly received: boolean;
  /** Another message was taken after the first. */
  readonly second: boolean;
  /** The first change, as the source has it. */
  readonly changed: string | undefined;
  /** Something was made into text behind that. */
  readonly shown: boolean;
  readonly bound: ReadonlySet<string>;
  readonly flags: ReadonlyMap<string, boolean>;
  /** Parts of the message that were read, by the name they belong to and their key. */
  readonly known: ReadonlySet<string>;
  /** Places that outlive the round and were asked, and those that were held against the message. */
  readonly asked: ReadonlySet<string>;
  readonly compared: ReadonlySet<string>;
}

/** Where the ways stand that enter a list of steps. */
interface Ends {
  readonly next: readonly Path[];
  readonly returned: readonly Path[];
  readonly left: readonly Path[];
}

/** Ways that are followed at once; far above what a handler that one can read has. */
const maxPaths = 400;

/** What the proof found: a sentence against it, or none, and the places that the handling changes. */
export interface Proof {
  readonly against: string | undefined;
  readonly changed: readonly string[];
}

/** A proof under way: it fails with the first sentence against it. */
interface Attempt {
  readonly changed: readonly string[];
  against: string | undefined;
}

const start: Path = {
  received: false,
  second: false,
  changed: undefined,
  shown: false,
  bound: new Set(),
  flags: new Map(),
  known: new Set(),
  asked: new Set(),
  compared: new Set(),
};

/** Proves it for the steps of one round. */
export function prove(round: readonly Step[]): Proof {
  const attempt: Attempt = { changed: changesIn(round), against: undefined };
  run(attempt, round, [start]);
  return attempt;
}

function changesIn(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (step.does === 'change') return [...step.of];
    return partsOf(step).flatMap((inner) => changesIn(inner));
  });
}

type Asking = Extract<Step, { does: 'ask' }>;

/** What steps ask on any way. */
function asksIn(steps: readonly Step[]): Asking[] {
  return steps.flatMap((step) => {
    if (step.does === 'ask') return [step];
    return partsOf(step).flatMap((inner) => asksIn(inner));
  });
}

/** The lists of steps that a step is made of. */
function partsOf(step: Step): readonly (readonly Step[])[] {
  if (step.does === 'choose') return step.ways.map((way) => way.steps);
  if (step.does === 'attempt') return [step.body, ...step.clauses];
  return step.does === 'repeat' || step.does === 'follow' ? [step.body] : [];
}

const nowhere: Ends = { next: [], returned: [], left: [] };

function run(attempt: Attempt, steps: readonly Step[], paths: readonly Path[]): Ends {
  let next = paths;
  const returned: Path[] = [];
  const left: Path[] = [];
  for (const step of steps) {
    if (next.length === 0 || attempt.against !== undefined) break;
    const ends = runOne(attempt, step, next);
    next = distinct(ends.next);
    if (next.length > maxPaths) attempt.against ??= 'The handling can go more ways than are looked at.';
    returned.push(...ends.returned);
    left.push(...ends.left);
  }
  return { next, returned: distinct(returned), left: distinct(left) };
}

function runOne(attempt: Attempt, step: Step, paths: readonly Path[]): Ends {
  switch (step.does) {
    case 'choose':
      return joined(
        step.ways.map((way) =>
          run(
            attempt,
            way.steps,
            paths.filter((path) => enters(path, way)),
          ),
        ),
      );
    case 'repeat':
      return repeated(attempt, step.body, paths);
    case 'attempt': {
      const body = run(attempt, step.body, paths);
      // A clause is entered before anything has changed: else what leads to it fails the proof.
      const received = step.body.some(({ does }) => does === 'receive');
      // What was held against the message in the body stays so; a question there is no reason for an error of the clause.
      const asked = asksIn(step.body);
      const caught = paths.map((path) => ({
        ...path,
        received: path.received || received,
        compared: new Set([...path.compared, ...asked.flatMap(({ of, compared }) => (compared ? of : []))]),
      }));
      return joined([body, ...step.clauses.map((clause) => run(attempt, clause, caught))]);
    }
    case 'follow': {
      const { next, returned } = run(attempt, step.body, paths);
      return { ...nowhere, next: [...next, ...returned] };
    }
    case 'leave':
      if (step.what === 'round') return nowhere;
      return step.what === 'function' ? { ...nowhere, returned: paths } : { ...nowhere, left: paths };
    default:
      return { ...nowhere, next: paths.map((path) => behind(attempt, step, path)) };
  }
}

/** A loop within the round: what a second turn does may depend on the first. */
function repeated(attempt: Attempt, body: readonly Step[], paths: readonly Path[]): Ends {
  const once = run(attempt, body, paths);
  const again = run(attempt, body, distinct([...once.next, ...once.left]));
  const next = [...paths, ...once.next, ...once.left, ...again.next, ...again.left];
  return { ...nowhere, next, returned: [...once.returned, ...again.returned] };
}

function joined(all: readonly Ends[]): Ends {
  return {
    next: all.flatMap(({ next }) => next),
    returned: all.flatMap(({ returned }) => returned),
    left: all.flatMap(({ left }) => left),
  };
}

/** False where a truth value on the path rules a way out. */
function enters(path: Path, { flag }: Way): boolean {
  const known = flag && path.flags.get(flag.name);
  return known === undefined || known === flag?.holds;
}

type Simple = Exclude<Step, { does: 'choose' | 'repeat' | 'attempt' | 'follow' | 'leave' }>;

/** What is known behind a step; the attempt fails where the step is none that a round may take there. */
function behind(attempt: Attempt, step: Simple, path: Path): Path {
  attempt.against ??= refutation(attempt, step, path);
  switch (step.does) {
    case 'receive':
      return { ...path, received: true, second: path.received };
    case 'look':
    case 'know':
      return { ...path, known: new Set([...path.known, partOf(step)]) };
    case 'show':
      return { ...path, shown: path.shown || (path.changed !== undefined && !isKey(path, step.name)) };
    case 'forget':
      return { ...path, known: new Set() };
    case 'ask': {
      const compared = step.compared ? new Set([...path.compared, ...step.of]) : path.compared;
      return { ...path, asked: new Set([...path.asked, ...step.of]), compared };
    }
    case 'change':
      return { ...path, changed: path.changed ?? step.what };
    case 'bind':
      return binding(step, path);
    default:
      return path;
  }
}

function refutation({ changed }: Attempt, step: Simple, path: Path): string | undefined {
  switch (step.does) {
    case 'unknown':
      return `The handling ${step.what}.`;
    case 'receive':
      return path.changed && `${path.changed} comes before a message is taken, in every round.`;
    case 'raise': {
      const kept = step.meant === true ? amongChanged(changed, path.asked) : undefined;
      return path.changed ? halfDone(path.changed) : kept && keeps(kept);
    }
    case 'look':
      return path.changed && !path.known.has(partOf(step)) ? halfDone(path.changed) : undefined;
    case 'change': {
      if (path.second)
        return `A second message is taken before ${step.what}: dropping one of the two would put them out of step.`;
      const kept = amongChanged(step.of, path.compared);
      if (kept) return keeps(kept);
      // Where text between two changes cannot be made, only the first is.
      return path.changed && path.shown ? halfDone(path.changed) : undefined;
    }
    case 'read': {
      const kept = amongChanged(changed, step.of);
      return kept && keeps(kept);
    }
    case 'use': {
      const name = step.name.slice(step.name.indexOf(':') + 1);
      if (path.bound.has(step.name)) return undefined;
      return step.followed ? `The handling reads ${oneLine(name)}, which may have no value there.` : keeps(name);
    }
    default:
      return undefined;
  }
}

/** The first of some places that is, or is a part of, one that changes. */
function amongChanged(changed: readonly string[], places: Iterable<string>): string | undefined {
  return [...places].find((place) => changed.some((other) => overlap(place, other)));
}

/** The sentence about a change before something that can raise. */
function halfDone(change: string): string {
  return `${change} comes before something else that can fail: a dropped message would be handled by half.`;
}

/** The sentence about what is kept from round to round. */
function keeps(name: string): string {
  return `The loop keeps ${oneLine(name.replaceAll(/\.\[\??\]/g, ''))} from message to message, and a dropped one may leave it as it must not be.`;
}

/** True for a name that has been a key on the way. */
function isKey({ known }: Path, name: string | undefined): boolean {
  return name !== undefined && known.has(partOf({ name, key: asKey }));
}

function partOf({ name, key }: { readonly name: string; readonly key: string }): string {
  return `${name} ${key}`;
}

/** True for the same place, and where one is a part of the other. */
function overlap(place: string, other: string): boolean {
  return place === other || place.startsWith(`${other}.`) || other.startsWith(`${place}.`);
}

type Binding = Extract<Step, { does: 'bind' }>;

function binding({ name, flag, from }: Binding, path: Path): Path {
  const flags = new Map(path.flags);
  if (flag === undefined) flags.delete(name);
  else flags.set(name, flag);
  const others = [...path.known].filter((part) => !part.startsWith(`${name} `));
  const copied = [...path.known].filter((part) => from !== undefined && part.startsWith(`${from} `));
  const known = [...others, ...copied.map((part) => `${name}${part.slice(from?.length)}`)];
  return { ...path, bound: new Set([...path.bound, name]), flags, known: new Set(known) };
}

/** The paths without repetitions. */
function distinct(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map((path) => [identity(path), path])).values()];
}

function identity({ received, second, changed, shown, bound, flags, known, asked, compared }: Path): string {
  const sorted = [bound, known, asked, compared].map((names) => [...names].sort().join());
  return JSON.stringify([received, second, changed, shown, ...sorted, ...[...flags].sort()]);
}

/** The steps of a round up to the receive, on the ways that lead to it. */
export function untilReceive(round: readonly Step[]): readonly Step[] {
  const steps: Step[] = [];
  for (const step of round) {
    if (step.does === 'receive') break;
    if (step.does === 'attempt' && step.body.some(({ does }) => does === 'receive'))
      return [...steps, ...untilReceive(step.body)];
    if (step.does === 'choose') steps.push({ ...step, ways: step.ways.filter((way) => !leavesRound(way)) });
    else steps.push(step);
  }
  return steps;
}

function leavesRound({ steps }: Way): boolean {
  const last = steps.at(-1);
  return last?.does === 'leave' && last.what === 'round';
}
