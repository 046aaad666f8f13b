import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { startServer, type TestServer } from './driver/server';
import { startBrowser } from './driver/workbench';
import type { Outcome } from './host/outcome';

/** Longest run of all checks, in milliseconds. */
const patience = 3_000_000;

// The checks run in another process before their names are known here, so the outcomes are collected first.
const outcomes = await runInHost();

describe('inside the extension host', () => {
  it('runs checks', () => {
    expect(outcomes.length).toBeGreaterThan(0);
  });

  for (const { name, error, first } of outcomes) {
    it(name, () => {
      if (first) console.warn(`the first try of "${name}": ${first}`);
      if (error !== null) throw new Error(error);
    });
  }
});

/** Bundles the checks, opens a window that runs them, and reads what they wrote. */
async function runInHost(): Promise<Outcome[]> {
  const server = await startServer('host', { testsInHost: true });
  try {
    const tests = join(server.home, 'tests');
    await bundleChecks(tests);
    await untilRun(server, tests, `folder=${encodeURIComponent(server.folder)}`);
    await untilRun(server, tests, 'ew=true');
    return [server.folder, tests].flatMap((folder) => JSON.parse(readFileSync(`${folder}.outcomes.json`, 'utf8')));
  } finally {
    await server.stop();
  }
}

/** Makes an extension whose tests are the checks. */
async function bundleChecks(folder: string): Promise<void> {
  const shared = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning' } as const;
  await build({
    ...shared,
    entryPoints: ['test/e2e/host/index.ts'],
    outfile: join(folder, 'index.js'),
    external: ['vscode'],
    sourcemap: 'inline',
  });
  await build({
    ...shared,
    entryPoints: ['test/e2e/host/package.json'],
    outfile: join(folder, 'package.json'),
    loader: { '.json': 'copy' },
  });
}

/** Runs the checks in a window that opens what the query names. */
async function untilRun({ origin }: TestServer, tests: string, opened: string): Promise<void> {
  const remote = (path: string) => `vscode-remote://${new URL(origin).host}${path}`;
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(tests)],
    ['extensionTestsPath', remote(join(tests, 'index'))],
  ]);
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const said: string[] = [];
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => said.push(`${type}: ${args}`));
    const ended = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`no end within ${patience / 1000} s:\n${said.join('\n')}`)), patience).unref();
      void page.exposeFunction('codeAutomationExit', resolve);
    });
    const query = `${opened}&payload=${encodeURIComponent(payload)}`;
    await page.goto(`${origin}/?${query}`, { timeout: 240_000 });
    const code = await ended;
    if (code !== 0) throw new Error(`the extension host ended with ${code}:\n${said.join('\n')}`);
  } finally {
    await browser.close();
  }
}
