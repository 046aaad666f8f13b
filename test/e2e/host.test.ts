import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, inject, it } from 'vitest';
import { copyWorkspace } from '../../scripts/e2e/workspace.mjs';
import { startBrowser } from './driver/workbench';
import type { Outcome } from './host/outcome';

/** Longest run of all checks, in milliseconds. */
const patience = 240_000;

// The checks run in another process before their names are known here, so the outcomes are collected first.
const outcomes = await runInHost();

describe('inside the extension host', () => {
  it('runs checks', () => {
    expect(outcomes.length).toBeGreaterThan(0);
  });

  for (const { name, error } of outcomes) {
    it(name, () => {
      if (error !== null) throw new Error(error);
    });
  }
});

/** Bundles the checks, opens a window that runs them, and reads what they wrote. */
async function runInHost(): Promise<Outcome[]> {
  const home = join(inject('home'), 'host');
  const tests = join(home, 'extension');
  mkdirSync(home);
  const folder = copyWorkspace(home);
  await build({
    entryPoints: ['test/e2e/host/index.ts'],
    outfile: join(tests, 'index.js'),
    ...{ bundle: true, platform: 'node', format: 'cjs', external: ['vscode'], sourcemap: 'inline' },
    logLevel: 'warning',
  });
  await build({
    entryPoints: ['test/e2e/host/package.json'],
    outfile: join(tests, 'package.json'),
    loader: { '.json': 'copy' },
  });
  await untilRun(folder, tests);
  return JSON.parse(readFileSync(`${folder}.outcomes.json`, 'utf8'));
}

async function untilRun(folder: string, tests: string): Promise<void> {
  const origin = inject('origin');
  const remote = (path: string) => `vscode-remote://${new URL(origin).host}${path}`;
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(tests)],
    ['extensionTestsPath', remote(join(tests, 'index'))],
  ]);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const said: string[] = [];
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => said.push(`${type}: ${args}`));
    const ended = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`no end within ${patience / 1000} s:\n${said.join('\n')}`)), patience).unref();
      void page.exposeFunction('codeAutomationExit', resolve);
    });
    const query = `folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`;
    await page.goto(`${origin}/?${query}`, { timeout: 120_000 });
    const code = await ended;
    if (code !== 0) throw new Error(`the extension host ended with ${code}:\n${said.join('\n')}`);
  } finally {
    await browser.close();
  }
}
