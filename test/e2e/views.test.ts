/** The views of the side bar: errors of the open log and of the terminal, and the catalog. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleLog } from '../../scripts/e2e/workspace.mjs';
import { rankError, readSample } from './driver/sample';
import { saveScreen } from './driver/screens';
import { startServer, type TestServer } from './driver/server';
import { polled, until } from './driver/until';
import { startBrowser, visibleText, Workbench } from './driver/workbench';

const cause = 'A stranger spoke on the data-parallel handshake port';

let server: TestServer;
let browser: Browser;
let vscode: Workbench;

beforeAll(async () => {
  server = await startServer('views');
  browser = await startBrowser();
  vscode = await Workbench.open(browser, server.origin, server.folder);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await saveScreen(vscode.page, `failed views ${task.name}`);
  await vscode.tidy();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const rows = () => vscode.rows('Errors');

/** Row of the first error of the first log of the view. */
const firstError = () => vscode.page.locator(`${vscode.rowsOf('Errors')}[data-index="1"]`, { hasText: cause });

/** Waits until the first log of the view is one whose row holds this text, and its first error is the cause. */
async function untilListed(text: string): Promise<void> {
  await until(`${text} in the view`, async () => {
    const [log, error] = await vscode.listed('Errors');
    return log?.text.includes(text) && error?.text.includes(cause);
  });
}

/** Opens the sample log, and then the views beside it. */
async function openLogAndViews(): Promise<void> {
  await vscode.openFile(sampleLog);
  await vscode.command('View: Show Error Lookup');
  await untilListed(sampleLog);
}

describe('the Errors view', () => {
  it('says what it is for while it is empty', async () => {
    await vscode.command('View: Show Error Lookup');
    const welcome = vscode.page.locator('.part.sidebar .welcome-view-content');
    await welcome.first().waitFor();
    expect(await visibleText(welcome.first())).toContain('causes first');
    await saveScreen(vscode.page, 'views-empty');
  });

  it('lists the errors of the open log, what follows from a cause below it', async () => {
    await openLogAndViews();
    const levels = async () => (await vscode.listed('Errors')).map(({ level }) => level);
    await expect.poll(async () => (await levels()).slice(0, 3), polled).toEqual([1, 2, 3]);
    await expect.poll(async () => (await levels()).length, polled).toBeGreaterThan(3);
  });

  it('a click opens the line', async () => {
    await openLogAndViews();
    const line = readSample(server, sampleLog)
      .split('\n')
      .findIndex((text) => text.includes(rankError));
    await firstError().click();
    await vscode.statusItem(`Ln ${line + 1}, Col 1`).waitFor();
  });

  it('the context menu explains and copies', async () => {
    await openLogAndViews();
    const row = firstError();
    const menu = vscode.page.locator('.monaco-menu');
    await row.click({ button: 'right' });
    await menu.waitFor();
    for (const title of ['Open in Log', 'Explain', 'Fix…', 'Copy as Markdown'])
      expect(await visibleText(menu)).toContain(title);
    await vscode.contextMenu(row, 'Copy as Markdown');
    const text = await until('the clipboard', async () => {
      const copied = await vscode.page.evaluate(() => navigator.clipboard.readText());
      return copied.includes(cause) && copied;
    });
    expect(text).toContain(`in ${sampleLog}`);
    await vscode.contextMenu(row, 'Explain');
    expect(await visibleText(await heading())).toBe(cause);
  });

  it('lists the errors of the last command in the terminal', async () => {
    await vscode.openTerminal();
    await vscode.plainPrompt();
    await vscode.printErrors(`cat ${sampleLog}`);
    await vscode.command('View: Show Error Lookup');
    await untilListed('last command');
    await firstError().click();
    expect(await visibleText(await heading())).toBe(cause);
  });
});

describe('the page of an error', () => {
  it('shows the values of the line, the fix as a difference, and keeps an answer', async () => {
    await openLogAndViews();
    await vscode.contextMenu(firstError(), 'Explain');
    const page = await vscode.webviewWith('#values');
    expect(await visibleText(page.locator('#values'))).toContain('HTTP request GET /metrics');
    await saveScreen(vscode.page, 'page-values');
    await page.locator('[data-action="json"]').click();
    await vscode.page.locator('.tabs-container .tab.active', { hasText: '.json' }).waitFor();
    const code = '"code": "vllm/dp-handshake/unexpected-data-parallel-rank"';
    await until('the JSON', async () => (await vscode.editorText()).includes(code));
    await vscode.command('View: Close Editor');
    // A web view that was hidden is made anew.
    const again = await vscode.webviewWith('ins');
    await again.locator('ins').first().scrollIntoViewIfNeeded();
    await saveScreen(vscode.page, 'page-diff');
    await again.locator('[data-action="right"]').click();
    await vscode.command('Error Lookup: Export Feedback');
    await until('the answers', async () => (await vscode.editorText()).includes('"right": true'));
  });
});

