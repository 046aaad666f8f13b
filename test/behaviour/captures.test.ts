/** Real clients on real sockets: what a ROUTER makes of them, and what they send, decode to the right client. */
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Dealer, Router } from 'zeromq';
import { decode, decodeBytes } from '../../server/src/core/decode/decode';
import type { Reading } from '../../server/src/core/decode/reading';
import { raw, run, scrape, stopClients } from './strangers';

afterEach(stopClients);

/** Frames of the first message that a ROUTER gets, or undefined after `patience` milliseconds. */
async function received(client: (port: number) => unknown, patience = 60_000): Promise<Buffer[] | undefined> {
  const router = new Router({ receiveTimeout: patience, linger: 0 });
  await router.bind('tcp://127.0.0.1:*');
  const port = Number(router.lastEndpoint?.split(':').at(-1));
  try {
    await client(port);
    return await router.receive();
  } catch {
    return undefined;
  } finally {
    router.close();
  }
}

/** The bytes that a client sends to a plain TCP port until it ends, or for a second and a half from the first. */
async function sent(client: (port: number) => Promise<Error | undefined>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      begin();
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ended = client((server.address() as AddressInfo).port);
  await Promise.race([ended, begun]);
  const failed = await Promise.race([ended, new Promise<undefined>((resolve) => setTimeout(resolve, 1500))]);
  server.close();
  stopClients();
  if (failed) throw failed;
  return Buffer.concat(chunks);
}

/** Frames as Python prints them: what stands in a log. */
function pythonList(frames: readonly Buffer[]): string {
  return `[${frames.map((frame) => `b'${frame.toString('hex').replaceAll(/../g, '\\x$&')}'`).join(', ')}]`;
}

function littleEndian(bytes: Buffer): bigint {
  return [...bytes].reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

describe('a ROUTER delivers', () => {
  it.each([
    ['Prometheus', 'Prometheus/2.53.0', 'Prometheus', '127.0.0.1:13345'],
    ['VictoriaMetrics', 'vm_promscrape', 'vm_promscr', '172.26.43.196:13345'],
  ])('a scrape of %s', async (_, agent, shown, host) => {
    const frames = await received(raw(scrape(agent, host)));
    const identity = frames?.[0] ?? Buffer.alloc(0);
    const line = `RuntimeError: Message from engine with unexpected data parallel rank: ${littleEndian(identity)}`;
    for (const reading of [decode(line), decode(pythonList(frames ?? []))]) {
      expect(reading.kind).toBe('http1-request');
      expect(reading.fields).toMatchObject({
        zmtp1: true,
        method: 'GET',
        target: '/metrics',
        restored_prefix_hex: '4745',
      });
      expect(reading.summary).toContain(shown);
    }
  });

  it('curl DELETE', async () => {
    const frames = await received(
      (port) => void run('curl', ['-s', '-m', '60', '-X', 'DELETE', `http://127.0.0.1:${port}/v1/x`]),
    );
    const reading = decode(pythonList(frames ?? []));
    expect(reading.fields).toMatchObject({ method: 'DELETE', target: '/v1/x', restored_prefix_hex: '4445' });
    expect(reading.summary).toContain('curl');
  });

  it('curl with HTTP/2', async () => {
    const frames = await received(
      (port) => void run('curl', ['-s', '-m', '60', '--http2-prior-knowledge', `http://127.0.0.1:${port}/metrics`]),
    );
    expect(decode(pythonList(frames ?? []))).toMatchObject({
      kind: 'http2-preface',
      fields: { restored_prefix_hex: '5052' },
    });
  });

  it('a ClientHello of openssl, whenever its random bytes make a whole message', async () => {
    const client = (port: number): void =>
      void run('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', 'head-0.vllm.svc']);
    let frames: Buffer[] | undefined;
    for (let attempt = 0; attempt < 8 && !frames; attempt++) frames = await received(client, 5000);
    const reading = decode(pythonList(frames ?? []));
    expect(reading).toMatchObject({
      kind: 'tls-client-hello',
      fields: { restored_prefix_hex: '1603', identity_len: 21 },
    });
  });

  it('redis-cli, whose command is long enough for a whole message', async () => {
    // The byte behind 41 of the identity must be a length that the rest of the command reaches.
    const value = 'x'.repeat(400);
    const frames = await received(
      (port) => void run('redis-cli', ['-p', String(port), 'SET', 'session:0123456789', value]),
    );
    const reading = decode(pythonList(frames ?? []));
    expect(reading).toMatchObject({ kind: 'redis-resp', fields: { zmtp1: true, identity_len: 41 } });
    expect(reading.summary).toContain('SET');
  });

  it('a ZMQ peer without an identity', async () => {
    const dealer = new Dealer({ linger: 0 });
    const frames = await received(async (port) => {
      dealer.connect(`tcp://127.0.0.1:${port}`);
      await dealer.send('hello');
    });
    dealer.close();
    const reading = decode(pythonList([frames?.[0] ?? Buffer.alloc(0)]).slice(1, -1), { hint: 'zmq-identity' });
    expect(reading).toMatchObject({ kind: 'zmq-identity', fields: { auto_generated: true } });
  });
});

