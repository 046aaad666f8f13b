import { describe, expect, it } from 'vitest';
import { checkAges } from '../../server/src/core/catalog/checkAges';
import { readKnownNames } from '../../server/src/node/knownNames';
import { type EntryInput, entryWith } from '../support/entry';

const ages = {
  project: 'vllm',
  of: new Map([
    ['--runner', { first: 'v0.10.1' }],
    ['--task', { first: 'v0.6.4', last: 'v0.12.0' }],
    ['--next', { first: null }],
    ['vllm serve', { first: 'v0.5.2' }],
    ['--max-model-len auto', { first: 'v0.14.0' }],
    ['VLLM_NEW', { first: 'v0.9.2' }],
    ['VLLM_OLD', { first: 'v0.2.0', last: 'v0.8.5.post1' }],
  ]),
};

function faults(fields: Partial<EntryInput>): string[] {
  return checkAges(entryWith(fields), 'one', ages).map(({ message }) => message);
}

describe('how old an option or variable of an entry is', () => {
  const from = (first: string | null, last: string | null = null): Partial<EntryInput> => ({
    versions: { first, last },
  });
  const newer = 'when: --runner exists from v0.10.1 on, the message from v0.8.4 on';
  const gone = 'when: --task is there up to v0.12.0 only';
  const rows: [what: string, fields: Partial<EntryInput>, expected: string[]][] = [
    ['older than the message', { ...from('v0.10.1'), when: 'With `--runner pooling`.' }, []],
    ['as old as nobody knows', { ...from('v0.8.4'), when: 'With `--next`.' }, []],
    ['newer than a message of unknown age', { ...from(null), when: 'With `--runner`.' }, []],
    ['newer than the message', { ...from('v0.8.4'), when: 'With `--runner`.' }, [newer]],
    ['newer, with the version beside it', { ...from('v0.8.4'), when: 'With `--runner` (from v0.10.1 on).' }, []],
    ['newer, with another version', { ...from('v0.8.4'), when: 'With `--runner` (from v0.10.0 on).' }, [newer]],
    ['newer, with a longer version', { ...from('v0.8.4'), when: '`--runner`, from v0.10.1.1 on.' }, [newer]],
    [
      'newer, with the version in another field',
      { ...from('v0.8.4'), when: '`--runner`', effects: ['v0.10.1'] },
      [newer],
    ],
    [
      'newer, with the version where it is named again',
      { ...from('v0.8.4'), when: '`--runner`', effects: ['`--runner`, from v0.10.1 on.'] },
      [],
    ],
    [
      'newer, with the version in the step above the command',
      {
        ...from('v0.8.4'),
        solutions: [
          { step: 'Say so (from v0.10.1 on).', block: { language: 'shell', code: 'vllm serve x --runner pooling' } },
        ],
      },
      [],
    ],
    [
      'a variable newer than the message',
      { ...from('v0.8.5'), effects: ['Ends after VLLM_NEW seconds.'] },
      ['effects.0: VLLM_NEW exists from v0.9.2 on, the message from v0.8.5 on'],
    ],
    [
      'a command newer than the message',
      { ...from('v0.3.0'), effects: ['`vllm serve` ends.'] },
      ['effects.0: vllm serve exists from v0.5.2 on, the message from v0.3.0 on'],
    ],
    ['a command as old as the message', { ...from('v0.5.2'), effects: ['`vllm serve` ends.'] }, []],
    ['a command in a text about later versions', { ...from('v0.3.0'), effects: ['`vllm serve`, from v0.7.2 on.'] }, []],
    ['a longer word than the command', { ...from('v0.3.0'), effects: ['vllm server'] }, []],
    [
      'a value of an option newer than the message',
      { ...from('v0.9.1'), when: 'With `--max-model-len auto`.' },
      ['when: --max-model-len auto exists from v0.14.0 on, the message from v0.9.1 on'],
    ],
    ['a value of its own', { ...from('v0.9.1'), when: 'With `--max-model-len auto-fit`.' }, []],
    ['newer, of a message of the main branch', { ...from('main@2026-05-26'), when: 'With `--runner`.' }, []],
    ['newer, in an entry of another project', { ...from('v0.8.4'), project: 'ray', when: 'With `--runner`.' }, []],
    ['gone before the message', { ...from('v0.11.0'), when: 'With `--task`.' }, [gone]],
    ['gone, in an entry of another project', { ...from(null), project: 'ray', when: 'With `--task`.' }, [gone]],
    ['there as long as the message', { ...from('v0.7.0', 'v0.12.0'), when: 'With `--task`.' }, []],
    ['gone, and until when', { ...from('v0.8.4'), when: '`--task` up to v0.12.0.' }, []],
    ['gone, and before which release', { ...from('v0.8.4'), when: 'Before v0.10.1 `--task`.' }, []],
    ['gone, with a version that never had it', { ...from('v0.8.4'), when: '`--task` since v0.13.0.' }, [gone]],
    ['gone, with a version before it came', { ...from('v0.8.4'), when: '`--task` before v0.6.4.' }, [gone]],
    ['gone after a later build of a release', { ...from(null), when: 'VLLM_OLD, up to v0.8.5.post1.' }, []],
  ];
  it.each(rows)('is told: %s', (_, fields, expected) => {
    expect(faults(fields)).toEqual(expected);
  });
});

describe('the ages of this repository', () => {
  const { of } = readKnownNames('data')?.ages ?? { of: new Map() };
  // vllm/envs.py and vllm/engine/arg_utils.py at the release tags v0.9.1 and v0.9.2, v0.10.0 and v0.10.1, v0.15.1 and v0.16.0.
  it.each([
    ['VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS', { first: 'v0.9.2' }],
    ['VLLM_ALL2ALL_BACKEND', { first: 'v0.9.0', last: 'v0.15.1' }],
    ['VLLM_USE_RUST_FRONTEND', { first: null }],
    ['--runner', { first: 'v0.10.1' }],
    ['vllm serve', { first: 'v0.5.2' }],
    ['--pipeline-parallel-size', { first: 'v0.5.1' }],
    ['--speculative-model', { first: 'v0.4.1', last: 'v0.8.2' }],
  ])('hold %s', (name, age) => {
    expect(of.get(name)).toMatchObject(age);
    expect(of.get(name)?.last).toBe('last' in age ? age.last : undefined);
  });
});
