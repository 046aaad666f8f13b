/** What a Python program logs when strangers talk to its ROUTER: list of frames and rank decode to the right client. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { python } from './listener';
import { raw, run, scrape, stopClients } from './strangers';

afterEach(stopClients);

/** The first message as it is logged. */
interface Logged {
  readonly frames: string;
  readonly rank: string;
}

/** Starts a ROUTER, lets a client talk to it, and gives what is logged; null where no message came. */
async function logged(client: (port: number) => unknown): Promise<Logged | null> {
  const router = spawn(python, ['test/behaviour/router.py', '6'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface({ input: router.stdout })[Symbol.asyncIterator]();
    client(JSON.parse((await lines.next()).value));
    return JSON.parse((await lines.next()).value);
  } finally {
    router.kill();
  }
}

const redisValue = 'x'.repeat(400);

it.each<readonly [string, (port: number) => unknown, string, Record<string, unknown>]>([
  [
    'curl DELETE',
    (port) => run('curl', ['-s', '-m', '60', '-X', 'DELETE', `http://127.0.0.1:${port}/v1/x`]),
    'http1-request',
    { method: 'DELETE', target: '/v1/x', restored_prefix_hex: '4445', identity_len: 67 },
  ],
  [
    'a scrape of Prometheus',
    raw(scrape('Prometheus/2.53.0', '127.0.0.1:13345')),
    'http1-request',
    { method: 'GET', target: '/metrics', restored_prefix_hex: '4745', identity_len: 70 },
  ],
  [
    'curl with HTTP/2',
    (port) => run('curl', ['-s', '-m', '60', '--http2-prior-knowledge', `http://127.0.0.1:${port}/metrics`]),
    'http2-preface',
    { restored_prefix_hex: '5052', identity_len: 79 },
  ],
  [
    'redis-cli',
    (port) => run('redis-cli', ['-p', String(port), 'SET', 'session:0123456789', redisValue]),
    'redis-resp',
    { zmtp1: true, identity_len: 41 },
  ],
])('%s', async (_, client, kind, fields) => {
  const log = await logged(client);
  const readings = [decode(log?.frames ?? ''), decode(log?.rank ?? '')];
  expect(readings.map((reading) => reading.kind)).toEqual([kind, kind]);
  for (const reading of readings) expect(reading.fields).toMatchObject(fields);
});

it('openssl, whenever its random bytes make a whole message', async () => {
  let log: Logged | null = null;
  const client = (port: number): unknown =>
    run('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', 'head-0.vllm.svc']);
  for (let attempt = 0; attempt < 8 && !log; attempt++) log = await logged(client);
  for (const text of [log?.frames ?? '', log?.rank ?? ''])
    expect(decode(text)).toMatchObject({ kind: 'tls-client-hello', fields: { restored_prefix_hex: '1603' } });
});
