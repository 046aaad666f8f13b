// The language server as an editor sees it, built as users get it, against a server that does nothing but answer: start,
// first and warm hovers, rest, a log of 40 MB (memory after ten seconds and a collection), output of terminals; and the
// start of the client. What the watch of terminals costs a user, `npm run bench terminal` measures in a real window.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from './bundled.mjs';

const require = createRequire(import.meta.url);
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require('vscode-languageserver/node');

const rounds = Number(process.env.ROUNDS ?? 5);
const megabytes = Number(process.env.MEGABYTES ?? 40);
const folder = mkdtempSync(join(tmpdir(), 'error-lookup-'));
const error =
  "(EngineCore_DP0 pid=2114) ERROR 07-28 08:14:55 [moriio_connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const noise = 'INFO 07-28 08:14:50 [kitchen.py:12] The soup number 4711 is ready to be served at table 12 of the hall';
const character = error.indexOf('Unexpected') + 3;

/**
 * Runs inside the server. Told by a signal it collects garbage and writes what answers took: processor time of the whole
 * process in microseconds, from the bytes of a question coming in to those of its answer going out.
 */
const probe = join(folder, 'probe.cjs');
const answerTimes = join(folder, 'answers.json');
writeFileSync(
  probe,
  `const { writeFileSync } = require('node:fs');
const times = [];
let before;
const { emit } = process.stdin;
process.stdin.emit = function (name, ...rest) {
  if (name === 'data') before = process.cpuUsage();
  return emit.call(this, name, ...rest);
};
const { write } = process.stdout;
process.stdout.write = function (...args) {
  if (before) {
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
    before = undefined;
  }
  return write.apply(this, args);
};
process.on('SIGUSR2', () => {
  globalThis.gc();
  writeFileSync(${JSON.stringify(answerTimes)}, JSON.stringify(times));
});
`,
);

/** Starts a server and says hello. */
async function start(script) {
  const began = performance.now();
  const child = spawn(process.execPath, ['--expose-gc', '-r', probe, script, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Packages that somebody indexed on this machine would be read too.
    env: { ...process.env, XDG_CACHE_HOME: folder },
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest(() => null);
  const published = new Map();
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) =>
    published.set(uri, diagnostics),
  );
  connection.listen();
  await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  const open = (uri, text) =>
    connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'log', version: 1, text } });
  const hover = (uri, line) =>
    connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line, character } });
  return { child, connection, published, began, open, hover, stop: () => child.kill('SIGKILL') };
}

/** Milliseconds from nothing to the first hover. */
async function firstHover(script) {
  const server = await start(script);
  await server.open('file:///a.log', `${error}\n`);
  await server.hover('file:///a.log', 0);
  const time = performance.now() - server.began;
  server.stop();
  return time;
}

const bare = join(folder, 'bare.cjs');
writeFileSync(
  bare,
  `const { createConnection, TextDocuments, TextDocumentSyncKind } = require(${JSON.stringify(join(root, 'node_modules/vscode-languageserver/lib/node/main.js'))});
const { TextDocument } = require(${JSON.stringify(join(root, 'node_modules/vscode-languageserver-textdocument'))});
const connection = createConnection();
const documents = new TextDocuments(TextDocument);
connection.onInitialize(() => ({ capabilities: { hoverProvider: true, textDocumentSync: TextDocumentSyncKind.Incremental } }));
connection.onHover(({ textDocument }) => ({ contents: documents.get(textDocument.uri)?.languageId ?? '' }));
documents.listen(connection);
connection.listen();
`,
);
const ours = join(root, 'dist/server.js');
spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--production'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

const failures = [];
function tell(what, value, unit, limit) {
  const missed = limit !== undefined && value > limit;
  if (missed) failures.push(what);
  console.log(
    `${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit}${limit === undefined ? '' : ` (wanted: ${limit})`}${missed ? '  MISSED' : ''}`,
  );
}

function memory({ child }) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000;
}

