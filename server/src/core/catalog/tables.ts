/**
 * Tables of messages that no statement of a source tree shows: texts of closed libraries, of the operating system, of
 * the interpreter, of services. People write them by hand in `data/tables/*.yaml`, each row with where it was read.
 */
import * as z from 'zod';
import { factKinds, factLevels } from './factNumbers';
import type { FactRecord } from './facts';
import { projectName } from './projectName';

const prose = z.string().trim().min(1);
const page = z.url({ protocol: /^https$/ });

const rowSchema = z.strictObject({
  text: prose.describe('The message as it is printed, each run-time part as `{name}`, literal braces doubled.'),
  name: prose.describe('What it is called: the constant, reason, class or number of the error.'),
  kind: z
    .enum(factKinds)
    .optional()
    .describe('How it leaves the program; left out: raised where an exception is named, else printed.'),
  exception: prose.optional().describe('Class that it is raised with.'),
  level: z.enum(factLevels.filter((level) => level !== null)).optional(),
  page: page.optional().describe('Where this row was read, if not on the table’s page.'),
});

/** Schema of one file of `data/tables/`. */
export const tableSchema = z.strictObject({
  project: z.string().regex(projectName),
  about: prose.describe('What the texts are, and how each was verified.'),
  page: page.describe('Where people read about them; matches link there.'),
  context: z
    .array(z.string().min(3))
    .default([])
    .describe('Proofs, of which one must stand in the record or traceback of a text that others print too.'),
  rows: z.array(rowSchema).min(1),
});

/** A table of one project. A project may have several. */
export type MessageTable = z.output<typeof tableSchema>;

/** The rows as records: the page is their file, the name their function; versions are not known. */
export function recordsOfTable(table: MessageTable): FactRecord[] {
  return table.rows.map(({ text, name, kind, exception, level, page: own }) => ({
    template: text,
    kind: kind ?? (exception === undefined ? 'display' : 'raise'),
    ...(level && { level }),
    ...(exception !== undefined && { exception }),
    file: own ?? table.page,
    function: name,
    first: '',
    lines: '1',
  }));
}
