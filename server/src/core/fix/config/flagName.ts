/** Faults in the name of a flag: how it is written, whether vLLM has it, and in which releases. */
import type { VllmCommand } from './command';
import type { FlagFault } from './flagFaults';
import { type FlagFact, type FlagUse, factOf, isBefore } from './flags';
import { nearest } from './nearest';
import type { Program } from './programs';

/** The newest release whose flags are known; what has no release yet is newer. */
const newest = 'v0.20.2';

/** Releases before read no underscores for dashes: vllm/utils.py at v0.5.0 and v0.5.1. */
const firstFlexible = 'v0.5.1';

/** Names of other servers for what vLLM calls otherwise: SGLang’s `server_args.py`, the launcher of TGI. */
const foreign = new Map([
  ['--model-path', '--model'],
  ['--model-id', '--model'],
  ['--tokenizer-path', '--tokenizer'],
  ['--context-length', '--max-model-len'],
  ['--max-total-tokens', '--max-model-len'],
  ['--max-running-requests', '--max-num-seqs'],
  ['--mem-fraction-static', '--gpu-memory-utilization'],
  ['--tp-size', '--tensor-parallel-size'],
  ['--num-shard', '--tensor-parallel-size'],
  ['--dp-size', '--data-parallel-size'],
  ['--pp-size', '--pipeline-parallel-size'],
]);

/** The fault of a flag's name, if it has one. */
export function nameFault(use: FlagUse, command: VllmCommand, flags: readonly FlagUse[]): FlagFault | undefined {
  const { program } = command;
  const name = use.name;
  if (name === '-h' || name === '--help') return undefined;
  const spelling = spellingFault(use, command);
  if (spelling) return spelling;
  if (!name.startsWith('--')) return shortFault(use, command);
  const exact = factOf(name, program);
  // `--ep` is the start of another flag than `-ep` is.
  if (!exact && program.short.has(name.slice(1))) return unknown(use, command, flags);
  const begun = exact ? [] : starting(name, command);
  if (begun.length > 1) return ambiguous(use, begun);
  const meant = exact ? name : begun[0];
  const fact = meant === undefined ? undefined : factOf(meant, program);
  if (!meant || !fact) return unknown(use, command, flags);
  const why = releaseFault(meant, fact, command);
  return why ? { start: use.start, end: use.end, why, edits: [] } : undefined;
}

/** Dashes, letters and underscores that keep a flag of vLLM from being read as one. */
function spellingFault(use: FlagUse, { program, release }: VllmCommand): FlagFault | undefined {
  const { start, end, written } = use;
  const bare = written.replace(/^[-\u2010-\u2015\u2212]+/, '');
  const [head = '', ...rest] = bare.split('.');
  const right = [`--${head.replaceAll('_', '-').toLowerCase()}`, ...rest].join('.');
  if (!factOf(right.split('.', 1)[0] ?? '', program)) return undefined;
  const edits = [{ start, end, newText: right }];
  if (/[^-]/.test(written.slice(0, written.length - bare.length))) {
    return { start, end, why: `${written} begins with a typographic dash; flags begin with two hyphens.`, edits };
  }
  if (!/^--[A-Za-z]/.test(written)) {
    if (program.short.has(`-${head}`) || /^-O/.test(written)) return undefined;
    return { start, end, why: `${written} is no flag of vLLM; long flags begin with two hyphens.`, edits };
  }
  if (!factOf(use.name, program)) {
    return { start, end, why: `${written} is no flag of vLLM, which tells capitals from small letters.`, edits };
  }
  if (head.includes('_') && release && isBefore(release, firstFlexible)) {
    return {
      start,
      end,
      why: `${release}, the release of the image, takes dashes in the names of flags alone.`,
      edits,
    };
  }
  return undefined;
}

