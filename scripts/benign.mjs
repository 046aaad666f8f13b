/**
 * Measures false matches: collects a corpus in which no catalogued error stands, and counts what is reported all the
 * same. `npm run build` first; then `node scripts/benign.mjs [--keep FILE]`. The result is written into
 * docs/coverage.md by hand.
 *
 * Collected from this machine, in an order that a seed gives: source code and documentation of installed packages,
 * system logs. Made here: information lines of vLLM from the catalog’s own facts, access logs, logs of other services.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ensureBuilt, ensureInstalled, root } from './ready.mjs';

const seed = 20261130;
const MB = 1e6;
const maxFile = 200_000;

const keep = process.argv.indexOf('--keep');
const path = keep < 0 ? join(tmpdir(), `benign-${process.pid}.log`) : (process.argv[keep + 1] ?? 'benign.log');

/** Numbers in [0, 1) that a seed gives (mulberry32). */
function random(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const next = random(seed);
const pick = (items) => items[Math.floor(next() * items.length)];
const number = (limit) => Math.floor(next() * limit);
const two = (n) => String(n).padStart(2, '0');
const clock = () => `${two(number(24))}:${two(number(60))}:${two(number(60))}`;

/** Files below a folder whose name `fits`, in the order of the seed. */
function filesBelow(folders, fits) {
  const found = [];
  const walk = (folder) => {
    let rows;
    try {
      rows = readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const row of rows.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = join(folder, row.name);
      if (row.isDirectory()) walk(file);
      else if (row.isFile() && fits(row.name)) found.push(file);
    }
  };
  folders.forEach(walk);
  for (let i = found.length - 1; i > 0; i--) {
    const k = number(i + 1);
    [found[i], found[k]] = [found[k], found[i]];
  }
  return found;
}

/** Texts of files, none of them larger than what one file may add. */
function* texts(files) {
  for (const file of files) {
    try {
      if (statSync(file).size > 10 * MB) continue;
      const bytes = readFileSync(file);
      yield (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).subarray(0, maxFile);
    } catch {
      // A file that cannot be read adds nothing.
    }
  }
}

const words = 'alpha cache shard token queue block layer engine client batch stream chunk model worker node'.split(' ');

/** A value as programs print them. */
function value() {
  return pick([
    () => String(number(100_000)),
    () => (next() * 100).toFixed(2),
    () => pick(words),
    () => `/models/${pick(words)}-${number(70)}b/config.json`,
    () => `{'${pick(words)}': ${number(9)}, '${pick(words)}': None}`,
    () => `[${number(9)}, ${number(9)}, ${number(9)}]`,
    () => `0x${number(1e9).toString(16)}`,
    () => '',
  ])();
}

/** Information lines of vLLM, from the facts. */
function* informationLines() {
  // A facts file names each source file once; its records are lists (server/src/core/catalog/factLines.ts).
  const facts = [];
  let source = '';
  for (const row of readFileSync(join(root, 'data/facts/vllm.jsonl'), 'utf8').trim().split('\n')) {
    const record = JSON.parse(row);
    if (typeof record === 'string') source = record;
    else if (/^log:(INFO|DEBUG)$/.test(record[1])) {
      facts.push({ level: record[1].slice(4), template: record[2], file: source, lines: record[4] });
    }
  }
  for (;;) {
    const { template, level, file, lines } = pick(facts);
    const message = template
      .replace(/\{\{|\}\}|\{[^{}]*\}/g, (part) => (part === '{{' ? '{' : part === '}}' ? '}' : value()))
      .replaceAll('\n', ' ');
    const line = lines.split(/[ +*]/).at(-1);
    yield Buffer.from(
      `(EngineCore_DP${number(8)} pid=${number(9999)}) ${level} 07-${two(1 + number(28))} ${clock()} [${file.split('/').at(-1)}:${line}] ${message}\n`,
    );
  }
}

/** Lines of web servers and other services. */
function* serviceLines() {
  const paths = ['/health', '/metrics', '/v1/models', '/v1/chat/completions', '/favicon.ico', '/index.html'];
  const address = () => `10.${number(256)}.${number(256)}.${number(256)}`;
  const forms = [
    () => `INFO:     ${address()}:${number(65536)} - "GET ${pick(paths)} HTTP/1.1" ${pick([200, 204, 304])} OK`,
    () =>
      `${address()} - - [${two(1 + number(28))}/Jul/2026:${clock()} +0000] "POST ${pick(paths)} HTTP/1.1" ${pick([200, 404, 500, 502])} ${number(9999)} "-" "curl/8.5.0"`,
    () =>
      `{"time":"2026-07-22T${clock()}Z","level":"info","msg":"request served","path":"${pick(paths)}","ms":${number(900)}}`,
    () =>
      `Jul ${two(1 + number(28))} ${clock()} node-${number(9)} kernel: [${number(99999)}.${number(999999)}] eth0: link becomes ready`,
    () =>
      `Jul ${two(1 + number(28))} ${clock()} node-${number(9)} sshd[${number(9999)}]: Connection closed by ${address()} port ${number(65536)}`,
    () =>
      `I0722 ${clock()}.${number(999999)}       1 reconcile.go:${number(900)}] "Reconciled" pod="default/${pick(words)}-${number(99)}"`,
    () =>
      `2026-07-22 ${clock()},${number(999)} - ${pick(words)} - ERROR - could not reach ${address()}: connection refused`,
    () => `2026-07-22 ${clock()} UTC [${number(9999)}] LOG:  checkpoint complete: wrote ${number(999)} buffers`,
    () =>
      `level=warn ts=2026-07-22T${clock()}Z caller=main.go:${number(900)} msg="${pick(words)} ${pick(words)} is slow" took=${number(900)}ms`,
    () =>
      `[${number(9)}/${number(9)}] ${pick(words)}: ${number(100)}%|${'█'.repeat(number(10))}| ${number(99)}/${number(99)} [00:${two(number(60))}<00:${two(number(60))}, ${next().toFixed(2)}it/s]`,
  ];
  for (;;) yield Buffer.from(`${pick(forms)()}\n`);
}

const code = /\.(py|js|ts|mjs|c|h|go|rs|sh|pl|pm|vim|lua|rb)$/;
const prose = /(\.(md|txt|rst|html|\d\.gz)|README|changelog.*\.gz|NEWS.*|copyright)$/;
const kinds = [
  ['information lines of vLLM', 12 * MB, informationLines],
  ['access logs and other services', 14 * MB, serviceLines],
  [
    'source code',
    18 * MB,
    () =>
      texts(
        filesBelow(['/usr/lib/python3', '/usr/lib/python3.11', '/usr/share/perl', join(root, 'node_modules')], (name) =>
          code.test(name),
        ),
      ),
  ],
  [
    'prose',
    18 * MB,
    () =>
      texts(
        filesBelow(['/usr/share/doc', '/usr/share/man', '/usr/share/vim', join(root, 'node_modules')], (name) =>
          prose.test(name),
        ),
      ),
  ],
  ['system logs', 3 * MB, () => texts(filesBelow(['/var/log'], () => true))],
];

ensureInstalled();
ensureBuilt();
const out = openSync(path, 'w');
const parts = [];
let size = 0;
for (const [name, wanted, source] of kinds) {
  const start = size;
  for (const bytes of source()) {
    writeSync(out, bytes);
    size += bytes.length;
    if (size - start >= wanted) break;
  }
  parts.push({ name, start, end: size, matches: [] });
}
closeSync(out);

const run = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'explain', '--json', path], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
if (run.status !== 0) throw new Error(run.stderr);
for (const line of run.stdout.split('\n').filter(Boolean)) {
  const match = JSON.parse(line);
  parts.find(({ start, end }) => match.byteOffset >= start && match.byteOffset < end)?.matches.push(match);
}
const corpus = readFileSync(path);
for (const { name, start, end, matches } of parts) {
  console.log(`${name}: ${((end - start) / MB).toFixed(1)} MB, ${matches.length} matches`);
  for (const { byteOffset, code: found, template } of matches) {
    const text = corpus
      .subarray(byteOffset, byteOffset + 160)
      .toString()
      .split('\n')[0];
    console.log(`  ${found}: ${template.slice(0, 80)}\n    ${text}`);
  }
}
const total = parts.reduce((sum, { matches }) => sum + matches.length, 0);
console.log(
  `seed ${seed}: ${(size / MB).toFixed(1)} MB, ${total} false matches, ${(total / (size / (10 * MB))).toFixed(2)} for each 10 MB`,
);
if (keep < 0) rmSync(path);
