import { describe, expect, it } from 'vitest';
import { ErrorCodes } from 'vscode-languageserver';
import { withEditor } from './support/run';

const frame = "ERROR [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const listener = 'ERROR [listener.py:40] The handshake listener ended early: closed';

describe('errorLookup/page', () => {
  it('gives the page of an entry', async () => {
    const page = await withEditor({}, (editor) => editor.ask('errorLookup/page', { code: 'vllm/test/frame' }));
    expect(page).toMatchObject({ code: 'vllm/test/frame', title: 'Frame' });
    expect(page?.html).toMatch(/^<h1>Frame<\/h1>/);
    expect(page?.markdown).toMatch(/^# Frame\n/);
    expect(page?.sourceUrl).toMatch(/vllm\/net\/connector\.py#L1298$/);
  });

  it.each(['vllm/test/none', '', '__proto__', 'constructor'])('is null for %j', async (code) => {
    expect(await withEditor({}, (editor) => editor.ask('errorLookup/page', { code }))).toBeNull();
  });
});

describe('errorLookup/matchLines', () => {
  it('finds known errors in lines', async () => {
    const lines = ['$ vllm serve', `(Wörker_𝄞 pid=1) ${frame}`, '', listener];
    const found = await withEditor({}, (editor) => editor.ask('errorLookup/matchLines', { lines }));
    expect(found.map(({ line, start, end, code }) => [lines[line]?.slice(start, end), code])).toEqual([
      ["Unexpected frame! received_frame = [b'meta']", 'vllm/test/frame'],
      ['The handshake listener ended early: closed', 'vllm/test/listener'],
    ]);
  });

  it('finds none when terminal links are off', async () => {
    const options = { settings: { terminalLinks: { enabled: false } } };
    expect(await withEditor(options, (editor) => editor.ask('errorLookup/matchLines', { lines: [frame] }))).toEqual([]);
  });

  it.each([[[]], [['']], [['x'.repeat(2_000_000)]], [Array(5000).fill('')]])('bears odd lines', async (lines) => {
    expect(await withEditor({}, (editor) => editor.ask('errorLookup/matchLines', { lines }))).toEqual([]);
  });
});

describe('errorLookup/explain', () => {
  it('names the entry of a line', async () => {
    const found = await withEditor({}, async (editor) => {
      const { uri, position } = await editor.open(`first\n$0${frame}\nlast`);
      return editor.ask('errorLookup/explain', { at: { uri, line: position.line } });
    });
    expect(found?.entries).toEqual([
      {
        code: 'vllm/test/frame',
        title: 'Frame',
        summary: 'The peer is no listener of ours.',
        severity: 'error',
        project: 'vllm',
      },
    ]);
  });

  it('names the entry of a statement in source', async () => {
    const found = await withEditor({}, async (editor) => {
      const { uri } = await editor.open(
        'raise HandshakeError(f"Unexpected frame! {received_frame = }")',
        'python',
        'a.py',
      );
      return editor.ask('errorLookup/explain', { at: { uri, line: 0 } });
    });
    expect(found?.entries.map(({ code }) => code)).toEqual(['vllm/test/frame']);
  });

  it('says what was tried where nothing fits', async () => {
    const found = await withEditor({}, async (editor) => {
      const { uri } = await editor.open('ERROR 07-28 08:14:55 [kitchen.py:12] The soup is too hot');
      return editor.ask('errorLookup/explain', { at: { uri, line: 0 } });
    });
    expect(found?.entries).toEqual([]);
    expect(found?.document).toMatch(/^No known error in this line\.\n/);
    expect(found?.document).toContain('The soup is too hot');
    expect(found?.document).not.toContain('kitchen.py');
  });

  it('names each entry of a text once', async () => {
    const text = [listener, frame, frame, 'other'].join('\n');
    const found = await withEditor({}, (editor) => editor.ask('errorLookup/explain', { text }));
    expect(found?.entries.map(({ code }) => code)).toEqual(['vllm/test/listener', 'vllm/test/frame']);
  });

  it('tells the trial of each line of a text, up to a bound', async () => {
    const text = Array.from({ length: 50 }, (_, i) => `soup number ${i} is too hot`).join('\n\n');
    const found = await withEditor({}, (editor) => editor.ask('errorLookup/explain', { text }));
    expect(found?.document.match(/No known error/g)).toHaveLength(10);
  });

  it.each([{ at: { uri: 'file:///not/open.log', line: 0 } }, { at: { uri: 'file:///folder/1/file.log', line: 99 } }])(
    'is null for %j',
    async (params) => {
      const found = await withEditor({}, async (editor) => {
        await editor.open(frame);
        return editor.ask('errorLookup/explain', params);
      });
      expect(found).toBeNull();
    },
  );

  it('bears an empty text', async () => {
    const found = await withEditor({}, (editor) => editor.ask('errorLookup/explain', { text: '' }));
    expect(found).toEqual({ entries: [], document: '' });
  });
});

describe('errorLookup/search', () => {
  it.each([
    ['listener', ['vllm/test/listener', 'vllm/test/frame']],
    ['unexpected  FRAME', ['vllm/test/frame']],
    ['soup', []],
    // A line as a log prints it holds words that no entry has.
    [`(Worker pid=7) ${frame}`, ['vllm/test/frame']],
    ['', ['vllm/test/frame', 'vllm/test/listener', 'vllm/test/quiet']],
  ])('for %j finds %j', async (query, codes) => {
    const found = await withEditor({}, (editor) => editor.ask('errorLookup/search', { query }));
    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    [{ severity: 'warning' }, ['vllm/test/listener']],
    [{ project: 'vllm', severity: 'info' }, ['vllm/test/quiet']],
    [{ project: 'nccl' }, []],
    [{ version: 'v0.1.0' }, ['vllm/test/frame', 'vllm/test/listener', 'vllm/test/quiet']],
  ])('with %j finds %j', async (filters, codes) => {
    const found = await withEditor({}, (editor) => editor.ask('errorLookup/search', { query: '', ...filters }));
    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  it('is told what it can be filtered by', async () => {
    const filters = await withEditor({}, (editor) => editor.ask('errorLookup/catalogFilters', {}));
    expect(filters).toEqual({
      projects: [{ name: 'vllm', versions: [] }],
      severities: ['critical', 'error', 'warning', 'info'],
    });
  });
});

describe('errorLookup/logErrors', () => {
  const errorsOf = (text: string, language = 'log') =>
    withEditor({}, async (editor) => {
      const { uri } = await editor.open(text, language, 'a.txt');
      return editor.ask('errorLookup/logErrors', { uri });
    });

  it('lists causes first, with lines as the editor counts them', async () => {
    const progress = 'Loading:  10%\rLoading: 100%\r\n';
    const stories = await errorsOf(`${progress}${frame}\n${listener}\n${listener}\n`);
    const seen = stories?.map(({ error, consequences }) => ({
      title: error.title,
      lines: [error.first.line, error.last.line, error.example.line],
      values: error.captures,
      followed: consequences.map((it) => [it.title, it.count, it.first.line, it.last.line]),
    }));
    expect(seen).toEqual([
      {
        title: 'Frame',
        lines: [2, 2, 2],
        values: [{ name: 'received_frame', text: "[b'meta']" }],
        followed: [['Listener', 2, 3, 4]],
      },
    ]);
  });

  it('reads plain text as well, and nothing else', async () => {
    expect(await errorsOf(frame, 'plaintext')).toHaveLength(1);
    expect(await errorsOf(frame, 'python')).toBeNull();
    expect(
      await withEditor({}, (editor) => editor.ask('errorLookup/logErrors', { uri: 'file:///not/open' })),
    ).toBeNull();
  });

  it('is empty where nothing is known', async () => {
    expect(await errorsOf('all is well\n')).toEqual([]);
  });
});

describe('errorLookup/message', () => {
  const line = "ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";

  it.each<[string, object, string | null]>([
    [
      'is the message of the line, its class and values in it',
      { line: 0, character: 70 },
      "HandshakeError: Unexpected frame! received_frame = [b'meta']",
    ],
    [
      'is that of the line where the place is beside it',
      { line: 0 },
      "HandshakeError: Unexpected frame! received_frame = [b'meta']",
    ],
    ['is none in a line without an error', { line: 1, character: 3 }, null],
    ['is none outside of the document', { line: 9 }, null],
  ])('%s', async (_, at, expected) => {
    const found = await withEditor({}, async (editor) => {
      const { uri } = await editor.open(`${line}\nall is well\n`);
      return editor.ask('errorLookup/message', { at: { uri, line: 0, ...at } });
    });
    expect(found).toBe(expected);
  });
});

describe('errorLookup/payloads', () => {
  const line = "𝄞 first b'\\x82\\xa4type\\xa3abc\\xa1n\\x01' second b'\\x81\\xa1a\\x01' end";

  it.each([
    [undefined, ["b'\\x82\\xa4type\\xa3abc\\xa1n\\x01'", "b'\\x81\\xa1a\\x01'"]],
    [line.indexOf('second') + 9, ["b'\\x81\\xa1a\\x01'"]],
    [0, []],
  ])('at character %s finds %j', async (character, texts) => {
    const found = await withEditor({}, async (editor) => {
      const { uri } = await editor.open(`x\n${line}`);
      return editor.ask('errorLookup/payloads', {
        at: { uri, line: 1, ...(character !== undefined && { character }) },
      });
    });
    expect(found.map(({ start, end }) => line.slice(start, end))).toEqual(texts);
  });
});

describe('errorLookup/decode', () => {
  it('reads bytes', async () => {
    const read = await withEditor({}, (editor) => editor.ask('errorLookup/decode', { text: "b'\\x81\\xa1a\\x01'" }));
    expect(read.kind).toBe('msgpack');
    expect(read.document).toContain(read.summary);
  });

  it('reads the beginning of a file, and shows its bytes from an offset on', async () => {
    const bytes = Buffer.concat([Buffer.from('81a164c50fff', 'hex'), Buffer.alloc(8000, 7)]);
    const params = { text: bytes.toString('base64'), file: true, fileSize: 20_000 };
    await withEditor({}, async (editor) => {
      const read = await editor.ask('errorLookup/decode', params);
      expect(read.html).toContain('the first of 20000 bytes');
      const shown = await editor.ask('errorLookup/payloadBytes', { ...params, from: 6000 });
      expect(shown).toContain('of 8006.');
      expect(shown).toContain('<b data-at="6000">07</b>');
    });
  });

  it.each(['', 'hello', "b'unclosed", '9'.repeat(10_000), '['.repeat(100_000), '\0\ud800'])(
    'bears %.20j',
    async (text) => {
      const read = await withEditor({}, (editor) => editor.ask('errorLookup/decode', { text }));
      expect(read.document.length).toBeGreaterThan(0);
    },
  );
});

describe('errorLookup/status', () => {
  it('tells the size of the catalog once it is loaded', async () => {
    const status = await withEditor({}, (editor) => editor.ask('errorLookup/status', {}));
    expect(status).toEqual({
      version: '0.1.0',
      entries: 3,
      sites: 3,
      workspaceEntries: 0,
      workspaceFaults: 0,
      workspaceFiles: 0,
      workspaceMessages: 0,
      packages: [],
      trusted: false,
    });
  });
});

describe('wrong parameters', () => {
  const nowhere = { uri: 'file:///a.log', line: 0 };
  it.each([
    ['errorLookup/page', { code: 7 }, 'errorLookup/page: code: '],
    ['errorLookup/page', {}, 'errorLookup/page: code: '],
    ['errorLookup/page', null, 'errorLookup/page'],
    ['errorLookup/page', undefined, 'errorLookup/page'],
    ['errorLookup/page', ['vllm/test/frame'], 'errorLookup/page'],
    ['errorLookup/matchLines', { lines: 'text' }, 'errorLookup/matchLines: lines: '],
    ['errorLookup/matchLines', { lines: ['a', null] }, 'errorLookup/matchLines: lines.1: '],
    ['errorLookup/explain', { at: { ...nowhere, line: -1 } }, 'errorLookup/explain: '],
    ['errorLookup/explain', { text: 1 }, 'errorLookup/explain: '],
    ['errorLookup/search', { query: ['a'] }, 'errorLookup/search: query: '],
    ['errorLookup/search', { query: '', project: 7 }, 'errorLookup/search: project: '],
    ['errorLookup/logErrors', { uri: 7 }, 'errorLookup/logErrors: uri: '],
    ['errorLookup/payloads', { at: { ...nowhere, line: 0.5 } }, 'errorLookup/payloads: at.line: '],
    ['errorLookup/payloads', { at: { ...nowhere, character: '1' } }, 'errorLookup/payloads: at.character: '],
    ['errorLookup/payloads', { at: 'file:///a.log' }, 'errorLookup/payloads: at: '],
    ['errorLookup/decode', { text: { length: 3 } }, 'errorLookup/decode: text: '],
  ])('%s %j is answered with the protocol’s error, and nothing is logged', async (method, params, message) => {
    await withEditor({}, async (editor) => {
      const failure = await editor.request(method, params).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: ErrorCodes.InvalidParams, message: expect.stringContaining(message) });
      expect(String(failure)).not.toContain('\n');
    });
  });
});
