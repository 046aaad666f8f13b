/** The prefix of a log behind something that no other layer knows, such as what a script of the user’s puts before it. */
import {
  APOSTROPHE,
  COLON,
  decode,
  isDigit,
  isSpace,
  isUpper,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  QUOTE,
} from '../bytes';
import { isExceptionClass } from '../starts';
import { separator } from './container';
import { blanksEnd, byteSet, type Layer, LineFacts, nameBytes, type PeelState, runEnd } from './layer';
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
      if (
        i === at ||
        !follows(bytes[i - 1]) ||
        !(isUpper(byte) || isDigit(byte) || byte === OPEN_PAREN || byte === OPEN_BRACKET)
      )
        continue;
      if (beginsLog(state, i)) return isExceptionClass(decode(bytes, at, runEnd(state, at, nameBytes))) ? at : i;
    }
    return at;
  },
};

function follows(byte: number | undefined): boolean {
  return isSpace(byte) || byte === COLON || byte === PIPE;
}

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
