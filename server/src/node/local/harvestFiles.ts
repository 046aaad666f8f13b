/** Harvests source files one by one; what was read of a file before is taken where the file has not changed since. */
import type { ParseSource } from '../../core/fix/fixer';
import { type FileHarvest, joinFiles } from '../../core/harvest/files';
import { harvestFile } from '../../core/harvest/harvester';
import { digestOfLines, type LocalFact, linesOf, toLocalFact } from '../../core/local/localFact';
import { readSourceText, type SourceItem, stampOf } from './sourceTexts';

/** What is known of one file. */
export interface KeptFile {
  readonly file: string;
  readonly size: number;
  readonly time: number;
  /** Undefined for a file that is left out. */
  readonly harvest?: FileHarvest;
  /** Digests of its statements by `line-endLine`. */
  readonly digests: Readonly<Record<string, number>>;
}

/** Most bytes of source read in one go, and most messages. */
const maxBytes = 200_000_000;
const maxFacts = 60_000;

/** What files hold. */
export interface Harvested {
  readonly facts: readonly LocalFact[];
  readonly kept: readonly KeptFile[];
  readonly skipped: number;
  readonly complete: boolean;
}

/** Harvests files in the order given. `tell` is told after each how many are done. */
export function harvestFiles(
  items: readonly SourceItem[],
  known: ReadonlyMap<string, KeptFile>,
  parse: ParseSource,
  tell: (done: number) => void,
): Harvested {
  const kept: KeptFile[] = [];
  let bytes = 0;
  for (const [i, item] of items.entries()) {
    if (bytes > maxBytes) break;
    const file = fresh(item, known.get(item.file)) ?? readFile(item, parse);
    bytes += file?.size ?? 0;
    if (file) kept.push(file);
    tell(i + 1);
  }
  const facts = joinFiles(kept.flatMap(({ harvest }) => harvest ?? []));
  const digests = new Map(kept.map((file) => [file.file, file.digests]));
  const local = facts
    .slice(0, maxFacts)
    .map((fact) => toLocalFact(fact, digests.get(fact.file)?.[`${fact.line}-${fact.endLine}`] ?? 0));
  const left = kept.filter(({ harvest }) => harvest === undefined).length;
  return {
    facts: local,
    kept,
    skipped: left + (items.length - kept.length),
    complete: bytes <= maxBytes && facts.length <= maxFacts,
  };
}

function fresh({ path }: SourceItem, known: KeptFile | undefined): KeptFile | undefined {
  if (!known) return undefined;
  const stamp = stampOf(path);
  return stamp && stamp.size === known.size && stamp.time === known.time ? known : undefined;
}

/** Undefined for a file that cannot be read, which is tried again the next time. */
function readFile({ file, path }: SourceItem, parse: ParseSource): KeptFile | undefined {
  const read = readSourceText(path);
  if (!read) {
    const stamp = stampOf(path);
    return stamp && { file, ...stamp, digests: {} };
  }
  const { text, size, time } = read;
  const harvest = safely(() => harvestFile(parse, file, text));
  if (!harvest || 'reason' in harvest) return { file, size, time, digests: {} };
  return { file, size, time, harvest, digests: digestsOf(harvest, linesOf(text)) };
}

function digestsOf({ facts, raises }: FileHarvest, lines: readonly string[]): Record<string, number> {
  const places = [...facts, ...raises.map(({ place }) => place)];
  return Object.fromEntries(
    places.map(({ line, endLine }) => [`${line}-${endLine}`, digestOfLines(lines, line, endLine)]),
  );
}

/** A file on which the reader fails is left out: whoever wrote it may have wanted that. */
function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Kept files as text, one a line. */
export function writeKeptFiles(files: readonly KeptFile[]): string {
  return files.map((file) => `${JSON.stringify(file, replaceMaps)}\n`).join('');
}

/** Reads what {@link writeKeptFiles} wrote; the text is trusted by its checksum. */
export function readKeptFiles(text: string): Map<string, KeptFile> {
  const files: KeptFile[] = text
    .split('\n')
    .filter((line) => line !== '')
    // A reviver is asked about every value, and few files hold a map.
    .map((line) => JSON.parse(line, line.includes(JSON.stringify(mapKey)) ? reviveMaps : undefined));
  return new Map(files.map((file) => [file.file, file]));
}

const mapKey = '\0map';

function replaceMaps(_key: string, value: unknown): unknown {
  return value instanceof Map ? { [mapKey]: [...value] } : value;
}

function reviveMaps(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(mapKey in value)) return value;
  return Array.isArray(value[mapKey]) ? new Map(value[mapKey]) : value;
}
