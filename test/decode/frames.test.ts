/** Lists of frames: envelopes, foreign clients in several frames, and the middle of HTTP messages. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

const list = (...frames: readonly string[]): string =>
  `[${frames.map((frame) => `b'${frame.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`).join(', ')}]`;

const request =
  'GET /metrics HTTP/1.1\r\nHost: 172.26.43.196:13345\r\nUser-Agent: vm_promscrape\r\nAccept: text/plain;version=0.0.4;q=1,*/*;q=0.1\r\nAccept-Encoding: gzip\r\nConnection: keep-alive\r\n\r\n';

/** RFC 13: length (flags and body), flags, body, again and again. */
function frame(text: string): { bodies: string[]; flags: number[] } {
  const bodies: string[] = [];
  const flags: number[] = [];
  for (let at = 0; at < text.length; ) {
    const length = text.charCodeAt(at);
    if (at + 1 + length > text.length) break;
    flags.push(at + 1);
    bodies.push(text.slice(at + 2, at + 1 + length));
    at += 1 + length;
  }
  return { bodies, flags };
}

test('a scrape in two frames is put together, with the byte that nothing proves as a gap', () => {
  const { bodies, flags } = frame(request);
  expect(bodies[0]?.length).toBe(70);
  const reading = decode(list(...bodies.slice(0, 2)));
  expect(reading.kind).toBe('http1-request');
  expect(reading.fields).toMatchObject({
    frame_count: 2,
    zmtp1: true,
    identity_len: 70,
    restored_prefix_hex: '4745',
    method: 'GET',
    user_agent: 'vm_promscr',
    gaps: [{ offset: flags[1], len: 1 }],
  });
  expect(reading.summary).toContain('sends vm_promscrape');
});

describe('frames in front of the body', () => {
  const hello = '\\x83\\xa6status\\xa5HELLO\\xa5local\\xc2\\xa8headless\\xc3';
  test.each([
    [['\\x01\\x00', hello], { frame_count: 2, empty_delimiter: false, rank_le: 1, schema: 'dp.handshake.hello' }],
    [['\\x00k\\x8bEg', '', hello], { frame_count: 3, empty_delimiter: true, schema: 'dp.handshake.hello' }],
    [['', hello], { frame_count: 2, empty_delimiter: true, schema: 'dp.handshake.hello' }],
    [['10.0.0.2:5710', hello], { frame_count: 2, schema: 'dp.handshake.hello' }],
    [[hello], { frame_count: 1, empty_delimiter: false, schema: 'dp.handshake.hello' }],
  ])('%j', (frames, fields) => {
    expect(decode(`[${frames.map((each) => `b'${each}'`).join(', ')}]`).fields).toMatchObject(fields);
  });
});

describe('the middle of an HTTP message', () => {
  test.each([
    ['0:00 GMT\r\nContent-Type: text/html\r\nContent-Length: 157', 'server'],
    ['e\r\nAccept: text/plain;version=0.0.4\r\nAccept-Encoding: gzip\r\n', 'client'],
    ['Accept: */*\r', 'client'],
  ])('%j', (text, side) => {
    expect(decode(list(text))).toMatchObject({ kind: 'text', fields: { http_side: side } });
  });

  test('ordinary text with a colon is none', () => {
    expect(decode(list('ERROR: unknown request\r\n')).fields.http_side).toBeUndefined();
  });
});
