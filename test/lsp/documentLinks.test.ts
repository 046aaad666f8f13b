import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { DocumentLink } from 'vscode-languageserver';
import { namedPlaces } from '../../server/src/lsp/features/documentLinks';
import { cpuTime } from '../support/cpuTime';
import { type RunOptions, withEditor } from './support/run';

const root = mkdtempSync(join(tmpdir(), 'error-lookup-links-'));

function file(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
}

for (const path of [
  'workspace/vllm/engine/core.py',
  'workspace/vllm/net/utils.py',
  'workspace/vllm/worker/utils.py',
  'workspace/with space/odd.py',
  'workspace/node_modules/x/hidden.py',
  'packages/vllm/net/connector.py',
  'outside/secret.py',
]) {
  file(path);
}
symlinkSync(join(root, 'outside'), join(root, 'workspace/linked'));
symlinkSync(join(root, 'outside/secret.py'), join(root, 'workspace/secret.py'));

const uri = (path: string): string => pathToFileURL(join(root, path)).href;
const inWorkspace: RunOptions = { folders: [uri('workspace')] };

/** Linked text and target of each link, targets relative to the folder. */
async function check(text: string, options: RunOptions = inWorkspace): Promise<string[]> {
  return withEditor(options, async (editor) => {
    const document = await editor.open(text);
    const links = await editor.request<DocumentLink[]>('textDocument/documentLink', { textDocument: document });
    return links.map(({ range, target = '' }) => {
      const line = text.split('\n')[range.start.line] ?? '';
      return `${line.slice(range.start.character, range.end.character)} -> ${target.replace(`${uri('.')}/`, '')}`;
    });
  });
}

describe('links', () => {
  it.each([
    ['ERROR [core.py:708] no', ['core.py:708 -> workspace/vllm/engine/core.py#L708']],
    ['ERROR [engine/core.py:708] no', ['engine/core.py:708 -> workspace/vllm/engine/core.py#L708']],
    [
      'x\n  File "/usr/lib/python3/dist-packages/vllm/engine/core.py", line 12, in run',
      ['File "/usr/lib/python3/dist-packages/vllm/engine/core.py", line 12 -> workspace/vllm/engine/core.py#L12'],
    ],
    [
      '[net/utils.py:3] [worker/utils.py:4]',
      ['net/utils.py:3 -> workspace/vllm/net/utils.py#L3', 'worker/utils.py:4 -> workspace/vllm/worker/utils.py#L4'],
    ],
    ['[odd.py:1]', ['odd.py:1 -> workspace/with%20space/odd.py#L1']],
  ])('of %j', async (text, expected) => {
    expect(await check(text)).toEqual(expected);
  });

  it.each([
    ['a name that two files have', '[utils.py:3]'],
    ['a file that only shares its name', '  File "/usr/lib/python3/other/core.py", line 12, in run'],
    ['a file that is not there', '[scheduler.py:3]'],
    ['a file outside the workspace', `  File "${join(root, 'outside/secret.py')}", line 1, in x`],
    ['a file behind a symbolic link', '[secret.py:1] [linked/secret.py:1]'],
    ['a path with dots', '  File "vllm/engine/../engine/core.py", line 1, in x'],
    ['packages, which are no source of the workspace', '[hidden.py:1]'],
    ['source roots that nobody trusts', '[connector.py:5]'],
  ])('are not made to %s', async (_what, text) => {
    expect(await check(text)).toEqual([]);
  });

  it('lead into the source roots of a trusted workspace', async () => {
    const settings = { sourceRoots: [join(root, 'packages')] };
    const options = { ...inWorkspace, settings, initializationOptions: { trusted: true } };
    expect(await check('[connector.py:5]', options)).toEqual(['connector.py:5 -> packages/vllm/net/connector.py#L5']);
  });

  it('are not made without a folder, nor in a virtual one', async () => {
    expect(await check('[core.py:708]', {})).toEqual([]);
    expect(await check('[core.py:708]', { folders: ['vscode-vfs://github/a/b'] })).toEqual([]);
  });
});

describe('namedPlaces', () => {
  it.each([
    ['[core.py:708]', ['core.py 708']],
    ['File "a b.py", line 7, in <module>', ['a b.py 7']],
    ['[core.py] [12:30:45] [x:1] core.py:708 [a.py:12345678]', []],
    ['File "a.py", line', []],
    ['[a.py:1][b.rs:2]', ['a.py 1', 'b.rs 2']],
  ])('of %j', (text, expected) => {
    expect(namedPlaces(text).map(({ file: name, line }) => `${name} ${line}`)).toEqual(expected);
  });

  it.each(['['.repeat(200_000), 'File "'.repeat(50_000), `[${'a.py'.repeat(50_000)}`, `[${'x/'.repeat(100_000)}`])(
    'takes no long time on %.12j…',
    (text) => {
      const start = cpuTime();
      namedPlaces(text);
      expect(cpuTime() - start).toBeLessThan(2000);
    },
  );
});
