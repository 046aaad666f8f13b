/** Tools for language models over the protocol. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolAnswer } from '../../server/src/lsp/protocol';
import { withEditor } from './support/run';

const frame = "HandshakeError: Unexpected frame! received_frame = [b'meta']";

function run(name: string, input: unknown): Promise<ToolAnswer> {
  return withEditor({}, (editor) => editor.request<ToolAnswer>('errorLookup/tool', { name, input }));
}

describe('a tool', () => {
  it('answers with JSON', async () => {
    const { ok, text } = await run('lookup_error', { text: frame });
    expect(ok).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ found: true, errors: [{ exception: 'HandshakeError' }] });
  });

  it('reads a file of this machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'error-lookup-'));
    try {
      const file = join(folder, 'a.log');
      writeFileSync(file, `${frame}\n`);
      expect(JSON.parse((await run('find_root_cause', { file })).text)).toMatchObject({ found: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('tells the model in one sentence what it cannot work with', async () => {
    expect(await run('find_root_cause', { file: 'a.log' })).toEqual({
      ok: false,
      text: '"a.log" is not an absolute path.',
    });
    expect(await run('nothing_such', {})).toMatchObject({ ok: false });
  });
});
