/** The built server’s thread, which scans files of any size. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanJob } from '../../server/src/lsp/fileScan';
import { scanInThreads } from '../../server/src/node/scanThread';

const frame =
  "(EngineCore_DP0 pid=2114) ERROR 07-28 08:14:55 [moriio_connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const noise = 'INFO 07-28 08:14:50 [kitchen.py:12] The soup number 4711 is ready to be served at table 12';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'error-lookup-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const scan = scanInThreads(join(import.meta.dirname, '../../dist'));

function jobFor(path: string): ScanJob {
  return { path, options: { level: 'WARNING' }, locale: undefined, entries: [], local: [] };
}

describe('a thread', () => {
  it('finds an error behind many lines, and tells how far it is', async () => {
    const path = join(folder, 'big.log');
    const lines = 100_000;
    writeFileSync(path, `${noise}\n`.repeat(lines));
    appendFileSync(path, `${frame}\n`);
    const told: number[] = [];
    const report = await scan(jobFor(path), ({ bytes }) => told.push(bytes), new AbortController().signal);
    expect(report.stories.map(({ error }) => [error.code, error.first.line])).toEqual([
      ['vllm/moriio/unexpected-frame', lines],
    ]);
    expect(report.index.lineCount).toBe(lines + 2);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('that is told to stop at once ends at once', async () => {
    const path = join(folder, 'stopped.log');
    writeFileSync(path, `${frame}\n${`${noise}\n`.repeat(200_000)}`);
    const report = await scan(jobFor(path), () => {}, AbortSignal.abort());
    expect(report.stopped).toBe(true);
    expect(report.index.size).toBeLessThan(10_000_000);
  });

  it.each([
    ['is missing', 'missing.log', /ENOENT/],
    ['is a folder', '.', /EISDIR/],
  ])('rejects where the file %s', async (_what, name, reason) => {
    await expect(scan(jobFor(join(folder, name)), () => {}, new AbortController().signal)).rejects.toThrow(reason);
  });
});
