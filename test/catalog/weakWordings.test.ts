import { describe, expect, it } from 'vitest';
import { createWeakness } from '../../server/src/core/catalog/weakWordings';

/** Four projects say the same short things, so that these words are common; each has words of its own. */
const common = 'The value of the {name} is not found here';
const isWeak = createWeakness(
  new Map(
    ['a', 'b', 'c', 'd'].map((project) => [
      project,
      [
        common,
        `The ${project}quux of this engine was lost: {why}`,
        `${common} and must be given again, since nothing else can be used instead`,
      ],
    ]),
  ),
);

describe('a wording', () => {
  it.each<[what: string, template: string, weak: boolean]>([
    ['that is short', 'Broken quux: {x}', true],
    ['that is all holes and marks', '{a}: {b} ({c})', true],
    ['that two projects have', common, true],
    ['that two projects have with other holes and spaces', 'The value of  the {} is not found here', true],
    ['whose words all projects use', 'The value is not found here', true],
    ['that has a word of its own', 'The aquux of this engine was lost: {why}', false],
    [
      'that is long, though its words are common',
      'The value of the name is not found here and must be given again since nothing',
      false,
    ],
  ])('%s needs proof: %s', (_, template, weak) => {
    expect(isWeak(template)).toBe(weak);
  });
});
