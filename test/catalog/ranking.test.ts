import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/**
 * `data/ranking.jsonl` holds how many distinct public threads show an error, and how many differently worded searches
 * were made for it. The tables of docs/coverage.md show the same counts, by rank.
 */
const ranking = z.strictObject({
  code: z.string(),
  threads: z.int().nonnegative(),
  searches: z.int().positive(),
  on: z.iso.date(),
});

const rows = readFileSync('data/ranking.jsonl', 'utf8')
  .split('\n')
  .slice(0, -1)
  .map((line) => ranking.parse(JSON.parse(line)));

const tables = readFileSync('docs/coverage.md', 'utf8')
  .split('\n| ---: | ---: | --- | --- |\n')
  .slice(1)
  .map((text) => text.slice(0, text.indexOf('\n\n')).split('\n').map(cells));

function cells(line: string): { threads: number; searches: number; code: string } {
  const [, threads, searches, , code = ''] = line
    .split(' | ')
    .flatMap((cell, i) => (i === 0 ? ['', cell.slice(2)] : [cell]));
  return { threads: Number(threads), searches: Number(searches), code: code.replaceAll(/[`| ]/g, '') };
}

describe('the ranking', () => {
  it('is sorted by code, one line each, of entries that exist', () => {
    const codes = rows.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes.filter((code) => !existsSync(`data/entries/${code}.yaml`))).toEqual([]);
  });

  it('stands in the tables of docs/coverage.md with the same counts', () => {
    const shown = tables.flat().map(({ code, threads, searches }) => ({ code, threads, searches }));
    const known = rows.map(({ code, threads, searches }) => ({ code, threads, searches }));
    expect(shown.sort((a, b) => (a.code < b.code ? -1 : 1))).toEqual(known);
  });

  it.each(tables.map((table, i) => ({ i, table })))('table $i goes from many threads to few', ({ table }) => {
    const threads = table.map((row) => row.threads);
    expect(threads).not.toHaveLength(0);
    expect(threads).toEqual(threads.toSorted((a, b) => b - a));
  });
});
