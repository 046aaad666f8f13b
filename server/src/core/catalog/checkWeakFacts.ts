/** Proves that no fact is so short that it would match by chance. */
import { hole, templateShape } from '../source/shape';
import type { FactTable } from './facts';
import type { CatalogProblem } from './problem';

/** Fewest literal characters, white space left out, of a fact that needs no proof beside it. */
export const minLiterals = 8;

/** Facts of all projects that are shorter and for which no proof is asked. */
export function checkWeakFacts(facts: Readonly<Record<string, FactTable>>): CatalogProblem[] {
  return Object.entries(facts).flatMap(([project, { template, weak, context }]) =>
    template.flatMap((text, row): CatalogProblem[] => {
      if (text.length > 2 * minLiterals && !text.includes('{')) return [];
      const isProved = weak[row] === 1 && context.length > 0;
      const literals = literalsOf(text);
      if (isProved || literals >= minLiterals) return [];
      const message = `${JSON.stringify(text)} has ${literals} literal characters and needs no proof`;
      const help = `give ${project} a context in its harvest rules or its table, or leave the text out`;
      return [{ file: `facts/${project}.jsonl`, message, help }];
    }),
  );
}

/** Literal characters of a template, white space left out. */
export function literalsOf(template: string): number {
  return templateShape(template).replaceAll(hole, '').replace(/\s+/g, '').length;
}
