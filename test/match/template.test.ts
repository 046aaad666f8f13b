import { describe, expect, it } from 'vitest';
import { decode } from '../../server/src/core/match/bytes';
import { parseTemplate, templateKey } from '../../server/src/core/match/template';

const parts = (text: string): { literals: string[]; holes: readonly (readonly string[])[] } => {
  const { literals, holes } = parseTemplate(text);
  return { literals: literals.map((literal) => decode(literal)), holes };
};

describe('a template', () => {
  it.each([
    ['Ping failed after {max_retries} retries', ['Ping failed after ', ' retries'], [[], ['max_retries'], []]],
    ['{a}/{b} transfers failed:\n{lines}', ['/', ' transfers failed:\n'], [['a'], ['b'], ['lines']]],
    // Literal braces are doubled.
    ['Failed core proc(s): {{}}', ['Failed core proc(s): {}'], [[], []]],
    ['set {{{names}}}', ['set {', '}'], [[], ['names'], []]],
    // A run-time part is any expression, with braces and quotes of its own.
    ["one of {', '.join({'a': 1})} only", ['one of ', ' only'], [[], ["', '.join({'a': 1})"], []]],
    // Parts side by side cannot be told apart in a text.
    ['{a}{b}: bad', [': bad'], [['a', 'b'], []]],
    ['no { pair', ['no { pair'], [[], []]],
    ['}', ['}'], [[], []]],
    ['', [], [[]]],
    // White space at the ends is lost in logs.
    ['  padded text. ', ['padded text.'], [[], []]],
    ['Set {flag} to ', ['Set ', ' to'], [[], ['flag'], []]],
    ['Loading {path}\n', ['Loading '], [[], ['path']]],
    // Rows of marks around a text stand on lines of their own.
    [`\n${'*'.repeat(20)}\nSet {flag} to it.\n${'*'.repeat(20)}`, ['Set ', ' to it.'], [[], ['flag'], []]],
    [`${'='.repeat(20)}\n{count} in all`, [`${'='.repeat(20)}\n`, ' in all'], [[], ['count'], []]],
    // Templates are compared with cleaned text.
    ['can’t find “{x}”', ['can\'t find "', '"'], [[], ['x'], []]],
  ])('%j', (text, literals, holes) => {
    expect(parts(text)).toEqual({ literals, holes });
  });

  it('is the same wording as another whatever its parts are called', () => {
    const key = (text: string): string => templateKey(parseTemplate(text));
    expect(key('Error processing message: {e}')).toBe(key('Error processing message: {arg}'));
    expect(key('Error processing message: {e}')).not.toBe(key('Error processing message: '));
    expect(key('a {x} b')).not.toBe(key('{x} a b'));
  });

  it('weighs its literals with runs of white space as one', () => {
    expect(parseTemplate('ab  {x}\n  cd').literalBytes).toBe(6);
    expect(parseTemplate(' {x} transfers failed: ').longestLiteral).toBe('transfers failed:'.length);
  });
});
