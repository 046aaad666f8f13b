/** What a prefix layer is: one thing that stands before a message and is not part of it. */
import { decode, digitsEnd, isSpace, isWord, SPACE, TAB } from '../bytes';
import type { Level, SourceTag } from '../match';

/** What the layers before a message say. */
export interface PrefixFacts {
  readonly level: Level | null;
  /** Processes, ranks and pods, outermost first. */
  readonly processes: readonly string[];
  readonly time: string | null;
  readonly logger: string | null;
  readonly tag: SourceTag | null;
}

/** Facts of one line, filled while it is peeled. */
export class LineFacts implements PrefixFacts {
  level: Level | null = null;
  readonly processes: string[] = [];
  logger: string | null = null;
  tag: SourceTag | null = null;
  /** Where the time stands. Nearly every line has another one, and few are asked for it. */
  private timeStart = 0;
  private timeEnd = -1;

  constructor(private readonly bytes: Uint8Array) {}

  get time(): string | null {
    return this.timeEnd < 0 ? null : decode(this.bytes, this.timeStart, this.timeEnd);
  }

  /** Takes note of a time stamp. */
  setTime(start: number, end: number): void {
    this.timeStart = start;
    this.timeEnd = end;
  }
}

/** Letters, digits, underscore and characters beyond ASCII. */
export const wordBytes = byteSet('', isWord);
/** Bytes of the names of hosts, processes and loggers. */
export const nameBytes = byteSet('.-', isWord);

/** Where a layer is looked for. */
export interface PeelState {
  readonly bytes: Uint8Array;
  readonly end: number;
  readonly facts: LineFacts;
  /** Names of the layers already taken, outermost first. */
  readonly names: string[];
}

/** One kind of prefix. */
export interface Layer {
  readonly name: string;
  /** Where else than at the start of the line: after any layer, or after one that only logs have. */
  readonly where: 'start' | 'anywhere' | 'after-log';
  /** Bytes with which it can begin, by byte. */
  readonly first: Uint8Array;
  /** Position after the layer at `at`; `at` itself, or less, where it does not stand there. */
  readonly take: (state: PeelState, at: number) => number;
}

/** A set of bytes: those of an ASCII text, and those for which a test holds. */
export function byteSet(text: string, ...tests: ((byte: number) => boolean)[]): Uint8Array {
  const set = new Uint8Array(256);
  for (let i = 0; i < text.length; i++) set[text.charCodeAt(i)] = 1;
  for (const test of tests) for (let byte = 0; byte < 256; byte++) if (test(byte)) set[byte] = 1;
  return set;
}

/** Position after spaces and tabs. */
export function blanksEnd({ bytes, end }: PeelState, at: number): number {
  let i = at;
  while (i < end && (bytes[i] === SPACE || bytes[i] === TAB)) i++;
  return i;
}

/**
 * Position after one space. Further ones are left, since they are the message’s own indentation: a traceback’s frames
 * are told from its exception by them.
 */
export function oneBlank({ bytes, end }: PeelState, at: number): number {
  return at < end && isSpace(bytes[at]) ? at + 1 : at;
}

/** End of a run of bytes of a set; at most `max` long. */
export function runEnd({ bytes, end }: PeelState, at: number, set: Uint8Array, max = 96): number {
  let i = at;
  const limit = Math.min(end, at + max);
  while (i < limit && set[bytes[i] as number] === 1) i++;
  return i;
}

/** End of digits (any number up to 20); -1 if there are none. */
export function numberEnd({ bytes, end }: PeelState, at: number): number {
  return digitsEnd(bytes, at, end, 1, 20);
}

/** Names that lines repeat, by a hash of their bytes; one with the same place takes its place. */
const names: ({ readonly bytes: Uint8Array; readonly text: string } | undefined)[] = [];
const NAMES = 1 << 10;
const MAX_NAME = 200;

/** The text of a range. Logs repeat the names of processes, files and loggers, which are decoded once. */
export function nameIn(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > MAX_NAME) return decode(bytes, start, end);
  let hash = end - start;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  const place = (hash ^ (hash >>> 15)) & (NAMES - 1);
  const known = names[place];
  if (known && isSame(known.bytes, bytes, start, end)) return known.text;
  const text = decode(bytes, start, end);
  names[place] = { bytes: bytes.slice(start, end), text };
  return text;
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false;
  return true;
}
