/** The npm package, packed and installed into an empty folder without a network, as a user has it who has no VS Code. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'error-lookup-installed-'));
const bin = join(folder, 'node_modules/.bin/error-lookup');
const line = "HandshakeError: Unexpected frame! received_frame = [b'meta']";

beforeAll(() => {
  run(process.execPath, [resolve('scripts/npm.mjs'), '--out', folder]);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, archive)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program away from the checkout; a failure throws with what it said. */
function run(program: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

describe('the installed npm package', () => {
  it('brings nothing beside itself', () => {
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['error-lookup']);
  });

  it('explains a line', () => {
    expect(run(bin, ['explain', '--summary'], `${line}\n`)).toContain('vllm/moriio/unexpected-frame');
  });

  it.each([
    ['vllm.py', 'raise ValueError("this text is long enough to be a fact")\n', 'python'],
    [
      'vllm.cpp',
      '#include <stdexcept>\nvoid f() { throw std::runtime_error("this text is long enough to be a fact"); }\n',
      'C++',
    ],
  ])('harvests %s', (name, text, _language) => {
    const source = join(folder, `source-${name}`);
    mkdirSync(source);
    writeFileSync(join(source, name), text);
    expect(run(bin, ['harvest', source, '--project', 'demo', '--ref', 'v1.0.0'])).toContain('this text is long enough');
  });

  it('finds fixes, which need the parsers', () => {
    expect(run(bin, ['fix', '--json', resolve('test/e2e/workspace/listener.py')])).toContain('drop-malformed-message');
  });

  it('counts its catalog', () => {
    expect(run(bin, ['stats'])).toContain('vllm');
  });

  it('serves agents', () => {
    const opening = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    expect(run(bin, ['mcp'], `${JSON.stringify(opening)}\n`)).toContain('"serverInfo":{"name":"error-lookup"');
  });

  it('serves editors', async () => {
    const params = { processId: null, rootUri: null, capabilities: {} };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const server = spawn(bin, ['lsp', '--stdio'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    server.stdin.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
    // The server ends with its input, so that stays open until the answer is there.
    let answer = '';
    for await (const chunk of server.stdout.setEncoding('utf8')) {
      answer += chunk;
      if (answer.includes('"hoverProvider"')) break;
    }
    server.kill();
    expect(answer).toContain('"hoverProvider"');
  });
});
