/** Proves that the options and environment variables an entry tells people to use exist. */
import type { Entry } from './entry';
import type { CatalogProblem } from './problem';

/** Names that are known to exist. */
export interface KnownNames {
  /** Options such as `--max-model-len`. */
  readonly options: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  /** How variables begin of which all names are known: `VLLM_`. */
  readonly prefixes: readonly string[];
}

type Fault = Required<Pick<CatalogProblem, 'message' | 'help'>>;

/** What the prose, commands and code of an entry name that is not known. Messages and samples are not looked at. */
export function checkNames(entry: Entry, file: string, known: KnownNames): CatalogProblem[] {
  const faults = textsOf(entry).flatMap(([field, text]) =>
    [...optionFaults(text, known), ...variableFaults(text, known)].map(({ message, help }) => ({
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

/** Options and variables that a text names, options as they are spelled with dashes. `VLLM_MORIIO_*` names many. */
export function namedIn(text: string): string[] {
  return [...optionsIn(text), ...variablesIn(text)];
}

function optionsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([name]) => {
    let option = name.replaceAll('_', '-');
    while (option.endsWith('-')) option = option.slice(0, -1);
    return option;
  });
}

function variablesIn(text: string): string[] {
  return [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!_?\*)/g)].map(([name]) => name);
}

function optionFaults(text: string, { options }: KnownNames): Fault[] {
  return optionsIn(text).flatMap((option) => {
    if (options.has(option) || options.has(option.replace(/^--no-/, '--'))) return [];
    return [{ message: `there is no option ${option}`, help: otherNames }];
  });
}

function variableFaults(text: string, { variables, prefixes }: KnownNames): Fault[] {
  return variablesIn(text).flatMap((name) => {
    if (variables.has(name) || !prefixes.some((prefix) => name.startsWith(prefix))) return [];
    return [{ message: `there is no variable ${name}`, help: otherNames }];
  });
}

const otherNames = 'correct it, or add it to flags/other.yaml with the page that documents it';

/** Every text in which an author speaks, by its field. */
export function textsOf(entry: Entry): [field: string, text: string][] {
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
