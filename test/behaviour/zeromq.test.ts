/** The fix for zeromq.js, run in Node against strangers and a ZMTP 3 peer. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dealer, Push } from 'zeromq';
import { applyEdits, createFixer } from '../../server/src/core/fix/fixer';
import { loadParsers } from '../../server/src/node/parsers';
import { send } from './listener';

const fixer = createFixer(await loadParsers());

interface NodeListener {
  readonly handled: readonly string[];
  bind(): Promise<number>;
  listen(): Promise<void>;
  close(): void;
}

let count = 0;
const written: string[] = [];
afterEach(() => {
  for (const file of written.splice(0)) rmSync(file);
});

/** Loads a listener as it is, or with a fix; the file stands beside the original, which finds its packages. */
async function load(name: string, fix?: string): Promise<NodeListener> {
  const text = readFileSync(`test/behaviour/node/${name}.mjs`, 'utf8');
  const found = fixer.find({ path: `${name}.mjs`, language: 'javascript', text });
  const offered = found.filter((finding) => finding.fix === fix && finding.applicability !== 'display-only');
  if (fix && offered.length === 0) throw new Error(`${fix} is not offered for ${name}`);
  const edits = offered.flatMap((finding) => finding.edits);
  const file = `test/behaviour/node/.run-${process.pid}-${count++}.mjs`;
  writeFileSync(file, applyEdits(text, edits));
  written.push(file);
  const { Listener } = await import(/* @vite-ignore */ new URL(`../../${file}`, import.meta.url).href);
  return new Listener();
}

async function sendValid(port: number, body: string): Promise<void> {
  const dealer = new Dealer({ linger: 30_000 });
  dealer.connect(`tcp://127.0.0.1:${port}`);
  await dealer.send(body);
  dealer.close();
}

/** How long a busy machine is given. */
const patience = { timeout: 120_000 };

const strangers = ['http', 'tls', 'garbage', 'req', 'unknown'];

describe.each([
  { name: 'listener', how: 'ended' },
  { name: 'renamed', how: 'ended' },
  // A closed socket ends a loop of receive() by the error of that call, with the fix as without.
  { name: 'receiving', how: 'failed' },
])('the zeromq.js listener $name', ({ name, how }) => {
  it.each(strangers)('ends by %s without the fix', async (client) => {
    const listener = await load(name);
    const port = await listener.bind();
    const end = listener.listen().then(
      () => 'ended',
      () => 'failed',
    );
    send(port, [client]);
    expect(await end).toBe('failed');
    listener.close();
  });

  it('goes on with the fix, takes the valid message, and ends when the socket is closed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const listener = await load(name, 'drop-malformed-message');
    const port = await listener.bind();
    const end = listener.listen().then(
      () => 'ended',
      () => 'failed',
    );
    send(port, strangers);
    await sendValid(port, '{"type":"nonsense"}');
    await sendValid(port, '{"type":"release","transferId":"t-1"}');
    await expect.poll(() => listener.handled, patience).toEqual(['t-1']);
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining('Dropped message 1, frames: 70 bytes 5420'),
      expect.any(Error),
    );
    log.mockRestore();
    listener.close();
    expect(await end).toBe(how);
  });
});

async function push(port: number, frames: readonly string[]): Promise<void> {
  const socket = new Push({ linger: 30_000 });
  socket.connect(`tcp://127.0.0.1:${port}`);
  await socket.send([...frames]);
  socket.close();
}

describe.each([
  {
    name: 'pairs',
    fix: 'check-frame-count',
    valid: ['get', 'x'],
    expected: '3 1',
    log: 'Dropped a message of 1 frames',
  },
  {
    name: 'stoppable',
    fix: 'guard-msgpack-decode',
    valid: ['{"id":"t-1"}'],
    expected: 't-1',
    log: 'Dropped a payload that cannot be decoded: 2 bytes, starting with c1ff',
  },
])('$name with $fix', ({ name, fix, valid, expected, log }) => {
  const strange = ['http', 'push-garbage'];

  it.each(strange)('is needed: %s ends the listener', async (client) => {
    const listener = await load(name);
    const port = await listener.bind();
    const end = listener.listen().then(
      () => 'ended',
      () => 'failed',
    );
    send(port, [client]);
    expect(await end).toBe('failed');
    listener.close();
  });

  it('goes on, takes the valid message, and ends when the socket is closed', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const listener = await load(name, fix);
    const port = await listener.bind();
    const end = listener.listen().then(() => 'ended');
    send(port, strange);
    await push(port, valid);
    await expect.poll(() => listener.handled, patience).toEqual([expected]);
    expect(warn.mock.calls.map(([line]) => String(line))).toContainEqual(expect.stringContaining(log));
    warn.mockRestore();
    listener.close();
    expect(await end).toBe('ended');
  });
});
