import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { encodeText, lineSpan, pieceEnd, TextStream, textOf, touches } from '../../server/src/lsp/convert';

const samples = ['', 'plain', 'é', 'aé€𝄞z', '𝄞'.repeat(700), `${'x'.repeat(1023)}€${'y'.repeat(1023)}𝄞`, 'a\ud800b'];

describe('encodeText', () => {
  it.each(samples)('maps the start of every character of %j both ways', (text) => {
    const encoded = encodeText(text);
    let byte = 0;
    let unit = 0;
    for (const char of text) {
      expect(encoded.textOffset(byte)).toBe(unit);
      expect(encoded.byteOffset(unit)).toBe(byte);
      byte += new TextEncoder().encode(char).length;
      unit += char.length;
    }
    expect(encoded.textOffset(byte)).toBe(text.length);
    expect(encoded.byteOffset(text.length)).toBe(byte);
  });

  it('gives the start of the character for an offset inside it', () => {
    const encoded = encodeText('a𝄞b');
    expect([1, 2, 3, 4, 5].map(encoded.textOffset)).toEqual([1, 1, 1, 1, 3]);
    expect([1, 2, 3].map(encoded.byteOffset)).toEqual([1, 1, 5]);
  });

  it('keeps offsets outside the text at its ends', () => {
    for (const text of ['abc', 'é']) {
      const encoded = encodeText(text);
      expect([encoded.textOffset(-1), encoded.byteOffset(-1)]).toEqual([0, 0]);
      expect([encoded.textOffset(99), encoded.byteOffset(99)]).toEqual([text.length, encoded.bytes.length]);
    }
  });
});

describe('TextStream', () => {
  it.each([1, 2, 3, 7])('finds text again after pieces of %i units', (length) => {
    const text = 'α𝄞 error: naïve\nnext 𝄞 line\n';
    const stream = new TextStream(100);
    for (let start = 0; start < text.length; start = pieceEnd(text, start, Math.max(2, length))) {
      stream.push(text.slice(start, pieceEnd(text, start, Math.max(2, length))));
    }
    const before = new TextEncoder().encode(text.slice(0, text.indexOf('next'))).length;
    const start = 100 + text.indexOf('next');
    expect(stream.toTextSpan({ start: before, end: before + 4 })).toEqual({ start, end: start + 4 });
  });
});

describe('pieceEnd', () => {
  it.each([
    ['ab\ncd\nef', 0, 4, 3],
    ['ab\ncd\nef', 3, 100, 8],
    ['abcdef', 0, 4, 4],
    ['abc𝄞', 0, 4, 3],
    ['\nabc', 1, 2, 3],
  ])('%j from %i with %i units ends at %i', (text, start, length, end) => {
    expect(pieceEnd(text, start, length)).toBe(end);
  });
});

describe('lineSpan', () => {
  it.each([
    ['one\ntwo\n', 0, 'one'],
    ['one\r\ntwo', 0, 'one'],
    ['one\ntwo', 1, 'two'],
    ['one\n', 1, ''],
    ['', 0, ''],
    ['one', 7, ''],
  ])('%j line %i is %j', (text, line, expected) => {
    const document = TextDocument.create('file:///x.log', 'log', 1, text);
    expect(textOf(document, lineSpan(document, line))).toBe(expected);
  });
});

it.each([
  [{ start: 0, end: 3 }, { start: 3, end: 3 }, true],
  [{ start: 0, end: 3 }, { start: 4, end: 9 }, false],
  [{ start: 5, end: 5 }, { start: 4, end: 9 }, true],
])('spans %j and %j touch: %s', (a, b, expected) => {
  expect(touches(a, b)).toBe(expected);
});
