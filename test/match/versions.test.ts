import { describe, expect, it } from 'vitest';
import type { SiteHistory, SitePlace } from '../../server/src/core/catalog/history';
import { createMatcher } from '../../server/src/core/match/matcher';
import { createScanner } from '../../server/src/core/match/scanner';
import { checker } from './check';
import { site } from './sites';
import { scanShared } from './twoThreads';

const versions = ['v0.8.0', 'v0.9.0', 'v0.10.0', 'v0.11.0'];
const text = 'The workers of this group do not answer';

function history(...places: Omit<SitePlace, 'exception'>[]): SiteHistory {
  return { versions, places: places.map((place) => ({ exception: 'RuntimeError', ...place })) };
}

const logged = { statement: 'log', exception: null, level: 'ERROR' } as const;
const moved = site(text, {
  ...logged,
  code: 'vllm/test/moved',
  file: 'vllm/v1/executor/group.py',
  function: 'Group.wait',
  line: 40,
  history: history(
    { file: 'vllm/executor/old_group.py', function: 'wait', first: 0, lines: '11 12' },
    { file: 'vllm/v1/executor/group.py', function: 'Group.wait', first: 2, lines: '39 40' },
  ),
});
const other = site(text, { ...logged, code: 'vllm/test/other', file: 'vllm/other.py' });
const version = site('API server version {VLLM_VERSION}', {
  code: 'vllm/test/version',
  statement: 'log',
  exception: null,
  level: 'INFO',
});
const { one, find } = checker(moved, other, version);

describe('a site that moved', () => {
  it.each<[what: string, tag: string, code: string]>([
    ['its present file', 'group.py:40', 'vllm/test/moved'],
    ['its older file', 'old_group.py:12', 'vllm/test/moved'],
    ['another site’s file', 'other.py:7', 'vllm/test/other'],
  ])('is told by %s', (_, tag, code) => {
    const { match } = one(`ERROR 02-22 22:08:56 [${tag}] ${text}`);
    expect([match.site.code, match.confidence]).toEqual([code, 'exact']);
  });

  it.each<[tag: string, place: unknown]>([
    ['old_group.py:12', { version: 'v0.9.0', file: 'vllm/executor/old_group.py', function: 'wait', line: 12 }],
    ['group.py:39', { version: 'v0.10.0', file: 'vllm/v1/executor/group.py', function: 'Group.wait', line: 39 }],
    ['group.py:77', null],
  ])('names the version whose line [%s] is', (tag, place) => {
    expect(one(`ERROR 02-22 22:08:56 [${tag}] ${text}`).report.place).toEqual(place);
  });

  it('is told by the line of a frame, and by the function it had', () => {
    const raised = { statement: 'raise', exception: 'RuntimeError', level: null } as const;
    const a = site(text, { ...moved, ...raised });
    const b = site(text, { ...raised, code: 'vllm/test/twin', file: moved.file, function: moved.function });
    const { match } = checker(a, b).one(
      [
        'Traceback (most recent call last):',
        '  File "/usr/lib/python3/site-packages/vllm/executor/old_group.py", line 11, in wait',
        `RuntimeError: ${text}`,
      ].join('\n'),
    );
    expect([match.site.code, match.place?.version, match.place?.line]).toEqual(['vllm/test/moved', 'v0.8.0', 11]);
  });
});

describe('a site that came to raise another exception', () => {
  const places = [
    { file: 'vllm/a.py', function: 'f', exception: 'RuntimeError', first: 0, lines: '3' },
    { file: 'vllm/b.py', function: 'f', exception: 'ValueError', first: 1, lines: '4' },
  ];
  const raised = site(text, { file: 'vllm/b.py', exception: 'ValueError', history: { versions, places } });
  it.each(['RuntimeError', 'ValueError'])('is told by %s', (name) => {
    const { match, report } = checker(raised).one(`${name}: ${text}`);
    expect([report.exception, match.evidence.map(({ what }) => what)]).toEqual([
      name,
      expect.arrayContaining([`the exception is ${name}`]),
    ]);
  });

  it('is not told by a third', () => {
    expect(
      checker(raised)
        .one(`OSError: ${text}`)
        .match.evidence.map(({ what }) => what),
    ).toContain('the exception is OSError, the site raises ValueError');
  });
});

