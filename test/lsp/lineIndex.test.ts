import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockOf,
  blockSpan,
  decodeBytes,
  LineCounter,
  type LineIndex,
  placeOf,
  splitLines,
} from '../../server/src/lsp/lineIndex';

function indexOf(bytes: Uint8Array, piece = 7919): LineIndex {
  const counter = new LineCounter();
  for (let i = 0; i < bytes.length; i += piece) counter.push(bytes.subarray(i, i + piece));
  return counter.end();
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return Uint8Array.from(order === 'le' ? bytes : bytes.swap16());
}

/** Text of a line, read by way of the index. */
function lineOf(bytes: Uint8Array, index: LineIndex, line: number): string | undefined {
  const block = blockOf(index.firstLines, line);
  const { start, end } = blockSpan(index, block);
  return splitLines(decodeBytes(bytes.subarray(start, end), index.encoding))[line - (index.firstLines[block] ?? 0)];
}

describe('lines of a file', () => {
  it.each([
    ['', 1],
    ['a', 1],
    ['a\n', 2],
    ['a\r\nb', 2],
    ['a\rb\nc', 3],
    ['\r\r\n\n', 4],
    ['a\r', 2],
  ])('of %j are %d', (text, count) => {
    for (const piece of [1, 2, 100]) {
      expect(indexOf(utf8(text), piece).lineCount).toBe(count);
      for (const order of ['le', 'be'] as const) expect(indexOf(utf16(text, order), piece).lineCount).toBe(count);
    }
  });

  it('are found through blocks of whole lines', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `${i} ${'ü𝄞x'.repeat(i % 9)}`);
    for (const [bytes, end] of [
      [utf8(lines.join('\n')), '\n'],
      [utf8(`\ufeff${lines.join('\r\n')}`), '\r\n'],
      [utf16(lines.join('\r'), 'be'), '\r'],
    ] as const) {
      const index = indexOf(bytes);
      expect(index.starts.length, JSON.stringify(end)).toBeGreaterThan(3);
      for (let line = 0; line < lines.length; line += 997) expect(lineOf(bytes, index, line)).toBe(lines[line]);
    }
  });

  it('count as they do when the whole text is split', () => {
    const text = fc
      .array(fc.constantFrom('a', 'ü', '𝄞', '\r', '\n', '\r\n'), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, piece) => {
        expect(indexOf(utf8(whole), piece).lineCount).toBe(splitLines(whole).length);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

it('a byte offset leads to its place', () => {
  const text = 'eins\r\nzwölf 𝄞 x\rdrei\n';
  const bytes = utf8(text);
  const index = indexOf(bytes);
  const at = (what: string): unknown =>
    placeOf(index, utf8(text.slice(0, text.indexOf(what))).length, (start, end) => bytes.subarray(start, end));
  expect(at('eins')).toEqual({ line: 0, character: 0 });
  expect(at('x')).toEqual({ line: 1, character: 9 });
  expect(at('drei')).toEqual({ line: 2, character: 0 });
});
