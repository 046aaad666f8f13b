/** Payloads in a real window: the page of the command, the editor of files, the hover. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contrastOf } from './driver/contrast';
import { saveScreen } from './driver/screens';
import { startServer, type TestServer } from './driver/server';
import { polled, until } from './driver/until';
import { startBrowser, visibleText, Workbench } from './driver/workbench';

let server: TestServer;
let browser: Browser;
let vscode: Workbench;

beforeAll(async () => {
  server = await startServer('payload');
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

/** Opens the page of the sample payload by the command. */
async function decodeSample(): Promise<void> {
  await vscode.openFile('payload.txt');
  await vscode.ready();
  await vscode.page.keyboard.press('Control+A');
  await vscode.command('Error Lookup: Decode Payload');
  await vscode.page.locator('.tabs-container .tab.active', { hasText: 'Decoded payload' }).waitFor();
  await vscode.webview.locator('#tree').waitFor();
}

/** Text of all bytes with a mark. */
function marked(mark: string): Promise<string[]> {
  return vscode.webview.locator(`#hex b.${mark}`).allTextContents();
}

const item = (label: string) =>
  vscode.webview.locator('[role="treeitem"]', { has: vscode.page.locator('.label', { hasText: label }) }).last();

describe('the page of a payload', () => {
  it('shows what the bytes are, and ties values to bytes', async () => {
    await decodeSample();
    expect(await visibleText(vscode.webview.locator('h1'))).toContain('write_done');
    await item('transfer_id').locator('.row').first().click();
    // The key of eleven letters and the text of eight, as payload.txt holds them.
    await expect
      .poll(async () => (await marked('chosen')).join(' '), polled)
      .toMatch(/^ab 74 72 61 6e 73 66 65 72 5f 69 64 a8 72 65 71 2d 37 66 33 61$/);
    await vscode.webview.locator('h1').hover();
    await vscode.webview.locator('#structure').scrollIntoViewIfNeeded();
    await saveScreen(vscode.page, 'decode');
  });

  it('ties a byte to its value', async () => {
    await decodeSample();
    const byte = vscode.webview.locator('#hex b', { hasText: '72' }).first();
    await byte.hover();
    await vscode.webview.locator('[role="treeitem"].near').waitFor();
    await byte.click();
    await vscode.webview.locator('[role="treeitem"][aria-selected="true"]').waitFor();
    await expect.poll(() => visibleText(vscode.webview.locator('#status')), polled).toMatch(/^byte \d+, in /);
  });

  it('is walked by keyboard', async () => {
    await decodeSample();
    await vscode.webview.locator('[role="treeitem"][tabindex="0"]').focus();
    const chosen = vscode.webview.locator('[role="treeitem"][aria-selected="true"] > .row');
    await vscode.page.keyboard.press('End');
    const last = await visibleText(chosen);
    await vscode.page.keyboard.press('Home');
    await expect.poll(() => visibleText(chosen), polled).not.toBe(last);
    // The second row is the frame with the message.
    await vscode.page.keyboard.press('ArrowDown');
    const first = vscode.webview.locator('[role="treeitem"][aria-selected="true"]');
    const expanded = () => first.getAttribute('aria-expanded');
    await expect.poll(expanded, polled).toBe('true');
    await vscode.page.keyboard.press('ArrowLeft');
    await expect.poll(expanded, polled).toBe('false');
    await vscode.page.keyboard.press('ArrowRight');
    await expect.poll(expanded, polled).toBe('true');
  });

  it('copies the bytes as a Python literal', async () => {
    await decodeSample();
    await vscode.webview.locator('button', { hasText: 'Copy as Python' }).click();
    const text = await until('the clipboard', async () => {
      const copied = await vscode.page.evaluate(() => navigator.clipboard.readText());
      return copied.includes('write_done') && copied;
    });
    expect(text).toMatch(/^(\[?b'|\[b')/);
    expect(text).toContain('req-7f3a');
  });

  it('reads the bytes as what the user says', async () => {
    await decodeSample();
    await vscode.webview.locator('select[data-choice="form"]').selectOption('text');
    await vscode.webview.locator('.facts', { hasText: 'read as text' }).waitFor();
  });

  it('opens as text', async () => {
    await decodeSample();
    await vscode.webview.locator('button', { hasText: 'Open as text' }).click();
    await vscode.page.locator('.tabs-container .tab.active', { hasText: /Decoded payload \d+\.txt/ }).waitFor();
    await until('the text', async () => (await vscode.editorText()).includes('write_done'));
  });
});

it('a file of msgpack opens as its reading', async () => {
  await vscode.openFile('payload.txt');
  await vscode.ready();
  await vscode.openTab('hello.msgpack');
  await vscode.webview.locator('#tree').waitFor();
  expect(await visibleText(vscode.webview.locator('h1'))).toContain('HELLO');
  expect((await vscode.webview.locator('#hex b').allTextContents()).join('')).toBe(
    readFileSync(join(server.folder, 'hello.msgpack')).toString('hex'),
  );
  await saveScreen(vscode.page, 'payload-file');
});

/** An array of maps that take 64 MB, each with a number of its own. */
function manyMaps(): Buffer {
  const map = Buffer.from('82a26964ce00000000a474657874d928'.concat('78'.repeat(40)), 'hex');
  const count = Math.floor(64_000_000 / map.length);
  const file = Buffer.alloc(5 + count * map.length);
  file[0] = 0xdd;
  file.writeUInt32BE(count, 1);
  for (let i = 0; i < count; i++) {
    const at = 5 + i * map.length;
    map.copy(file, at);
    // Behind the head of the map, the key of three bytes and the head of the number.
    file.writeUInt32BE(i, at + 5);
  }
  return file;
}

it('a file of 64 MB opens with its beginning, and bytes further on are shown when they are asked for', async () => {
  writeFileSync(join(server.folder, 'large.mpk'), manyMaps());
  await vscode.openTab('large.mpk');
  await vscode.webview.locator('#tree').waitFor();
  expect(await visibleText(vscode.webview.locator('.facts'))).toMatch(/^16777216 bytes · the first of 6\d{7} bytes/);
  await vscode.webview.locator('button', { hasText: 'Later bytes' }).click();
  await vscode.webview.locator('#hex .offset', { hasText: '00001000' }).waitFor();
  // The 100th map begins far behind the bytes that are shown first.
  await item('[100]').locator('> .row').click();
  await vscode.webview.locator('#hex b.chosen').first().waitFor();
  await expect.poll(async () => (await marked('chosen')).slice(0, 4), polled).toEqual(['82', 'a2', '69', '64']);
  await saveScreen(vscode.page, 'payload-large');
});

it('a payload in a line is read on hover', async () => {
  await vscode.openFile('payload.txt');
  await vscode.hover('editor', 'write_done', 'req-7f3a');
  await saveScreen(vscode.page, 'hover-payload');
});

describe.each([
  { name: 'light', theme: 'Light Modern', body: 'vs' },
  { name: 'dark', theme: 'Dark Modern', body: 'vs-dark' },
  { name: 'high contrast', theme: 'Dark High Contrast', body: 'hc-black' },
  { name: 'light high contrast', theme: 'Light High Contrast', body: 'hc-light' },
])('in the $name theme', ({ name, theme, body }) => {
  it('values and marks are readable', async () => {
    await vscode.chooseTheme(theme, body);
    await decodeSample();
    await item('transfer_id').locator('.row').first().click();
    for (const place of ['#hex b.chosen', '#hex b', '#frames code', '.facts', '.row .value', '#status'])
      await expect
        .poll(() => contrastOf(vscode.webview.locator(place)), { ...polled, message: place })
        .toBeGreaterThan(4.5);
    await vscode.webview.locator('#structure').scrollIntoViewIfNeeded();
    await saveScreen(vscode.page, `decode ${name}`.replaceAll(' ', '-'));
  });
});
