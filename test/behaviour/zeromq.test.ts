/** The fix for zeromq.js, run in Node against strangers and a ZMTP 3 peer. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dealer } from 'zeromq';
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

/** Loads the listener as it is, or with the fix; the file stands beside the original, which finds its packages. */
async function load(fixed: boolean): Promise<NodeListener> {
  const text = readFileSync('test/behaviour/node/listener.mjs', 'utf8');
  const found = fixer.find({ path: 'listener.mjs', language: 'javascript', text });
  const edits = found.filter(({ fix, applicability }) => fix === 'drop-malformed-message' && applicability === 'safe');
  const file = `test/behaviour/node/.run-${process.pid}-${count++}.mjs`;
  writeFileSync(
    file,
    fixed
      ? applyEdits(
          text,
          edits.flatMap((finding) => finding.edits),
        )
      : text,
  );
  written.push(file);
  const { Listener } = await import(/* @vite-ignore */ new URL(`../../${file}`, import.meta.url).href);
  return new Listener();
}

async function sendValid(port: number, body: string): Promise<void> {
  const dealer = new Dealer({ linger: 1000 });
  dealer.connect(`tcp://127.0.0.1:${port}`);
  await dealer.send(body);
  await new Promise((resolve) => setTimeout(resolve, 300));
  dealer.close();
}

const strangers = ['http', 'tls', 'garbage', 'req', 'unknown'];

describe('a zeromq.js listener', () => {
  it.each(strangers)('ends by %s without the fix', async (client) => {
    const listener = await load(false);
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
    const listener = await load(true);
    const port = await listener.bind();
    const end = listener.listen().then(() => 'ended');
    send(port, strangers);
    await sendValid(port, '{"type":"nonsense"}');
    await sendValid(port, '{"type":"release","transferId":"t-1"}');
    expect(listener.handled).toEqual(['t-1']);
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining('Dropped message 1, frames: 70 bytes 5420'),
      expect.any(Error),
    );
    log.mockRestore();
    listener.close();
    expect(await end).toBe('ended');
  });
});
