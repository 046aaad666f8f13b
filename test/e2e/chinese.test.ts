/** The product in a window whose display language is Simplified Chinese. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sampleLog } from '../../scripts/e2e/workspace.mjs';
import { openAt, rankError, readSample } from './driver/sample';
import { saveScreen } from './driver/screens';
import { startServer, type TestServer } from './driver/server';
import { polled } from './driver/until';
import { startBrowser, visibleText, Workbench } from './driver/workbench';

let server: TestServer;
let browser: Browser;
let vscode: Workbench;

beforeAll(async () => {
  server = await startServer('chinese');
  browser = await startBrowser();
  vscode = await Workbench.open(browser, server.origin, server.folder, 'zh-cn');
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await saveScreen(vscode.page, `failed chinese ${task.name}`);
  await vscode.tidy();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('hover and page have Chinese labels and say that the entry is English', async () => {
  await openAt(vscode, server, sampleLog, rankError);
  await vscode.underlined();
  const hover = await vscode.hover('editor', 'unexpected data parallel rank', '在这一行中');
  expect(hover).toContain('致命 · 原因 · vllm · 英文条目');
  await saveScreen(vscode.page, 'hover-chinese');
  await vscode.followHoverLink('打开完整页面');
  const page = await vscode.webviewWith('main[data-code] h1');
  expect(await visibleText(page.locator('main'))).toContain('含义');
  expect(await visibleText(page.locator('.actions'))).toContain('复制为 Markdown');
  await saveScreen(vscode.page, 'page-chinese');
});

it('lenses, views and commands are Chinese', async () => {
  await openAt(vscode, server, sampleLog, rankError);
  await vscode.page
    .locator('.codelens-decoration', { hasText: /原因 · \d 个后果/ })
    .first()
    .waitFor();
  await vscode.command('View: Show Error Lookup');
  await vscode.rows('错误').first().waitFor();
  await saveScreen(vscode.page, 'views-chinese');
  const view = await vscode.webviewWith('#query');
  const line = readSample(server, sampleLog)
    .split('\n')
    .find((text) => text.includes(rankError));
  await view.locator('#query').fill(line ?? '');
  await view.locator('#count', { hasText: '1 个错误' }).waitFor();
  await view.locator('#query').press('Enter');
  await vscode.webviewWith('main[data-code="vllm/dp-handshake/unexpected-data-parallel-rank"]');
  await view.locator('#query').fill('soup of the day');
  await view.locator('#nothing').waitFor();
  await view.locator('#clear').click();
  await view.locator('#nothing').waitFor({ state: 'hidden' });
  await vscode.command('Error Lookup: 检查设置');
  await vscode.page.locator('.tabs-container .tab.active', { hasText: '.txt' }).waitFor();
  await saveScreen(vscode.page, 'setup-chinese');
});

it('fixes and the page of a payload are Chinese', async () => {
  await openAt(vscode, server, 'listener.py', 'raise HandshakeError(f"Error processing');
  expect(await vscode.quickFixes()).toContain('丢弃格式错误的消息，而不抛出异常');
  await saveScreen(vscode.page, 'fixes-chinese');
  await vscode.calm();
  await openAt(vscode, server, 'payload.txt', 'write_done');
  await vscode.page.keyboard.press('Control+A');
  await vscode.command('Error Lookup: 解码数据');
  await vscode.webview.locator('#tree').waitFor();
  expect(await visibleText(vscode.webview.locator('.actions'))).toContain('复制为 JSON');
  await vscode.webview.locator('#hex b').first().click();
  await expect.poll(() => visibleText(vscode.webview.locator('#status')), polled).toMatch(/^字节 0，位于 /);
  await saveScreen(vscode.page, 'decode-chinese');
});
