import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/**
 * `data/reviews.jsonl` records which entries were compared with the source once more, claim by claim, and by whom.
 * The hash is of the file as it was then: who changes such an entry has it reviewed again, or removes its row.
 */
const review = z.strictObject({
  code: z.string(),
  hash: z.string().regex(/^[0-9a-f]{12}$/),
  on: z.iso.date(),
  claims: z.int().positive(),
  changed: z.int().nonnegative(),
  by: z.literal('author').optional(),
});

const lines = readFileSync('data/reviews.jsonl', 'utf8').split('\n');
const reviews = lines.slice(0, -1).map((line) => review.parse(JSON.parse(line)));

describe('the reviews of entries', () => {
  it('are sorted by code, one line each', () => {
    const codes = reviews.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes).not.toHaveLength(0);
    expect(lines.at(-1)).toBe('');
  });

  it.each(reviews)('$code is as it was when it was reviewed', ({ code, hash }) => {
    const path = `data/entries/${code}.yaml`;
    expect(existsSync(path), `${path} does not exist`).toBe(true);
    const now = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);
    expect(now, 'review the entry again, or remove its row from data/reviews.jsonl').toBe(hash);
  });
});
