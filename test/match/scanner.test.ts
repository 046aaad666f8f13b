import { describe, expect, it } from 'vitest';
import type { ScannedMatch } from '../../server/src/core/match/match';
import { createMatcher, type Matcher } from '../../server/src/core/match/matcher';
import { toMatchReports } from '../../server/src/core/match/report';
import { createScanner } from '../../server/src/core/match/scanner';
import { createSharedScanner } from '../../server/src/core/match/sharedScan';
import { cpuTime } from '../support/cpuTime';
import { site } from './sites';
import { scanShared } from './twoThreads';

const matcher = createMatcher([
  site('Ping failed after {max_retries} retries', { code: 'vllm/ping' }),
  site('{failed}/{waited} transfers failed:\n{lines}', { code: 'vllm/transfers', exception: 'TransferError' }),
  site('Engine core initialization failed. See root cause above. Failed core proc(s): {finished}', {
    code: 'vllm/start',
  }),
]);
const options = { level: 'WARNING' } as const;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function scan(bytes: Uint8Array, sizes: (at: number) => number, using: Matcher = matcher): ScannedMatch[] {
  const scanner = createScanner(using, options);
  const found: ScannedMatch[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = Math.max(1, sizes(at));
    found.push(...scanner.push(bytes.subarray(at, at + size)));
    at += size;
  }
  found.push(...scanner.end());
  return found;
}

