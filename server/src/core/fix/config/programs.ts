/** The programs of vLLM and the flags of each: data/flags/vllm.json, from the declarations in vLLM's source. */
import facts from '../../../../../data/flags/vllm.json';

/** What is known about a flag: the releases it stands in, and the value it takes at the pinned commit. */
export interface FlagFact {
  /** First release with it; null where no release has it yet. */
  readonly first: string | null;
  /** Last release with it, of one that is gone. */
  readonly last?: string;
  /** `switch` takes no value, `toggle` none either and has an opposite `--no-…`. */
  readonly kind?: string;
  readonly choices?: readonly string[];
  /** Programs that start an engine without being the server have it too. */
  readonly engine?: boolean;
}

/** A program of vLLM. */
export interface Program {
  /** What follows `vllm`, such as `serve` or `bench serve`. */
  readonly name: string;
  readonly flags: ReadonlyMap<string, FlagFact>;
  /** What each short name stands for, `-tp` for one. */
  readonly short: ReadonlyMap<string, string>;
}

const serveFlags = new Map<string, FlagFact>(Object.entries(facts.flags));
const shortNames = new Map<string, string>(Object.entries(facts.short));
/** The server, which a module of its own starts too. */
export const server: Program = { name: 'serve', flags: serveFlags, short: shortNames };

const programs = new Map<string, Program>([
  ['serve', server],
  // Its only component takes the flags of the server: vllm/entrypoints/cli/launch.py:46 at 9b9fc403.
  ['launch render', { ...server, name: 'launch render' }],
  ...Object.entries(facts.programs).map(([name, row]): [string, Program] => [name, programOf(name, row)]),
]);

interface ProgramRow {
  readonly engine?: boolean;
  readonly short: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, FlagFact>>;
}

function programOf(name: string, row: ProgramRow): Program {
  const own = new Map(Object.entries(row.flags));
  const shorts = Object.entries(row.short);
  if (!row.engine) return { name, flags: own, short: new Map(shorts) };
  const shared = [...serveFlags].filter(([flag, { engine }]) => engine && !own.has(flag));
  const short = [...shortNames].filter(([, long]) => serveFlags.get(long)?.engine);
  return { name, flags: new Map([...own, ...shared]), short: new Map([...short, ...shorts]) };
}

/** Words of a program's name: `bench sweep serve` has the most. */
const maxNameWords = 3;

/** The program that words behind `vllm` name, and how many of them do; undefined for none. */
export function programNamed(
  words: readonly string[],
): { readonly program: Program; readonly length: number } | undefined {
  for (let length = Math.min(maxNameWords, words.length); length > 0; length--) {
    const program = programs.get(words.slice(0, length).join(' '));
    if (program) return { program, length };
  }
  return undefined;
}

/** The program that a module or its file starts. */
export function programOfModule(name: string): Program | undefined {
  const at = name.endsWith('.py') ? name.lastIndexOf('vllm/entrypoints/') : -1;
  const module = at < 0 ? name : name.slice(at, -'.py'.length).replaceAll('/', '.');
  if (module === 'vllm.entrypoints.openai.api_server') return server;
  if (module === 'vllm.entrypoints.openai.run_batch') return programs.get('run-batch');
  return undefined;
}
