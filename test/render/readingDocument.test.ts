import { describe, expect, it } from 'vitest';
import type { Reading, ReadingNode } from '../../server/src/core/decode/reading';
import { readingDocument } from '../../server/src/core/render/readingDocument';

const reading = (change: Partial<Reading> = {}): Reading => ({
  form: 'hex',
  bytes: new Uint8Array([0x82, 0xa1, 0x61, 0x01, 0xa1, 0x62, 0x02]),
  truncated: false,
  kind: 'msgpack',
  confidence: 'proven',
  summary: 'msgpack map of 2',
  details: ['two small integers'],
  fields: { value: { a: 1 } },
  tree: [
    {
      start: 0,
      end: 7,
      label: 'fixmap',
      value: '',
      children: [{ start: 3, end: 4, label: 'a', value: '1', children: [] }],
    },
  ],
  alternatives: [],
  ...change,
});

describe('the document of a reading', () => {
  it('begins with the one line for a person', () => {
    expect(readingDocument(reading()).split('\n')[0]).toBe('msgpack map of 2');
  });

  it('wraps prose at 100 columns', () => {
    const summary = `one ${'word '.repeat(60)}end`;
    const lines = readingDocument(reading({ summary, details: [summary] })).split('\n');
    expect(Math.max(...lines.slice(0, 8).map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines.slice(0, 4).join(' ')).toBe(summary);
  });

  it('shows every byte as hex and text, in the layout of hexdump -C', () => {
    expect(readingDocument(reading())).toContain(
      '00000000  82 a1 61 01 a1 62 02                             |..a..b.|\n',
    );
  });

  it('shows the structure with byte ranges', () => {
    expect(readingDocument(reading())).toContain(
      '00000000  82 a1 61                   fixmap\n00000003  01                           a: 1',
    );
  });

  it('shows each frame of a multipart message instead of all bytes', () => {
    const text = readingDocument(reading({ frames: [new Uint8Array(0), new Uint8Array([0x47])] }));
    expect(text).toContain('Frame 0, 0 bytes');
    expect(text).toContain('Frame 1, 1 byte\n');
    expect(text).not.toContain('Bytes, 7 bytes');
  });

  it('says where the input was cut', () => {
    expect(readingDocument(reading({ truncated: true }))).toContain('form: hex, cut: more bytes existed');
  });

  it('stays bounded on a huge payload and a deep tree', () => {
    let node: ReadingNode = { start: 0, end: 1, label: 'leaf', value: '', children: [] };
    for (let i = 0; i < 100_000; i++) node = { start: 0, end: 1, label: 'array', value: '', children: [node] };
    const text = readingDocument(reading({ bytes: new Uint8Array(5_000_000), tree: [node] }));
    expect(text.length).toBeLessThan(60_000);
    expect(text).toContain('… 4995904 bytes more');
  });

  it('shows control characters of a payload as escapes', () => {
    expect(readingDocument(reading({ summary: 'text \u001b[2J' }))).toContain('text \\x1b[2J');
  });
});
