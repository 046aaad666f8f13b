import { describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { testWorld } from './support/catalog';
import type { Editor } from './support/editor';
import { type RunOptions, withEditor } from './support/run';

const frame = "ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const listener = 'ERROR 07-28 08:14:56 [listener.py:40] The handshake listener ended early: closed';
const other = 'INFO 07-28 08:14:54 [kitchen.py:12] The soup is ready';

/** `line:start-end code` of each. */
function rows(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(
    ({ range: { start, end }, code }) => `${start.line}:${start.character}-${end.character} ${code}`,
  );
}

async function check(text: string, options: RunOptions = {}, language = 'log', name = 'a.log'): Promise<Diagnostic[]> {
  return withEditor(options, async (editor) => {
    const { uri } = await editor.open(text, language, name);
    return (await editor.diagnostics(uri)).diagnostics;
  });
}

describe('a log file', () => {
  it('has one for each known error', async () => {
    const found = await check(`${other}\n${frame}\n${other}\n${listener}\n`);
    expect(rows(found)).toEqual(['1:57-101 vllm/test/frame', '3:38-80 vllm/test/listener']);
  });

  it('says what is wrong in words of its own, and where to read on', async () => {
    const [found] = await check(listener);
    expect(found).toEqual({
      range: { start: { line: 0, character: 38 }, end: { line: 0, character: 80 } },
      severity: 2,
      source: 'Error Lookup',
      code: 'vllm/test/listener',
      codeDescription: {
        href: 'https://github.com/vllm-project/vllm/blob/9b9fc4039c25a6e4fe0ae97361b62edd74b8b47e/vllm/net/listener.py#L40',
      },
      message: 'Listener',
    });
  });

  it('links the page in our client', async () => {
    const [found] = await check(listener, { initializationOptions: { commands: true } });
    expect(found?.codeDescription?.href).toBe('command:errorLookup.openPage?%5B%22vllm%2Ftest%2Flistener%22%5D');
  });

  it('counts columns in UTF-16 units', async () => {
    expect(rows(await check(`𝄞é\r\n(Wörker_𝄞 pid=1) ${listener}`))).toEqual(['1:56-98 vllm/test/listener']);
  });

  it.each([
    ['when they are switched off', frame, { settings: { diagnostics: { enabled: false } } }],
    ['when it is binary', `\0\u0001${frame}`, {}],
    ['when nothing is known', other, {}],
    ['when it is empty', '', {}],
  ])('has none %s', async (_when, text, options) => {
    expect(await check(text, options)).toEqual([]);
  });
});

describe('a manifest', () => {
  const args = '    - args: ["vllm", "serve", "m", "--port", "8080", "--data-parallel-rpc-port", "13345"]\n';
  const scraped = (port: string): string =>
    `kind: Pod\nmetadata:\n  annotations:\n    prometheus.io/scrape: "true"\n    prometheus.io/port: "${port}"\nspec:\n  containers:\n${args}`;
  const probed = (action: string): string =>
    `kind: Pod\nspec:\n  containers:\n${args}      livenessProbe: {${action}: {port: 13345}}\n`;

  it('has a hint on what sends HTTP to a ZMQ port', async () => {
    expect(await check(scraped('13345'), {}, 'yaml', 'pod.yaml')).toEqual([
      {
        range: { start: { line: 4, character: 4 }, end: { line: 4, character: 31 } },
        severity: 4,
        source: 'Error Lookup',
        code: 'scrape-port',
        message:
          'Port 13345 is for the data-parallel handshake over ZMQ, where each scrape is a malformed message; vLLM serves its metrics on 8080.',
      },
    ]);
    const [found, ...more] = await check(probed('httpGet'), {}, 'yaml', 'pod.yaml');
    expect([found?.severity, found?.range.start.line, more]).toEqual([4, 4, []]);
  });

  it.each<[string, string, RunOptions]>([
    ['on a scrape of the HTTP port', scraped('8080'), {}],
    ['on a probe that only connects', probed('tcpSocket'), {}],
    ['of a pod that does not run vLLM', scraped('13345').replace('vllm', 'other'), {}],
    ['when they are switched off', scraped('13345'), { settings: { manifestHints: { enabled: false } } }],
  ])('has none %s', async (_when, text, options) => {
    await withEditor(options, async (editor) => {
      const quiet = await editor.open(text, 'yaml', 'quiet.yaml');
      const log = await editor.open(frame);
      await editor.diagnostics(log.uri);
      // Another manifest, opened later, is looked at later.
      const other = await editor.open(scraped('13345'), 'yaml', 'other.yaml');
      if (options.settings === undefined) await editor.diagnostics(other.uri);
      expect(editor.published(quiet.uri)).toEqual([]);
    });
  });

  it('loses its hint with the fault, and when it is closed', async () => {
    await withEditor({}, async (editor) => {
      const { uri } = await editor.open(scraped('13345'), 'yaml', 'pod.yaml');
      const textDocument = { uri, version: 2 };
      expect((await editor.diagnostics(uri)).diagnostics).toHaveLength(1);
      await editor.notify('textDocument/didChange', { textDocument, contentChanges: [{ text: scraped('8080') }] });
      expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
      await editor.notify('textDocument/didChange', {
        textDocument: { uri, version: 3 },
        contentChanges: [{ text: scraped('13345') }],
      });
      expect((await editor.diagnostics(uri)).diagnostics).toHaveLength(1);
      await editor.notify('textDocument/didClose', { textDocument: { uri } });
      expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
    });
  });
});

describe('a document that is no log file', () => {
  it.each([
    ['python', 'a.py'],
    ['plaintext', 'notes.txt'],
    ['Log', 'output:extension-output-x'],
  ])('of language %s named %s gets none', async (language, name) => {
    await withEditor({}, async (editor) => {
      const quiet = await editor.open(frame, language, name);
      const log = await editor.open(frame);
      await editor.diagnostics(log.uri);
      expect(editor.published(quiet.uri)).toEqual([]);
    });
  });
});

describe('after a change', () => {
  const document = `${other}\n`.repeat(1000);

  async function change(editor: Editor, uri: string, version: number, line: number, text: string): Promise<string[]> {
    const at = { line, character: 0 };
    const contentChanges = [{ range: { start: at, end: at }, text }];
    await editor.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    return rows((await editor.diagnostics(uri)).diagnostics);
  }

  it('follows text that is appended, inserted and split', async () => {
    await withEditor({}, async (editor) => {
      const { uri } = await editor.open(`${frame}\n${document}`);
      expect(rows((await editor.diagnostics(uri)).diagnostics)).toEqual(['0:57-101 vllm/test/frame']);
      expect(await change(editor, uri, 2, 1001, `${listener}\n`)).toEqual([
        '0:57-101 vllm/test/frame',
        '1001:38-80 vllm/test/listener',
      ]);
      expect(await change(editor, uri, 3, 500, `${listener}\n`)).toEqual([
        '0:57-101 vllm/test/frame',
        '500:38-80 vllm/test/listener',
        '1002:38-80 vllm/test/listener',
      ]);
      expect(await change(editor, uri, 4, 0, 'x\n')).toEqual([
        '1:57-101 vllm/test/frame',
        '501:38-80 vllm/test/listener',
        '1003:38-80 vllm/test/listener',
      ]);
    });
  });

  it('scans an appended log from near its end only', async () => {
    let scanned = 0;
    const world = testWorld();
    const counting = {
      ...world,
      createLookup: async (entries: Parameters<typeof world.createLookup>[0]) => {
        const lookup = await world.createLookup(entries);
        return {
          ...lookup,
          createScanner: (options: Parameters<typeof lookup.createScanner>[0]) => {
            const scanner = lookup.createScanner(options);
            return {
              ...scanner,
              push: (chunk: Uint8Array) => {
                scanned += chunk.length;
                return scanner.push(chunk);
              },
            };
          },
        };
      },
    };
    await withEditor({ world: counting }, async (editor) => {
      const { uri, text } = await editor.open(document);
      await editor.diagnostics(uri);
      expect(scanned).toBe(text.length);
      scanned = 0;
      await change(editor, uri, 2, 1000, `${listener}\n`);
      expect(scanned).toBeGreaterThan(listener.length);
      expect(scanned).toBeLessThan(text.length / 2);
    });
  });

  it('takes them away when the document is closed', async () => {
    await withEditor({}, async (editor) => {
      const { uri } = await editor.open(frame);
      await editor.diagnostics(uri);
      await editor.notify('textDocument/didClose', { textDocument: { uri } });
      expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
    });
  });

  it('follows the settings', async () => {
    const options: RunOptions = { settings: { diagnostics: { enabled: false } } };
    await withEditor(options, async (editor) => {
      const { uri } = await editor.open(frame);
      expect((await editor.diagnostics(uri)).diagnostics).toEqual([]);
      options.settings = undefined;
      await editor.notify('workspace/didChangeConfiguration', { settings: null });
      expect(rows((await editor.diagnostics(uri)).diagnostics)).toEqual(['0:57-101 vllm/test/frame']);
    });
  });
});
