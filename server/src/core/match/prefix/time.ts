/** Time stamps before a message, as programs, container runtimes and log collectors write them. */
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  decode,
  digitsEnd,
  encode,
  hasText,
  isDigit,
  isSpace,
  isUpper,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
  SLASH,
  SPACE,
  UNDERSCORE,
} from '../bytes';
import { wordAt } from '../engine/grams';
import { blanksEnd, byteSet, type Layer, oneBlank, type PeelState } from './layer';

const LETTER_T = 84;
const LETTER_Z = 90;
const PLUS = 43;
/** Names with the blank behind them, as numbers: most words are none, and are told so by one look. */
const months = numbersOf(
  'Jan ',
  'Feb ',
  'Mar ',
  'Apr ',
  'May ',
  'Jun ',
  'Jul ',
  'Aug ',
  'Sep ',
  'Oct ',
  'Nov ',
  'Dec ',
);
const days = numbersOf('Mon ', 'Tue ', 'Wed ', 'Thu ', 'Fri ', 'Sat ', 'Sun ');

function numbersOf(...names: readonly string[]): ReadonlySet<number> {
  return new Set(names.map((name) => wordAt(encode(name), 0)));
}

/** What may follow a bare time stamp without a space; a comma in CSV. */
const endings: ReadonlySet<number | undefined> = new Set([COLON, CLOSE_BRACKET, COMMA]);

/** A time stamp, bare or in brackets; inside brackets a rank may follow it (`[2025-09-13 09:09:15 TP0]`). */
export const time: Layer = {
  name: 'time',
  where: 'anywhere',
  first: byteSet('[(', isDigit, isUpper),
  take(state, at) {
    const { bytes, facts, end } = state;
    const closing = bytes[at] === OPEN_BRACKET ? CLOSE_BRACKET : bytes[at] === OPEN_PAREN ? CLOSE_PAREN : 0;
    const start = closing ? at + 1 : at;
    const stop = stampEnd(state, start);
    if (stop < 0) return at;
    let after = stop;
    if (closing) {
      const close = bytes.indexOf(closing, stop);
      if (close < 0 || close >= end || close > stop + 24) return at;
      if (close > stop + 1) facts.processes.push(decode(bytes, stop, close).trim());
      after = close + 1;
    } else if (stop < end && !isSpace(bytes[stop]) && !endings.has(bytes[stop])) return at;
    if (closing && isRelayed(state)) facts.level = null;
    facts.setTime(start, stop);
    if (bytes[after] === COLON) after++;
    return oneBlank(state, after);
  },
};

/** True where a whole prefix and a dash stand before: a program passed on what another one printed, at a level of its own. */
function isRelayed({ names }: PeelState): boolean {
  return names.at(-1) === 'separator' && names.includes('time') && names.includes('level');
}

/** End of a time stamp; -1 where none stands. */
function stampEnd(state: PeelState, at: number): number {
  const first = state.bytes[at];
  if (isUpper(first)) return monthEnd(state, at);
  if (!isDigit(first)) return -1;
  for (const form of forms) {
    const end = form(state, at);
    if (end > at) return end;
  }
  return -1;
}

/** Jul 22 08:14:55 (syslog), Tue Jul 22 08:14:55 2026 (ctime). */
function monthEnd(state: PeelState, at: number): number {
  const { bytes, end } = state;
  // Names of days and months have three letters.
  if (bytes[at + 3] !== SPACE) return -1;
  const month = days.has(wordAt(bytes, at)) ? at + 4 : at;
  if (month + 4 > end || !months.has(wordAt(bytes, month))) return -1;
  const day = digitsEnd(bytes, blanksEnd(state, month + 3), end, 1, 2);
  const clock = day < 0 ? -1 : clockEnd(state, day + 1);
  if (clock < 0) return -1;
  const year = bytes[clock] === SPACE ? digitsEnd(bytes, clock + 1, end, 4, 4) : -1;
  // What looks like a year can begin another stamp.
  return year > 0 && bytes[year] !== MINUS && bytes[year] !== SLASH ? year : clock;
}

/** Digits of the groups of a date. */
const fullDate = [4, 2, 2];
const shortDate = [2, 2, 2];
const dayAndMonth = [2, 2];

const forms: readonly ((state: PeelState, at: number) => number)[] = [
  // 2026-01-28T23:59:42.123Z, 2024-06-25 16:32:00,563, 2024/03/05 07:01:51, 2024-03-05_07:01:51
  (state, at) => {
    const day = dateEnd(state, at, fullDate);
    return day < 0 ? -1 : dayTimeEnd(state, day);
  },
  // 03/05/24 07:01:51 (Spark), 07-22 08:14:55 (vLLM), 05/Mar/2024:07:01:51 +0000 (httpd)
  (state, at) => {
    const day = dateEnd(state, at, shortDate);
    return day < 0 ? -1 : dayTimeEnd(state, day);
  },
  (state, at) => {
    const day = dateEnd(state, at, dayAndMonth);
    return day < 0 ? -1 : dayTimeEnd(state, day);
  },
  // 08:14:55.123
  (state, at) => clockEnd(state, at),
  // 1784273406.719544 (seconds since 1970)
  ({ bytes, end }, at) => {
    const seconds = digitsEnd(bytes, at, end, 10, 10);
    return seconds > 0 && bytes[seconds] === DOT ? digitsEnd(bytes, seconds + 1, end, 1, 9) : -1;
  },
];

/** End of digit groups of the given lengths with `-` or `/` between them. */
function dateEnd({ bytes, end }: PeelState, at: number, lengths: readonly number[]): number {
  let i = at;
  for (let group = 0; group < lengths.length; group++) {
    if (group > 0) {
      if (bytes[i] !== MINUS && bytes[i] !== SLASH) return -1;
      i++;
    }
    const length = lengths[group] as number;
    i = digitsEnd(bytes, i, end, length, length);
    if (i < 0) return -1;
  }
  return i;
}

/** End of a clock time after a date: `T`, space, `_` or `:` before it, a zone after it. */
function dayTimeEnd(state: PeelState, at: number): number {
  const between = state.bytes[at];
  if (between !== LETTER_T && between !== SPACE && between !== UNDERSCORE && between !== COLON) return -1;
  return clockEnd(state, at + 1);
}

/** End of `HH:MM:SS`, with a fraction and a zone if they follow. */
function clockEnd({ bytes, end }: PeelState, at: number): number {
  let i = at;
  for (let part = 0; part < 3; part++) {
    if (part > 0 && bytes[i++] !== COLON) return -1;
    i = digitsEnd(bytes, i, end, 2, 2);
    if (i < 0) return -1;
  }
  if (bytes[i] === DOT || bytes[i] === COMMA) {
    const fraction = digitsEnd(bytes, i + 1, end, 1, 9);
    if (fraction > 0) i = fraction;
  }
  return zoneEnd(bytes, i, end);
}

function zoneEnd(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === LETTER_Z) return at + 1;
  if (hasText(bytes, at, end, ' UTC')) return at + 4;
  const sign = bytes[at] === SPACE ? at + 1 : at;
  if (bytes[sign] !== PLUS && (bytes[sign] !== MINUS || sign !== at)) return at;
  const hours = digitsEnd(bytes, sign + 1, end, 2, 2);
  if (hours < 0) return at;
  const minutes = digitsEnd(bytes, bytes[hours] === COLON ? hours + 1 : hours, end, 2, 2);
  return minutes < 0 ? at : minutes;
}
