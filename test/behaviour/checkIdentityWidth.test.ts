/** A start-up that waits for engines: strangers must not end it, a wrong engine must. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Running, send, source, start } from './listener';

const fix = 'check-identity-width';

let running: Running | undefined;
afterEach(() => running?.stop());

async function run(text: string): Promise<Running> {
  running = await start(text);
  return running;
}

describe('a start-up', () => {
  it.each(['http', 'tls', 'garbage', 'req'])('fails on %s without the fix', async (client) => {
    const front = await run(source('startup'));
    send(front.port, [client]);
    expect((await front.report(({ alive }) => !alive)).handled).toEqual([]);
    const failure = /unexpected data parallel rank|values to unpack/;
    expect(await front.log(failure)).toMatch(failure);
  });

  it('goes on with the fix until all engines have reported', async () => {
    const front = await run(source('startup', fix));
    send(front.port, ['http', 'tls', 'hello-1', 'garbage', 'req', 'hello-0']);
    const report = await front.report(({ alive }) => !alive);
    expect(report.handled).toEqual([1, 0, 'started']);
    const dropped = /Dropped a message of a stranger: 3 frames/;
    expect(await front.log(dropped)).toMatch(dropped);
  });

  it.each([
    ['hello-10752', /unexpected data parallel rank: 10752/],
    ['hello-remote', /HELLO message from remote engine 0, expected it to be local/],
  ])('still fails on %s with the fix', async (client, message) => {
    const front = await run(source('startup', fix));
    send(front.port, ['http', client]);
    expect((await front.report(({ alive }) => !alive)).handled).toEqual([]);
    expect(await front.log(message)).toMatch(message);
  });
});
