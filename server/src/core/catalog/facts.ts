/**
 * Harvested facts of a project over its versions: the lines of `data/facts/<project>.jsonl`, written by `harvest --merge`
 * and never by hand, and the columns into which the build packs them.
 */
import * as z from 'zod';
import { factKinds, factLevels } from './factNumbers';
import { siteId } from './siteId';

/** One wording at one place, over all versions that have it. */
export const factRecordSchema = z.strictObject({
  template: z.string(),
  kind: z.enum(factKinds),
  level: z.enum(factLevels.filter((level) => level !== null)).optional(),
  exception: z.string().optional(),
  file: z.string().describe('Path in the last version that has it.'),
  function: z.string(),
  first: z.string(),
  last: z.string().optional().describe('Last version that has it; left out: it still stands in the newest one.'),
  lines: z
    .string()
    .regex(/^\d+(\+\d+)*(\*\d+)?( \d+(\+\d+)*(\*\d+)?)*$/)
    .describe('Line in each version from first to last: `7*3 9+20 0 9`: 7 in three, 9 and 20 in one, none in one, 9.'),
  number: z.number().int().min(2).optional().describe('Tells apart what shares file stem, wording and function.'),
  becomes: z.string().optional().describe('Id of the record that took its place: moved, or reworded.'),
});

/** One line of a facts file. */
export type FactRecord = z.output<typeof factRecordSchema>;

const column = z.array(z.number().int());

/** Facts of a project in columns: a record’s values stand at the same place in each. */
export const factTableSchema = z.strictObject({
  versions: z
    .array(z.strictObject({ version: z.string(), commit: z.string() }))
    .describe('Versions harvested, oldest first.'),
  files: z.array(z.string()),
  functions: z.array(z.string()),
  exceptions: z.array(z.string()),
  template: z.array(z.string()),
  kind: column,
  level: column,
  exception: column.describe('Place in `exceptions`; -1 for none.'),
  file: column,
  function: column,
  first: column,
  last: column.describe('Place in `versions`; -1: the newest one.'),
  lines: z.array(z.string()).describe('Lines in each version from first to last, as in the record.'),
  becomes: column.describe('Place of the record that took its place; -1 for none.'),
  number: column.describe('Tells apart what shares file stem, wording and function; 0: nothing does.'),
  context: z.array(z.string()).describe('Proofs of the project.'),
  weak: column.describe('1 where a proof must stand in the record, 0 elsewhere.'),
});

/** Packed facts of a project. */
export type FactTable = z.output<typeof factTableSchema>;

/** What a project’s facts need beside their records. */
export interface FactRules {
  /** Versions harvested, oldest first. */
  readonly versions: FactTable['versions'];
  readonly context: readonly string[];
  /** True for a message that alone does not prove the project. */
  isWeak(record: FactRecord): boolean;
}

/** Packs records in the order given. */
export function packFacts(records: readonly FactRecord[], { versions, context, isWeak }: FactRules): FactTable {
  const files = new Numbering();
  const functions = new Numbering();
  const exceptions = new Numbering();
  const names = records.map(({ file, template, function: name, number }) => siteId(file, template, name, number));
  const ids = new Map(names.map((id, i) => [id, i]));
  const versionAt = new Map(versions.map(({ version }, i) => [version, i]));
  const place = (known: ReadonlyMap<string, number>, name: string | null | undefined): number =>
    (name == null ? undefined : known.get(name)) ?? -1;
  return {
    versions,
    template: records.map(({ template }) => template),
    kind: records.map(({ kind }) => factKinds.indexOf(kind)),
    level: records.map(({ level }) => factLevels.indexOf(level ?? null)),
    exception: records.map(({ exception }) => (exception === undefined ? -1 : exceptions.of(exception))),
    file: records.map(({ file }) => files.of(file)),
    function: records.map((record) => functions.of(record.function)),
    first: records.map(({ first }) => place(versionAt, first)),
    last: records.map(({ last }) => place(versionAt, last)),
    lines: records.map(({ lines }) => lines),
    becomes: records.map(({ becomes }) => place(ids, becomes)),
    number: records.map(({ number = 0 }) => number),
    files: files.names,
    functions: functions.names,
    exceptions: exceptions.names,
    context: [...context],
    weak: records.map((record) => (context.length > 0 && isWeak(record) ? 1 : 0)),
  };
}

/** Numbers names in the order in which they come up. */
class Numbering {
  readonly names: string[] = [];
  private readonly known = new Map<string, number>();

  of(name: string): number {
    const found = this.known.get(name);
    if (found !== undefined) return found;
    this.known.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}
