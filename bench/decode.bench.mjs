// The decoder against the plain decode of @msgpack/msgpack on 64 MB of valid messages (MEGABYTES), in one run, in turn; both by processor time.
import { Encoder, decode as plainDecode } from '@msgpack/msgpack';
import { load } from './bundled.mjs';

/** Megabytes of each shape: less on a machine that is busy. */
const size = Number(process.env.MEGABYTES ?? 64) * 1024 * 1024;
/** Least rate of ours to theirs. */
const target = 0.5;
/** What takes fewer seconds is measured again and again. */
const soon = 0.02;
/** Of a few large bins theirs reads a hundred headers in all, and ours looks for every other kind too: that takes this long at most. */
const fixedCost = 0.001;

const { decodeBytes } = await load('bench/decoder.ts');

/** One array of `make(i)` of about that size. */
function listOf(make) {
  const encoder = new Encoder({ initialBufferSize: 1 << 16 });
  const parts = [];
  for (let i = 0, length = 0; length < size; i++) {
    const part = encoder.encode(make(i));
    parts.push(part);
    length += part.length;
  }
  const head = Buffer.alloc(5);
  head.writeUInt8(0xdd, 0);
  head.writeUInt32BE(parts.length, 1);
  return new Uint8Array(Buffer.concat([head, ...parts]));
}

const shapes = [
  [
    'events of a KV cache',
    (i) => ({
      type: 'BlockStored',
      block_hashes: [i, i * 7919],
      token_ids: [1, 2, 300, 70000],
      lora_id: null,
      medium: 'GPU',
    }),
  ],
  ['token ids', (i) => Array.from({ length: 1000 }, (_, k) => (i * 31 + k * 17) % 128_000)],
  ['floats', (i) => Array.from({ length: 1000 }, (_, k) => i / (k + 3))],
  ['texts', (i) => `cmpl-${i}-${'x'.repeat(i % 90)}`],
  ['tensors of 1 MB', () => ['float16', [512, 1024], new Uint8Array(1_048_576)]],
];

/** Median seconds of processor time of each run, taken in turn, so that what else the machine does falls on all of them. */
function medians(runs) {
  const warm = Math.max(...runs.map(timed));
  // What takes a millisecond is measured when it is compiled, as in a server that has run for a while.
  const rounds = warm < soon ? 201 : 5;
  const times = runs.map(() => []);
  for (let round = 0; round < rounds; round++) for (const [i, run] of runs.entries()) times[i].push(timed(run));
  return times.map((each) => each.sort((x, y) => x - y)[rounds >> 1]);
}

function timed(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1) / 1e6;
}

let missed = 0;
for (const [name, make] of shapes) {
  const bytes = listOf(make);
  const [theirs, ours, looked] = medians([
    () => plainDecode(bytes),
    () => decodeBytes(bytes),
    () => decodeBytes(bytes).tree,
  ]);
  const megabytes = bytes.length / 1e6;
  const rate = (seconds) => `${(megabytes / seconds).toFixed(0)} MB/s`;
  const ratio = theirs / ours;
  if (ratio < target && ours > fixedCost) missed++;
  console.log(
    `decode, ${name}, ${megabytes.toFixed(0)} MB: ${rate(ours)} (${(ours * 1000).toFixed(2)} ms; with its tree ` +
      `${(looked * 1000).toFixed(0)} ms), plain decode ${rate(theirs)}, ratio ${ratio.toFixed(2)}, at least ${target}`,
  );
}
process.exitCode = missed > 0 ? 1 : 0;
