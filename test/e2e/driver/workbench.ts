/** Drives one VS Code window the way a person does: what it returns is visible text. */
import { type Browser, chromium, type Frame, type Locator, type Page } from 'playwright-core';
import { patience, retry, shortPatience, until } from './until';
import { wordBox } from './wordBox';

/** Areas of the window that hold text lines. */
const areas = {
  editor: '.editor-instance .view-line',
  panel: '.part.panel .view-line',
  terminal: '.terminal-wrapper.active .xterm-rows > div',
} as const;

export type Area = keyof typeof areas;

const hoverBox = '.monaco-hover:not(.hidden) .monaco-hover-content';
const explorer = '.explorer-folders-view';
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
  /** Brings up the hover again that was asked for last. */
  #hoverAgain: () => Promise<unknown> = async () => {};

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
    page.setDefaultTimeout(patience);
    // Where VS Code looks for the language of the messages that it was loaded with.
    if (language) await page.addInitScript((it) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: it }), language);
    await page.goto(`${origin}/?folder=${encodeURIComponent(folder)}`, { timeout: 2 * patience });
    await page
      .locator(`${explorer} .monaco-list-row`)
      .first()
      .waitFor({ timeout: 2 * patience });
    return new Workbench(page);
  }

  /** Waits until the language server answers: the status item says so. */
  async ready(): Promise<void> {
    await this.page.locator('.statusbar-item [aria-label="Error Lookup: ready"]').waitFor({ timeout: 2 * patience });
  }

  /** Opens a text file by its name in the explorer and waits until it is the active editor. */
  async openFile(name: string): Promise<void> {
    await retry(`${name} in an editor`, 3, async () => {
      await this.openTab(name);
      await this.page.locator('.editor-instance .monaco-editor.focused').waitFor({ timeout: shortPatience });
    });
  }

  /** Opens a file by its name in the explorer, in whatever kind of editor, and waits until its tab is active. */
  async openTab(name: string): Promise<void> {
    if (!(await this.page.locator(explorer).isVisible())) await this.command('View: Show Explorer');
    await this.page.locator(`${explorer} .monaco-list-row`, { hasText: name }).dblclick();
    await this.page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
  }

  /** Opens a notebook by its name in the explorer and waits until its cells are shown. */
  async openNotebook(name: string): Promise<void> {
    await this.openTab(name);
    await this.page.locator('.notebookOverlay .cell-statusbar-container').first().waitFor();
  }

  /** Notifications that hold a text, while they pop up. They go by themselves after some seconds. */
  toast(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** The same in the list of all notifications, where they stay. */
  notification(text: string): Locator {
    return this.page.locator('.notifications-center .notification-list-item', { hasText: text });
  }

  /** Puts the cursor at a line and column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await retry(`the cursor in line ${line}`, 4, async () => {
      const timeout = shortPatience;
      await this.page.keyboard.press('Control+G');
      await this.page.locator(`${quickInput} input`).first().fill(`:${line}:${column}`, { timeout });
      await this.page.keyboard.press('Enter');
      await this.page.locator(quickInput).waitFor({ state: 'hidden', timeout });
      await this.page.locator('.editor-instance .monaco-editor.focused').waitFor({ timeout });
      await this.statusItem(`Ln ${line}, Col ${column}`).waitFor({ timeout });
    });
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
    this.#hoverAgain = () => this.hover(area, word, expected);
    return retry(`a hover with "${expected}" on "${word}"`, 8, async () => {
      await page.mouse.move(5, 5);
      const box = await until(`"${word}" in view`, () => page.evaluate(wordBox, { lines: areas[area], word }));
      await page.mouse.move(box.x, box.y - 3, { steps: 3 });
      await page.mouse.move(box.x, box.y, { steps: 3 });
      const hover = page.locator(hoverBox, { hasText: expected }).first();
      await hover.waitFor({ timeout: shortPatience });
      return visibleText(hover, shortPatience);
    });
  }

  /** Clicks a link of the hover that is shown; brings the hover up again where it has gone. */
  async followHoverLink(text: string): Promise<void> {
    const link = this.page.locator(`${hoverBox} a`, { hasText: text }).first();
    await retry(`the link "${text}" of the hover`, 4, async () => {
      if (!(await link.isVisible())) await this.#hoverAgain();
      await link.click({ timeout: shortPatience });
    });
  }

  /** Titles of the quick fix menu at the cursor; the menu stays open. */
  async quickFixes(): Promise<string[]> {
    const { page } = this;
    return retry('the quick fix menu', 8, async () => {
      await page.keyboard.press('Control+.');
      await page.locator(`${actionMenu} .monaco-list-row`).first().waitFor({ timeout: shortPatience });
      return (await page.locator(`${actionMenu} .monaco-list-row`).allInnerTexts()).map(plainSpaces);
    });
  }

  /** Row of the open quick fix menu. */
  quickFix(title: string): Locator {
    return this.page.locator(`${actionMenu} .monaco-list-row`, { hasText: title }).first();
  }

  /** Runs a command by its title in the palette. */
  async command(title: string): Promise<void> {
    // The best match is not always on top.
    const row = this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`);
    let isOpen = false;
    await retry(`the command ${title}`, 5, async () => {
      // What takes the focus as the palette opens closes it again.
      if (isOpen) await this.page.keyboard.press('Escape');
      isOpen = true;
      await this.page.keyboard.press('F1');
      await this.inputBox.fill(`>${title}`, { timeout: shortPatience });
      await row.first().click({ timeout: shortPatience });
    });
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
    await retry(`the file ${path}`, 6, async () => {
      await this.inputBox.fill(path, { timeout: shortPatience });
      const name = path.slice(path.lastIndexOf('/') + 1);
      await this.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).waitFor({ timeout: 5_000 });
      await this.page.keyboard.press('Enter');
      await this.inputBox.waitFor({ state: 'hidden', timeout: shortPatience });
    });
  }

  /** Chooses an item of the context menu of an element; a menu that has just opened may miss a click. */
  async contextMenu(element: Locator, title: string): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    await retry(`${title} in the context menu`, 5, async () => {
      if (!(await menu.isVisible())) await element.click({ button: 'right', timeout: shortPatience });
      await menu.getByText(title, { exact: true }).click({ timeout: shortPatience });
      await menu.waitFor({ state: 'hidden', timeout: shortPatience });
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

  /** Opens a terminal, the only one, and waits until it takes keys. */
  async openTerminal(): Promise<void> {
    // Of another one everything that is waited for would hold at once, and half a command would be typed into it.
    const terminals = this.page.locator('.terminal-wrapper');
    if ((await terminals.count()) > 0) await this.command('Terminal: Kill All Terminals');
    await until('no terminal', async () => (await terminals.count()) === 0);
    await this.command('Terminal: Create New Terminal');
    await this.page.locator('.terminal-wrapper.active .xterm-screen').click();
    await this.page.locator('.terminal-wrapper.active .xterm.focus').waitFor();
    await until('a prompt', async () => /[$#] *$/m.test(await this.linesOf('terminal')));
  }

  /** Types a command into the open terminal. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Runs a command that prints known errors in the open terminal and waits until they are counted. VS Code loses output that
   * comes in one piece with the mark of the command's start, and gives the rest to extensions: so it comes a second later,
   * and once more where even that was too early.
   */
  async printErrors(command: string): Promise<void> {
    await retry(`the errors that ${command} prints`, 4, async () => {
      await this.type(`sleep 1; ${command}`);
      try {
        await this.statusItem(/\d known errors/).waitFor({ timeout: 2 * shortPatience });
      } catch (error) {
        await this.page.keyboard.press('Control+C');
        throw error;
      }
    });
  }

  /** Makes the prompt a short one that names no folder, since that is another one in each run; clears the terminal. */
  async plainPrompt(): Promise<void> {
    await this.type("PS1='$ '; clear");
    await until('the plain prompt', async () => (await this.linesOf('terminal')).trim() === '$');
  }

  /** Ctrl+click on a word in the terminal that a link lies on; `look` is called while its tooltip is shown. */
  async followTerminalLink(word: string, look: () => Promise<void>): Promise<void> {
    const { page } = this;
    await retry(`the link on "${word}"`, 5, async () => {
      const box = await until(`"${word}" in view`, () => page.evaluate(wordBox, { lines: areas.terminal, word }));
      await page.mouse.move(5, 5);
      await page.keyboard.down('Control');
      try {
        await page.mouse.move(box.x, box.y, { steps: 5 });
        await page.locator('.workbench-hover', { hasText: '(ctrl + click)' }).waitFor({ timeout: shortPatience });
        await look();
        await page.mouse.click(box.x, box.y);
      } finally {
        await page.keyboard.up('Control');
      }
    });
  }

  /** Shows an output channel. */
  async openOutput(channel: string): Promise<void> {
    await this.command('Output: Focus on Output View');
    await this.page.locator('.part.panel select.monaco-select-box').first().selectOption({ label: channel });
    await this.page.locator(areas.panel).first().waitFor();
  }

  /** Opens the Problems panel and waits until its rows, files and their problems, hold all these texts. */
  async problems(texts: readonly string[]): Promise<void> {
    await this.command('Problems: Focus on Problems View');
    await until(`problems with ${texts.join(', ')}`, async () => {
      const rows = (await this.page.locator('.markers-panel .monaco-list-row').allInnerTexts()).map(plainSpaces);
      return texts.every((text) => rows.some((row) => row.includes(text)));
    });
  }

  /** The dialog that is open, with all its text. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Rows of a view in the side bar, by the name of the view. */
  rows(view: string): Locator {
    return this.page.locator(this.rowsOf(view));
  }

  /** Their selector. */
  rowsOf(view: string): string {
    return `.part.sidebar .pane:has([aria-label="${view} Section"]) .monaco-list-row`;
  }

  /** Texts and levels of the rows of a view that are in sight, from top to bottom. */
  async listed(view: string): Promise<{ readonly text: string; readonly level: number }[]> {
    const rows = await this.rows(view).evaluateAll((nodes) =>
      nodes
        .map((node) => ({ at: Number(node.getAttribute('data-index')), text: node.textContent ?? '', node }))
        .sort((a, b) => a.at - b.at)
        .map(({ text, node }) => ({ text, level: Number(node.getAttribute('aria-level')) })),
    );
    return rows.map(({ text, level }) => ({ text: plainSpaces(text), level }));
  }

  /** The web view that holds an element, wherever it is shown. */
  async webviewWith(selector: string): Promise<Frame> {
    return until(`a web view with ${selector}`, async () => {
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
    await retry(`the theme ${name}`, 5, async () => {
      await this.inputBox.fill(name, { timeout: shortPatience });
      const row = this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name });
      await row.waitFor({ timeout: shortPatience });
    });
    await this.page.keyboard.press('Enter');
    await this.inputBox.waitFor({ state: 'hidden' });
    await this.page.locator(`.monaco-workbench.${body}`).waitFor();
  }

  /** Closes menus, hovers and boxes. */
  async calm(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.page.mouse.move(5, 5);
  }

  /** Closes all editors, without saving what a failed test left, notifications and the panel. */
  async tidy(): Promise<void> {
    await this.calm();
    await this.command('View: Close All Editors');
    await until('no editor', async () => {
      const discard = this.dialog.getByText("Don't Save");
      if (await discard.isVisible()) await discard.click();
      return (await this.page.locator('.tabs-container .tab').count()) === 0;
    });
    await this.command('Notifications: Clear All Notifications');
    if (await this.page.locator('.part.panel').isVisible()) await this.command('View: Hide Panel');
    await this.page.locator('.part.panel').waitFor({ state: 'hidden' });
  }
}

/** Visible text of an element, with plain spaces; waits so many milliseconds for it. */
export async function visibleText(element: Locator, timeout = patience): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen, and lines stay lines
  return plainSpaces(await element.innerText({ timeout }));
}

function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
