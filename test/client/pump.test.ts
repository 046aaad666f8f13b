import { describe, expect, it } from 'vitest';
import { maxPiece, maxWaiting, Pump } from '../../client/src/terminal/pump';

/** A taker that is slow until it is let go. */
function slowTaker() {
  const taken: { text: string; end: boolean }[] = [];
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pump = new Pump(async (text, end) => {
    taken.push({ text, end });
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
      { text: 'a', end: false },
      { text: 'bc', end: false },
      { text: '', end: true },
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