describe('the Catalog view', () => {
  it('finds while one types, filters, and opens the page', async () => {
    await vscode.command('View: Show Error Lookup');
    const view = await vscode.webviewWith('#query');
    const found = view.locator('#entries button');
    // The view keeps what was asked for, also from an earlier try of this check.
    await view.locator('#query').fill('');
    for (const filter of ['#project', '#severity']) await view.locator(filter).selectOption('');
    await until('the whole catalog', async () => (await found.count()) > 200);
    await view.locator('#query').fill('data parallel rank');
    await view.locator('#project').selectOption('vllm');
    await view.locator('#severity').selectOption('error');
    // Each choice is answered by a list of its own; the last one has nothing else in it.
    await until('what is left', async () => {
      const facts = await found.locator('.facts').allTextContents();
      return facts.length > 0 && facts.length < 200 && facts.every((it) => it === 'vllm · error');
    });
    expect(await view.locator('#version').isEnabled()).toBe(true);
    const title = await found.first().locator('.title').textContent();
    await view.locator('#query').press('ArrowDown');
    await view.locator('#entries button:focus').press('Enter');
    expect(await visibleText(await heading())).toBe(title);
  });
});

describe('Analyze Log File…', () => {
  async function analyze(name: string): Promise<void> {
    await vscode.command('Error Lookup: Analyze Log File…');
    await vscode.chooseFile(join(server.folder, name));
  }

  it('shows the cause first, with times, counts and a way to its line', async () => {
    await analyze(sampleLog);
    const page = await vscode.webviewWith('section.story');
    await expect.poll(() => visibleText(page.locator('section.story h2').first()), polled).toBe(cause);
    expect(await page.locator('svg.bars').first().getAttribute('aria-label')).toMatch(/^All errors, \d/);
    await saveScreen(vscode.page, 'results');
    await vscode.command('View: Show Error Lookup');
    await rows().filter({ hasText: 'analyzed' }).first().waitFor();
    const line = readSample(server, sampleLog)
      .split('\n')
      .findIndex((text) => text.includes(rankError));
    await page.locator('[data-line]').first().press('Enter');
    await vscode.statusItem(`Ln ${line + 1}, Col`).waitFor();
  });

  it('opens a slice of a file that is too large for an editor, numbered as the file is', async () => {
    const filler = `${'.'.repeat(999)}\n`;
    const before = Math.ceil(54e6 / filler.length);
    writeFileSync(join(server.folder, 'huge.log'), filler.repeat(before));
    appendFileSync(join(server.folder, 'huge.log'), readSample(server, sampleLog));
    await analyze('huge.log');
    const page = await vscode.webviewWith('section.story');
    const line =
      before +
      readSample(server, sampleLog)
        .split('\n')
        .findIndex((text) => text.includes(rankError));
    await expect.poll(() => visibleText(page.locator('[data-line]').first()), polled).toBe(`Line ${line + 1}`);
    await page.locator('[data-line]').first().click();
    // The name of a slice says which lines it holds.
    await vscode.page.locator('.tabs-container .tab.active', { hasText: /huge\.log \d+–\d+/ }).waitFor();
    await until('its lines', async () => (await vscode.editorText()).includes(rankError));
    const hover = await vscode.hover('editor', 'unexpected data parallel rank', 'In this line');
    expect(hover).toContain('HTTP request GET /metrics');
    await saveScreen(vscode.page, 'slice');
  });
});

describe.each([
  { name: 'light', theme: 'Light Modern', body: 'vs' },
  { name: 'dark', theme: 'Dark Modern', body: 'vs-dark' },
  { name: 'high-contrast', theme: 'Dark High Contrast', body: 'hc-black' },
])('in the $name theme', ({ name, theme, body }) => {
  it('both views are readable', async () => {
    await vscode.chooseTheme(theme, body);
    await openLogAndViews();
    const view = await vscode.webviewWith('#query');
    await view.locator('#query').fill('handshake');
    await view.locator('#entries button').first().waitFor();
    await saveScreen(vscode.page, `views-${name}`);
    await vscode.page.keyboard.press('Escape');
    await rows().filter({ hasText: 'analyzed' }).first().hover();
    await rows().filter({ hasText: 'analyzed' }).first().getByLabel('Show Results').click();
    await vscode.webviewWith('section.story');
    await saveScreen(vscode.page, `results-${name}`);
  });
});

/** Heading of the entry's page. */
async function heading() {
  return (await vscode.webviewWith('main[data-code] h1')).locator('h1');
}
