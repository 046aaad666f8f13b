/** The extension as it runs in a browser: client and server in web workers of the page, no Node. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { sampleLog } from '../../scripts/e2e/workspace.mjs';
import { openAt, rankError, readSample, restoreSample } from './driver/sample';
import { saveScreen } from './driver/screens';
import { startServer, type TestServer } from './driver/server';
import { until } from './driver/until';
import { startBrowser, visibleText, Workbench } from './driver/workbench';

let server: TestServer;
let browser: Browser;
let vscode: Workbench;

beforeAll(async () => {
  server = await startServer('web', { extensions: [inject('webExtension')] });
  browser = await startBrowser();
  vscode = await Workbench.open(browser, server.origin, server.folder);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await saveScreen(vscode.page, `failed web ${task.name}`);
  await vscode.tidy();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('in a web worker', () => {
  it('a hover in a log says what is wrong and reads the number', async () => {
    await openAt(vscode, server, sampleLog, rankError);
    await vscode.ready();
    await vscode.underlined();
    const hover = await vscode.hover('editor', 'unexpected data parallel rank', 'In this line');
    expect(hover).toContain('The start-up port that waits for engines got a message');
    expect(hover).toContain('HTTP request GET /metrics');
    await saveScreen(vscode.page, 'web-hover');
  });

  it('the hover leads to the page', async () => {
    await openAt(vscode, server, sampleLog, rankError);
    await vscode.hover('editor', 'unexpected data parallel rank', 'In this line');
    await vscode.followHoverLink('Open the full page');
    await vscode.webview.locator('h1').waitFor();
    expect(await visibleText(vscode.webview)).toContain('Causes, most likely first');
  });

  it('the Problems panel lists the errors', async () => {
    await vscode.openFile(sampleLog);
    await vscode.problems(['vllm/dp-handshake/unexpected-data-parallel-rank']);
  });

  it('a payload is decoded into a page', async () => {
    await vscode.openFile('payload.txt');
    await vscode.page.keyboard.press('Control+A');
    await vscode.command('Error Lookup: Decode Payload');
    await vscode.page.locator('.tabs-container .tab.active', { hasText: 'Decoded payload' }).waitFor();
    await vscode.webview.locator('#tree').waitFor();
    expect(await visibleText(vscode.webview.locator('h1'))).toContain('write_done');
  });

  it('a file of msgpack opens as its reading', async () => {
    await vscode.openTab('hello.msgpack');
    await vscode.webview.locator('#tree').waitFor();
    expect(await visibleText(vscode.webview.locator('h1'))).toContain('HELLO');
  });

  it('a quick fix changes the file, with parsers that the worker was sent', async () => {
    restoreSample(server, 'listener.py');
    await openAt(vscode, server, 'listener.py', 'raise HandshakeError(f"Error processing');
    await vscode.quickFixes();
    await vscode.quickFix('Drop malformed message').click();
    await until('the file on disk', async () => readSample(server, 'listener.py').includes('ContextTerminated'));
    await saveScreen(vscode.page, 'web-fix');
  });

  it('a link in the terminal opens the page', async () => {
    await vscode.openTerminal();
    await vscode.plainPrompt();
    await vscode.type(`grep -hm1 "parallel [r]ank" ${sampleLog}`);
    await vscode.followTerminalLink('unexpected data parallel rank', async () => {});
    await vscode.webview.locator('h1').waitFor();
    expect(await visibleText(vscode.webview)).toContain('What it means');
  });
});
