import { describe, expect, it } from 'vitest';
import { checkEntries } from '../../server/src/core/catalog/checkEntries';
import { packFacts } from '../../server/src/core/catalog/facts';
import { type EntryInput, entryWith, template } from '../support/entry';

const pins = {
  vllm: { repository: 'vllm-project/vllm', commit: '0'.repeat(40), date: '2026-07-28', licence: 'Apache-2.0' },
};

function faults(...entries: Partial<EntryInput>[]): string {
  const data = { pins, triggers: { 'wrong-port': 'A port' }, entries: entries.map(entryWith) };
  return checkEntries(data, (entry) => entry.code)
    .map(({ file, message, help }) => `${file}: ${message} (${help})`)
    .join('\n');
}

const other = { code: 'vllm/test/two', samples: [{ text: 'two', origin: 'template' as const }] };
const otherPlace = { templates: [template('Another of two engines failed: {reason}')] };

describe('checkEntries', () => {
  it('has nothing to say about sound entries', () => {
    expect(faults({ leadsTo: ['vllm/test/two'], triggers: ['wrong-port'] }, { ...other, ...otherPlace })).toBe('');
  });

  it('takes doubled braces for literal ones', () => {
    expect(faults({ templates: [template("invalid call parser: {name} (chose from {{ {','.join(names)} }})")] })).toBe(
      '',
    );
  });

  it('needs no pin where everything was read on pages', () => {
    const page = 'https://docs.example.com/errors.html';
    const sites = [{ file: page, function: 'ERROR_ONE', line: 1 }];
    const entry = { project: 'cuda', templates: [{ ...template('Something of one engine failed: {reason}'), sites }] };
    const evidence = [{ claim: 'the text', file: page, symbol: 'ERROR_ONE', line: 1 }];
    expect(faults({ ...entry, evidence })).toBe('');
    expect(
      faults({ ...entry, evidence: [{ ...evidence[0], claim: 'a file', file: 'a.py', symbol: 'one', line: 1 }] }),
    ).toContain('project: cuda has no pinned commit');
  });

  it.each([
    ['is in the facts', {}, ''],
    ['ends with another version', { last: 'v0.1.0' }, 'templates.0: no fact ends with v0.1.0 at a.py:7'],
    ['stood on another line', { line: 3 }, 'templates.0: no fact ends with v0.2.0 at a.py:3'],
    ['stood in another function', { function: 'stop' }, 'templates.0: no fact ends with v0.2.0 at a.py:7'],
    [
      'has another text',
      { text: 'Something of one engine broke: {why}' },
      'templates.0: no fact ends with v0.2.0 at a.py:7',
    ],
  ])('looks whether an earlier wording %s', (_, change, expected) => {
    const versions = ['v0.1.0', 'v0.2.0', 'v0.3.0'].map((version) => ({ version, commit: '1'.repeat(40) }));
    const fact = {
      template: 'Something of one engine failed: {reason}',
      kind: 'raise' as const,
      exception: 'RuntimeError',
      file: 'a.py',
      function: 'start',
      first: 'v0.1.0',
      last: 'v0.2.0',
      lines: '5 7',
    };
    const wanted = {
      text: 'Something of one engine failed: {why}',
      last: 'v0.2.0',
      line: 7,
      function: 'start',
      ...change,
    };
    const { text, last, line, function: name } = wanted;
    const sites = [{ file: 'a.py', function: name, line }];
    const entry = entryWith({ templates: [{ ...template(text), last, sites }] });
    const facts = { vllm: packFacts([fact], { versions, context: [], isWeak: () => false }) };
    const problems = checkEntries({ pins, triggers: {}, entries: [entry], facts }, ({ code }) => code);
    expect(problems.map(({ message }) => message).join()).toBe(expected);
  });

  const rows: [string, Partial<EntryInput>[], string][] = [
    ['a missing next error', [{ leadsTo: ['vllm/test/none'] }], 'leadsTo: there is no entry vllm/test/none'],
    ['a missing twin', [{ twins: ['vllm/test/none'] }], 'twins: there is no entry vllm/test/none'],
    ['an entry that leads to itself', [{ leadsTo: ['vllm/test/one'] }], 'points to itself'],
    ['an unknown trigger', [{ triggers: ['constructor'] }], 'triggers: constructor is not explained'],
    ['a project without a pin', [{ project: 'ray' }], 'project: ray has no pinned commit'],
    [
      'two entries on one site',
      [{}, other],
      'a.py:1: "Something of one engine failed: {reason}" belongs to vllm/test/one already',
    ],
    [
      'a weak text',
      [{ templates: [template('IO error: {e}')] }],
      'the longest literal of "IO error: {e}" has 9 characters',
    ],
    ['an empty text', [{ templates: [template('')] }], 'has 0 characters'],
    ['an unclosed brace', [{ templates: [template('Something of one engine {')] }], 'unclosed brace'],
    ['a conversion', [{ templates: [template('Something of engine %s failed')] }], 'holds a % conversion'],
    [
      'a log line without level',
      [{ templates: [template('Something of one engine', { kind: 'log' })] }],
      'has no level',
    ],
    [
      'a sample twice',
      [
        {
          samples: [
            { text: 'a', origin: 'template' },
            { text: 'a', origin: 'template' },
          ],
        },
      ],
      'samples.1: the sample stands there twice',
    ],
    [
      'a sample of two entries',
      [{}, { code: 'vllm/test/two', ...otherPlace }],
      'vllm/test/two: samples.0: it is a sample of vllm/test/one too',
    ],
    [
      'a sample that names a missing line',
      [{ samples: [{ text: 'a\nb', line: 2, origin: 'template' }] }],
      'line 2 of 2 is named',
    ],
    [
      'a report without its number',
      [{ samples: [{ text: 'a', origin: 'report' }] }],
      'the origin is report without a source',
    ],
    [
      'a negative that is a sample',
      [{ negatives: [{ text: 'RuntimeError: Something of one engine failed: no', why: 'x' }] }],
      'negatives.0: the text is a sample as well',
    ],
  ];
  it.each(rows)('reports %s', (_, entries, expected) => {
    expect(faults(...entries)).toContain(expected);
  });

  it('accepts a weak text with context', () => {
    expect(faults({ templates: [template('IO error: {e}', { context: ['vllm-bench'] })] })).toBe('');
  });
});
