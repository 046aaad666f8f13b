/**
 * The built MCP server over its pipes: the messages of the specification (https://modelcontextprotocol.io/specification),
 * written by hand as an agent of 2025 sends them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith } from '../support/entry';

/** Built by `npm test` before the tests run. */
const command = ['dist/cli.js', 'mcp'];

const opening = [
  {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

interface Answer {
  readonly id: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends requests and gives the answers in the order of the requests, and how the server ended when its input did. */
async function talk(
  requests: readonly object[],
  options: readonly string[] = [],
): Promise<{ answers: Answer[]; status: number | null; errors: string }> {
  const child = spawn(process.execPath, [...command, ...options], { stdio: 'pipe' });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const numbered = requests.map((request, i) => ({ jsonrpc: '2.0', id: i + 1, ...request }));
  for (const message of [...opening, ...numbered]) child.stdin.write(`${JSON.stringify(message)}\n`);
  const answers = new Map<number, Answer>();
  for await (const line of createInterface({ input: child.stdout })) {
    const answer: Answer = JSON.parse(line);
    answers.set(answer.id, answer);
    if (answers.size === numbered.length + 1) child.stdin.end();
  }
  return { answers: numbered.map(({ id }) => answers.get(id) ?? { id }), status: await ended, errors };
}

function call(name: string, input: object): object {
  return { method: 'tools/call', params: { name, arguments: input } };
}

describe('the MCP server', () => {
  it('lists the tools, runs them, serves the catalog, and ends with its input', async () => {
    const line = 'RuntimeError: Message from engine with unexpected data parallel rank: 18245';
    const uri = 'error-lookup://errors/vllm/moriio/unexpected-frame';
    const { answers, status, errors } = await talk([
      { method: 'tools/list' },
      call('lookup_error', { text: line }),
      call('find_root_cause', { file: `${process.cwd()}/test/corpus/startup-failure.log` }),
      call('find_root_cause', { file: 'relative.log' }),
      call('find_root_cause', { file: '/dev/zero' }),
      call('lookup_error', { text: 5 }),
      { method: 'resources/list' },
      { method: 'resources/read', params: { uri } },
      { method: 'resources/read', params: { uri: `${uri}.json` } },
      { method: 'resources/read', params: { uri: 'error-lookup://errors/vllm/no/such' } },
    ]);
    const [list, found, cause, relative, device, wrong, resources, page, json, missing] = answers;
    expect(list?.result?.tools).toMatchObject([
      { name: 'lookup_error', annotations: { readOnlyHint: true }, inputSchema: { required: ['text'] } },
      { name: 'decode_payload' },
      { name: 'find_root_cause' },
    ]);
    const structured = found?.result?.structuredContent;
    expect(structured).toMatchObject({ errors: [{ code: 'vllm/dp-handshake/unexpected-data-parallel-rank' }] });
    expect(found?.result?.content).toEqual([{ type: 'text', text: JSON.stringify(structured) }]);
    expect(cause?.result?.structuredContent).toMatchObject({ causes: [{ firstCauseIsInLog: true }] });
    expect(relative?.result).toMatchObject({
      isError: true,
      content: [{ text: '"relative.log" is not an absolute path.' }],
    });
    expect(device?.result).toMatchObject({ isError: true, content: [{ text: '/dev/zero is not a file.' }] });
    expect(wrong?.result).toMatchObject({ isError: true });
    expect(resources?.result?.resources).toContainEqual(expect.objectContaining({ uri, mimeType: 'text/markdown' }));
    expect(page?.result?.contents).toMatchObject([{ uri, text: expect.stringMatching(/^# Handshake reply/) }]);
    const [{ text = '' } = {}] = (json?.result?.contents ?? []) as { text?: string }[];
    expect(JSON.parse(text)).toMatchObject({ code: 'vllm/moriio/unexpected-frame' });
    expect(missing?.error?.message).toBe('The catalog has no entry "vllm/no/such".');
    expect(status).toBe(0);
    expect(errors).toBe('');
  });

  it('serves the catalog that is named, and refuses to start without it', async () => {
    const path = writeCatalog(temporaryFolder(), [entryWith()]);
    const { answers } = await talk([{ method: 'resources/list' }], ['--catalog', path]);
    expect(answers[0]?.result?.resources).toMatchObject([{ uri: 'error-lookup://errors/vllm/test/one' }]);
    const { status, stderr } = spawnSync(process.execPath, [...command, '--catalog', '/no/such'], { encoding: 'utf8' });
    expect(stderr).toMatch(/^error-lookup: cannot read the catalog \/no\/such: .*\n$/);
    expect(status).toBe(2);
  });
});
