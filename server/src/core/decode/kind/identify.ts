/** Bytes to readings, the surest first. */
import { u8 } from '../bytes';
import type { ReadingConfidence } from '../reading';
import type { KindReader, KindReading, Payload } from './kind';
import { unknown } from './plain';
import { kindReaders } from './table';

/** How often readings may look inside each other: an archive in a message in an archive. */
const nestingLimit = 3;

const rank: ReadonlyMap<ReadingConfidence, number> = new Map([
  ['proven', 0],
  ['fits', 1],
  ['weak', 2],
]);

/** Kinds that say no more than that nothing is known. */
const claimless = new Set(['unknown', 'random']);

function order(reading: KindReading): number {
  if (reading.guess) return 4;
  return claimless.has(reading.kind) ? 3 : (rank.get(reading.confidence) ?? 2);
}

/** Inputs of more bytes are large. */
const largeSize = 65_536;

function isNeeded(reader: KindReader, readings: readonly KindReading[], large: boolean): boolean {
  const last = reader.fallback === true || (reader.fallback === 'large' && large);
  return !last || readings.every(({ confidence }) => confidence === 'weak');
}

const readersByFirst = new Map<number, readonly KindReader[]>();

/** The readers that a first byte leaves; -1 for no bytes. */
function readersOf(first: number): readonly KindReader[] {
  const known = readersByFirst.get(first);
  if (known) return known;
  const readers = kindReaders.filter(({ begins }) => begins === undefined || begins.includes(first));
  readersByFirst.set(first, readers);
  return readers;
}

/** Every reading that some evidence speaks for, best first; never empty. Equal ones keep the order of the table. */
export function identify(payload: Omit<Payload, 'inner'>, nesting = 0): KindReading[] {
  const inner = (bytes: Uint8Array, truncated = false): KindReading | undefined => {
    if (nesting >= nestingLimit) return undefined;
    return identify({ bytes, truncated, form: 'inner', identity: false }, nesting + 1)[0];
  };
  const whole: Payload = { ...payload, inner };
  const readings: KindReading[] = [];
  const large = payload.bytes.length > largeSize;
  for (const reader of readersOf(u8(payload.bytes, 0))) {
    const reading = isNeeded(reader, readings, large) ? reader.read(whole) : undefined;
    if (reading) readings.push(reading);
    // What is proven of so many bytes has no alternatives, and the other readers would look through them.
    if (large && reading?.confidence === 'proven') break;
  }
  if (readings.every((reading) => reading.guess)) readings.push(unknown(whole));
  return readings.sort((a, b) => order(a) - order(b));
}
