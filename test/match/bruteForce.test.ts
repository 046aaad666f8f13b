import { describe, expect, it } from 'vitest';
import type { CatalogSite } from '../../server/src/core/catalog/catalog';
import { factKinds, factLevels } from '../../server/src/core/catalog/facts';
import { encode } from '../../server/src/core/match/bytes';
import type { Match } from '../../server/src/core/match/match';
import { createMatcher } from '../../server/src/core/match/matcher';
import { loadFacts } from '../../server/src/node/factsFolder';
import { matchByForce } from './bruteForce';
import { generateLog, randomFrom } from './generate';
import { site } from './sites';

/** Times the text is longer: `BRUTE_FORCE=8` makes 3.4 MB. */
const scale = Number(process.env.BRUTE_FORCE ?? 1);
const options = { level: 'WARNING' } as const;
const { vllm: facts } = loadFacts('data').facts;

/** Sites that a seed draws from the facts. */
function draw(seed: number, count: number): CatalogSite[] {
  const next = randomFrom(seed);
  if (!facts) throw new Error('no facts of vllm');
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(next() * facts.template.length);
    return site(facts.template[row] ?? '', {
      code: `vllm/test/${i}`,
      statement: factKinds[facts.kind[row] ?? 0] ?? 'raise',
      exception: facts.exceptions[facts.exception[row] ?? -1] ?? null,
      level: factLevels[facts.level[row] ?? -1] ?? null,
      file: facts.files[facts.file[row] ?? -1] ?? '',
      function: facts.functions[facts.function[row] ?? -1] ?? '',
    });
  });
}

/** What must be the same of two matches, in words. */
function told({ site, span, confidence, score, nested, alternatives, captures }: Match): string {
  const ties = alternatives.map(({ code }) => code).sort();
  return `${span.start}-${span.end} ${site.code} ${confidence} ${score} ${nested} ${captures.map(({ text }) => text)} ${ties}`;
}

describe('the index', () => {
  it.each([11, 12, 13, 14])('loses nothing and adds nothing in a log of whole messages, seed %d', (seed) => {
    const sites = draw(seed, 30);
    const text = encode(generateLog(sites, seed, 80_000 * scale, false));
    const found = createMatcher(sites).match(text, options).map(told);
    expect(found.length).toBeGreaterThan(300);
    expect(found).toEqual(matchByForce(sites, text, options).map(told));
  });

  // It looks for windows of the literals: a message cut before the first one, or beside a changed one, has none.
  it.each([21])('differs in few answers where messages are cut, changed and nested, seed %d', (seed) => {
    const sites = draw(seed, 30);
    const text = encode(generateLog(sites, seed, 100_000 * scale, true));
    const found = new Set(createMatcher(sites).match(text, options).map(told));
    const forced = new Set(matchByForce(sites, text, options).map(told));
    const apart = [...found].filter((one) => !forced.has(one)).length;
    const lost = [...forced].filter((one) => !found.has(one)).length;
    expect(found.size).toBeGreaterThan(300);
    expect((apart + lost) / forced.size).toBeLessThan(0.01);
  });
});
