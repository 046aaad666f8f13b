import { describe, expect, it } from 'vitest';
import { checkNames } from '../../server/src/core/catalog/checkNames';
import { readKnownNames } from '../../server/src/node/knownNames';
import { type EntryInput, entryWith } from '../support/entry';

const known = {
  options: new Set(['--max-model-len', '--async-scheduling']),
  variables: new Set(['VLLM_PORT']),
  prefixes: ['VLLM_'],
};

function faults(fields: Partial<EntryInput>): string[] {
  return checkNames(entryWith(fields), 'one', known).map(({ message }) => message);
}

describe('the names that an entry uses', () => {
  const rows: [what: string, fields: Partial<EntryInput>, expected: string[]][] = [
    ['known ones', { meaning: 'Set `--max-model-len=9` and `--max_model_len 9`; VLLM_PORT=1.' }, []],
    ['a switch turned off', { meaning: 'Add `--no-async-scheduling`.' }, []],
    ['a variable of nobody known', { meaning: 'Export MY_OWN_THING.' }, []],
    ['many variables at once', { meaning: 'All of `VLLM_MORIIO_*` and `VLLM_*`.' }, []],
    ['dashes in prose', { meaning: 'One -- or two --- of them; a--b.' }, []],
    ['an option in prose', { when: 'Set `--max-modle-len`.' }, ['when: there is no option --max-modle-len']],
    [
      'an option in a command',
      { solutions: [{ step: 'So:', block: { language: 'shell', code: 'vllm serve x --no-such' } }] },
      ['solutions.0: there is no option --no-such'],
    ],
    [
      'an option in an example',
      { example: { language: 'shell', before: 'vllm serve x', after: 'vllm serve x --fast' } },
      ['example.after: there is no option --fast'],
    ],
    [
      'a variable',
      { causes: [{ cause: 'One.', check: '`echo $VLLM_PROT`' }] },
      ['causes.0: there is no variable VLLM_PROT'],
    ],
    ['one name twice', { meaning: '`--fast` and `--fast`' }, ['meaning: there is no option --fast']],
  ];
  it.each(rows)('are judged: %s', (_, fields, expected) => {
    expect(faults(fields)).toEqual(expected);
  });

  it('are not looked for in messages', () => {
    expect(
      faults({ samples: [{ text: 'RuntimeError: Something of one engine failed: --fast', origin: 'template' }] }),
    ).toEqual([]);
  });
});

describe('the known names of this repository', () => {
  it('are those of vLLM at its pin, of other projects and of other programs', () => {
    const names = readKnownNames('data')?.names;
    // vllm/engine/arg_utils.py, vllm/envs.py, rust/src/bench/src/cli.rs at 9b9fc403; src/param and src/debug.cc of NCCL.
    for (const option of ['--max-model-len', '--base-url', '--gpus']) expect(names?.options).toContain(option);
    for (const name of ['VLLM_PORT', 'NCCL_DEBUG', 'NCCL_P2P_DISABLE', 'HF_HUB_OFFLINE'])
      expect(names?.variables).toContain(name);
    expect(names?.options).not.toContain('--device-type');
    // Gone after v0.17.1, so known, and how old it is another check.
    expect(names?.options).toContain('--swap-space');
  });

  it('are none where a folder has no lists', () => {
    expect(readKnownNames('test')).toBeUndefined();
  });
});
