/** Measures `cat` of a large log in a terminal with the watch and without it; run by `npm run bench terminal`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { sampleLog } from '../../scripts/e2e/workspace.mjs';
import { readSample } from './driver/sample';
import { startServer, type TestServer } from './driver/server';
import { until } from './driver/until';
import { startBrowser, Workbench } from './driver/workbench';

const megabytes = Number(process.env.MEGABYTES ?? 100);
const rounds = Number(process.env.ROUNDS ?? 3);

let server: TestServer;
let browser: Browser;
let vscode: Workbench;

beforeAll(async () => {
  server = await startServer('cost');
  browser = await startBrowser();
  vscode = await Workbench.open(browser, server.origin, server.folder);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('cat of a large log', async () => {
  const noise = 'INFO 07-28 08:14:50 [kitchen.py:12] The soup number 4711 is ready to be served at table 12\n';
  const text = noise.repeat(Math.ceil((megabytes * 1e6) / noise.length)) + readSample(server, sampleLog);
  writeFileSync(join(server.folder, 'large.txt'), text);
  await vscode.openFile(sampleLog);
  await vscode.ready();
  const times: Record<'on' | 'off', number[]> = { on: [], off: [] };
  // The first round lets code be compiled and caches fill.
  for (let i = 0; i <= rounds; i++) {
    for (const watch of ['off', 'on'] as const) {
      const seconds = await timed(watch === 'on', `${watch}${i}`);
      if (i > 0) times[watch].push(seconds);
    }
  }
  const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
  const [on, off] = [median(times.on), median(times.off)];
  const all = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(', ');
  console.log(`cat of ${megabytes} MB in a terminal, seconds: watched ${all(times.on)}; not watched ${all(times.off)}`);
  console.log(`watched against not watched: ${(on / off).toFixed(3)} (wanted: 1.02)`);
}, 3_600_000);

/** Seconds that the shell says `cat` took. */
async function timed(isWatched: boolean, name: string): Promise<number> {
  const settings = join(server.home, 'user/User/settings.json');
  const old = JSON.parse(readFileSync(settings, 'utf8'));
  writeFileSync(settings, JSON.stringify({ ...old, 'errorLookup.terminalWatch.enabled': isWatched }));
  await vscode.page.waitForTimeout(3000);
  await vscode.openTerminal();
  await vscode.type(`TIMEFORMAT='took %R'; time cat large.txt 2>&1; echo end-${name}`);
  const ended = async () => {
    const shown = await vscode.linesOf('terminal');
    return shown.includes(`\nend-${name}`) ? shown : undefined;
  };
  const text = await until('the end of cat', ended, 600_000);
  await vscode.command('Terminal: Kill All Terminals');
  return Number(/took ([\d.]+)/.exec(text)?.[1]);
}
