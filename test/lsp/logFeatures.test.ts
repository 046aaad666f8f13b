import { describe, expect, it } from 'vitest';
import type { CodeLens, DocumentSymbol, FoldingRange, Location, SemanticTokens } from 'vscode-languageserver';
import manifest from '../../package.json';
import type { Files } from '../../server/src/lsp/world';
import { testWorld } from './support/catalog';
import type { Editor } from './support/editor';
import { type RunOptions, withEditor } from './support/run';

const noise = 'INFO:     10.0.0.1:5312 - "GET /metrics HTTP/1.1" 200 OK';
const frame =
  "(Engine pid=7) ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const listener = '(Engine pid=7) ERROR 07-28 08:14:56 [listener.py:40] The handshake listener ended early: closed';
const log = [noise, frame, listener, listener, noise].join('\n');

const ours: RunOptions = { initializationOptions: { commands: true } };

async function ask<R>(
  method: string,
  text: string,
  options: RunOptions = {},
  language = 'log',
  name = 'a.log',
): Promise<R> {
  return withEditor(options, async (editor) => {
    const { uri } = await editor.open(text, language, name);
    return editor.request<R>(`textDocument/${method}`, { textDocument: { uri } });
  });
}

describe('the outline of a log', () => {
  const outline = (text: string, language = 'log'): Promise<DocumentSymbol[]> =>
    ask('documentSymbol', text, {}, language, language === 'log' ? 'a.log' : 'a.txt');

  it('shows each error once, the cause above what follows from it', async () => {
    const [cause, ...others] = await outline(log);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      name: 'Frame',
      detail: 'Engine pid=7 · 07-28 08:14:55',
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: frame.length } },
      selectionRange: {
        start: { line: 1, character: frame.indexOf('Unexpected') },
        end: { line: 1, character: frame.length },
      },
      children: [{ name: 'Listener', detail: '2 × · Engine pid=7 · 07-28 08:14:56', range: { start: { line: 2 } } }],
    });
  });

  it.each([
    ['is empty where nothing is known', noise, 'log'],
    ['is empty for an empty log', '', 'log'],
    ['is left to others in a document that is no log', log, 'plaintext'],
  ])('%s', async (_what, text, language) => {
    expect(await outline(text, language)).toEqual([]);
  });
});

describe('code lenses', () => {
  it('stand above a cause and say what it set off', async () => {
    const lenses = await ask<CodeLens[]>('codeLens', log, ours);
    expect(lenses.map(({ range, command }) => `${range.start.line} ${command?.title} -> ${command?.command}`)).toEqual([
      '1 Cause · 1 consequence -> errorLookup.explainLine',
      '1 Explain -> errorLookup.explainLine',
    ]);
    expect(lenses[0]?.command?.arguments).toMatchObject([{ line: 1 }]);
  });

  it.each<[string, string, RunOptions]>([
    ['an editor without our commands', log, {}],
    ['a user who switched them off', log, { ...ours, settings: { codeLens: { enabled: false } } }],
    ['an error that set nothing off', frame, ours],
  ])('are not shown to %s', async (_who, text, options) => {
    expect(await ask<CodeLens[]>('codeLens', text, options)).toEqual([]);
  });
});

describe('folds', () => {
  const traceback = ['Traceback (most recent call last):', '  File "a.py", line 1, in f', '    g()', 'ValueError: x'];

  it('take in a traceback and leave its exception in sight', async () => {
    const folds = await ask<FoldingRange[]>('foldingRange', [noise, ...traceback, noise].join('\n'));
    expect(folds).toEqual([{ startLine: 1, endLine: 3, kind: 'region' }]);
  });

  it.each([
    ['a log without a traceback', noise, 'log', 'a.log'],
    ['plain text that is no log', traceback.join('\n'), 'plaintext', 'a.txt'],
  ])('are left to the editor in %s', async (_what, text, language, name) => {
    expect(await ask('foldingRange', text, {}, language, name)).toBeNull();
  });
});

describe('colours', () => {
  const types = Object.keys(manifest.contributes.semanticTokenScopes[0]?.scopes ?? {});

  /** `line:text type` of each token. */
  function rows(text: string, { data }: SemanticTokens): string[] {
    let [line, character] = [0, 0];
    return Array.from({ length: data.length / 5 }, (_, i) => {
      const [down = 0, right = 0, length = 0, type = 0] = data.slice(i * 5);
      character = down > 0 ? right : character + right;
      line += down;
      return `${line}:${text.split('\n')[line]?.slice(character, character + length)} ${types[type]}`;
    });
  }
  const warning = '(Wörker_𝄞 pid=1) WARNING 07-28 08:14:54 [a.py:1] Slow';
  const expected = [
    '0:INFO: logInfo',
    '0:10.0.0.1:5312 - "GET /metrics HTTP/1.1" 200 OK logNoise',
    '1:(Wörker_𝄞 pid=1) logProcess',
    '1:WARNING logWarning',
    '1:07-28 08:14:54 logTime',
    '1:[a.py:1] logSource',
  ];
  const last = [
    '2:(Engine pid=7) logProcess',
    '2:ERROR logError',
    '2:07-28 08:14:55 logTime',
    '2:[connector.py:1395] logSource',
    '2:HandshakeError logException',
  ];
  const text = [noise, warning, frame].join('\n');

  it('of a whole log', async () => {
    expect(rows(text, await ask<SemanticTokens>('semanticTokens/full', text))).toEqual([...expected, ...last]);
  });

  it('of the lines that the editor shows', async () => {
    const tokens = await withEditor({}, async (editor) => {
      const textDocument = await editor.open(text);
      const range = { start: { line: 2, character: 5 }, end: { line: 2, character: 9 } };
      return editor.request<SemanticTokens>('textDocument/semanticTokens/range', { textDocument, range });
    });
    expect(rows(text, tokens)).toEqual(last);
  });

  it.each<[string, RunOptions, string, string]>([
    ['where they are switched off', { settings: { logColors: { enabled: false } } }, 'log', 'a.log'],
    ['in a document that is no log', {}, 'plaintext', 'a.txt'],
  ])('are none %s', async (_where, options, language, name) => {
    expect(await ask('semanticTokens/full', text, options, language, name)).toBeNull();
  });

  it('are asked for again after the settings have changed', async () => {
    const refreshed: string[] = [];
    const capabilities = {
      workspace: { configuration: true, semanticTokens: { refreshSupport: true }, codeLens: { refreshSupport: true } },
    };
    await withEditor({ capabilities, onRefresh: (what) => refreshed.push(what) }, async (editor) => {
      await editor.ask('errorLookup/status', {});
      refreshed.length = 0;
      await editor.notify('workspace/didChangeConfiguration', { settings: null });
      await editor.ask('errorLookup/status', {});
    });
    expect(refreshed.toSorted()).toEqual(['codeLens', 'semanticTokens']);
  });
});

