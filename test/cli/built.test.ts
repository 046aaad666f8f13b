import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { version } from '../../package.json';
import { temporaryFolder, writeCatalog } from '../support/cli';
import { entryWith } from '../support/entry';

/** Built by `npm test` before the tests run. */
const cli = 'dist/cli.js';

describe('the built command', () => {
  it('can be run by itself', () => {
    expect(statSync(cli).mode & 0o111).toBe(0o111);
    const { status, stdout } = spawnSync(cli, ['--version'], { encoding: 'utf8' });
    expect(stdout).toBe(`${version}\n`);
    expect(status).toBe(0);
  });

  it('reads the bundled catalog, from any folder', () => {
    const path = `${process.cwd()}/${cli}`;
    const input = 'RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}\n';
    const { stdout } = spawnSync(path, ['explain', '--summary'], { input, cwd: '/', encoding: 'utf8' });
    expect(stdout).toContain('vllm/engine-core/initialization-failed');
  });

  it('reads a log with a second thread, with the answers of one', () => {
    const log = join(temporaryFolder(), 'a.log');
    const filler = 'INFO 07-22 08:14:55 [a.py:1] nothing to see here\n'.repeat(30_000);
    writeFileSync(log, readFileSync('test/corpus/startup-failure.log', 'utf8').concat(filler).repeat(4));
    const [one, two] = ['1', '2'].map((threads) => {
      return spawnSync(cli, ['explain', '--json', '--threads', threads, log], { encoding: 'utf8' });
    });
    expect(one?.stdout).toContain('vllm/engine-core/failed-to-start');
    expect(two?.stdout).toBe(one?.stdout);
    expect([one?.status, two?.status, two?.stderr]).toEqual([0, 0, '']);
  });

  it('serves editors with the catalog that is named', async () => {
    const catalog = writeCatalog(temporaryFolder(), [entryWith()]);
    const child = spawn(process.execPath, [cli, 'lsp', '--stdio', '--catalog', catalog], { stdio: 'pipe' });
    const editor = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
      undefined,
    );
    editor.listen();
    await editor.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await editor.sendNotification('initialized', {});
    expect(await editor.sendRequest('errorLookup/search', { query: '' })).toMatchObject([{ code: 'vllm/test/one' }]);
    await editor.sendRequest('shutdown');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await editor.sendNotification('exit');
    expect(await ended).toBe(0);
  });

  it('names the entries that fixes answer', () => {
    const { stdout } = spawnSync(cli, ['fix', '--json', 'test/e2e/workspace/listener.py'], { encoding: 'utf8' });
    const findings = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fix: 'drop-malformed-message', code: 'vllm/moriio/notify-listener-died' }),
        expect.objectContaining({
          fix: 'check-identity-width',
          code: 'vllm/dp-handshake/unexpected-data-parallel-rank',
        }),
      ]),
    );
  });

  it('ends quietly when the pipe it writes to closes', async () => {
    const child = spawn(cli, ['show', 'vllm/moriio/unexpected-frame'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(errors).toBe('');
    expect(status).toBe(0);
  });

  it('keeps what was found on Ctrl-C, although the log goes on', async () => {
    const child = spawn(cli, ['explain', '--summary', '-'], { stdio: 'pipe' });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const closed = new Promise((resolve) => child.on('close', resolve));
    const error = 'RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}\n';
    const more = 'INFO 07-28 08:02:19 [model.py:629] Resolved architecture: Qwen3ForCausalLM\n'.repeat(20_000);
    // More than a pipe holds: when all is written, the command has read the beginning.
    await new Promise((resolve) => child.stdin.write(error + more, resolve));
    child.kill('SIGINT');
    expect(await closed).toBe(0);
    expect(out).toContain('vllm/engine-core/initialization-failed');
  });

  it('starts the language server, which answers', async () => {
    const child = spawn(cli, ['lsp', '--stdio'], { stdio: 'pipe' });
    const request = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    child.stdin.write(`Content-Length: ${request.length}\r\n\r\n${request}`);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.includes('"capabilities"')) resolve(text);
      });
      child.on('close', () => resolve(text));
    });
    child.kill();
    expect(answer).toContain('"hoverProvider"');
  });
});
