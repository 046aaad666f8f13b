// `npm run fuzz -- [COUNT] [SEED]`: hostile inputs through the decoder, its JSON, its document and the finder. Reports
// exceptions, inputs of more than 100 ms of processor time, and the most memory that the process ever held.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, root } from './bundled.mjs';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 20_261_130);
const limit = 100;

const { decode, findPayloads, fuzzInputs, readingToJson, readingDocument } = await load('bench/decoder.ts');

/** Texts of all labelled payloads, with the hint of each. */
const samples = ['forms', 'kinds', 'cases', 'written', 'pasted', 'vllm', 'vllmOdd', 'triples'].flatMap((name) =>
  readFileSync(join(root, `test/corpus/decode/${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ input, hex, whole, hint }) => ({ text: input ?? hex ?? whole, hint })),
);

/** Milliseconds of processor time that the whole product spends on an input, collector and compiler included. */
function cost({ text, hint }) {
  const before = process.cpuUsage();
  const reading = decode(text, hint ? { hint } : {});
  JSON.stringify(readingToJson(reading));
  readingDocument(reading);
  findPayloads(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const slow = [];
const broken = [];
let done = 0;
let worst = 0;
const started = Date.now();
for (const input of fuzzInputs(samples, seed, count)) {
  try {
    const first = cost(input);
    // What the collector clears up for earlier inputs is not this input's cost, so the best of three counts.
    const time = first > limit ? Math.min(first, cost(input), cost(input)) : first;
    worst = Math.max(worst, Math.min(time, first));
    if (first > limit) slow.push({ first, time, ...input });
  } catch (error) {
    broken.push({ ...input, error: String(error?.stack ?? error) });
  }
  done++;
  if (done % 50_000 === 0) report();
}
report();
for (const each of [...broken, ...slow].slice(0, 20)) console.log(JSON.stringify(each).slice(0, 3000));
process.exit(broken.length > 0 || slow.some(({ time }) => time > limit) ? 1 : 0);

function report() {
  const hangs = slow.filter(({ time }) => time > limit).length;
  const memory = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(
    `${done} inputs, seed ${seed}, ${seconds} s: ${broken.length} exceptions, ${hangs} over ${limit} ms ` +
      `(${slow.length} at first sight), slowest ${worst.toFixed(0)} ms, at most ${memory} MB`,
  );
}