const early = site(text, { ...moved, code: 'vllm/test/early', file: 'vllm/early.py' });
const ended = site(text, {
  ...early,
  versions: { first: 'v0.8.0', last: 'v0.9.0' },
  history: history({ file: 'vllm/early.py', function: 'wait', first: 0, lines: '5*2' }),
});
const late = site(text, {
  ...moved,
  code: 'vllm/test/late',
  file: 'vllm/late.py',
  history: history({ file: 'vllm/late.py', function: 'wait', first: 2, lines: '6 7' }),
});

describe('a version that the log states', () => {
  const states = (stated: string): string => `INFO 02-22 22:08:50 [api.py:3] API server version ${stated}`;
  const line = `ERROR 02-22 22:08:56 ${text}`;
  const check = checker(ended, late, version);

  it.each<[what: string, log: string[], expected: [code: string, confidence: string, place: string | undefined]]>([
    ['tells the older site', [states('0.9.0'), line], ['vllm/test/early', 'exact', 'vllm/early.py:5']],
    ['tells the later site', [states('0.11.0'), line], ['vllm/test/late', 'exact', 'vllm/late.py:7']],
    ['between two that were read does not tell', [states('0.9.2'), line], ['vllm/test/late', 'likely', undefined]],
    ['later than the line does not tell', [line, states('0.9.0')], ['vllm/test/late', 'likely', undefined]],
    ['is the latest one', [states('0.9.0'), states('0.11.0'), line], ['vllm/test/late', 'exact', 'vllm/late.py:7']],
    ['that no version is', [states('unknown'), line], ['vllm/test/late', 'likely', undefined]],
    [
      'belongs to the container that states it',
      [`new-1  | ${states('0.11.0')}`, `old-1  | ${states('0.9.0')}`, `new-1  | ${line}`],
      ['vllm/test/late', 'exact', 'vllm/late.py:7'],
    ],
  ])('%s', (_, log, [code, confidence, place]) => {
    const { match } = check.one(log.join('\n'));
    const at = match.place ? `${match.place.file}:${match.place.line}` : undefined;
    expect([match.site.code, match.confidence, at]).toEqual([code, confidence, place]);
  });

  it('is explained', () => {
    const { match } = check.one([states('0.9.0'), line].join('\n'));
    expect(match.evidence.map(({ what }) => what)).toContain('the log says vllm 0.9.0, which has this text there');
  });

  it('is known for the whole of a stream', () => {
    const scanner = createScanner(createMatcher([ended, late, version]), { level: 'WARNING' });
    const filler = new TextEncoder().encode(`${'INFO 02-22 22:08:51 [x.py:1] nothing to see here\n'.repeat(40_000)}`);
    const encode = (log: string): Uint8Array => new TextEncoder().encode(`${log}\n`);
    const found = [encode(states('0.9.0')), filler, filler, encode(line)].flatMap((part) => scanner.push(part));
    expect([...found, ...scanner.end()].map(({ match }) => match.site.code)).toEqual(['vllm/test/early']);
  });

  it('is known to both threads that read a stream, wherever it stands', async () => {
    const filler = 'INFO 02-22 22:08:51 [x.py:1] nothing to see here\n'.repeat(400);
    const parts = ['0.9.0', '0.11.0', '0.9.0', 'unknown', '0.11.0'].map(
      (it) => `${states(it)}\n${filler}${line}\n${filler}`,
    );
    const bytes = new TextEncoder().encode(`${line}\n${parts.join('')}`);
    const matcher = createMatcher([ended, late, version]);
    const { found, helped } = await scanShared(matcher, { level: 'WARNING' }, bytes, { chunk: 9000, block: 4096 });
    const codes = ['late', 'early', 'late', 'early', 'early', 'late'].map((name) => `vllm/test/${name}`);
    expect(found.map(({ match }) => match.site.code)).toEqual(codes);
    expect(helped).toBeGreaterThan(5);
  });

  it('does not outlive the log', () => {
    check.one([states('0.9.0'), line].join('\n'));
    expect(check.one(line).match.site.code).toBe('vllm/test/late');
  });
});

it('ties are given with the site that was there last first', () => {
  const gone = site(text, { ...ended, code: 'vllm/test/gone', versions: { first: 'v0.8.0', last: 'v0.8.0' } });
  const [found] = checker(gone, ended).find(`ERROR 02-22 22:08:56 ${text}`);
  expect([found?.match.site.code, found?.match.alternatives.map(({ code }) => code)]).toEqual([
    'vllm/test/early',
    ['vllm/test/gone'],
  ]);
  expect(find('')).toEqual([]);
});
