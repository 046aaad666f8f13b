/** The smaller fixes under the conditions they are for. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Running, send, source, start } from './listener';

let running: Running | undefined;
afterEach(() => running?.stop());

async function run(text: string): Promise<Running> {
  running = await start(text);
  return running;
}

describe('zap-domain', () => {
  const strangers = ['http', 'tls', 'garbage'];

  it('is needed: strangers become messages without it', async () => {
    const listener = await run(source('openPort'));
    send(listener.port, strangers);
    expect((await listener.report(({ handled }) => handled.length > 0)).handled).not.toEqual([]);
  });

  it('keeps strangers out and lets ZMTP 3 peers in', async () => {
    const listener = await run(source('openPort', 'zap-domain'));
    send(listener.port, [...strangers, 'valid', 'req']);
    const report = await listener.report(({ handled }) => handled.length > 1);
    // The msgpack map of the valid message has 30 bytes, the REQ client's `hello` five.
    expect(report.handled).toEqual([30, 5]);
  });
});

describe('receive-timeout', () => {
  it('is needed: the client waits for ever without it', async () => {
    const client = await run(source('silentServer'));
    await client.idle(6);
    expect(await client.report()).toEqual({ alive: true, handled: [] });
  });

  it('ends the wait with an error that says so', async () => {
    const client = await run(source('silentServer', 'receive-timeout'));
    await client.idle(4);
    const report = await client.report(({ handled }) => handled.length > 0);
    expect(report.handled).toEqual(['no reply within 5 seconds']);
  });
});

describe('guard-msgpack-decode', () => {
  it('is needed: bytes of another kind end the loop without it', async () => {
    const listener = await run(source('drained'));
    send(listener.port, ['push-garbage']);
    expect((await listener.report(({ alive }) => !alive)).alive).toBe(false);
  });

  it('drops them and goes on', async () => {
    const listener = await run(source('drained', 'guard-msgpack-decode'));
    send(listener.port, ['http', 'push-garbage', 'push-valid']);
    const report = await listener.report(({ handled }) => handled.includes('t-1'));
    expect(report).toEqual({ alive: true, handled: ['t-1'] });
    const dropped = /cannot be decoded.* 2 bytes, starting with b'\\xc1\\xff'/;
    expect(await listener.log(dropped)).toMatch(dropped);
    expect(await listener.idle(1)).toBeLessThan(0.3);
  });
});

describe('check-frame-count', () => {
  it('is needed: a REQ client ends the start-up without it', async () => {
    const front = await run(source('frameCount'));
    send(front.port, ['req']);
    expect((await front.report(({ alive }) => !alive)).alive).toBe(false);
    expect(await front.log(/values to unpack/)).toMatch(/values to unpack/);
  });

  it('drops what has another number of frames and waits on', async () => {
    const front = await run(source('frameCount', 'check-frame-count'));
    send(front.port, ['req', 'valid', 'req', 'valid']);
    const report = await front.report(({ alive }) => !alive);
    expect(report).toEqual({ alive: false, handled: [30, 30] });
    const dropped = /Dropped a message of 3 frames, expected 2 frames/;
    expect(await front.log(dropped)).toMatch(dropped);
  });

  it.each([
    [undefined, 'too many values to unpack (expected 2)'],
    ['check-frame-count', "expected 2 frames, received 3, the first is b''"],
  ])('raises where a peer waits; with %s: %s', async (fix, words) => {
    const client = await run(source('shortReply', fix));
    expect((await client.report(({ handled }) => handled.length > 0)).handled).toEqual([words]);
  });
});

describe('validate-message', () => {
  it.each([
    [undefined, /refused: KeyError\('transfer_id'\)/],
    ['validate-message', /refused: ValueError\('release: transfer_id must be a string, is None'\)/],
  ])('says which field is wrong; with %s', async (fix, words) => {
    const listener = await run(source('typedMessage', fix));
    send(listener.port, ['no-id', 'valid']);
    expect((await listener.report(({ handled }) => handled.length > 0)).handled).toEqual(['t-1']);
    expect(await listener.log(words)).toMatch(words);
  });
});

describe('bounded-retry', () => {
  it.each([
    [undefined, ['the peer takes no more messages']],
    ['bounded-retry', ['t-1']],
  ])('waits for a peer that is late; with %s', async (fix, handled) => {
    const sender = await run(source('fullQueue', fix));
    expect((await sender.report((report) => report.handled.length > 0)).handled).toEqual(handled);
  });
});

describe('limit-msgpack', () => {
  it('is needed: a key that is a list ends the listener without it', async () => {
    const listener = await run(source('anyKeys'));
    send(listener.port, ['push-list-key']);
    expect((await listener.report(({ alive }) => !alive)).alive).toBe(false);
    const unhashable = /TypeError: .*unhashable/;
    expect(await listener.log(unhashable)).toMatch(unhashable);
  });

  it('lets msgpack refuse it with the error that is expected', async () => {
    const listener = await run(source('anyKeys', 'limit-msgpack'));
    send(listener.port, ['push-list-key', 'push-valid']);
    expect(await listener.report(({ handled }) => handled.length > 0)).toEqual({ alive: true, handled: ['t-1'] });
    const refused = /refused: .*map key/;
    expect(await listener.log(refused)).toMatch(refused);
  });
});

describe.each([
  ['keep-cause', /During handling of the above exception/, /was the direct cause of the following exception/],
  ['log-exception', /^ERROR:listener:cannot look up: 'transfer_id'\n(?!Traceback)/m, /'transfer_id'\nTraceback/],
])('%s', (fix, before, after) => {
  it('changes what the log says', async () => {
    const failing = await run(source('hidesCause'));
    expect(await failing.log(/AddressError: no number/)).toMatch(before);
    failing.stop();
    const fixed = await run(source('hidesCause', fix));
    expect(await fixed.log(/AddressError: no number/)).toMatch(after);
  });
});

describe('leave-closed-socket', () => {
  it('is needed: the thread logs on for ever without it', async () => {
    const listener = await run(source('spinning'));
    expect(await listener.end('term')).toBe(false);
    // One error after the other, however busy the machine is.
    const often = /(?:ContextTerminated[\s\S]*?){20}/;
    expect(await listener.log(often)).toMatch(often);
  });

  it.each(['term', 'close'] as const)('ends the thread by %s, and goes on after other errors', async (end) => {
    const listener = await run(source('spinning', 'leave-closed-socket'));
    send(listener.port, ['push-garbage', 'push-valid']);
    const report = await listener.report(({ handled }) => handled.length > 0);
    expect(report).toEqual({ alive: true, handled: ['t-1'] });
    expect(await (end === 'close' ? listener.close('push-valid') : listener.end(end))).toBe(true);
  });
});
