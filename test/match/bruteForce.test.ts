import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CatalogSite } from '../../server/src/core/catalog/catalog';
import type { FactRecord } from '../../server/src/core/catalog/facts';
import { encode } from '../../server/src/core/match/bytes';
import type { Match } from '../../server/src/core/match/match';
import { createMatcher } from '../../server/src/core/match/matcher';
import { matchByForce } from './bruteForce';
import { generateLog, randomFrom } from './generate';
import { site } from './sites';

const options = { level: 'WARNING' } as const;
const facts = readFileSync('data/facts/vllm.jsonl', 'utf8').trim().split('\n');

/** Sites that a seed draws from the facts. */
function draw(seed: number, count: number): CatalogSite[] {
  const next = randomFrom(seed);
  return Array.from({ length: count }, (_, i) => {
    const record: FactRecord = JSON.parse(facts[Math.floor(next() * facts.length)] ?? '');
    return site(record.template, {
      code: `vllm/test/${i}`,
      statement: record.kind,
      exception: record.exception ?? null,
      level: record.level ?? null,
      file: record.file,
      function: record.function,
    });
  });
}

/** What must be the same of two matches, in words. */
function told({ site, span, confidence, score, nested, alternatives, captures }: Match): string {
  const ties = alternatives.map(({ code }) => code).sort();
  return `${span.start}-${span.end} ${site.code} ${confidence} ${score} ${nested} ${captures.map(({ text }) => text)} ${ties}`;
}

describe('the index', () => {
  it.each([1, 2, 3, 4, 5, 6])('loses nothing and adds nothing in a log of seed %d', (seed) => {
    const sites = draw(seed, 60);
    const text = encode(generateLog(sites, seed, 500_000));
    const found = createMatcher(sites).match(text, options).map(told);
    expect(found.length).toBeGreaterThan(1000);
    expect(found).toEqual(matchByForce(sites, text, options).map(told));
  });
});
