import { describe, expect, it } from 'vitest';
import type { CodeAction, DocumentLink, Hover } from 'vscode-languageserver';
import type { ErrorLookup } from '../../server/src/core/service';
import type { World } from '../../server/src/lsp/world';
import { cpuTime } from '../support/cpuTime';
import { testWorld } from './support/catalog';
import type { Editor, OpenDocument } from './support/editor';
import { withEditor } from './support/run';

const frame = "HandshakeError: Unexpected frame! received_frame = [b'meta']";

/** Asks for everything that an editor asks for at a place. */
async function askAll(
  editor: Editor,
  { uri, position }: OpenDocument,
): Promise<[Hover | null, CodeAction[], DocumentLink[]]> {
  const textDocument = { uri };
  const range = { start: position, end: position };
  const context = { diagnostics: [], triggerKind: 1 };
  return [
    await editor.request<Hover | null>('textDocument/hover', { textDocument, position }),
    await editor.request<CodeAction[]>('textDocument/codeAction', { textDocument, range, context }),
    await editor.request<DocumentLink[]>('textDocument/documentLink', { textDocument }),
  ];
}

/** Node’s world with some methods of the product replaced. */
function worldWith(change: (lookup: ErrorLookup) => Partial<ErrorLookup>): World {
  const world = testWorld();
  return {
    ...world,
    createLookup: async (entries) => {
      const lookup = await world.createLookup(entries);
      return { ...lookup, ...change(lookup) };
    },
  };
}

describe('odd documents are borne', () => {
  it.each([
    ['nothing', '$0'],
    ['a line of 10 MB', `${'x'.repeat(5_000_000)}$0${'y'.repeat(5_000_000)}`],
    ['300,000 lines', `${'line\n'.repeat(150_000)}$0${'line\n'.repeat(150_000)}`],
    ['binary', `\0\u0001\u0002$0${'\0\ufffd\u001b['.repeat(10_000)}`],
    ['lone surrogates', `\ud800\ud800$0\udc00`],
    ['open quotes', `b'${'\\x'.repeat(50_000)}$0`],
    ['open brackets', `${'['.repeat(50_000)}$0${'{('.repeat(50_000)}`],
    ['an integer of 10,000 digits', `rank: $0${'9'.repeat(10_000)}`],
    ['escape codes', `\u001b[31m${'\u001b['.repeat(50_000)}$0\u001b]8;;`],
  ])('%s', async (_what, marked) => {
    await withEditor({ initializationOptions: { commands: true } }, async (editor) => {
      const start = cpuTime();
      const [, , links] = await askAll(editor, await editor.open(marked));
      expect(links).toEqual([]);
      expect(cpuTime() - start).toBeLessThan(10_000);
    });
  });

  it.each(['python', 'rust', 'typescript'])('%s with open quotes and brackets', async (language) => {
    await withEditor({}, async (editor) => {
      const marked = `${'([{'.repeat(2000)} """ $0 raise X("Unexpected frame! `;
      expect(await askAll(editor, await editor.open(marked, language, 'a.src'))).toEqual([null, [], []]);
    });
  });

  it('a message in the middle of a huge line is found by its place', async () => {
    await withEditor({}, async (editor) => {
      const marked = `${`{"log":"x"} `.repeat(100_000)}\n${frame.replace('frame!', '$0frame!')}\n${'z'.repeat(1_000_000)}`;
      const [hover] = await askAll(editor, await editor.open(marked));
      expect(hover).not.toBeNull();
    });
  });

  it('a document that is not open', async () => {
    await withEditor({}, async (editor) => {
      const nowhere = { uri: 'file:///nowhere.log', text: '', position: { line: 0, character: 0 } };
      expect(await askAll(editor, nowhere)).toEqual([null, [], []]);
    });
  });

  it('a place outside the document, which counts as its end', async () => {
    await withEditor({}, async (editor) => {
      const document = await editor.open(frame);
      const [hover] = await askAll(editor, { ...document, position: { line: 99, character: 99 } });
      expect(hover?.range?.end).toEqual({ line: 0, character: frame.length });
    });
  });
});

describe('a fault in one feature', () => {
  it('is logged, and the others go on', async () => {
    const world = worldWith(() => ({
      findPayloads: () => {
        throw new Error('no payloads today');
      },
    }));
    await withEditor({ world, logs: [/^hover failed: Error: no payloads today/] }, async (editor) => {
      const document = await editor.open(frame.replace('frame!', '$0frame!'));
      const hover = await editor.request('textDocument/hover', { textDocument: document, position: document.position });
      expect(hover).toBeNull();
      expect((await editor.diagnostics(document.uri)).diagnostics).toHaveLength(1);
    });
  });

  it('does not stop later diagnostics', async () => {
    let fails = true;
    const world = worldWith((lookup) => ({
      createScanner: (options) => {
        if (fails) throw new Error('no scanner today');
        return lookup.createScanner(options);
      },
    }));
    await withEditor({ world, logs: [/^diagnostics failed: Error: no scanner today/] }, async (editor) => {
      const { uri } = await editor.open(frame);
      await editor.logs(1);
      fails = false;
      const contentChanges = [{ text: `${frame}\n` }];
      await editor.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges });
      expect((await editor.diagnostics(uri)).diagnostics).toHaveLength(1);
    });
  });

  it('in loading the catalog makes the server not ready, and it tries again', async () => {
    let fails = true;
    const world = testWorld();
    const options = {
      world: {
        ...world,
        createLookup: async (entries: Parameters<World['createLookup']>[0]) => {
          if (fails) throw new Error('no catalog today');
          return world.createLookup(entries);
        },
      },
    };
    await withEditor(options, async (editor) => {
      await expect(editor.ask('errorLookup/status', {})).rejects.toThrow('no catalog today');
      fails = false;
      expect((await editor.ask('errorLookup/status', {})).entries).toBe(3);
    });
  });
});

it('a cancelled request is answered early', async () => {
  let asked = 0;
  const world = worldWith((lookup) => ({
    matchText: (...args) => {
      asked++;
      return lookup.matchText(...args);
    },
  }));
  await withEditor({ world }, async (editor) => {
    const document = await editor.open(frame.replace('frame!', '$0frame!'), 'log', 'output:x');
    const params = { textDocument: { uri: document.uri }, position: document.position };
    expect(await editor.cancelled('textDocument/hover', params)).toBeNull();
    expect(asked).toBe(0);
  });
});

it.each([[null], [[]], ['text'], [7], [{ commands: 'yes', trusted: 1 }], [{ level: {} }]])(
  'settings and options of the wrong type (%j) count as not given',
  async (value) => {
    const options = { settings: value, initializationOptions: value as never };
    await withEditor(options, async (editor) => {
      expect((await editor.ask('errorLookup/status', {})).trusted).toBe(false);
    });
  },
);
