/** From a line of a log to the place where its error is mended. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { CodeAction } from 'vscode-languageserver';
import { bundleOf } from '../../server/src/core/bundle';
import { nodeWorld } from '../../server/src/node/world';
import { entryWith, template } from '../support/entry';
import { type RunOptions, withEditor } from './support/run';

const listener = `import threading

import zmq

logger = make_logger()

class Worker:
    def start(self):
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            who, body = self.router.recv_multipart()
            self.handle(body)

    def handle(self, body):
        if body != b"meta":
            raise HandshakeError(f"Unexpected frame on the socket: {body}")
`;
const sender = `import zmq
import zmq.asyncio

class Connector:
    async def sender_listener(self):
        sock = self.ctx.socket(zmq.ROUTER)
        try:
            while True:
                identity, metadata = await sock.recv_multipart()
                await self.work.put((identity, metadata))
        except Exception as e:
            logger.error("Cannot take what the sender got: %s. Leaving it.", str(e))
`;
const left = 'ERROR 07-28 08:14:55 [sender.py:12] Cannot take what the sender got: not enough values. Leaving it.';
const deployment = 'image: vllm/vllm-openai\nargs:\n  - --model=m\n  - --port=8000\n';
const needed = 'ERROR 07-28 08:14:55 [utils.py:1289] RuntimeError: Remote engine 2 must use a headless process here';
const frame = "ERROR 07-28 08:14:55 [worker.py:18] HandshakeError: Unexpected frame on the socket: b'x'";

const catalog = {
  pins: {},
  triggers: {},
  entries: [
    entryWith({
      code: 'vllm/dp-handshake/headless-required',
      exception: 'RuntimeError',
      templates: [
        template('Remote engine {index} must use a headless process here', {
          sites: [{ file: 'vllm/v1/utils.py', function: 'wait', line: 1289 }],
        }),
      ],
    }),
    entryWith({
      code: 'vllm/test/frame',
      exception: 'HandshakeError',
      templates: [
        template('Unexpected frame on the socket: {body}', {
          sites: [{ file: 'vllm/net/worker.py', function: 'Worker.handle', line: 18 }],
        }),
      ],
    }),
    entryWith({
      code: 'vllm/test/sender',
      exception: null,
      templates: [
        template('Cannot take what the sender got: {error}. Leaving it.', {
          kind: 'log',
          level: 'ERROR',
          sites: [{ file: 'vllm/net/sender.py', function: 'Connector.sender_listener', line: 12 }],
        }),
      ],
    }),
  ],
};
const { runIndexJob: _thread, ...world } = nodeWorld('.', () => bundleOf(catalog));

let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = undefined;
});

/** A workspace with these files, and what the editor can do. */
function workspace(files: Record<string, string>, options: RunOptions = {}): RunOptions {
  const root = mkdtempSync(join(tmpdir(), 'error-lookup-workspace-'));
  folder = root;
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const capabilities = { workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } } };
  return { world, folders: [pathToFileURL(root).href], capabilities, ...options };
}

const commands = { initializationOptions: { commands: true } };

/** Actions of a line whose title matches, resolved. */
function mending(line: string, wanted: RegExp, options: RunOptions): Promise<CodeAction[]> {
  return withEditor(options, async (editor) => {
    const { uri } = await editor.open(line, 'log', 'a.log');
    const at = { line: 0, character: 0 };
    const actions = await editor.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: { diagnostics: [], triggerKind: 2 },
    });
    const found = actions.filter(({ title }) => wanted.test(title));
    return Promise.all(
      found.map((action) => (action.data ? editor.request<CodeAction>('codeAction/resolve', action) : action)),
    );
  });
}

describe('an error whose statement is in the workspace', () => {
  it('leads to the loop that has to change', async () => {
    const [action, ...others] = await mending(
      frame,
      /^Fix this/,
      workspace({ 'src/vllm/net/worker.py': listener }, commands),
    );
    expect(others).toEqual([]);
    expect(action?.title).toBe('Fix this in worker.py:13');
    const uri = expect.stringMatching(/\/src\/vllm\/net\/worker\.py$/);
    expect(action?.command).toMatchObject({
      command: 'errorLookup.openPlace',
      arguments: [{ uri, line: 12, character: 12 }],
    });
  });

  it('leads from what the try around a loop logs to the loop, as for Mooncake', async () => {
    const [action, ...others] = await mending(left, /^Fix this/, workspace({ 'vllm/net/sender.py': sender }, commands));
    expect(others).toEqual([]);
    expect(action?.title).toBe('Fix this in sender.py:9');
  });

  it('leads to the installed package where a setting names its folder', async () => {
    const files = { 'app/main.py': 'pass\n', 'site-packages/vllm/net/worker.py': listener };
    const options = workspace(files, {
      initializationOptions: { commands: true, trusted: true },
      capabilities: { workspace: { configuration: true } },
    });
    const root = folder ?? '';
    const inside = { ...options, folders: [pathToFileURL(join(root, 'app')).href] };
    expect(await mending(frame, /^Fix this/, inside)).toEqual([]);
    const [action] = await mending(frame, /^Fix this/, {
      ...inside,
      settings: { sourceRoots: [join(root, 'site-packages')] },
    });
    expect(action?.title).toBe('Fix this in worker.py:13');
  });

  it('is not guessed where two files fit', async () => {
    const files = { 'a/vllm/net/worker.py': listener, 'b/vllm/net/worker.py': listener };
    expect(await mending(frame, /^Fix this/, workspace(files, commands))).toEqual([]);
  });

  it('is changed after a look in another editor', async () => {
    const [action] = await mending(frame, /^Fix this/, workspace({ 'vllm/net/worker.py': listener }));
    expect(action?.command).toBeUndefined();
    expect(Object.values(action?.edit?.changeAnnotations ?? {})).toMatchObject([{ needsConfirmation: true }]);
    expect(action?.edit?.documentChanges).toMatchObject([{ textDocument: { version: null } }]);
  });

  it.each([
    ['nothing is to be fixed there', { 'vllm/net/worker.py': listener.replace('recv_multipart', 'read') }],
    ['the file is another', { 'worker.py': 'pass\n' }],
    ['the workspace is empty', {}],
  ])('has no such action where %s', async (_name, files) => {
    expect(await mending(frame, /^Fix this/, workspace(files, commands))).toEqual([]);
  });
});

describe('an error that a flag answers', () => {
  const add = /^Add --headless where vLLM is started…$/;

  it('finds the manifest and asks before it changes it', async () => {
    const files = {
      'README.md': 'vllm serve m',
      'deploy/vllm.yaml': deployment,
      'node_modules/a.sh': 'vllm serve m\n',
    };
    const [action] = await mending(needed, add, workspace(files, commands));
    expect(action?.edit?.documentChanges).toMatchObject([
      {
        textDocument: { uri: expect.stringMatching(/deploy\/vllm\.yaml$/), version: null },
        edits: [{ newText: '\n  - --headless', range: { start: { line: 3, character: 15 } } }],
      },
    ]);
    expect(Object.values(action?.edit?.changeAnnotations ?? {})).toMatchObject([
      { label: 'Add --headless', needsConfirmation: true },
    ]);
  });

  it('says so where nothing of the workspace starts vLLM', async () => {
    const [action] = await mending(needed, add, workspace({ 'run.sh': 'vllm bench serve\n' }, commands));
    expect(action?.edit).toBeUndefined();
    expect(action?.command?.command).toBe('errorLookup.showReason');
  });

  it('is not asked for without a workspace', async () => {
    expect(await mending(needed, add, { world, ...commands })).toEqual([]);
  });
});
