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

/** Frames with any byte, each written as an escape. */
const bytesList = (...frames: readonly string[]): string =>
  `[${frames.map((each) => `b'${each.replaceAll(/[\s\S]/g, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`).join(', ')}]`;

describe('clients of other protocols in frames', () => {
  const typed = 'Hello, this is a long plain text line that somebody typed into netcat to see what happens. '.repeat(4);
  const { bodies, flags } = frame(typed);

  test('plain text says which byte was lost in front, and that others were', () => {
    expect(bodies.map(({ length }) => length + 1)).toEqual(
      [0, ...flags.slice(1)].map((at, i) => typed.charCodeAt(i === 0 ? 0 : at - 1)),
    );
    const reading = decode(list(...bodies.slice(0, 2)));
    expect(reading).toMatchObject({
      kind: 'text',
      fields: { zmtp1: true, identity_len: 71, first_byte_restored: '48', gaps: [{ offset: flags[1], len: 1 }] },
    });
    expect(reading.summary).toContain('may have sent to a ZMQ socket');
    expect(reading.summary).toContain('H?llo, this is');
    expect(reading.advice?.length).toBeGreaterThan(0);
  });

  test.each([
    [['a name without blanks that somebody chose'.replaceAll(' ', '-'), 'x'.repeat(60)]],
    [['short name', 'x'.repeat(60)]],
    [['an identity of thirty-six characters', 'ok']],
    [['{"topic": "load", "engine": 3, "n": 1}', '{"running": 12, "waiting": 4, "usage": 0.5}']],
    [['an identity of thirty-six characters', '\\x00'.repeat(60)]],
  ])('%j may be what a ZMQ peer sent', (frames) => {
    expect(decode(list(...frames)).fields.zmtp1).toBeUndefined();
  });

  // MS-RDPBCGR 2.2.1.1: TPKT 03 00 and the length; X.224 length, e0, 00 00, 00 00, 00; cookie; negotiation request.
  const rest = (name: string): string => `\0\0\0\0\0Cookie: mstshash=${name}\r\n\x01\0\b\0\x03\0\0\0`;
  const hello = (name: string): string => {
    const length = rest(name).length + 6;
    return `\x03\0\0${String.fromCharCode(length, length - 5)}\xe0${rest(name)}`;
  };

  test.each([
    ['nmap', 0x2a],
    ['Administr', 0x2f],
  ])('an RDP client, %s', (name, length) => {
    const { bodies: frames } = frame(hello(name));
    expect(frames).toEqual([`\0${String.fromCharCode(length)}`, rest(name)]);
    const reading = decode(bytesList(...frames));
    expect(reading).toMatchObject({
      kind: 'rdp-connect',
      confidence: 'proven',
      fields: {
        zmtp1: true,
        identity_len: 2,
        restored_prefix_hex: '0300',
        cookie: `mstshash=${name}`,
        rank_le: length * 256,
      },
    });
    expect(reading.details.join('\n')).toContain(`data-parallel rank ${length * 256}`);
  });

  test('a TPKT client without a cookie is told by its length alone', () => {
    expect(decode(bytesList('\0\x0b', '\0\0\0\0\0')).kind).toBe('rdp-connect');
    expect(decode(bytesList('\0\x0c', '\0\0\0\0\0')).kind).not.toBe('rdp-connect');
  });

  test('sockets that drop the identity deliver the rest alone', () => {
    expect(decode(bytesList(rest('nmap')))).toMatchObject({ kind: 'rdp-connect', fields: { cookie: 'mstshash=nmap' } });
    const check =
      'GET / HTTP/1.1\r\nHost: 10.0.3.7:13345\r\nConnection: close\r\nUser-Agent: ELB-HealthChecker/2.0\r\nAccept-Encoding: gzip, compressed\r\n\r\n';
    const { bodies: frames } = frame(check);
    expect(frames.map(({ length }) => length)).toEqual([70, 44]);
    expect(decode(list(...frames)).summary).toContain('an AWS load balancer');
    expect(decode(list(frames[1] ?? '')).summary).toContain('an AWS load balancer');
    expect(decode(list('ker/2.0\r\nAccept-Encoding: gzip')).summary).not.toContain('AWS');
  });
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

describe('what frames are called', () => {
  const batch = '\x93\xcb\x41\xda\x9a\x61\x08\x10\0\0\x91\x81\xa4type\xb0AllBlocksCleared\0';
  const seven = '\0\0\0\0\0\0\0\x07';
  const end = '\xff'.repeat(8);
  test.each([
    // kv_events.py:477-507 publishes topic, sequence, payload; :460-475 answers replays.
    [['kv@10.0.0.1', seven, batch], ['frame 0 (topic)', 'frame 1 (sequence)', 'frame 2 (payload)'], { seq: 7 }],
    [
      ['', 'kv', seven, batch],
      ['frame 0 (empty delimiter)', 'frame 1 (topic)', 'frame 2 (sequence)', 'frame 3 (payload)'],
      { seq: 7, schema: 'kv.event.batch' },
    ],
    [
      ['', '', end, ''],
      ['frame 0 (empty delimiter)', 'frame 1', 'frame 2 (sequence)', 'frame 3'],
      { schema: 'kv.replay.end', seq: -1 },
    ],
    [
      ['', end, ''],
      ['frame 0 (empty delimiter)', 'frame 1 (sequence)', 'frame 2'],
      { schema: 'kv.replay.end', seq: -1 },
    ],
    [
      ['\0\x6b\x8b\x45\x67', '', seven],
      ['frame 0 (identity)', 'frame 1 (empty delimiter)', 'frame 2 (start sequence)'],
      { schema: 'kv.replay.request' },
    ],
  ])('%j', (frames, labels, fields) => {
    const reading = decode(bytesList(...frames));
    expect(reading.tree.map(({ label }) => label)).toEqual(labels);
    expect(reading.fields).toMatchObject(fields);
  });

  test('eight letters between two frames are no sequence number', () => {
    expect(decode(bytesList('topic', 'shutdown', batch)).fields.seq).toBeUndefined();
  });
});

describe('a request to an engine behind a frame that is no type', () => {
  // core.py:1704-1711: EngineCoreRequestType(bytes(type_frame)).
  const utility = '\x94\0\xcf\x80\0\0\0\0\0\0\x05\xa7profile\x90';
  test.each([
    [['\x01\0', '\x07', '\x91\xac' + 'req-12345678'], 1, '07', 'engine.request.ABORT'],
    [['\x09', utility], 0, '09', 'engine.request.UTILITY'],
    [['\x01\0', '\0\0', utility], 1, '0000', 'engine.request.UTILITY'],
    [['\x01\0', '\xff', utility, 'aux'], 1, 'ff', 'engine.request.UTILITY'],
  ])('%j', (frames, at, hex, schema) => {
    const reading = decode(bytesList(...frames));
    expect(reading.fields).toMatchObject({ schema, invalid_request_type: hex });
    expect(reading.tree[at]?.label).toBe(`frame ${at} (request type)`);
    expect(reading.problems?.[0]).toMatch(new RegExp(`^Frame ${at}, b'.*', is no request type .*ValueError`));
  });

  test.each([[['\x01\0', '\x03', utility]], [['topic', '\x91\xac' + 'req-12345678']]])(
    '%j has no such frame',
    (frames) => {
      expect(decode(bytesList(...frames)).fields.invalid_request_type).toBeUndefined();
    },
  );
});

describe('frames that a receiver does not unpack', () => {
  const ready = '\x83\xa6status\xa5READY\xa5local\xc3\xa8headless\xc2';
  const ask = '\x93\xc4\x0cget_meta_msg\0\0';
  test.each([
    // v1/engine/utils.py:1261: eng_identity, ready_msg_bytes = handshake_socket.recv_multipart()
    [['\x01\0', '', ready], /^The message has 3 frames, its receiver takes 2 .*too many values.*REQ socket/],
    [['\x01\0', ready, '\x01'], /^The message has 3 frames, its receiver takes 2 .*too many values/],
    // nixl/base_scheduler.py:311: identity, _, msg = sock.recv_multipart()
    [['\0\x80\0\0\x29', ask], /^The message has 2 frames, its receiver takes 3 .*not enough values/],
  ])('%j', (frames, problem) => {
    const { problems, fields } = decode(bytesList(...frames));
    expect(problems?.[0]).toMatch(problem);
    expect(fields.expected_frames).toBe(Number(/takes (\d)/.exec(problems?.[0] ?? '')?.[1]));
  });

  test.each([[['\x01\0', ready]], [['', ready]], [['\0\x80\0\0\x29', '', ask]]])('%j are taken', (frames) => {
    expect(decode(bytesList(...frames)).problems).toBeUndefined();
  });
});

describe('a lookup in the Mooncake store', () => {
  // store/protocol.py: lookup, u32 tokens, u16 length of a hash, hashes.
  const [tokens, width, hashes] = ['\0\0\0\x40', '\0\x20', '\x11'.repeat(96)];
  test.each([
    [['lookup', tokens, width, hashes], 3, undefined],
    [['\0\x80\0\0\x29', '', 'lookup', tokens, width, hashes], 3, undefined],
    [['', 'lookup', tokens, width, hashes], 3, undefined],
    [['lookup', tokens, '\0\0', ''], 0, undefined],
    [['lookup', tokens, width, hashes.slice(1)], 2, 'The last hash is cut: 31 of 32 bytes.'],
    [['lookup', tokens, '\0\0', hashes], 0, 'The length of a hash is 0'],
    [['lookup', tokens, width], 0, 'The frame of hashes is missing: the worker raises IndexError'],
    [['lookup', tokens], 0, 'The length of a hash is missing: the worker raises IndexError'],
  ])('%j', (frames, number, problem) => {
    const reading = decode(bytesList(...frames));
    expect(reading.fields).toMatchObject({ schema: 'mooncake.store.lookup', num_tokens: 64, hash_count: number });
    expect(reading.problems?.[0]?.startsWith(problem ?? '-') ?? false).toBe(problem !== undefined);
    expect(reading.tree.some(({ label }) => label.endsWith('(number of tokens)'))).toBe(true);
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
