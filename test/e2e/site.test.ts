/** The catalog site as it is read from a disk: search, pages and links, without a server. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { saveScreen } from './driver/screens';
import { patience } from './driver/until';
import { startBrowser } from './driver/workbench';

let browser: Browser;
let page: Page;
let index: string;
const faults: string[] = [];

beforeAll(async () => {
  const out = join(inject('home'), 'site');
  execFileSync(process.execPath, ['scripts/site.mjs', '--out', out]);
  index = pathToFileURL(join(out, 'index.html')).href;
  browser = await startBrowser();
  page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.setDefaultTimeout(patience);
  page.on('requestfailed', (request) => {
    // What a page still loads when another is opened is given up.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(request.url());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) faults.push(request.url());
  });
});

afterAll(async () => {
  await browser?.close();
  expect(faults).toEqual([]);
});

describe('the catalog site on a disk', () => {
  it('finds the entry of a pasted line, and Enter opens it', async () => {
    await page.goto(index);
    await page.fill('#words', 'ValueError: No available memory for the cache blocks. Try increasing something');
    await page.locator('#found li').first().waitFor();
    await saveScreen(page, 'site-search');
    await page.keyboard.press('Enter');
    await page.locator('h2', { hasText: 'Causes, most likely first' }).waitFor();
    expect(page.url()).toMatch(/errors\/vllm\/memory\/no-cache-blocks\.html$/);
    await saveScreen(page, 'site-entry');
  });

  it('leads from an entry to a related one and back to the list', async () => {
    await page.goto(index.replace('index.html', 'errors/vllm/memory/no-cache-blocks.html'));
    await page
      .getByRole('link', { name: 'One request of full length would not fit into the KV cache' })
      .first()
      .click();
    await page.locator('h1', { hasText: 'One request of full length would not fit' }).waitFor();
    await page.getByRole('link', { name: 'memory', exact: true }).click();
    await page.locator('#vllm-memory').waitFor();
    expect(page.url()).toMatch(/index\.html#vllm-memory$/);
  });

  it('shows the whole list again when the field is emptied', async () => {
    await page.goto(index);
    await page.fill('#words', 'nccl');
    await page.locator('#all').waitFor({ state: 'hidden' });
    await page.fill('#words', '');
    await page.locator('#all').waitFor({ state: 'visible' });
  });
});
