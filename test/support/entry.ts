/** Small valid entries for tests. */
import type * as z from 'zod';
import { type Entry, entrySchema } from '../../server/src/core/catalog/entry';

/** What an entry file may say; see `entrySchema`. */
export type EntryInput = z.input<typeof entrySchema>;

/** An entry with the least an entry needs, and the given fields in place of it. */
export function entryWith(fields: Partial<EntryInput> = {}): Entry {
  return entrySchema.parse({
    code: 'vllm/test/one',
    project: 'vllm',
    title: 'One',
    summary: 'One thing is wrong.',
    severity: 'error',
    exception: 'RuntimeError',
    role: 'cause',
    templates: [template('Something of one engine failed: {reason}')],
    meaning: 'One thing is wrong.',
    when: 'Once.',
    causes: [{ cause: 'One cause.' }],
    solutions: [{ step: 'One step.' }],
    samples: [{ text: 'RuntimeError: Something of one engine failed: no', origin: 'template' }],
    negatives: [{ text: 'Something else', why: 'Another text.' }],
    evidence: [{ claim: 'one', file: 'a.py', symbol: 'start', line: 1 }],
    versions: { first: null, last: null },
    verified: { how: 'read', on: '2026-07-28' },
    ...fields,
  });
}

/** A raised text at one place. */
export function template(
  text: string,
  fields: Partial<EntryInput['templates'][number]> = {},
): EntryInput['templates'][number] {
  return { text, kind: 'raise', sites: [{ file: 'a.py', function: 'start', line: 1 }], ...fields };
}

/** An entry as people write it for a program of their own. */
export function kitchenEntry(): Entry {
  return entryWith({
    code: 'kitchen/soup/too-hot',
    project: 'kitchen',
    title: 'Soup',
    summary: 'The soup has to wait.',
    exception: null,
    templates: [template('The soup is too hot for serving at table {n}', { kind: 'log', level: 'ERROR' })],
  });
}
