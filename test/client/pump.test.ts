import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { longestWait, maxPiece, maxWaiting, Pump, quietTime } from '../../client/src/terminal/pump';

/** A taker that is slow until it is let go. */
function slowTaker() {
  const taken: { text: string; next: string }[] = [];
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pump = new Pump(async (text, next) => {
    taken.push({ text, next });
    await gate;
  });
  return { taken, pump, letGo: () => letGo() };
}

describe('pieces', () => {
  it('are handed on one after the other; what comes meanwhile is one piece', async () => {
    const { taken, pump, letGo } = slowTaker();
    for (const text of ['a', 'b', 'c']) pump.push(text);
    expect(taken.map(({ text }) => text)).toEqual(['a']);
    letGo();
    await pump.end();
    expect(taken).toEqual([
      { text: 'a', next: 'more' },
      { text: 'bc', next: 'more' },
      { text: '', next: 'end' },
    ]);
  });

  it('are bounded, and never end inside a pair', async () => {
    const { taken, pump, letGo } = slowTaker();
    pump.push(`x${'𝄞'.repeat(maxPiece)}`);
    letGo();
    await pump.end();
    expect(taken.map(({ text }) => text).join('')).toBe(`x${'𝄞'.repeat(maxPiece)}`);
    for (const { text } of taken) {
      expect(text.length).toBeLessThanOrEqual(maxPiece);
      expect(text).not.toMatch(/[\ud800-\udbff]$/);
    }
  });

  it('that wait are bounded: the oldest text is left out', async () => {
    const { taken, pump, letGo } = slowTaker();
    pump.push('first');
    for (let i = 0; i < 20; i++) pump.push(String(i % 10).repeat(maxWaiting / 10));
    letGo();
    await pump.end();
    const waited = taken.slice(1).map(({ text }) => text);
    expect(waited.join('').length).toBe(maxWaiting);
    expect(waited.join('').endsWith('9')).toBe(true);
  });
});

it('a taker that fails ends the work with its error', async () => {
  const pump = new Pump(async (text) => {
    if (text === 'bad') throw new Error('no server');
  });
  pump.push('bad');
  await expect(pump.end()).rejects.toThrow('no server');
});

describe('a pause', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A taker that notes what follows each piece. */
  function noting() {
    const told: string[] = [];
    const pump = new Pump(async (_text, next) => void told.push(next));
    return { told, pump };
  }

  it('is told once after output that waits, and again only after more of it', async () => {
    const { told, pump } = noting();
    pump.push('a');
    await vi.advanceTimersByTimeAsync(quietTime - 1);
    pump.push('b');
    await vi.advanceTimersByTimeAsync(quietTime - 1);
    expect(told).toEqual(['more', 'more']);
    await vi.advanceTimersByTimeAsync(10 * quietTime);
    expect(told).toEqual(['more', 'more', 'pause']);
    pump.push('c');
    await vi.advanceTimersByTimeAsync(10 * quietTime);
    expect(told).toEqual(['more', 'more', 'pause', 'more', 'pause']);
  });

  it('is taken for one where output never stops', async () => {
    const { told, pump } = noting();
    for (let time = 0; time <= longestWait; time += 100) {
      pump.push('a');
      await vi.advanceTimersByTimeAsync(100);
    }
    pump.push('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(told.filter((next) => next === 'pause').length).toBe(1);
  });

  it('leaves nothing behind when the output ends', async () => {
    const { told, pump } = noting();
    pump.push('a');
    await pump.end();
    await vi.advanceTimersByTimeAsync(10 * quietTime);
    expect(told).toEqual(['more', 'end']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
