import { describe, expect, it } from 'vitest';
import { isTelling } from '../../server/src/core/match/telling';
import { parseTemplate } from '../../server/src/core/match/template';
import { checker } from './check';
import { site } from './sites';

describe('words that any program or text could hold', () => {
  it.each([
    'Not implemented yet.',
    'Insufficient memory',
    '{old_name} is deprecated and will be removed in {version}. Use {new_name} instead.',
    'An error occurred while loading the configuration: {e}',
    'Unknown type: {kind}',
    '{name}: {value}',
    '',
  ])('%s', (template) => {
    expect(isTelling(parseTemplate(template))).toBe(false);
  });
});

describe('words that only a program prints', () => {
  it.each([
    ['a name with underscores', 'max_model_len must be positive, got {n}'],
    ['a class', 'Unable to load RobertaEmbeddingModel'],
    ['an option', 'Unsupported value for --random-mm-bucket-config.'],
    ['a name with a digit', '{dtype} is not supported with fp8'],
    ['an abbreviation', 'Failed to open the CUDA device'],
    ['uncommon words', 'Device has no usable quantization kernel'],
    [
      'a long sentence of common ones',
      'This is not supported and you should use the other option instead, since it is the only one that is known to work',
    ],
  ])('%s', (_, template) => {
    expect(isTelling(parseTemplate(template))).toBe(true);
  });
});

describe('a text of common words', () => {
  const { codes, reasons } = checker(site('Not implemented yet.', { code: 'vllm/test/not-yet' }));

  it.each<[where: string, text: string, found: boolean]>([
    ['alone', 'Not implemented yet.', false],
    ['indented', '\t\tNot implemented yet.', false],
    ['in a quotation', '> Not implemented yet.', false],
    ['as an item', '- Not implemented yet.', false],
    ['behind a number in brackets', '[3] Not implemented yet.', false],
    ['behind a class', 'NotImplementedError: Not implemented yet.', true],
    ['in a log', 'ERROR 07-22 08:14:55 [core.py:7] Not implemented yet.', true],
    ['in a field', '{"level": "error", "msg": "Not implemented yet."}', true],
  ])('%s', (_, text, found) => {
    expect(codes(text)).toEqual(found ? ['vllm/test/not-yet'] : []);
  });

  it('is not proved by other lines', () => {
    expect(reasons('Not implemented yet.')).toEqual({
      'vllm/test/not-yet': 'nothing shows that a program wrote the line',
    });
  });
});

describe('a line of information', () => {
  const text = 'The cache of this engine was dropped';
  const logged = { statement: 'log', exception: null } as const;
  const { codes } = checker(
    site(text, { ...logged, level: 'WARNING', code: 'vllm/test/warning' }),
    site('Raised by this engine and no other', { code: 'vllm/test/raise' }),
  );

  it.each<[line: string, codes: string[]]>([
    [`INFO 07-22 08:14:55 [x.py:7] ${text}`, []],
    [`DEBUG 07-22 08:14:55 [x.py:7] ${text}`, []],
    [`WARNING 07-22 08:14:55 [x.py:7] ${text}`, ['vllm/test/warning']],
    ['INFO 07-22 08:14:55 [x.py:7] Raised by this engine and no other', []],
    // A collector’s level is not the message’s own.
    [`{"severity":"INFO","message":"${text}"}`, ['vllm/test/warning']],
  ])('%s', (line, expected) => {
    expect(codes(line)).toEqual(expected);
  });
});