/** Program, arguments, environment. */
type Command = [program: string, args: string[], env?: Record<string, string>];

/** Clients whose first bytes are no whole message of ZMTP 1.0: a name of 40 bytes, a length that begins with 00. */
const silent: readonly (readonly [string, (port: number) => Command])[] = [
  ['ssh', (port) => ['ssh', sshArguments(port)]],
  ['psql that asks for TLS', (port) => ['psql', psql(port), { PGSSLMODE: 'require', PGCONNECT_TIMEOUT: '2' }]],
  ['psql without TLS', (port) => ['psql', psql(port), { PGSSLMODE: 'disable', PGCONNECT_TIMEOUT: '2' }]],
  ['curl', (port) => ['curl', ['-s', '-m', '2', `http://127.0.0.1:${port}/metrics`]]],
  ['redis-cli PING', (port) => ['redis-cli', ['-p', String(port), 'PING']]],
];

describe('a ROUTER gives nothing to the program', () => {
  it.each(silent)('of %s', async (_, command) => {
    let failed: Error | undefined;
    const frames = await received((port) => {
      void run(...command(port)).then((error) => {
        failed = error;
      });
    }, 2000);
    expect(failed).toBeUndefined();
    expect(frames).toBeUndefined();
  });
});

function psql(port: number): string[] {
  return ['-h', '127.0.0.1', '-p', String(port), '-U', 'vllm', '-d', 'metrics', '-w'];
}

function sshArguments(port: number): string[] {
  return ['-p', String(port), '-o', 'BatchMode=yes', '-o', 'StrictHostKeyChecking=no', 'u@127.0.0.1'];
}

const clients: readonly (readonly [string, string, (port: number) => Command, Record<string, unknown>])[] = [
  [
    'curl',
    'http1-request',
    (port) => ['curl', ['-s', '-m', '20', `http://127.0.0.1:${port}/health`]],
    { method: 'GET', target: '/health' },
  ],
  [
    'curl with HTTP/2',
    'http2-preface',
    (port) => ['curl', ['-s', '-m', '20', '--http2-prior-knowledge', `http://127.0.0.1:${port}/v1/models`]],
    { path: '/v1/models', method: 'GET' },
  ],
  [
    'curl with TLS',
    'tls-client-hello',
    (port) => ['curl', ['-sk', '-m', '20', `https://localhost:${port}/`]],
    { sni: 'localhost', alpn: ['h2', 'http/1.1'] },
  ],
  [
    'openssl',
    'tls-client-hello',
    (port) => ['openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', 'head-0.vllm.svc']],
    { sni: 'head-0.vllm.svc' },
  ],
  // 80877103 is 1234 * 65536 + 5679, SSLRequest of the PostgreSQL protocol.
  [
    'psql that asks for TLS',
    'postgres-ssl-request',
    (port) => ['psql', psql(port), { PGSSLMODE: 'require', PGGSSENCMODE: 'disable', PGCONNECT_TIMEOUT: '2' }],
    { code: 80_877_103 },
  ],
  [
    'psql without TLS',
    'postgres-startup',
    (port) => ['psql', psql(port), { PGSSLMODE: 'disable', PGGSSENCMODE: 'disable', PGCONNECT_TIMEOUT: '2' }],
    { user: 'vllm', database: 'metrics', protocol: '3.0' },
  ],
  [
    'ssh',
    'ssh-banner',
    (port) => ['ssh', sshArguments(port)],
    { protocol: '2.0', software: expect.stringMatching(/^OpenSSH_/) },
  ],
  [
    'redis-cli',
    'redis-resp',
    (port) => ['redis-cli', ['-p', String(port), 'PING']],
    { command: 'PING', args: ['PING'] },
  ],
];

describe('on a plain port', () => {
  it.each(clients)('%s sends its first message', async (_, kind, command, fields) => {
    const bytes = await sent((port) => run(...command(port)));
    const reading: Reading = decodeBytes(bytes);
    expect(reading.kind).toBe(kind);
    expect(reading.fields).toMatchObject(fields);
  });

  it('a ZMQ peer with a rank as identity sends greeting and READY', async () => {
    const dealer = new Dealer({ routingId: '\u0001\u0000', linger: 0 });
    const chunks: Buffer[] = [];
    const server = createServer((socket) => {
      // The peer goes on only when it sees a greeting: RFC 23, NULL mechanism.
      socket.write(Buffer.from(`ff00000000000000017f03014e554c4c${'00'.repeat(48)}`, 'hex'));
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    dealer.connect(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect
      .poll(() => decodeBytes(Buffer.concat(chunks)), { timeout: 120_000 })
      .toMatchObject({
        kind: 'zmtp-stream',
        fields: { mechanism: 'NULL', socket_type: 'DEALER', identity_hex: '0100', commands: ['READY'] },
      });
    dealer.close();
    server.close();
  });
});
