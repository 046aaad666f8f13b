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
    const listener = await run(source('twoSockets'));
    send(listener.port, ['push-garbage']);
    expect((await listener.report(({ alive }) => !alive)).alive).toBe(false);
  });

  it('drops them and goes on', async () => {
    const listener = await run(source('twoSockets', 'guard-msgpack-decode'));
    send(listener.port, ['http', 'push-garbage', 'push-valid']);
    const report = await listener.report(({ handled }) => handled.includes('t-1'));
    expect(report).toEqual({ alive: true, handled: ['t-1'] });
    expect(await listener.log(/cannot be decoded/)).toMatch(/2 bytes, starting with b'\\xc1\\xff'/);
    expect(await listener.idle(1)).toBeLessThan(0.3);
  });
});
