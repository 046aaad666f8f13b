/** Drives one VS Code window the way a person does: what it returns is visible text. */
import { type Browser, chromium, type Frame, type Locator, type Page } from 'playwright-core';
import { retry, until } from './until';
import { wordBox } from './wordBox';

/** Areas of the window that hold text lines. */
const areas = {
  editor: '.editor-instance .view-line',
  panel: '.part.panel .view-line',
  terminal: '.terminal-wrapper.active .xterm-rows > div',
} as const;

export type Area = keyof typeof areas;

const hoverBox = '.monaco-hover:not(.hidden) .monaco-hover-content';
const quickInput = '.quick-input-widget:not(.hidden)';
const actionMenu = '.action-widget:not(.action-list-submenu-panel)';

/** Starts Chromium as Debian ships it. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update', '--font-render-hinting=none'],
    ],
  });
}

/** A window of VS Code in the browser. */
export class Workbench {
  constructor(readonly page: Page) {}

  /**
   * Opens `folder` and waits until its files are listed.
   *
   * @param language display language; extensions are told it, and VS Code itself stays English without its language pack
   */
  static async open(browser: Browser, origin: string, folder: string, language?: string): Promise<Workbench> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    // Where VS Code looks for the language of the messages that it was loaded with.
    if (language) await page.addInitScript((it) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: it }), language);
    await page.goto(`${origin}/?folder=${encodeURIComponent(folder)}`, { timeout: 120_000 });
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 120_000 });
    return new Workbench(page);
  }

  /** Waits until the language server answers: the status item says so. */
  async ready(): Promise<void> {
    await this.page.locator('.statusbar-item [aria-label="Error Lookup: ready"]').waitFor({ timeout: 120_000 });
  }

  /** Opens a file by its name in the explorer and waits until it is the active editor. */
  async openFile(name: string): Promise<void> {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await this.page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
    await this.page.locator('.editor-instance .monaco-editor.focused').waitFor();
  }

  /** Opens a notebook by its name in the explorer and waits until its cells are shown. */
  async openNotebook(name: string): Promise<void> {
    await this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick();
    await this.page.locator('.notebookOverlay .cell-statusbar-container').first().waitFor();
  }

  /** Notifications that hold a text. */
  notification(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** Puts the cursor at a line and column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.page.locator(`${quickInput} input`).first().fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator(quickInput).waitFor({ state: 'hidden' });
    await this.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await this.statusItem(`Ln ${line}, Col ${column}`).waitFor();
  }

  /** Status bar item with this text. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item:visible', { hasText: text }).first();
  }

  /** Waits until the editor underlines an error. */
  async underlined(): Promise<void> {
    await this.page.locator('.editor-instance .squiggly-error').first().waitFor();
  }

  /** Moves the mouse onto `word` until a hover box comes up that holds `expected`; returns all its text. */
  async hover(area: Area, word: string, expected: string): Promise<string> {
    const { page } = this;
    return retry(`a hover with "${expected}" on "${word}"`, 8, async () => {
      await page.mouse.move(5, 5);
      const box = await until(`"${word}" in view`, 30_000, () => page.evaluate(wordBox, { lines: areas[area], word }));
      await page.mouse.move(box.x, box.y - 3, { steps: 3 });
      await page.mouse.move(box.x, box.y, { steps: 3 });
      const hover = page.locator(hoverBox, { hasText: expected }).first();
      await hover.waitFor({ timeout: 5_000 });
      return visibleText(hover);
    });
  }

  /** Clicks a link of the hover that is shown. */
  async followHoverLink(text: string): Promise<void> {
    const link = this.page.locator(`${hoverBox} a`, { hasText: text }).first();
    await link.scrollIntoViewIfNeeded();
    await link.click();
  }

  /** Titles of the quick fix menu at the cursor; the menu stays open. */
  async quickFixes(): Promise<string[]> {
    const { page } = this;
    return retry('the quick fix menu', 5, async () => {
      await page.keyboard.press('Control+.');
      await page.locator(`${actionMenu} .monaco-list-row`).first().waitFor({ timeout: 5_000 });
      const rows = await page.locator(`${actionMenu} .monaco-list-row`).all();
      return Promise.all(rows.map(visibleText));
    });
  }

  /** Row of the open quick fix menu. */
  quickFix(title: string): Locator {
    return this.page.locator(`${actionMenu} .monaco-list-row`, { hasText: title }).first();
  }

  /** Saves the active editor and waits until it is clean. */
  async save(): Promise<void> {
    await this.page.keyboard.press('Control+S');
    await this.page.locator('.tabs-container .tab.active.dirty').waitFor({ state: 'detached' });
  }

  /** Runs a command by its title in the palette. */
  async command(title: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      await this.page.keyboard.press('F1');
      try {
        await this.inputBox.fill(`>${title}`, { timeout: 15_000 });
        break;
      } catch (error) {
        // What takes the focus as the palette opens closes it again.
        if (tries === 3) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
    // The best match is not always on top.
    await this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first().click();
    await this.page.mouse.move(5, 5);
  }

  /** The input box that a command has opened. */
  get inputBox(): Locator {
    return this.page.locator(`${quickInput} .quick-input-box input`);
  }

  /** Answers the open input box. */
  async answer(text: string): Promise<void> {
    await this.inputBox.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Names a file in VS Code's own file dialog, which is ready when it lists its folder, and looks the name up first. */
  async chooseFile(path: string): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await retry(`the file ${path}`, 3, async () => {
      await this.inputBox.fill(path);
      const name = path.slice(path.lastIndexOf('/') + 1);
      await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).waitFor({ timeout: 5_000 });
      await this.page.keyboard.press('Enter');
      await this.inputBox.waitFor({ state: 'hidden', timeout: 5_000 });
    });
  }

  /** Chooses an item of the context menu of an element; a menu that has just opened may miss a click. */
  async contextMenu(element: Locator, title: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    await retry(`${title} in the context menu`, 3, async () => {
      if (!(await menu.isVisible())) await element.click({ button: 'right' });
      await menu.getByText(title, { exact: true }).click({ timeout: 5_000 });
      await menu.waitFor({ state: 'hidden', timeout: 3_000 });
    });
  }

  /** Text of the active editor's lines in view. */
  editorText(): Promise<string> {
    return this.linesOf('editor');
  }

  /** Text of all lines in view in an area, from top to bottom. */
  async linesOf(area: Area): Promise<string> {
    const lines = await this.page.locator(areas[area]).evaluateAll((nodes) =>
      nodes
        .map((node) => ({ top: node.getBoundingClientRect().top, text: node.textContent ?? '' }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Opens a terminal and waits until it takes keys. */
  async openTerminal(): Promise<void> {
    await this.command('Terminal: Create New Terminal');
    await this.page.locator('.terminal-wrapper.active .xterm-screen').click();
    await this.page.locator('.terminal-wrapper.active .xterm.focus').waitFor();
    await until('a prompt', 60_000, async () => /[$#] *$/m.test(await this.linesOf('terminal')));
  }

  /** Types a command into the open terminal. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Prints a file in the open terminal and waits until it is read. VS Code loses output that comes in one piece with the
   * mark of the command's start, and gives the rest to extensions.
   */
  async print(file: string): Promise<void> {
    await this.type(`sleep 1; cat ${file}`);
    await this.statusItem(/\d known errors/).waitFor();
  }

  /** Makes the prompt a short one that names no folder, since that is another one in each run; clears the terminal. */
  async plainPrompt(): Promise<void> {
    await this.type("PS1='$ '; clear");
    await until('the plain prompt', 60_000, async () => (await this.linesOf('terminal')).trim() === '$');
  }

  /** Ctrl+click on a word in the terminal that a link lies on; `look` is called while its tooltip is shown. */
  async followTerminalLink(word: string, look: () => Promise<void>): Promise<void> {
    const { page } = this;
    const box = await until(`"${word}" in view`, 30_000, () => page.evaluate(wordBox, { lines: areas.terminal, word }));
    await page.mouse.move(5, 5);
    await page.keyboard.down('Control');
    await page.mouse.move(box.x, box.y, { steps: 5 });
    await page.locator('.workbench-hover', { hasText: '(ctrl + click)' }).waitFor({ timeout: 20_000 });
    await look();
    await page.mouse.click(box.x, box.y);
    await page.keyboard.up('Control');
  }

  /** Shows an output channel. */
  async openOutput(channel: string): Promise<void> {
    await this.command('Output: Focus on Output View');
    await this.page.locator('.part.panel select.monaco-select-box').first().selectOption({ label: channel });
    await this.page.locator(areas.panel).first().waitFor();
  }

  /** Texts of the rows of the Problems panel, files and their problems. */
  async problems(): Promise<string[]> {
    await this.command('Problems: Focus on Problems View');
    await this.page.locator('.markers-panel .monaco-list-row').nth(1).waitFor();
    const rows = await this.page.locator('.markers-panel .monaco-list-row').all();
    return (await Promise.all(rows.map(visibleText))).map((text) => text.replace(/\s+/g, ' '));
  }

  /** The dialog that is open, with all its text. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Rows of a view in the side bar, by the name of the view. */
  rows(view: string): Locator {
    return this.page.locator(`.part.sidebar .pane:has([aria-label="${view} Section"]) .monaco-list-row`);
  }

  /** The web view that holds an element, wherever it is shown. */
  async webviewWith(selector: string): Promise<Frame> {
    return until(`a web view with ${selector}`, 60_000, async () => {
      for (const frame of this.page.frames()) {
        // A frame may go while it is asked.
        const count = await frame
          .locator(selector)
          .count()
          .catch(() => 0);
        if (count > 0) return frame;
      }
      return undefined;
    });
  }

  /** Body of the web view that is shown. */
  get webview(): Locator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('body');
  }

  /** Chooses a colour theme by its name; `body` is the class that the window has with it. */
  async chooseTheme(name: string, body: string): Promise<void> {
    await this.command('Preferences: Color Theme');
    await this.inputBox.fill(name);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator(`.monaco-workbench.${body}`).waitFor();
  }

  /** Closes menus, hovers and boxes. */
  async calm(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.page.mouse.move(5, 5);
  }

  /** Closes all editors, notifications and the panel. */
  async tidy(): Promise<void> {
    await this.calm();
    await this.command('View: Close All Editors');
    await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
    await this.command('Notifications: Clear All Notifications');
    if (await this.page.locator('.part.panel').isVisible()) await this.command('View: Hide Panel');
  }
}

/** Visible text of an element, with plain spaces. */
export async function visibleText(element: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen, and lines stay lines
  return (await element.innerText()).replaceAll('\u00a0', ' ');
}
