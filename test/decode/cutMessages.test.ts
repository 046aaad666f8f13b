/** The first bytes of messages: what stands here is read, and the message it may be is named, never another. */
import { describe, expect, test } from 'vitest';
import { decodeBytes } from '../../server/src/core/decode/decode';
import { corpus } from '../support/payloads';

/** Messages encoded as vLLM does, with the name of each. */
const messages = corpus<{ id: string; schema: string; hex?: string; valid?: boolean }>('vllm.jsonl').flatMap(
  ({ id, schema, hex, valid }) => (hex && valid && /^(?:[89]|d[c-f])/.test(hex) ? [{ id, schema, hex }] : []),
);
const lengths = [6, 8, 12, 16, 20, 24, 30, 60];
const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

const cuts = messages.flatMap(({ id, schema, hex }) =>
  lengths
    .filter((length) => 2 * length < hex.length)
    .map((length) => ({ id, schema, length, bytes: bytesOf(hex).subarray(0, length) })),
);

describe('the beginning of a message', () => {
  test.each(cuts)('$id, $length bytes', ({ schema, length, bytes }) => {
    const reading = decodeBytes(bytes);
    const possible = reading.fields.possible_schemas;
    expect(reading.fields.schema).toBeUndefined();
    if (possible !== undefined) expect(possible).toContain(schema);
    // Behind a number or a header that is cut, fewer bytes say too little.
    if (length >= 16) expect([reading.kind, reading.truncated]).toEqual(['msgpack', true]);
    else expect([reading.kind, ...reading.alternatives.map(({ kind }) => kind)]).toContain('msgpack');
  });

  test('most are named', () => {
    const named = cuts.filter(({ bytes }) => decodeBytes(bytes).fields.possible_schemas !== undefined);
    expect(named.length).toBeGreaterThan(0.7 * cuts.length);
  });
});

describe('said with care', () => {
  test.each([
    [
      'a request',
      'dc0014b8636d706c2d37633965363637392d302d3161',
      'ADD',
      /^msgpack, truncated, may be Front end to engine: ADD/,
    ],
    [
      'outputs',
      '9800919eb8636d706c2d37633965363637392d302d3161',
      'outputs',
      /^msgpack, truncated, may be Engine to front end/,
    ],
    ['four bytes of outputs', '98009196', 'outputs', /^Perhaps msgpack, truncated, may be /],
  ])('%s', (_, hex, schema, summary) => {
    const reading = decodeBytes(bytesOf(hex));
    expect(JSON.stringify(reading.fields.possible_schemas)).toContain(schema);
    expect(reading.summary).toMatch(summary);
    expect(reading.fields.partial_value).toBeDefined();
  });

  test('numbers alone are an array that is cut, and no message of vLLM', () => {
    const reading = decodeBytes(bytesOf('dc0100cd1234cd0fa0cd2b67cd0b1acd7a51cd0c03cd1f'));
    expect([reading.kind, reading.truncated]).toEqual(['msgpack', true]);
    expect(reading.fields.possible_schemas).toBeUndefined();
    expect(reading.fields.partial_value).toEqual([0x1234, 0x0fa0, 0x2b67, 0x0b1a, 0x7a51, 0x0c03]);
  });

  test.each([
    ['a wave and nil', '9205c0', 'START_DP_WAVE'],
    ['names of anything', '92a56770752d30a56770752d31', 'ABORT'],
    ['two bytes and a number', '92c402030005', 'wakeup'],
  ])('%s may be more than vLLM writes', (_, hex, schema) => {
    const reading = decodeBytes(bytesOf(hex));
    expect(String(reading.fields.schema)).toContain(schema);
    expect(reading.summary).toMatch(/, may be /);
  });

  test('what a UUID makes certain is said as certain', () => {
    const reading = decodeBytes(bytesOf('9400cf8000000000000001ab69735f736c656570696e6790'));
    expect(reading.summary).toMatch(/^msgpack, Front end to engine: UTILITY/);
  });
});

describe('not msgpack', () => {
  test.each([
    ['a map of 48879 pairs that begins with a negative key', 'deadbeef'],
    ['a str that is no text', `bf${'c3'.repeat(31)}`],
    ['Shift JIS', '835c83748367835883488397'],
    ['random bytes behind the head of an array', '93e5b7f1a2c3d4e5f6071828394a5b6c7d8e9fa0b1c2'],
  ])('%s', (_, hex) => {
    expect(decodeBytes(bytesOf(hex)).kind).not.toBe('msgpack');
  });
});
