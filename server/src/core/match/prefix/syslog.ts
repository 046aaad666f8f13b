/** What syslog and journald put before a message, around its time. */
import { CLOSE_BRACKET, COLON, digitsEnd, GREATER, isSpace, isWord, LESS, MINUS, OPEN_BRACKET } from '../bytes';
import { byteSet, type Layer, nameBytes, nameIn, numberEnd, oneBlank, runEnd } from './layer';

const programName = byteSet('.-_/@', isWord);
const fieldBytes = byteSet('.-_/@:', isWord);

/** syslog and journald after their time: `host vllm[1234]: `. */
export const syslog: Layer = {
  name: 'syslog',
  where: 'after-log',
  first: nameBytes,
  take(state, at) {
    const { bytes, names, facts } = state;
    if (names.at(-1) !== 'time') return at;
    const host = runEnd(state, at, nameBytes);
    if (host === at || !isSpace(bytes[host])) return at;
    const program = runEnd(state, host + 1, programName);
    if (program === host + 1) return at;
    const pid = bytes[program] === OPEN_BRACKET ? numberEnd(state, program + 1) : -1;
    const colon = pid > 0 && bytes[pid] === CLOSE_BRACKET ? pid + 1 : program;
    if (bytes[colon] !== COLON || !isSpace(bytes[colon + 1])) return at;
    facts.processes.push(nameIn(bytes, host + 1, colon));
    return oneBlank(state, colon + 1);
  },
};

/** RFC 5424 after its priority, version and time: `host app 972 - - `: host, program, process, message id, data. */
export const syslog5424: Layer = {
  name: 'syslog',
  where: 'after-log',
  first: fieldBytes,
  take(state, at) {
    const { bytes, names, facts, end } = state;
    if (names.at(-1) !== 'time' || !names.includes('priority')) return at;
    const stops: number[] = [];
    let i = at;
    for (let field = 0; field < 4; field++) {
      const stop = runEnd(state, i, fieldBytes);
      if (stop === i || !isSpace(bytes[stop])) return at;
      stops.push(stop);
      i = stop + 1;
    }
    const host = stops[0] ?? at;
    const process = stops[2] ?? at;
    facts.processes.push(nameIn(bytes, host + 1, process));
    // Structured data: `-`, or elements in brackets.
    if (bytes[i] === MINUS) return oneBlank(state, i + 1);
    while (i < end && bytes[i] === OPEN_BRACKET) {
      const close = bytes.indexOf(CLOSE_BRACKET, i);
      if (close < 0 || close >= end) return at;
      i = close + 1;
    }
    return oneBlank(state, i);
  },
};

/** The priority and version before the time of RFC 5424, the priority of RFC 3164: `<11>1 `, `<11>`. */
export const priority: Layer = {
  name: 'priority',
  where: 'start',
  first: byteSet('<'),
  take(state, at) {
    const { bytes, end } = state;
    const stop = bytes[at] === LESS ? digitsEnd(bytes, at + 1, end, 1, 3) : -1;
    if (stop < 0 || bytes[stop] !== GREATER) return at;
    const version = digitsEnd(bytes, stop + 1, end, 1, 2);
    return version > 0 && isSpace(bytes[version]) ? version + 1 : stop + 1;
  },
};
