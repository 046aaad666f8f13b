import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../server/src/core/match/matcher';
import { toMatchReports } from '../../server/src/core/match/report';
import { site } from './sites';

const rank = site('Message from engine with unexpected data parallel rank: {eng_index}', {
  code: 'vllm/dp/rank',
  file: 'vllm/v1/engine/utils.py',
  function: 'wait_for_engine_startup',
  line: 1265,
});
const matcher = createMatcher([rank]);

function reports(text: string) {
  const bytes = new TextEncoder().encode(text);
  return toMatchReports(bytes, matcher.match(bytes, { level: 'WARNING' }));
}

describe('a message behind a prefix', () => {
  it.each([
    'RuntimeError: ',
    '',
    'ERROR 07-22 08:14:55 [core.py:708] ',
    '(APIServer pid=1) RuntimeError: ',
    '2026-07-22T08:14:55.123456789Z stderr F ERROR 07-22 08:14:55 core.py:708] RuntimeError: ',
  ])('%j', (prefix) => {
    const [match, ...others] = reports(`${prefix}Message from engine with unexpected data parallel rank: 513`);
    expect(others).toEqual([]);
    expect(match).toMatchObject({
      code: 'vllm/dp/rank',
      start: prefix.length,
      confidence: 'exact',
      captures: { eng_index: '513' },
    });
  });
});

it('leaves prose alone that holds the text', () => {
  expect(reports('We saw the line Message from engine with unexpected data parallel rank: 7 twice')).toEqual([]);
});

it('finds a text of a few bytes by the class before it, where its context stands', () => {
  const key = site("b'{identity}'", {
    code: 'vllm/dp/key',
    exception: 'KeyError',
    file: 'vllm/v1/engine/core_client.py',
    function: 'MPClient.__init__',
    context: ['identities.remove(identity)'],
  });
  const matching = createMatcher([key, rank]);
  const codes = (text: string) =>
    matching.match(new TextEncoder().encode(text), { level: 'WARNING' }).map((match) => match.site.code);
  const frame =
    'Traceback (most recent call last):\n  File "/x/vllm/v1/engine/core_client.py", line 668, in __init__\n';
  expect(codes(`${frame}    identities.remove(identity)\nKeyError: b'\\x03\\x00'`)).toEqual(['vllm/dp/key']);
  expect(codes("KeyError: b'\\x03\\x00'")).toEqual([]);
});