/** Processor seconds of a process so far: fields 14 and 15 of proc(5), in ticks of 10 ms. */
function processorTime({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function cold() {
  const times = { ours: [], bare: [] };
  for (let i = 0; i < rounds; i++) {
    times.bare.push(await firstHover(bare));
    times.ours.push(await firstHover(ours));
  }
  const [own, least] = [quantile(times.ours, 0.5), quantile(times.bare, 0.5)];
  tell('first hover from a cold start', own, 'ms');
  tell('  the same of a bare server', least, 'ms');
  tell('  ratio', own / least, '', 2);
}

async function warm() {
  const server = await start(ours);
  const lines = Array.from({ length: 5000 }, (_, i) => (i % 10 === 0 ? error : noise));
  await server.open('file:///a.log', lines.join('\n'));
  const times = [];
  for (let i = 0; i < 1500; i++) {
    const line = (i * 37) % lines.length;
    const began = performance.now();
    await server.hover('file:///a.log', line);
    // The first ones let the compiler work.
    if (i >= 500) times.push(performance.now() - began);
  }
  tell('warm hover, there and back, median', quantile(times, 0.5), 'ms');
  tell('  the same, p99, waits for a core included', quantile(times, 0.99), 'ms');
  server.child.kill('SIGUSR2');
  await delay(1000);
  const taken = JSON.parse(readFileSync(answerTimes, 'utf8'))
    .slice(-1000)
    .map((microseconds) => microseconds / 1000);
  tell('  processor time of the server for it, median', quantile(taken, 0.5), 'ms');
  tell('  the same, p99', quantile(taken, 0.99), 'ms', 5);
  await rest(server);
  server.stop();
}

/** Nothing asks; nothing may run. */
async function rest(server) {
  await delay(2000);
  const before = processorTime(server);
  await delay(10_000);
  tell('processor time of a server at rest in 10 s', processorTime(server) - before, 's', 0);
}

async function large() {
  const path = join(folder, 'large.log');
  const count = Math.floor((megabytes * 1e6) / (noise.length + 1));
  const lines = Array.from({ length: count }, (_, i) => (i % 5000 === 0 ? error : noise));
  writeFileSync(path, lines.join('\n'));
  const uri = pathToFileURL(path).href;
  const server = await start(ours);
  const began = performance.now();
  await server.connection.sendNotification('errorLookup/openLarge', {
    ...{ uri, languageId: 'log', version: 1, lineCount: count },
  });
  const found = await server.hover(uri, 5000 * Math.floor(count / 10_000));
  if (!found) throw new Error('no hover in the large log');
  tell(
    `first hover in a log of ${megabytes} MB after opening it, start of the catalog included`,
    performance.now() - began,
    'ms',
  );
  const times = [];
  for (let i = 0; i < 300; i++) {
    const start = performance.now();
    await server.hover(uri, 5000 * ((i * 7) % Math.floor(count / 5000)));
    times.push(performance.now() - start);
  }
  tell('  hovers all over it while it is scanned, p99', quantile(times, 0.99), 'ms');
  while (!server.published.has(uri)) await delay(20);
  tell(`  first ${server.published.get(uri).length} diagnostics after`, performance.now() - began, 'ms');
  while (server.published.get(uri).length < Math.ceil(count / 5000)) await delay(50);
  tell(`  all ${server.published.get(uri).length} diagnostics after`, performance.now() - began, 'ms');
  await delay(Math.max(0, 10_000 - (performance.now() - began)));
  server.child.kill('SIGUSR2');
  await delay(500);
  tell('  memory of the server after 10 s and a collection', memory(server), 'MB', 150);
  server.stop();
}

/** Output of a terminal goes through the server in pieces, as the client sends it. */
async function terminal() {
  const server = await start(ours);
  const piece = `${noise}\r\n`.repeat(2500).slice(0, 256 * 1024);
  const send = (end) =>
    server.connection.sendRequest('errorLookup/scanOutput', { id: 'a', text: piece, next: end ? 'end' : 'more' });
  await send(false);
  const before = processorTime(server);
  const began = performance.now();
  for (let i = 0; i < 200; i++) await send(i === 199);
  const amount = (200 * piece.length) / 1e6;
  tell(
    `output of terminals, of which the client holds back what is not read yet`,
    amount / ((performance.now() - began) / 1000),
    'MB/s',
  );
  tell('  processor time of the server for 100 MB', ((processorTime(server) - before) * 100) / amount, 's');
  server.stop();
}

/** The client in a stand-in for VS Code whose every function does nothing. */
function client() {
  const Module = require('node:module');
  const load = Module._load;
  const nothing = () =>
    new Proxy(function stub() {}, {
      get: (_, key) =>
        key === 'version'
          ? '1.139.1'
          : key === Symbol.toPrimitive
            ? () => ''
            : key === 'then'
              ? undefined
              : key === Symbol.iterator
                ? function* none() {}
                : nothing(),
      apply: () => nothing(),
      construct: () => nothing(),
      set: () => true,
    });
  Module._load = (request, ...rest) => (request === 'vscode' ? nothing() : load(request, ...rest));
  const path = join(root, 'dist/extension.js');
  const later = join(root, 'dist/languageClient.js');
  // The stand-in starts no server, and what waits for one fails later.
  process.on('unhandledRejection', () => {});
  const timesOf = (file, work) =>
    Array.from({ length: rounds }, () => {
      delete require.cache[file];
      const before = process.cpuUsage();
      work(require(file));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
  const activation = timesOf(path, ({ activate }) => activate(nothing()));
  const loading = timesOf(later, () => {});
  Module._load = load;
  tell('loading and activating the client, processor time', quantile(activation, 0.5), 'ms', 50);
  tell('  reading the language client after that', quantile(loading, 0.5), 'ms');
}

try {
  await cold();
  await warm();
  await terminal();
  await large();
  client();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures.length > 0) console.error(`missed: ${failures.join('; ')}`);
process.exit(failures.length === 0 ? 0 : 1);
