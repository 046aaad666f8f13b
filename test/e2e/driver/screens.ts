/** Screenshots: of the README where $SCREENS names its folder, else only to look at. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = process.env.SCREENS ?? 'test-results/screens';

/** Saves what the window shows. */
export async function saveScreen(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'initial' });
}
