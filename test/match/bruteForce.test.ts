import { describe, expect, it } from 'vitest';
import type { CatalogSite } from '../../server/src/core/catalog/catalog';
import { factKinds, factLevels } from '../../server/src/core/catalog/factNumbers';
import { encode } from '../../server/src/core/match/bytes';
import type { Match } from '../../server/src/core/match/match';
import { createMatcher } from '../../server/src/core/match/matcher';
import { resolve } from '../../server/src/core/match/resolve';
import { loadFacts } from '../../server/src/node/factsFolder';
import { occurrencesByForce } from './bruteForce';
import { generateLog, randomFrom } from './generate';
import { site } from './sites';

/** Times the text is longer: `BRUTE_FORCE=8` makes 3.4 MB. */
const scale = Number(process.env.BRUTE_FORCE ?? 1);
const levels = ['WARNING', 'INFO', 'DEBUG'] as const;
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
    const matcher = createMatcher(sites);
    const occurrences = occurrencesByForce(sites, text);
    for (const level of levels) {
      const found = matcher.match(text, { level }).map(told);
      expect(found.length).toBeGreaterThan(150);
      expect(found).toEqual(resolve(occurrences, { level }).map(told));
    }
  });

  // It looks for windows of the literals: a message cut before the first one, or beside a changed one, has none.
  it.each([21])('differs in few answers where messages are cut, changed and nested, seed %d', (seed) => {
    const sites = draw(seed, 30);
    const text = encode(generateLog(sites, seed, 100_000 * scale, true));
    const matcher = createMatcher(sites);
    const occurrences = occurrencesByForce(sites, text);
    for (const level of levels) {
      const found = new Set(matcher.match(text, { level }).map(told));
      const forced = new Set(resolve(occurrences, { level }).map(told));
      const apart = [...found].filter((one) => !forced.has(one)).length;
      const lost = [...forced].filter((one) => !found.has(one)).length;
      expect(found.size).toBeGreaterThan(150);
      expect((apart + lost) / forced.size).toBeLessThan(0.01);
    }
  });
});
