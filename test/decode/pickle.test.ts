/** Pickles: what is called one can run up to its end, opcode by opcode. CPython's pickletools decides, which runs nothing either. */
import { describe, expect, test } from 'vitest';
import { decodeBytes } from '../../server/src/core/decode/decode';
import { corpus } from '../support/payloads';

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

describe('as pickletools.dis of CPython 3.11 reads it', () => {
  // `end` is the offset behind STOP, or -1 where it refuses the bytes. Written by Lib/pickle.py and by random edits of that.
  const rows = corpus<{ hex: string; end: number }>('pickles.jsonl');
  test.each(rows)('$hex', ({ hex, end }) => {
    const reading = decodeBytes(bytesOf(hex));
    const whole = reading.kind === 'pickle' && reading.confidence === 'proven' && !reading.truncated;
    expect(whole).toBe(end === hex.length / 2);
  });

  test('both answers occur', () => {
    expect(new Set(rows.map(({ end }) => end < 0)).size).toBe(2);
  });
});

describe('no pickle', () => {
  test.each([
    ['a key that was never remembered, a list without a mark', '800468656c6c6f2e'],
    ['a call of nothing', '8004522e'],
    ['a name that is one item short', '80048c026f73932e'],
    ['a mark that is left', '80042829 2e'.replace(' ', '')],
    ['text that ends with a full stop', Buffer.from("I'm here\n.").toString('hex')],
    ['a bracket, a letter, a full stop', Buffer.from('(t.').toString('hex')],
    ['a protocol that does not exist', '800a4e2e'],
  ])('%s', (_, hex) => {
    const reading = decodeBytes(bytesOf(hex));
    expect(reading.kind === 'pickle' && reading.confidence !== 'weak' && !reading.truncated).toBe(false);
    expect(reading.details.join(' ')).not.toContain('would call');
  });
});

test('a pickle that calls nothing is not said to call, one that does is', () => {
  const plain = '8004950b000000000000005d94284b014b024b03652e';
  const calling = '80049520000000000000008c086275696c74696e73948c0572616e67659493944b004b034b0187945294 2e'.replace(
    ' ',
    '',
  );
  expect(decodeBytes(bytesOf(plain)).details.join(' ')).not.toContain('would call');
  expect(decodeBytes(bytesOf(calling)).details).toContain('Loading it would call 1 object.');
});

test('the beginning of one is named by what stands there', () => {
  const whole = '80049520000000000000008c086275696c74696e73948c0572616e67659493944b004b034b01879452942e';
  const cut = decodeBytes(bytesOf(whole).subarray(0, 30), undefined, true);
  expect([cut.kind, cut.confidence, cut.truncated, cut.fields.globals]).toEqual(['pickle', 'proven', true, []]);
  const start = decodeBytes(bytesOf('80024e'), undefined, true);
  expect([start.kind, start.confidence]).toEqual(['pickle', 'weak']);
  expect(start.summary).toMatch(/^Perhaps a Python pickle/);
});
