/** The built web worker, run with a message port in the place of its scope. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type BootFiles, bundledWasm, workerListens } from '../../server/src/browser/boot';
import { wasmFiles } from '../../server/src/wasm/parsers';

const dist = join(import.meta.dirname, '../../dist');

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Runs a script with the globals by which libraries tell a browser's worker from Node. */
function runAsWorker(script: string, port: MessagePort): void {
  const scope = Object.assign(port, { location: { href: 'blob:worker' } });
  new Function('self', 'process', 'require', 'WorkerGlobalScope', script)(scope, undefined, undefined, Function);
}

/** Speaks the protocol with a worker over a port. */
class WorkerClient {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #nextId = 1;

  private constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<Message>) => {
      if (typeof data.id === 'number' && data.method === undefined) this.#waiting.get(data.id)?.(data);
      else if (data.id !== undefined) port.postMessage({ jsonrpc: '2.0', id: data.id, result: null });
    };
  }

  static async start(files: BootFiles): Promise<WorkerClient> {
    const { port1, port2 } = new MessageChannel();
    runAsWorker(readFileSync(join(dist, 'worker.js'), 'utf8'), port2);
    const listening = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    port1.postMessage(files);
    expect(await listening).toBe(workerListens);
    return new WorkerClient(port1);
  }

  notify(method: string, params: unknown): void {
    this.#port.postMessage({ jsonrpc: '2.0', method, params });
  }

  request(method: string, params: unknown): Promise<Message> {
    const id = this.#nextId++;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#port.postMessage({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  open(uri: string, languageId: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  close(): void {
    this.#port.close();
  }
}

let client: WorkerClient | undefined;
afterEach(() => client?.close());

async function startClient(): Promise<WorkerClient> {
  const wasm = new Map(bundledWasm.map((name) => [name, new Uint8Array(readFileSync(join(dist, name)))]));
  client = await WorkerClient.start({ catalog: new Uint8Array(readFileSync(join(dist, 'catalog.bin'))), wasm });
  const params = { processId: null, rootUri: null, capabilities: {}, initializationOptions: { commands: true } };
  const { result } = await client.request('initialize', params);
  expect(result).toHaveProperty('serverInfo.name', 'Error Lookup');
  client.notify('initialized', {});
  return client;
}

describe('the server in a web worker', () => {
  it('is sent every file that the parsers read', () => {
    expect([...bundledWasm].sort()).toEqual(wasmFiles.map(({ name }) => name).sort());
  });

  it('explains a line of a log', async () => {
    const worker = await startClient();
    const uri = 'vscode-vfs://demo/start.log';
    worker.open(uri, 'log', 'RuntimeError: Message from engine with unexpected data parallel rank: 7\n');
    const params = { textDocument: { uri }, position: { line: 0, character: 20 } };
    const { result } = await worker.request('textDocument/hover', params);
    expect(JSON.stringify(result)).toContain(encodeURIComponent('vllm/dp-handshake/unexpected-data-parallel-rank'));
  });

  it('parses source code and offers a fix', async () => {
    const worker = await startClient();
    const uri = 'vscode-vfs://demo/listener.py';
    const text = readFileSync('test/e2e/workspace/listener.py', 'utf8');
    worker.open(uri, 'python', text);
    const line = text.split('\n').findIndex((it) => /^\s*raise /.test(it));
    const place = { line, character: 20 };
    const params = { textDocument: { uri }, range: { start: place, end: place }, context: { diagnostics: [] } };
    const { result } = await worker.request('textDocument/codeAction', params);
    expect(JSON.stringify(result)).toContain('Drop malformed');
  });
});
