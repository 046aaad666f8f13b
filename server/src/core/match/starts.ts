/** Places in a line where a message may begin. */
import {
  APOSTROPHE,
  COLON,
  COMMA,
  DOT,
  decode,
  digitsEnd,
  EQUALS,
  hasText,
  isDigit,
  isSpace,
  isUpper,
  isWord,
  LF,
  MINUS,
  QUOTE,
  skipSpaces,
} from './bytes';
import type { Prefix } from './prefix/peel';

/**
 * Why a message may begin there. prefix: after a layer of the prefix. class: after an exception class and a colon.
 * label: after one word and a colon, as in `Caused by: `. inner: after a colon, a dash or `name=` further on in a line
 * that a logger or an exception made.
 */
type StartKind = 'prefix' | 'class' | 'label' | 'inner';

/** A place where a message may begin. */
export interface Start {
  readonly at: number;
  readonly kind: StartKind;
  /** Exception class right before, with its module path as printed. */
  readonly exception: string | null;
}

const MAX_CHAIN = 8;
const MAX_HEAD = 200;
const MAX_INNER = 64;
/** How far into a line inner starts are looked for. */
const INNER_REACH = 4096;

/** The starts of a line, strongest first; `end` is the end of its text. */
export function startsOf(bytes: Uint8Array, prefix: Prefix, end: number): Start[] {
  const chain = headsFrom(bytes, prefix.textStart, end);
  const starts = [...chain].reverse();
  starts.push({ at: prefix.textStart, kind: 'prefix', exception: null });
  for (const at of [...prefix.boundaries].reverse()) {
    const text = skipSpaces(bytes, at, end);
    if (text < end && starts.every((start) => start.at !== text)) {
      starts.push({ at: text, kind: 'prefix', exception: null });
    }
  }
  const inner = innerStarts(bytes, chain.at(-1)?.at ?? prefix.textStart, end);
  if (isNote(prefix)) return [...starts, ...inner.filter(({ kind }) => kind === 'class')];
  if (prefix.log || chain.some(({ kind }) => kind === 'class')) return [...starts, ...inner];
  // In a line that nobody vouches for, an exception’s class still vouches for what it stands before. Quoted texts are
  // read by themselves.
  const limit = firstQuote(bytes, prefix.textStart, end);
  return [...starts, ...inner.filter(({ kind, at }) => kind === 'class' && at < limit)];
}

/** True for what a library notes below a warning (`NCCL INFO …`): what it quotes there it has coped with. */
function isNote({ names, facts }: Prefix): boolean {
  return names.includes('component') && (facts.level === 'INFO' || facts.level === 'DEBUG');
}

/** Position of the first mark that opens a quotation; an apostrophe inside a word opens none. */
function firstQuote(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    if (bytes[i] === QUOTE || (bytes[i] === APOSTROPHE && !isWord(bytes[i - 1]))) return i;
  }
  return end;
}

/** Starts after the exception classes and labels that stand one after the other from `from` on, in order. */
export function headsFrom(bytes: Uint8Array, from: number, end: number): Start[] {
  const starts: Start[] = [];
  let at = from;
  while (starts.length < MAX_CHAIN) {
    const head = headAt(bytes, at, end);
    if (!head) break;
    starts.push(head);
    at = head.at;
    const status = head.exception === null ? -1 : digitsEnd(bytes, at, end, 3, 3);
    // Clients put the status of the answer first: `BadRequestError: 400 …`.
    if (status > 0 && isSpace(bytes[status])) starts.push({ ...head, at: skipSpaces(bytes, status, end) });
  }
  return starts;
}

/** Starts after `: `, ` - ` and `name=` in the range. */
export function innerStarts(bytes: Uint8Array, from: number, end: number): Start[] {
  const starts: Start[] = [];
  const limit = Math.min(end, from + INNER_REACH);
  for (let i = from + 1; i < limit && starts.length < MAX_INNER; i++) {
    const at = innerStart(bytes, i, end);
    if (at < 0) continue;
    const exception = bytes[i] === COLON ? classBefore(bytes, from, i) : null;
    starts.push({ at, kind: exception ? 'class' : 'inner', exception });
  }
  return starts;
}

/** The exception class whose name ends at `end`, not reaching before `from`; null where none does. */
function classBefore(bytes: Uint8Array, from: number, end: number): string | null {
  let start = end;
  while (start > from && (isWord(bytes[start - 1]) || bytes[start - 1] === DOT)) start--;
  const name = decode(bytes, start, end);
  return isExceptionClass(name) ? name : null;
}

/** True for a class name as tracebacks print it: `ValueError`, `zmq.error.ZMQError`, `torch._dynamo.exc.BackendCompilerFailed`. */
export function isExceptionClass(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (!/^[A-Za-z_]\w*$/.test(last) || !/[A-Z]/.test(last)) return false;
  if (
    /(Error|Exception|Warning|Exit|Interrupt|Iteration|Failed|Failure|Timeout|Timed[oO]ut|Refused|Unavailable)$/.test(
      last,
    )
  )
    return true;
  return name.includes('.') && /^[A-Z]/.test(last) && /[a-z]/.test(last);
}

function headAt(bytes: Uint8Array, at: number, end: number): Start | undefined {
  let stop = at;
  while (stop < end && stop - at < MAX_HEAD && isHeadByte(bytes[stop])) stop++;
  if (stop === at) return undefined;
  const colon = skipSpaces(bytes, stop, Math.min(end, stop + 4));
  if (bytes[colon] === COLON && (colon + 1 >= end || isSpace(bytes[colon + 1]))) {
    const name = decode(bytes, at, stop);
    // A wrapped line may break between the class and its colon.
    const exception = (colon === stop || bytes[stop] === LF) && isExceptionClass(name) ? name : null;
    return { at: skipSpaces(bytes, colon + 1, end), kind: exception ? 'class' : 'label', exception };
  }
  return twoWordLabel(bytes, at, stop, end);
}

/** Names of classes, keys and programs (`vllm-bench: `). */
function isHeadByte(byte: number | undefined): boolean {
  return isWord(byte) || byte === DOT || byte === MINUS;
}

/** `Caused by: `, `Value error, `, `Root cause: `: two words of which the second says that an error follows. */
function twoWordLabel(bytes: Uint8Array, at: number, firstEnd: number, end: number): Start | undefined {
  if (!isUpper(bytes[at]) || !isSpace(bytes[firstEnd])) return undefined;
  const second = firstEnd + 1;
  const word = ['by', 'error', 'cause', 'failed', 'failure'].find((text) => hasText(bytes, second, end, text));
  if (!word) return undefined;
  const stop = second + word.length;
  if (bytes[stop] !== COLON && bytes[stop] !== COMMA) return undefined;
  return { at: skipSpaces(bytes, stop + 1, end), kind: 'label', exception: null };
}

function innerStart(bytes: Uint8Array, i: number, end: number): number {
  const byte = bytes[i];
  if (byte === COLON && isSpace(bytes[i + 1])) return skipSpaces(bytes, i + 1, end);
  if (byte === MINUS && isSpace(bytes[i - 1]) && isSpace(bytes[i + 1])) return skipSpaces(bytes, i + 1, end);
  if (byte === EQUALS && isWord(bytes[i - 1]) && !isSpace(bytes[i + 1]) && !isDigit(bytes[i + 1])) return i + 1;
  return -1;
}