/** Files of a workspace, by path below `/w`. */
function filesOf(texts: Readonly<Record<string, string>>): Files {
  return {
    toPath: (uri) => (uri.startsWith('file://') ? uri.slice(7) : undefined),
    toUri: (path) => `file://${path}`,
    realPath: async (path) => path,
    list: async (folder) => {
      const below = Object.keys(texts).flatMap((path) =>
        `/w/${path}`.startsWith(`${folder}/`) ? [`/w/${path}`.slice(folder.length + 1)] : [],
      );
      return [...new Set(below.map((path) => path.split('/')[0] ?? ''))].map((name) => ({
        name,
        kind: below.includes(name) ? ('file' as const) : ('folder' as const),
      }));
    },
    size: async () => undefined,
    readBytes: async () => undefined,
    readText: async (path) => texts[path.slice(3)],
  };
}

const connector = [
  'class Worker:',
  '    def handshake(self, frame):',
  '        raise HandshakeError(f"Unexpected frame! received_frame = {frame}")',
  '',
].join('\n');

describe('go to definition in a log', () => {
  async function definition(
    marked: string,
    files: Readonly<Record<string, string>>,
    name = 'a.log',
  ): Promise<string | null> {
    const options = { world: testWorld({ files: filesOf(files) }), folders: ['file:///w'] };
    return withEditor(options, async (editor) => {
      const { uri, position } = await editor.open(marked, 'log', name);
      const place = await editor.request<Location | null>('textDocument/definition', {
        textDocument: { uri },
        position,
      });
      return place && `${place.uri}:${place.range.start.line}`;
    });
  }
  const onMessage = frame.replace('Unexpected', 'Unex$0pected');

  it.each([
    [
      'from a message to the statement that raised it, wherever it stands now',
      onMessage,
      { 'net/connector.py': connector },
      'file:///w/net/connector.py:2',
    ],
    [
      'from a tag to its line',
      frame.replace('1395', '13$095'),
      { 'net/connector.py': connector },
      'file:///w/net/connector.py:1394',
    ],
    [
      'from a frame to its line',
      '  File "/usr/lib/x/connector.py", $0line 2, in handshake',
      { 'net/connector.py': connector },
      null,
    ],
    ['not to a file that lacks the statement', onMessage, { 'net/connector.py': 'pass\n' }, null],
    ['not to another file', onMessage, { 'net/other.py': connector }, null],
    ['not from a line that nothing is known of', `${noise}$0`, { 'net/connector.py': connector }, null],
  ])('leads %s', async (_what, marked, files, expected) => {
    expect(await definition(marked, files)).toBe(expected);
  });
});

describe('find references of a statement', () => {
  async function references(marked: string, use?: (editor: Editor) => Promise<unknown>): Promise<string[]> {
    return withEditor({}, async (editor) => {
      const { uri: logUri } = await editor.open(log);
      await use?.(editor);
      const { uri, position } = await editor.open(marked, 'python', 'connector.py');
      const params = { textDocument: { uri }, position, context: { includeDeclaration: false } };
      const places = await editor.request<Location[]>('textDocument/references', params);
      return places.map((place) => `${place.uri === logUri ? 'log' : 'other'}:${place.range.start.line}`);
    });
  }

  it('gives the lines of open logs that it printed', async () => {
    expect(await references(connector.replace('raise', '$0raise'))).toEqual(['log:1']);
    expect(await references('logger.error("The handshake listener $0ended early: %s", reason)')).toEqual([
      'log:2',
      'log:3',
    ]);
  });

  it('looks into every log, and into nothing else', async () => {
    const more = async (editor: Editor): Promise<void> => {
      await editor.open(frame, 'log', 'b.log');
      await editor.open(frame, 'plaintext', 'notes.txt');
    };
    expect(await references(connector.replace('raise', '$0raise'), more)).toEqual(['log:1', 'other:0']);
  });

  it('gives none elsewhere', async () => {
    expect(await references(connector.replace('class', '$0class'))).toEqual([]);
  });
});
