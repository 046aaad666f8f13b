import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeTokens } from '../../server/src/core/render/codeTokens';

/** The tokens that are coloured, as `kind text`. */
function check(language: string, code: string, expected: readonly string[]): void {
  const found = codeTokens(code, language).filter(({ kind }) => kind !== 'plain');
  expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected);
}

describe('code', () => {
  it.each<[string, string, string[]]>([
    ['python', 'x = None  # why', ['keyword None', 'comment # why']],
    [
      'python',
      'if a == 1.5 or b in "x\\"#y":',
      ['keyword if', 'number 1.5', 'keyword or', 'keyword in', 'string "x\\"#y"'],
    ],
    ['python', '"""one\n# two"""', ['string """one\n# two"""']],
    ['python', 'x = "open\ny = 1', ['string "open', 'number 1']],
    ['python', 'classes.is_not = 0x1F', ['number 0x1F']],
    ['python', 'größe2 = 1', ['number 1']],
    ['shell', 'vllm serve m --port 8000 # a', ['option --port', 'number 8000', 'comment # a']],
    ['shell', 'curl http://10.0.0.1:8000/v1#top', []],
    [
      'shell',
      "for f in *.log; do echo '$f'; done",
      ['keyword for', 'keyword in', 'keyword do', "string '$f'", 'keyword done'],
    ],
    ['shell', 'kubectl exec do-not-3', []],
    ['yaml', 'port: 8000 # a\nname: "x"', ['name port', 'number 8000', 'comment # a', 'name name', 'string "x"']],
    ['json', '{"a": true, "b": 1e5}', ['string "a"', 'keyword true', 'string "b"', 'number 1e5']],
    ['rust', 'let x = 1; // a', ['keyword let', 'number 1', 'comment // a']],
    ['typescript', 'const a = `x\n1`;', ['keyword const', 'string `x\n1`']],
    ['text', 'if 1', []],
    ['', 'if 1', []],
  ])('of %s: %s', (language, code, expected) => check(language, code, expected));

  it('is all there, in order, whatever it is', () => {
    const languages = fc.constantFrom('python', 'shell', 'yaml', 'json', 'rust', 'javascript', 'text');
    fc.assert(
      fc.property(languages, fc.string({ unit: fc.constantFrom(...'ab1.#/"\'`\\\n -:é') }), (language, code) => {
        expect(
          codeTokens(code, language)
            .map(({ text }) => text)
            .join(''),
        ).toBe(code);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
