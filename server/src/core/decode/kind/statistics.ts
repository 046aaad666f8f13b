/** What can be told about bytes of no known kind: how even they are, and whether they are numbers of a width. */
import { count } from '../text';

/** Bytes that are looked at: what is true of the first ones is true of the rest, or nothing can be told. */
const sampleLimit = 4096;
/** Fewer bytes tell nothing about what is usual among them. */
const least = 32;

function counts(bytes: Uint8Array): Float64Array {
  const all = new Float64Array(256);
  for (const byte of bytes) all[byte] = (all[byte] ?? 0) + 1;
  return all;
}

/** Bits of entropy in a byte; of n bytes it is at most log2(n) and 8. */
function entropy(bytes: Uint8Array): number {
  return counts(bytes).reduce((sum, n) => (n === 0 ? sum : sum - (n / bytes.length) * Math.log2(n / bytes.length)), 0);
}

/** Pearson's statistic against all bytes being equally likely: 255 with a deviation of about 22.6 where they are. */
function unevenness(bytes: Uint8Array): number {
  const expected = bytes.length / 256;
  return counts(bytes).reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
}

/** Differences of neighbours, modulo 256: what counts or repeats has few of them. */
function differences(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(1).map((byte, i) => byte - (bytes[i] ?? 0));
}

/** Pearson's statistic that random bytes stay below, but for one in some ten thousand. */
const evenLimit = 255 + 4.5 * 22.6;

/** True where the bytes could have been drawn at random: each value is about as frequent as others, and so are their differences. */
export function looksRandom(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleLimit);
  if (sample.length < 48) return false;
  return unevenness(sample) < evenLimit && unevenness(differences(sample)) < evenLimit;
}

/** Different values at every `width`-th place. */
function laneValues(bytes: Uint8Array, width: number, lane: number): number {
  const seen = new Set<number>();
  for (let at = lane; at < bytes.length; at += width) seen.add(bytes[at] ?? 0);
  return seen.size;
}

/** The width whose last byte takes far fewer values than the first: numbers, little-endian, whose size varies little. */
function numberWidth(bytes: Uint8Array): number | undefined {
  return [2, 4, 8].find((width) => {
    const rows = Math.floor(bytes.length / width);
    if (rows < 8) return false;
    return laneValues(bytes, width, width - 1) * 3 <= Math.min(laneValues(bytes, width, 0), rows);
  });
}

/** The first numbers as floats of 32 bits, where all of the sample are ones that people compute with. */
function asFloats(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => view.getFloat32(4 * i, true));
  const usual = values.every((value) => value === 0 || (Math.abs(value) > 1e-9 && Math.abs(value) < 1e9));
  return usual
    ? values
        .slice(0, 4)
        .map((value) => String(Number(value.toPrecision(4))))
        .join(', ')
    : undefined;
}

function numberLine(bytes: Uint8Array): string | undefined {
  const width = numberWidth(bytes);
  if (width === undefined) return undefined;
  const floats = width === 4 ? asFloats(bytes) : undefined;
  return `Every ${width === 2 ? 'second' : width === 4 ? 'fourth' : 'eighth'} byte takes few values: perhaps numbers of ${width} bytes, little-endian, such as a tensor's${floats === undefined ? '' : ` (as float32: ${floats}, …)`}.`;
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}

function shareLine(bytes: Uint8Array): string | undefined {
  const zeros = bytes.filter((byte) => byte === 0).length;
  const printable = bytes.filter((byte) => byte >= 32 && byte < 127).length;
  if (zeros * 4 > bytes.length)
    return `${percent(zeros, bytes.length)} of it are zero bytes: perhaps a struct with numbers and padding.`;
  if (printable * 4 > bytes.length * 3)
    return `${percent(printable, bytes.length)} of it is printable: perhaps text in another encoding, or records with text.`;
  return undefined;
}

/** What the first bytes show by their numbers alone, in sentences; nothing for few bytes. */
export function statisticsLines(bytes: Uint8Array): string[] {
  if (bytes.length < least) return [];
  const sample = bytes.subarray(0, sampleLimit);
  const most = Math.min(8, Math.log2(sample.length));
  const first = sample.length < bytes.length ? ` of the first ${count(sample.length, 'byte')}` : '';
  return [
    `Entropy${first}: ${entropy(sample).toFixed(1)} bits a byte; so many bytes can have ${most.toFixed(1)}.`,
    ...[numberLine(sample), shareLine(sample)].filter((line) => line !== undefined),
  ];
}
