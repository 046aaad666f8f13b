/** The prefix of a log behind something that no other layer knows, such as what a script of the user’s puts before it. */
import {
  APOSTROPHE,
  COLON,
  DOT,
  decode,
  digitsEnd,
  isDigit,
  isSpace,
  isUpper,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  QUOTE,
  SLASH,
  SPACE,
} from '../bytes';
import { isExceptionClass } from '../starts';
import { separator } from './container';
import { blanksEnd, byteSet, type Layer, LineFacts, nameBytes, type PeelState, runEnd, wordBytes } from './layer';
import { basicConfig, glog, level } from './level';
import { process, rank } from './process';
import { sourceTag } from './source';
import { time } from './time';

/** How far into a line a prefix may begin. */
const REACH = 160;

/**
 * Everything before a level that a time, a place or a logger follows, or before a time that a level follows. A quoted
 * text is read by itself, and what stands behind an exception’s class belongs to its message.
 */
export const foreign: Layer = {
  name: 'foreign',
  where: 'anywhere',
  first: byteSet('', () => true),
  take(state, at) {
    const { bytes, end, facts } = state;
    if (facts.level !== null || facts.tag !== null || bytes[at] === OPEN_BRACE) return at;
    const limit = Math.min(end, at + REACH);
    for (let i = at; i < limit; i++) {
      const byte = bytes[i];
      if (byte === QUOTE || byte === APOSTROPHE) return at;
      if (i === at || !follows(bytes[i - 1]) || !mayBegin(state, i)) continue;
      if (beginsLog(state, i)) return isExceptionClass(decode(bytes, at, runEnd(state, at, nameBytes))) ? at : i;
    }
    return at;
  },
};

function follows(byte: number | undefined): boolean {
  return isSpace(byte) || byte === COLON || byte === PIPE;
}

/** True for the first byte of a level, a time, a process or a rank, looked at no further than tells most words of a text. */
function mayBegin(state: PeelState, at: number): boolean {
  const { bytes, end } = state;
  const byte = bytes[at];
  if (byte === OPEN_PAREN || byte === OPEN_BRACKET) return true;
  // A date, a clock, or seconds since 1970.
  if (isDigit(byte)) return dateMarks.has(bytes[digitsEnd(bytes, at, end, 1, 10)] ?? 0);
  if (!isUpper(byte)) return false;
  // `ERROR `, glog’s `E0717`, `Jul 22`, `Error:vllm.engine:`.
  const next = bytes[at + 1];
  return isUpper(next) || isDigit(next) || bytes[at + 3] === SPACE || bytes[runEnd(state, at, wordBytes, 9)] === COLON;
}

/** Marks behind the first digits of a time. */
const dateMarks = new Set([MINUS, SLASH, COLON, DOT]);

function beginsLog({ bytes, end }: PeelState, at: number): boolean {
  const state: PeelState = { bytes, end, facts: new LineFacts(bytes), names: [] };
  const after = (layer: Layer, from: number): number => {
    const next = layer.take(state, from);
    return next > from ? blanksEnd(state, next) : -1;
  };
  if ([basicConfig, glog, rank].some((layer) => after(layer, at) > 0)) return true;
  const named = after(process, at);
  const start = named > 0 ? named : at;
  const stamp = after(time, start);
  if (stamp > 0) return after(level, Math.max(stamp, after(separator, stamp))) > 0;
  const said = after(level, start);
  return said > 0 && (after(time, said) > 0 || after(sourceTag, said) > 0);
}
