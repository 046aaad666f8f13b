import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleLog } from '../../scripts/e2e/workspace.mjs';
import { openAt as openSampleAt, rankError, readSample, restoreSample } from './driver/sample';
import { saveScreen } from './driver/screens';
import { startServer, type TestServer } from './driver/server';
import { polled, until } from './driver/until';
import { startBrowser, visibleText, Workbench } from './driver/workbench';

let server: TestServer;
let browser: Browser;
let vscode: Workbench;

beforeAll(async () => {
  server = await startServer('window');
  browser = await startBrowser();
  vscode = await Workbench.open(browser, server.origin, server.folder);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await saveScreen(vscode.page, `failed ${task.name}`);
  await vscode.tidy();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const read = (name: string) => readSample(server, name);
const openAt = (name: string, text: string) => openSampleAt(vscode, server, name, text);

describe('in a log', () => {
  it('a hover says what is wrong and reads the number as the HTTP request that it is', async () => {
    await openAt(sampleLog, rankError);
    await vscode.ready();
    await vscode.underlined();
    const hover = await vscode.hover('editor', 'unexpected data parallel rank', 'In this line');
    expect(hover).toContain('The start-up port that waits for engines got a message');
    expect(hover).toContain('HTTP request GET /metrics');
    expect(hover).toContain('Open the full page');
    await saveScreen(vscode.page, 'hover-log');
  });

  it('the hover leads to the page', async () => {
    await openAt(sampleLog, rankError);
    await vscode.hover('editor', 'unexpected data parallel rank', 'In this line');
    await vscode.followHoverLink('Open the full page');
    await vscode.webview.locator('h1').waitFor();
    expect(await visibleText(vscode.webview)).toContain('Causes, most likely first');
  });

  it('the page leads to its sections, to related errors and back again', async () => {
    await openAt(sampleLog, rankError);
    await vscode.hover('editor', 'unexpected data parallel rank', 'In this line');
    await vscode.followHoverLink('Open the full page');
    const page = vscode.webview;
    await page.locator('#values').waitFor();
    const first = await visibleText(page.locator('h1'));
    expect(await page.locator('[data-action="back"]').count()).toBe(0);
    await page.locator('#contents a', { hasText: 'Related errors' }).click();
    // A link into the page scrolls it, by VS Code's own script.
    await until('the section', () =>
      page.locator('#triggers').evaluate((it) => it.getBoundingClientRect().top < innerHeight),
    );
    await page.locator('#triggers a').first().click();
    await page.locator('[data-action="back"]').waitFor();
    await expect.poll(() => visibleText(page.locator('h1')), polled).not.toBe(first);
    await saveScreen(vscode.page, 'page-ways');
    await page.locator('h1').click();
    await vscode.page.keyboard.press('Alt+ArrowLeft');
    // The values of the line come back with the page.
    await page.locator('#values').waitFor();
    expect(await visibleText(page.locator('h1'))).toBe(first);
    await page.locator('[data-action="forward"]').click();
    await page.locator('#values').waitFor({ state: 'detached' });
    expect(await visibleText(page.locator('h1'))).not.toBe(first);
  });

  it('the Problems panel lists the errors', async () => {
    await vscode.openFile(sampleLog);
    await vscode.problems(['Error Lookup', 'vllm/dp-handshake/unexpected-data-parallel-rank']);
    await saveScreen(vscode.page, 'problems');
  });

  it('the Output panel has the same hover', async () => {
    await vscode.openOutput('vLLM server');
    await vscode.hover('panel', 'unexpected data parallel rank', 'HTTP request GET /metrics');
    await saveScreen(vscode.page, 'hover-output');
  });
});

describe('in Python', () => {
  it('a hover on a raise says what its message means', async () => {
    await openAt('listener.py', 'raise HandshakeError(f"Unexpected frame!');
    const hover = await vscode.hover('editor', 'Unexpected frame!', 'The port dialled');
    expect(hover).toContain('Open the full page');
    await saveScreen(vscode.page, 'hover-python');
  });

  it('a quick fix makes the listener survive a malformed message', async () => {
    restoreSample(server, 'listener.py');
    await openAt('listener.py', 'raise HandshakeError(f"Error processing');
    expect(await vscode.quickFixes()).toContain('Drop malformed message instead of raise');
    await saveScreen(vscode.page, 'quick-fix');
    await vscode.quickFix('Drop malformed message').click();
    const text = await until('the file on disk', async () => {
      const saved = read('listener.py');
      return saved.includes('ContextTerminated') && saved;
    });
    expect(text).not.toContain('raise HandshakeError(f"Error processing');
    await saveScreen(vscode.page, 'fix-applied');
  });

  it('a quick fix checks the width of the identity', async () => {
    restoreSample(server, 'listener.py');
    await openAt('listener.py', 'int.from_bytes(identity');
    await vscode.quickFixes();
    await vscode.quickFix('Check identity width').click();
    await until('the file on disk', async () => /len\(\w+\) != 2/.test(read('listener.py')));
    await saveScreen(vscode.page, 'identity-width');
  });

  it('a pasted handler gets the reason instead of the fix', async () => {
    await openAt('pasted.py', 'raise HandshakeError');
    await vscode.quickFixes();
    await saveScreen(vscode.page, 'withheld');
    await vscode.quickFix('Why is “Drop malformed message').click();
    await vscode.dialog.waitFor();
    expect(await visibleText(vscode.dialog)).toMatch(/no receive loop/);
    await saveScreen(vscode.page, 'withheld-reason');
    expect(read('pasted.py')).toContain('raise HandshakeError');
  });
});

describe('in the terminal', () => {
  it('a link on the error opens its page', async () => {
    await vscode.openTerminal();
    await vscode.plainPrompt();
    await vscode.type(`grep -hm1 "parallel [r]ank" ${sampleLog}`);
    await vscode.followTerminalLink('unexpected data parallel rank', async () => {
      await saveScreen(vscode.page, 'terminal-link');
    });
    await vscode.webview.locator('h1').waitFor();
    expect(await visibleText(vscode.webview)).toContain('What it means');
    await vscode.command('View: Hide Panel');
    await saveScreen(vscode.page, 'entry-page');
  });

  it('the status bar counts the known errors of the last command', async () => {
    await vscode.openTerminal();
    await vscode.plainPrompt();
    await vscode.printErrors(`cat ${sampleLog}`);
    await vscode.statusItem(/\d known errors/).click();
    const rows = vscode.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    expect(await visibleText(rows.first())).toContain('A stranger spoke on the data-parallel handshake port');
    await saveScreen(vscode.page, 'terminal-errors');
    await rows.first().click();
    await vscode.webview.locator('h1').waitFor();
    expect(await visibleText(vscode.webview)).toContain('What it means');
  });

  it('the errors of a command that keeps running are told while it pauses', async () => {
    await vscode.openTerminal();
    await vscode.printErrors(`tail -n +1 -f ${sampleLog}`);
    await vscode.page.keyboard.press('Control+C');
  });
});

describe.each([
  { name: 'dark', theme: 'Dark Modern', body: 'vs-dark' },
  { name: 'high contrast', theme: 'Dark High Contrast', body: 'hc-black' },
])('in the $name theme', ({ name, theme, body }) => {
  it('hover and page are readable', async () => {
    await vscode.chooseTheme(theme, body);
    await openAt(sampleLog, rankError);
    await vscode.underlined();
    await vscode.hover('editor', 'unexpected data parallel rank', 'In this line');
    await saveScreen(vscode.page, `hover ${name}`.replaceAll(' ', '-'));
    await vscode.followHoverLink('Open the full page');
    await vscode.webview.locator('h1').waitFor();
    const [text, background] = await vscode.webview.evaluate((element) => {
      const { color } = getComputedStyle(element);
      return [color, getComputedStyle(element.ownerDocument.documentElement).backgroundColor];
    });
    expect(text).not.toBe(background);
    await saveScreen(vscode.page, `entry page ${name}`.replaceAll(' ', '-'));
  });
});

describe('the structure of a log', () => {
  it('lenses and the outline lead with the cause', async () => {
    await vscode.chooseTheme('Light Modern', 'vs');
    await openAt(sampleLog, rankError);
    await vscode.page
      .locator('.codelens-decoration', { hasText: /Cause · \d consequences/ })
      .first()
      .waitFor();
    await vscode.command('Explorer: Focus on Outline View');
    await vscode.page.locator('.outline-pane .monaco-list-row', { hasText: 'A stranger spoke' }).first().waitFor();
    await saveScreen(vscode.page, 'log-outline');
  });
});
