import { describe, expect, it } from 'vitest';
import { withEditor } from './support/run';

const frame =
  "ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'<GET> /metrics']";
const code = 'vllm/test/frame';

describe('the page of an entry', () => {
  it('shows the values of the line one comes from, escaped', async () => {
    const page = await withEditor({}, async (editor) => {
      const { uri } = await editor.open(`other\n${frame}`);
      return editor.ask('errorLookup/page', { code, at: { uri, line: 1 } });
    });
    expect(page?.html).toContain('<h2>In the line you came from</h2>');
    expect(page?.html).toContain(
      "<dt><code>received_frame</code></dt><dd><code>[b'&lt;GET&gt; /metrics']</code><br>which is: ",
    );
    expect(page?.html).not.toContain('<GET>');
  });

  it('shows values that it is given', async () => {
    const values = [{ name: 'x', text: '<b>\u202e' }];
    const page = await withEditor({}, (editor) => editor.ask('errorLookup/page', { code, values }));
    expect(page?.html).toContain('<dt><code>x</code></dt><dd><code>&lt;b&gt;\\u202e</code></dd>');
  });

  it.each([
    ['of a line without the error', { at: { uri: 'file:///folder/1/file.log', line: 0 } }],
    ['of a document that is not open', { at: { uri: 'file:///none.log', line: 0 } }],
    ['without a line', {}],
  ])('%s shows none', async (_what, from) => {
    const page = await withEditor({}, async (editor) => {
      await editor.open(`other\n\n\n${frame}`);
      return editor.ask('errorLookup/page', { code: 'vllm/test/listener', ...from });
    });
    expect(page?.html).not.toContain('In the line');
  });

  it('leads to a search that holds text of the catalog alone, and to its JSON', async () => {
    const page = await withEditor({}, (editor) => editor.ask('errorLookup/page', { code }));
    expect(page?.issuesUrl).toBe(
      'https://github.com/search?type=issues&q=%22Unexpected%20frame!%20received_frame%20%3D%22',
    );
    expect(JSON.parse(page?.json ?? '')).toMatchObject({ code, title: 'Frame' });
    expect(page?.raise).toBeNull();
  });

  it('is opened by a hover with its line', async () => {
    const hover = await withEditor({ initializationOptions: { commands: true } }, async (editor) => {
      const { uri } = await editor.open(`other\n${frame}`);
      const position = { line: 1, character: frame.indexOf('Unexpected') };
      return editor.request<{ contents: { value: string } }>('textDocument/hover', { textDocument: { uri }, position });
    });
    const [, args = ''] = /\(command:errorLookup\.openPage\?([^)]+)\)/.exec(hover.contents.value) ?? [];
    expect(JSON.parse(decodeURIComponent(args))).toEqual([code, { uri: expect.stringContaining('file.log'), line: 1 }]);
  });
});
