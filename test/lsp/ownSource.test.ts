/** Source of the workspace, its facts and installed packages, through the server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Hover, Location } from 'vscode-languageserver';
import { indexHere, testWorld } from './support/catalog';
import type { Editor, OpenDocument } from './support/editor';
import { type RunOptions, withEditor } from './support/run';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder with files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'error-lookup-own-'));
  made.push(folder);
  write(folder, files);
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const server = `import logging

logger = logging.getLogger(__name__)


def price(table):
    logger.error("Pricing service for table %s answered nonsense", table)
    raise ValueError("bad: %s" % table)
`;
const line = 'ERROR app.server: Pricing service for table 7 answered nonsense';

function options(folder: string, more: RunOptions = {}): RunOptions {
  return {
    world: testWorld({ runIndexJob: indexHere, store: folderWith({}) }),
    initializationOptions: { trusted: true },
    folders: [pathToFileURL(folder).href],
    ...more,
  };
}

function hover(editor: Editor, { uri, position }: OpenDocument): Promise<Hover | null> {
  return editor.request('textDocument/hover', { textDocument: { uri }, position });
}

async function textOf(editor: Editor, document: OpenDocument): Promise<string> {
  const found = await hover(editor, document);
  return found && 'value' in Object(found.contents) ? String(Object(found.contents).value) : '';
}

/** Asks until the answer is as wanted, since source is read beside the server. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (wanted(answer) || performance.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a line of the workspace’s own program', () => {
  it('leads to the statement that printed it', async () => {
    const folder = folderWith({ 'app/server.py': server });
    await withEditor(options(folder), async (editor) => {
      const document = await editor.open(line.replace('Pricing', 'Pri$0cing'));
      const text = await until(
        () => textOf(editor, document),
        (it) => it !== '',
      );
      expect(text).toContain('**Printed at [app/server.py:7](');
      expect(text).toContain('/app/server.py#L7), in `price`.**');
      expect(text).toContain('From your workspace.');
      const place: Location | null = await editor.request('textDocument/definition', {
        textDocument: { uri: document.uri },
        position: document.position,
      });
      expect(place).toMatchObject({
        uri: pathToFileURL(join(folder, 'app/server.py')).href,
        range: { start: { line: 6 } },
      });
    });
  });
});
