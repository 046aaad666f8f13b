/** Faults in the flags of a vLLM command that stop its start: each with what to write instead, where that is known. */
import type { Edit } from '../finding';
import type { VllmCommand } from './command';
import { type FlagFact, type FlagUse, factOf, flagsOf, isBefore, knownFlags } from './flags';
import { isObject } from './jsonText';
import { flagEdits } from './setFlag';

/** One fault. */
export interface FlagFault {
  readonly start: number;
  readonly end: number;
  readonly why: string;
  /** Empty where what is meant is not known. */
  readonly edits: readonly Edit[];
}

/** The faults of a command, in its order. */
export function flagFaults(text: string, command: VllmCommand): FlagFault[] {
  const flags = flagsOf(command);
  return [
    ...flags.flatMap(
      (use) => nameFault(use, command, flags) ?? switchFault(use, command, text) ?? valueFault(use) ?? [],
    ),
    ...headlessFaults(text, command, flags),
  ].sort((a, b) => a.start - b.start);
}

/** A flag that no release has, or that the release of the image lacks. */
function nameFault(use: FlagUse, { release }: VllmCommand, flags: readonly FlagUse[]): FlagFault | undefined {
  const { start, end } = use;
  // argparse takes the start of a flag for the whole.
  const [meant, ...others] = factOf(use.name) ? [] : [...knownFlags()].filter((flag) => flag.startsWith(use.name));
  if (others.length > 0) return undefined;
  const name = meant ?? use.name;
  const fact = factOf(name);
  if (!fact) {
    const near = nearest(name, knownFlags());
    if (!near || flags.some((other) => other.name === near)) return undefined;
    return {
      start,
      end,
      why: `vLLM has no ${name}; ${near} is the nearest it has.`,
      edits: [{ start, end, newText: near }],
    };
  }
  const why = release
    ? missingIn(name, fact, release)
    : fact.last && `${name} is gone; the last release with it is ${fact.last}.`;
  return why ? { start, end, why, edits: [] } : undefined;
}

function missingIn(name: string, { first, last }: FlagFact, release: string): string | undefined {
  if (last && isBefore(last, release))
    return `${release}, the release of the image, has no ${name}; the last with it is ${last}.`;
  if (first && isBefore(release, first))
    return `${release}, the release of the image, has no ${name}; the first with it is ${first}.`;
  return undefined;
}

const yes = new Set(['true', '1', 'yes', 'on']);
const no = new Set(['false', '0', 'no', 'off']);

/** A value behind a switch, which takes none: argparse then refuses the command. */
function switchFault(use: FlagUse, { words, release }: VllmCommand, text: string): FlagFault | undefined {
  // Releases before let some switches take `true` and `false`.
  if (release && isBefore(release, 'v0.9.0')) return undefined;
  if (factOf(use.name)?.kind !== 'switch' || use.name.startsWith('--no-')) return undefined;
  const index = words.findIndex(({ start, end }) => start <= use.start && use.start < end);
  const own = words[index];
  const next = words[index + 1];
  const value =
    use.value ?? (next && (yes.has(next.value.toLowerCase()) || no.has(next.value.toLowerCase())) ? next : undefined);
  if (!value || !own) return undefined;
  const isNo = no.has(value.value.toLowerCase());
  const isYes = yes.has(value.value.toLowerCase());
  const why = `${use.name} is a switch and takes no value; its opposite is ${use.name.replace('--', '--no-')}.`;
  const newText = isNo ? use.name.replace('--', '--no-') : text.slice(use.start, use.end);
  const quote = value !== use.value && own.innerStart > own.start ? text.slice(own.innerEnd, own.end) : '';
  const end = value === use.value ? value.innerEnd : value.end;
  const edits = isYes || isNo ? [{ start: use.start, end, newText: newText + quote }] : [];
  return { start: use.start, end, why, edits };
}

const formats = new Map([
  ['int', { pattern: /^-?\d+$/, words: 'a whole number' }],
  // Decimal and binary units, and `auto`: vllm/engine/arg_utils.py:358 at 9b9fc403.
  ['size', { pattern: /^(?:-?\d+(?:\.\d+)?[kKmMgGtT]?|auto)$/, words: 'a number such as 32768 or 32k' }],
  ['float', { pattern: /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?$/i, words: 'a number' }],
]);

/** Values that something fills in later. */
const isOpen = /[$`]|\{\{|^<.*>$|%[a-z]/i;

function valueFault({ name, value }: FlagUse): FlagFault | undefined {
  const fact = factOf(name);
  if (!fact || !value || isOpen.test(value.value)) return undefined;
  const place = { start: value.innerStart, end: value.innerEnd };
  if (name === '--gpu-memory-utilization' && Number(value.value) > 1) {
    const share = Number(value.value) / 100;
    const why = `${name} is a share of the memory, above 0 and at most 1.`;
    return { ...place, why, edits: share <= 1 ? [{ ...place, newText: String(share) }] : [] };
  }
  const format = formats.get(fact.kind ?? '');
  if (format && !format.pattern.test(value.value))
    return { ...place, why: `${name} takes ${format.words}.`, edits: [] };
  if (fact.choices && !fact.choices.includes(value.value)) {
    const near = nearest(value.value, fact.choices);
    const why = `${name} takes one of ${fact.choices.join(', ')} at vLLM 9b9fc40.`;
    return { ...place, why, edits: near ? [{ ...place, newText: near }] : [] };
  }
  if (fact.kind === 'json' && value.value.startsWith('{') && !isObject(value.value) && !isQuotedAgain(value.value)) {
    return { ...place, why: `The value of ${name} is no valid JSON.`, edits: [] };
  }
  return undefined;
}

/** True for JSON whose quotes are escaped once more, as in a command that a longer string holds. */
function isQuotedAgain(value: string): boolean {
  return isObject(value.replaceAll('\\"', '"'));
}

/** What `--headless` excludes: vllm/entrypoints/cli/serve.py:61 and :185, vllm/engine/arg_utils.py:1992 at 9b9fc403. */
function headlessFaults(text: string, command: VllmCommand, flags: readonly FlagUse[]): FlagFault[] {
  if (!flags.some(({ name }) => name === '--headless')) return [];
  return flags.flatMap((use): FlagFault[] => {
    const { name, start, end, value } = use;
    if (name === '--api-server-count' && value && value.value !== '0') {
      const why = 'A headless process starts no API server, so vLLM refuses this flag beside --headless.';
      return [{ start, end, why, edits: flagEdits(text, command, { kind: 'remove', flag: name }) ?? [] }];
    }
    if (name === '--data-parallel-hybrid-lb') {
      const why =
        'Hybrid load balancing needs an API server on each node, and --headless starts none: one of the two must go.';
      return [{ start, end, why, edits: [] }];
    }
    return [];
  });
}

/** The only candidate within one to three changed letters of a text, by its length. */
function nearest(text: string, candidates: Iterable<string>): string | undefined {
  const limit = text.length < 8 ? 1 : text.length < 16 ? 2 : 3;
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of candidates) {
    const steps = distance(text, candidate, limit);
    if (steps === least) best = undefined;
    if (steps >= least) continue;
    best = candidate;
    least = steps;
  }
  return best;
}

/** Letters to change, add or take away to turn one text into the other; more than `limit` is `limit + 1`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(same, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(row[b.length] ?? 0, limit + 1);
}
