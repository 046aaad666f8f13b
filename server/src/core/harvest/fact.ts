/** What harvesting gives: facts about the places of a source tree that emit a message. Names and literals only. */
import * as z from 'zod';
import { factKinds } from '../catalog/factNumbers';
import { levels } from '../match/match';

const text = z.string();
const line = z.number().int().positive();

/** One line of the output of `harvest`. */
export const factSchema = z.object({
  template: text.describe('Each run-time part as `{expression}`, literal braces doubled.'),
  kind: z.enum(factKinds),
  level: z.enum(levels).nullable(),
  exception: text.nullable().describe('Class without module; null where none is named.'),
  file: text.describe('Path below the root that was harvested, with forward slashes.'),
  function: text.describe('Qualified name, nested functions joined by a dot; `<module>` outside of all.'),
  line: line.describe('1-based, of the statement or call.'),
  endLine: line,
  guards: z.array(text).describe('Names tested by the nearest condition around.'),
  flags: z.array(text).describe('Flags, environment variables and fields that the literal text names.'),
  wraps: z.array(text).describe('Exceptions of the handler around it, by which the message wraps another error.'),
});

/** A fact as people write it: what only `harvest` knows is left out, and so is what the message does not have. */
export const writtenFactSchema = factSchema.pick({ kind: true }).extend({
  template: text.min(1),
  file: text.min(1).max(1000),
  function: text.min(1),
  line,
  endLine: line.optional(),
  level: z.enum(levels).nullable().optional(),
  exception: text.nullable().optional(),
});

/** One wording at one place. */
export type Fact = Readonly<z.output<typeof factSchema>>;

/** A fact without what depends on its wording. */
export type Place = Omit<Fact, 'template' | 'flags'>;

/** Order of facts in every output: by file, line, wording. */
export function compareFacts(a: Fact, b: Fact): number {
  return compareText(a.file, b.file) || a.line - b.line || compareText(a.template, b.template);
}

/** Order by code units, which is the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