/** Numbers from 0 to 1 that are the same on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const sample = [
  'INFO 07-22 08:14:55 [a.py:1] Größe 😀',
  'RuntimeError: Ping failed after 7 retries',
  '(W pid=1) TransferError: 2/8 transfers failed:',
  '(W pid=2) INFO 07-22 08:14:55 [a.py:1] other',
  '(W pid=1) RDMA transfer failed: x',
  'Loading 10%\rLoading 20%\rRuntimeError: Ping failed after 8 retries',
  '😀 RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}',
  '',
].join('\r\n');

describe('a stream', () => {
  const bytes = encode(sample);
  const whole = matcher.match(bytes, options);

  it.each([1, 2, 3, 7, 64, 1000])('in chunks of %i bytes gives what the whole text gives', (size) => {
    const found = scan(bytes, () => size);
    expect(found.map(({ match }) => match)).toEqual(whole);
    expect(found.map(({ report }) => report)).toEqual(toMatchReports(bytes, whole));
  });

  it('finds all of them', () => {
    expect(whole.map(({ site: { code } }) => code)).toEqual(['vllm/ping', 'vllm/transfers', 'vllm/ping', 'vllm/start']);
  });

  it('longer than the window gives what the whole text gives', () => {
    const next = seeded(11);
    const lines: string[] = [];
    for (let size = 0; size < 2_500_000; ) {
      const pick = next();
      const filler = `INFO 07-22 08:14:55 [a.py:${Math.floor(next() * 900)}] ${'some text of no interest '.repeat(Math.floor(next() * 40))}`;
      const line = pick < 0.9 ? filler : pick < 0.902 ? 'x'.repeat(Math.floor(next() * 300_000)) : sample;
      lines.push(line);
      size += line.length;
    }
    const large = encode(lines.join('\n'));
    const expected = matcher.match(large, options);
    const found = scan(large, () => Math.floor(next() * 200_000));
    expect(expected.length).toBeGreaterThan(500);
    expect(found.length).toBe(expected.length);
    expect(found.map(({ match }) => match.span)).toEqual(expected.map(({ span }) => span));
    expect(found.map(({ report }) => report)).toEqual(toMatchReports(large, expected));
    for (const { byteOffset } of found) if (byteOffset > 0) expect(large[byteOffset - 1]).toBe(10);
  });

  it('of UTF-16 gives lines of its text and offsets of its bytes', () => {
    const text = `x😀\r\nRuntimeError: Ping failed after ü retries\r\n`;
    const little = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const big = little.map((_, i) => little[i ^ 1] ?? 0);
    for (const encoded of [little, big]) {
      for (const size of [1, 3, 1000]) {
        const [found, ...others] = scan(encoded, () => size);
        expect(others).toEqual([]);
        expect(found?.report).toMatchObject({ line: 1, start: 14, end: 41, captures: { max_retries: 'ü' } });
        expect(found?.byteOffset).toBe(2 + 2 * 5);
        expect(found?.match.span).toEqual({ start: 2 + 2 * 19, end: 2 + 2 * 46 });
      }
    }
  });

  it('bears NUL bytes, broken UTF-8 and no line ends at all', () => {
    const noise = new Uint8Array(1_600_000).map((_, i) => [0, 0xff, 0xc3, 0x28, 0xe2][i % 5] ?? 0);
    const message = encode('\nRuntimeError: Ping failed after 7 retries\n');
    const all = new Uint8Array(noise.length * 2 + message.length);
    all.set(noise);
    all.set(message, noise.length);
    all.set(noise, noise.length + message.length);
    const found = scan(all, () => 65_536);
    expect(found.map(({ report }) => [report.code, report.line, report.start])).toEqual([['vllm/ping', 1, 14]]);
    expect(found[0]?.byteOffset).toBe(noise.length + 1);
  });

  it('that is empty has no matches', () => {
    expect(scan(new Uint8Array(), () => 1)).toEqual([]);
    expect(scan(encode('x'), () => 1)).toEqual([]);
  });
});

describe('hostile lines cost bounded work', () => {
  const message = 'Engine core initialization failed. See root cause above. Failed core proc(s): {} ';
  it.each([
    ['a message again and again', message],
    ['its first words again and again', 'Engine core initialization failed. '],
    ['the first words of a repr', "RuntimeError('Engine core initialization failed. "],
    ['prefixes', '(pid=1) ERROR [rank0]: '],
    ['quote marks', '"\'\\"'],
    ['open brackets and strings', '{"a":["Engine core initialization failed. '],
    ['colour codes', '\u001b[0m'],
    ['unfinished escapes', '\u001b'],
    ['exception classes', 'RuntimeError: '],
    ['backslashes', '\\'],
    ['entities', '&lt;'],
  ])('%s', (_, unit) => {
    const bytes = encode(unit.repeat(Math.ceil(600_000 / unit.length)));
    const start = cpuTime();
    scan(bytes, () => 65_536);
    matcher.trial(bytes, bytes.length >> 1);
    // A quadratic step would take minutes; the bound leaves room for a busy machine.
    expect(cpuTime() - start).toBeLessThan(8000);
  });
});

describe('two threads', () => {
  /** Messages of one and of several lines among lines of other lengths, so that borders fall into all of them. */
  const text = (lines: number, random: () => number): string =>
    Array.from({ length: lines }, (_, i) => {
      const kind = Math.floor(random() * 8);
      if (kind < 2) return sample;
      return kind < 7
        ? `INFO 07-22 08:14:55 [a.py:${i}] Größe 😀 ${'x'.repeat(random() * 300)}`
        : `\r${'y'.repeat(9000)}`;
    }).join('\n');

  it.each([
    { lines: 150, chunk: 5000, block: 1 << 13 },
    { lines: 300, chunk: 70_000, block: 1 << 15 },
    { lines: 700, chunk: 1 << 20, block: 1 << 16 },
  ])('give what one gives, with borders anywhere (blocks of $block bytes)', async ({ lines, chunk, block }) => {
    const bytes = encode(text(lines, seeded(lines)));
    const whole = scan(bytes, () => bytes.length);
    const { found, helped } = await scanShared(matcher, options, bytes, { chunk, block });
    expect(whole.length).toBeGreaterThan(lines / 2);
    expect(found).toEqual(whole);
    expect(helped).toBeGreaterThan(2);
  });

  it('give what one gives of UTF-16', async () => {
    const bytes = new Uint8Array(Buffer.from(`\ufeff${text(100, seeded(4))}`, 'utf16le'));
    const { found } = await scanShared(matcher, options, bytes, { chunk: 9999, block: 1 << 15 });
    expect(found).toEqual(scan(bytes, () => 1 << 16));
  });

  it('fail where the second one fails', async () => {
    const helper = { scan: () => Promise.reject(new Error('gone')) };
    const scanner = createSharedScanner(matcher, options, helper, 1 << 14);
    const read = async (): Promise<unknown> => [await scanner.push(encode(text(200, seeded(5)))), await scanner.end()];
    await expect(read()).rejects.toThrow('gone');
  });
});