/** A short name that the program does not have: argparse takes its start, and a value behind one letter, too. */
function shortFault(use: FlagUse, { program, isCertain }: VllmCommand): FlagFault | undefined {
  const { start, end, written } = use;
  const { short } = program;
  if (/^-(?:O|h$|v$)/.test(written) || short.has(written) || short.has(written.slice(0, 2)) || !isCertain)
    return undefined;
  const begun = [...short.keys()].filter((name) => name.startsWith(written));
  if (begun.length === 1) return undefined;
  if (begun.length > 1) return ambiguous(use, begun);
  return { start, end, why: `vllm ${program.name} has no flag ${written}.`, edits: [] };
}

/** Flags of the release, or of the pinned commit, that begin with a name: argparse takes the start for the whole. */
function starting(name: string, { program, release }: VllmCommand): string[] {
  const negative = name.startsWith('--no-');
  const found = [...program.flags].filter(
    ([flag, fact]) =>
      flag.startsWith(name) || (negative && fact.kind === 'toggle' && flag.replace('--', '--no-').startsWith(name)),
  );
  const standing = found.filter(([, fact]) => stands(fact, release));
  return (standing.length > 0 ? standing : found).map(([flag]) => flag);
}

function stands({ first, last }: FlagFact, release: string | undefined): boolean {
  if (!release) return last === undefined;
  return (first === null ? isBefore(newest, release) : !isBefore(release, first)) && !(last && isBefore(last, release));
}

function ambiguous({ start, end, written }: FlagUse, names: readonly string[]): FlagFault {
  const some = names.slice(0, 4).join(', ');
  const why = `${written} can be ${some}${names.length > 4 ? ' and more' : ''}: vLLM refuses a start that fits several flags.`;
  return { start, end, why, edits: [] };
}

/** A flag that no release has. */
function unknown(use: FlagUse, command: VllmCommand, flags: readonly FlagUse[]): FlagFault | undefined {
  const { start, end, name, written } = use;
  const { program, isCertain } = command;
  const whole = written.startsWith('--no-') ? switchOnly(name, program) : undefined;
  if (whole) return { start, end, why: `${whole} has no opposite; leave it out instead.`, edits: [] };
  const near = meantBy(name, program);
  if (!near || flags.some((other) => other.name === near)) {
    if (!isCertain) return undefined;
    const why = `vllm ${program.name} has no ${name}${near ? `; ${near} is the nearest it has and is given already` : ''}.`;
    return { start, end, why, edits: [] };
  }
  const tail = written.includes('.') ? written.slice(written.indexOf('.')) : '';
  const edits = [{ start, end, newText: near + tail }];
  return { start, end, why: `vllm ${program.name} has no ${name}; ${near} is the nearest it has.`, edits };
}

/** A switch without an opposite, behind `--no-`. */
function switchOnly(name: string, { flags }: Program): string | undefined {
  const positive = name.replace('--no-', '--');
  return flags.get(positive)?.kind === 'switch' ? positive : undefined;
}

/** What a name was meant to be: a short name with two dashes, a name of another server, a misspelt one. */
function meantBy(name: string, { flags, short }: Program): string | undefined {
  const long = short.get(name.slice(1)) ?? foreign.get(name);
  if (long && flags.has(long)) return long;
  const standing = [...flags].filter(([, { last }]) => last === undefined).map(([flag]) => flag);
  const negative = name.startsWith('--no-');
  const near = nearest(negative ? name.replace('--no-', '--') : name, standing) ?? nearest(name, flags.keys());
  return negative && near && flags.get(near)?.kind === 'toggle' ? near.replace('--', '--no-') : near;
}

/** Why the release of the image, or the pinned commit, lacks a flag. */
function releaseFault(name: string, { first, last }: FlagFact, { release }: VllmCommand): string | undefined {
  if (!release) return last && `${name} is gone; the last release with it is ${last}.`;
  const lacks = `${release}, the release of the image, has no ${name}`;
  if (last && isBefore(last, release)) return `${lacks}; the last with it is ${last}.`;
  if (first && isBefore(release, first)) return `${lacks}; the first with it is ${first}.`;
  return first === null && !isBefore(newest, release) ? `${lacks}; it came after ${newest}.` : undefined;
}
