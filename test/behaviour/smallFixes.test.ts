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
