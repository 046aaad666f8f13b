import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { checkSamples } from '../../server/src/core/catalog/checkSamples';
import { createMatcher } from '../../server/src/core/match/matcher';
import { type EntryInput, entryWith, template } from '../support/entry';

const pins = {
  vllm: { repository: 'vllm-project/vllm', commit: '0'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' },
};
const inner = entryWith({
  code: 'vllm/test/inner',
  templates: [template('The second pump has no water left: {level}')],
  samples: [{ text: 'RuntimeError: The second pump has no water left: 3', origin: 'template' }],
});

/** Faults of the samples of an entry that carries another error in its text. */
function faults(fields: Partial<EntryInput>): string[] {
  const outer = entryWith({
    code: 'vllm/test/outer',
    templates: [
      {
        ...template('One of the engines cannot be started: {reason}'),
        sites: [{ file: 'b.py', function: 'start', line: 9 }],
      },
    ],
    ...fields,
  });
  const { sites } = createCatalog({ pins, triggers: {}, entries: [inner, outer] });
  return checkSamples(outer, 'outer.yaml', createMatcher(sites)).map(({ message }) => message);
}

describe('checkSamples', () => {
  it('lets an error inside of the message be explained first', () => {
    const text = 'RuntimeError: One of the engines cannot be started: The second pump has no water left: 3';
    expect(faults({ samples: [{ text, origin: 'template' }] })).toEqual([]);
  });

  it('refuses a sample that is another error', () => {
    const text = 'RuntimeError: The second pump has no water left: 4';
    const [message = ''] = faults({ samples: [{ text, origin: 'template' }] });
    expect(message).toContain('the first match is vllm/test/inner');
  });
});
