/** Runs in a process of its own: decodes the bomb of the arguments and prints what it cost. */
import { decode } from '../../server/src/core/decode/decode';
import { cpuTime } from './cpuTime';

const [hex = ''] = process.argv.slice(2);
// A first small message: loading and compiling the decoder is not the bomb's cost.
decode('82a474797065a548454c4c4fa47261636b07', { hint: 'msgpack', form: 'hex' });
globalThis.gc?.();

const memory = (): number => {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
};
const before = memory();
const started = cpuTime();
const { kind, summary } = decode(hex, { hint: 'msgpack', form: 'hex' });
console.log(JSON.stringify({ kind, summary, milliseconds: cpuTime() - started, bytes: memory() - before }));
