/** Errors of debug sessions and notebooks, where VS Code has neither hovers nor links of ours. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saveScreen } from './driver/screens';
import { startServer, type TestServer } from './driver/server';
import { startBrowser, visibleText, Workbench } from './driver/workbench';

/** Titles of what is printed, and of the exception that the debugger stops at. */
const title = 'Handshake reply is not an empty frame and a payload';
const stopped = 'An engine process ended before it was ready';

let server: TestServer;
let browser: Browser;
let vscode: Workbench;

beforeAll(async () => {
  server = await startServer('sessions');
  browser = await startBrowser();
  vscode = await Workbench.open(browser, server.origin, server.folder);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await saveScreen(vscode.page, `failed sessions ${task.name}`);
  await vscode.tidy();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('a debug session', () => {
  it('offers to explain the errors that it prints and stops at, each once', async () => {
    await vscode.openFile('listener.py');
    await vscode.ready();
    await vscode.command('Companion: Debug a Replay');
    const printed = vscode.notification(`vLLM server printed a known error: ${title}`);
    // What was printed is told before the exception at which the program stops.
    await vscode.toast(`vLLM server printed a known error: ${stopped}`).waitFor();
    await vscode.command('Notifications: Show Notifications');
    await vscode.notification(`vLLM server printed a known error: ${stopped}`).waitFor();
    expect(await printed.count()).toBe(1);
    expect(await vscode.notification('printed a known error').count()).toBe(2);
    await saveScreen(vscode.page, 'debug-errors');
    await printed.getByRole('button', { name: 'Explain' }).click();
    const page = await vscode.webviewWith('main[data-code] #values');
    expect(await visibleText(page.locator('h1'))).toBe(title);
    expect(await visibleText(page.locator('#values'))).toContain("[b'meta']");
    await vscode.command('Debug: Stop');
  });
});

describe('a notebook', () => {
  it('names the known error below its cell, and the cell with none says nothing', async () => {
    await vscode.openNotebook('handshake.ipynb');
    const items = vscode.page.locator('.cell-status-item', { hasText: 'Explain: ' });
    await items.first().waitFor();
    expect(await items.count()).toBe(1);
    await saveScreen(vscode.page, 'notebook-error');
    await items.first().click();
    const page = await vscode.webviewWith('main[data-code] h1');
    expect(await visibleText(page.locator('h1'))).toBe(title);
  });

  it('has the command for the chosen cell', async () => {
    await vscode.openNotebook('handshake.ipynb');
    await vscode.page
      .locator('.notebookOverlay .cell-focus-indicator-left')
      .first()
      .click({ position: { x: 3, y: 8 } });
    await vscode.command('Error Lookup: Explain Cell Output');
    const page = await vscode.webviewWith('main[data-code] h1');
    expect(await visibleText(page.locator('h1'))).toBe(title);
  });
});
