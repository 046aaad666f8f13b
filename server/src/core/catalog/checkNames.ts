/** Proves that the options and environment variables an entry tells people to use exist. */
import type { Entry } from './entry';
import type { CatalogProblem } from './problem';

/** Names that are known to exist. */
export interface KnownNames {
  /** Options such as `--max-model-len`. */
  readonly options: ReadonlySet<string>;
  /** Options that are gone, and the last version that had each. */
  readonly gone: ReadonlyMap<string, string>;
  readonly variables: ReadonlySet<string>;
  /** How variables begin of which all names are known: `VLLM_`. */
  readonly prefixes: readonly string[];
}

type Fault = Required<Pick<CatalogProblem, 'message' | 'help'>>;

/** What the prose, commands and code of an entry name that is not known. Messages and samples are not looked at. */
export function checkNames(entry: Entry, file: string, known: KnownNames): CatalogProblem[] {
  const faults = textsOf(entry).flatMap(([field, text]) =>
    [...optionFaults(text, entry, known), ...variableFaults(text, known)].map(({ message, help }) => ({
      message: `${field}: ${message}`,
      help,
    })),
  );
  const seen = new Set<string>();
  return faults.flatMap((fault) => {
    if (seen.has(fault.message)) return [];
    seen.add(fault.message);
    return [{ file, ...fault }];
  });
}

function optionFaults(text: string, { versions }: Entry, { options, gone }: KnownNames): Fault[] {
  return [...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].flatMap(([name]) => {
    let option = name.replaceAll('_', '-');
    while (option.endsWith('-')) option = option.slice(0, -1);
    const last = gone.get(option);
    if (last !== undefined && versions.last === null && !options.has(option)) {
      return [{ message: `the option ${option} is gone since ${last}`, help: 'name what takes its place' }];
    }
    if (last !== undefined || options.has(option)) return [];
    const positive = option.replace(/^--no-/, '--');
    if (positive !== option && options.has(positive)) return [];
    return [{ message: `there is no option ${option}`, help: otherNames }];
  });
}

function variableFaults(text: string, { variables, prefixes }: KnownNames): Fault[] {
  // `VLLM_MORIIO_*` names many.
  return [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!_?\*)/g)].flatMap(([name]) => {
    if (variables.has(name) || !prefixes.some((prefix) => name.startsWith(prefix))) return [];
    return [{ message: `there is no variable ${name}`, help: otherNames }];
  });
}

const otherNames = 'correct it, or add it to flags/other.yaml with the page that documents it';

/** Every text in which an author speaks, by its field. */
function textsOf(entry: Entry): [field: string, text: string][] {
  const { meaning, when, workaround, effects, situations, prevention, causes, solutions, example, defensive } = entry;
  const list = (field: string, texts: readonly (string | undefined)[]): [string, string][] =>
    texts.flatMap((text, i): [string, string][] => (text === undefined ? [] : [[`${field}.${i}`, text]]));
  const named: [string, string | undefined][] = [
    ['meaning', meaning],
    ['when', when],
    ['workaround', workaround],
    ['example.before', example?.before],
    ['example.after', example?.after],
    ['example.note', example?.note],
    ['defensive.validate', defensive?.validate?.code],
    ['defensive.guard', defensive?.guard?.code],
  ];
  return [
    ...named.flatMap(([field, text]): [string, string][] => (text === undefined ? [] : [[field, text]])),
    ...list('effects', effects),
    ...list('situations', situations),
    ...list('prevention', prevention),
    ...list(
      'causes',
      causes.map(({ cause, check = '' }) => `${cause}\n${check}`),
    ),
    ...list(
      'solutions',
      solutions.map(({ step, block }) => `${step}\n${block?.code ?? ''}`),
    ),
  ];
}
