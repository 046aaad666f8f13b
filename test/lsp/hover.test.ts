import { describe, expect, it } from 'vitest';
import type { Hover } from 'vscode-languageserver';
import { type RunOptions, withEditor } from './support/run';

/** First line, last line and range of the hover at `$0`; null where there is none. */
async function check(
  marked: string,
  { language = 'log', name = 'file.log', ...options }: RunOptions & { language?: string; name?: string } = {},
): Promise<{ first: string; last: string; text: string; covers: string } | null> {
  return withEditor(options, async (editor) => {
    const { uri, position, text } = await editor.open(marked, language, name);
    const hover = await editor.request<Hover | null>('textDocument/hover', { textDocument: { uri }, position });
    if (hover === null) return null;
    if (typeof hover.contents === 'string' || !('value' in hover.contents)) throw new Error('not Markdown');
    expect(hover.contents).toMatchObject({ kind: 'markdown' });
    const lines = hover.contents.value.trimEnd().split('\n');
    return {
      first: lines[0] ?? '',
      last: lines.at(-1) ?? '',
      text: hover.contents.value,
      covers: covered(text, hover),
    };
  });
}

function covered(text: string, { range }: Hover): string {
  if (!range) throw new Error('no range');
  const lines = text.split('\n');
  const offset = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  return text.slice(offset(range.start), offset(range.end));
}

const frameLine =
  "ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected $0frame! received_frame = [b'meta']";
const peer = '**The peer is no listener of ours.**';

describe('in a log', () => {
  it('says what is wrong first and covers the message', async () => {
    const hover = await check(frameLine);
    expect(hover?.first).toBe(peer);
    expect(hover?.covers).toBe("Unexpected frame! received_frame = [b'meta']");
  });

  it.each([
    ['before the message on its line', frameLine.replace('$0', '').replace('ERROR', '$0ERROR')],
    ['after two lines of other characters', `é𝄞\r\n€\r\n${frameLine}`],
    [
      'inside a traceback',
      `Traceback (most recent call last):\n  File "a.py", line 1, in f\nvllm.net.${frameLine.slice(41)}`,
    ],
  ])('works %s', async (_where, marked) => {
    expect((await check(marked))?.first).toBe(peer);
  });

  it.each([
    ['file.txt', 'plaintext'],
    ['untitled:Untitled-1', 'plaintext'],
    ['output:extension-output-x-#1-vLLM', 'Log'],
  ])('works in %s (%s)', async (name, language) => {
    expect((await check(frameLine, { name, language }))?.first).toBe(peer);
  });

  it.each([
    ['another text', 'ERROR 07-28 08:14:55 [kitchen.py:12] The soup is too $0hot'],
    ['an empty line', '$0'],
    ['the line after the message', `${frameLine.replace('$0', '')}\nnext $0line`],
    ['a text in small letters', frameLine.replace('Unexpected', 'unexpected')],
  ])('says nothing on %s', async (_what, marked) => {
    expect(await check(marked)).toBeNull();
  });

  it.each([
    ['markdown', 'notes.md'],
    ['yaml', 'values.yaml'],
    ['plaintext', 'error-lookup:/Explanation 1.txt'],
  ])('says nothing in a document of %s named %s', async (language, name) => {
    expect(await check(frameLine, { language, name })).toBeNull();
  });

  it('reports a site below the lowest level only where the user asks for it', async () => {
    const line = 'INFO 07-28 08:14:55 [listener.py:12] Raised the number of $0open handshakes to 4';
    expect(await check(line)).toBeNull();
    expect((await check(line, { settings: { level: 'info' } }))?.first).toBe('**Something was set to another value.**');
  });
});

describe('on a payload', () => {
  it('reads one that is no part of a known error', async () => {
    const hover = await check("INFO got $0b'\\x82\\xa4type\\xa3abc\\xa1n\\x01' from peer");
    expect(hover?.covers).toBe("b'\\x82\\xa4type\\xa3abc\\xa1n\\x01'");
    expect(hover?.text).toMatch(/msgpack/i);
  });

  it('reads one inside a known error in the hover of that error', async () => {
    const hover = await check(
      frameLine.replace("[b'meta']", "[b'\\x82\\xa4ty$0pe\\xa3abc\\xa1n\\x01']").replace('$0', ''),
    );
    expect(hover?.first).toBe(peer);
    expect(hover?.text).toMatch(/which is: .*msgpack/i);
  });
});

describe('links', () => {
  const source =
    '[Pinned source](https://github.com/vllm-project/vllm/blob/9b9fc4039c25a6e4fe0ae97361b62edd74b8b47e/vllm/net/connector.py#L1298)';

  it('lead to the page and the clipboard in our client', async () => {
    const hover = await check(frameLine, { initializationOptions: { commands: true } });
    const args = encodeURIComponent(JSON.stringify(['vllm/test/frame']));
    const place = encodeURIComponent(JSON.stringify([{ uri: 'file:///folder/1/file.log', line: 0, character: 68 }]));
    const page = encodeURIComponent(JSON.stringify(['vllm/test/frame', { uri: 'file:///folder/1/file.log', line: 0 }]));
    const open = `[Open the full page](command:errorLookup.openPage?${page})`;
    expect(hover?.text).toContain(
      `${open} · [Copy message](command:errorLookup.copyMessage?${place}) · [Copy as Markdown](command:errorLookup.copyMarkdown?${args})\n`,
    );
    expect(hover?.last).toBe(`${open} · ${source}`);
  });

  it('are plain web links in another editor', async () => {
    expect((await check(frameLine))?.last).toBe(source);
  });

  it('are never made from the text of a log', async () => {
    const evil = frameLine.replace("[b'meta']", '[x](command:evil) <img src=x onerror=1> ![y](https://evil.example/z)');
    const hover = await check(evil, { initializationOptions: { commands: true } });
    const outsideCode = hover?.text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    expect(outsideCode).not.toMatch(/evil|<img/);
  });
});

describe('in source', () => {
  it.each([
    ['python', 'raise HandshakeError(f"Unexpected $0frame! {received_frame = }")', peer],
    [
      'python',
      'logger.error("The handshake listener ended early: $0%s", reason)',
      '**The listener met something it does not know.**',
    ],
    ['rust', 'fn f() { bail!("Unexpected frame! received_frame = {}$0", frame) }', peer],
  ])('of %s, works on %j', async (language, marked, first) => {
    expect((await check(marked, { language, name: 'x.src' }))?.first).toBe(first);
  });

  it('says nothing on other statements', async () => {
    expect(await check('x = $01', { language: 'python', name: 'x.py' })).toBeNull();
  });
});
