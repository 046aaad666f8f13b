/** Log levels before a message. */
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  digitsEnd,
  GREATER,
  hasText,
  isSpace,
  isUpper,
  isWord,
  LESS,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
} from '../bytes';
import type { Level } from '../match';
import {
  blanksEnd,
  byteSet,
  type Layer,
  nameBytes,
  nameIn,
  oneBlank,
  type PeelState,
  runEnd,
  wordBytes,
} from './layer';

/** Names of levels, as Python, Rust tracing, NCCL, UCX, syslog, Go, Java, supervisord and logrus print them. */
const names = new Map<string, Level>([
  ['TRACE', 'DEBUG'],
  ['DEBUG', 'DEBUG'],
  ['DEBG', 'DEBUG'],
  ['DEBU', 'DEBUG'],
  ['INFO', 'INFO'],
  ['NOTICE', 'INFO'],
  ['SUCCESS', 'INFO'],
  ['DIAG', 'INFO'],
  ['WARN', 'WARNING'],
  ['WARNING', 'WARNING'],
  ['ERROR', 'ERROR'],
  ['ERR', 'ERROR'],
  ['ERRO', 'ERROR'],
  ['SEVERE', 'ERROR'],
  ['CRITICAL', 'CRITICAL'],
  ['CRIT', 'CRITICAL'],
  ['FATAL', 'CRITICAL'],
  ['FATA', 'CRITICAL'],
  ['PANIC', 'CRITICAL'],
]);

const letters = new Map<string, Level>([
  ['D', 'DEBUG'],
  ['I', 'INFO'],
  ['W', 'WARNING'],
  ['E', 'ERROR'],
  ['F', 'CRITICAL'],
  ['C', 'CRITICAL'],
]);

/** The level a word names, in any case; undefined for another word. */
export function levelOf(word: string): Level | undefined {
  return names.get(word) ?? names.get(word.toUpperCase());
}

const longest = Math.max(...[...names.keys()].map((name) => name.length));
/** Bytes of a function’s name in C++. */
const functionName = byteSet(':<>~', isWord);
/** First letters of the names, either case. */
const initials = new Set([...names.keys()].flatMap((name) => [name.charCodeAt(0), name.charCodeAt(0) | 32]));

/** The level that the word in [start, end) names; most words are dismissed without being decoded. */
function levelIn(bytes: Uint8Array, start: number, end: number): Level | undefined {
  const length = end - start;
  if (length < 3 || length > longest || !initials.has(bytes[start] ?? 0)) return undefined;
  return levelOf(nameIn(bytes, start, end));
}

/** The level a letter names in glog and PyTorch lines. */
export function levelOfLetter(letter: string): Level | undefined {
  return letters.get(letter);
}

/** A level in capitals, or in any case inside brackets, with what follows it: `ERROR`, `[error]`, `WARNING:`. */
export const level: Layer = {
  name: 'level',
  where: 'anywhere',
  first: byteSet('[<', isWord),
  take(state, at) {
    const { bytes, end, facts } = state;
    const open = bytes[at] === OPEN_BRACKET ? CLOSE_BRACKET : bytes[at] === LESS ? GREATER : 0;
    const start = open ? blanksEnd(state, at + 1) : at;
    const stop = runEnd(state, start, wordBytes, 9);
    if (stop === start || isWord(bytes[stop])) return at;
    const found = levelIn(bytes, start, stop);
    if (!found || (!open && !isUpper(bytes[start + 1]))) return at;
    let after = open ? blanksEnd(state, stop) : stop;
    if (open && bytes[after++] !== open) return at;
    if (bytes[after] === COLON) after++;
    if (after < end && !isSpace(bytes[after]) && bytes[after] !== OPEN_BRACKET && bytes[after] !== PIPE) return at;
    facts.level = found;
    // Columns: `ERROR    message`; a message’s own indentation never follows a bare level.
    return after === stop ? columnEnd(state, after) : oneBlank(state, after);
  },
};

/** Python’s default format, without a space: `ERROR:vllm.engine:message`. */
export const basicConfig: Layer = {
  name: 'level',
  where: 'anywhere',
  first: byteSet('', isUpper),
  take(state, at) {
    const { bytes, facts } = state;
    const stop = runEnd(state, at, wordBytes, 9);
    const found = isUpper(bytes[at]) && bytes[stop] === COLON ? levelIn(bytes, at, stop) : undefined;
    const logger = runEnd(state, stop + 1, nameBytes);
    if (!found || logger === stop + 1 || bytes[logger] !== COLON) return at;
    facts.level = found;
    facts.logger = nameIn(bytes, stop + 1, logger);
    return logger + 1;
  },
};

/** The program that writes the level: `NCCL WARN`, `UCX  ERROR`; since NCCL 2.30 behind its function, `(ncclCommInitRank) NCCL WARN`. */
export const component: Layer = {
  name: 'component',
  where: 'anywhere',
  first: byteSet('(', isUpper),
  take(state, at) {
    const start = functionEnd(state, at);
    const stop = runEnd(state, start, wordBytes, 12);
    if (stop - start < 2 || !isUpper(state.bytes[start]) || !isUpper(state.bytes[stop - 1])) return at;
    const next = blanksEnd(state, stop);
    if (next === stop || levelIn(state.bytes, start, stop)) return at;
    const word = runEnd(state, next, wordBytes, 9);
    return isUpper(state.bytes[next]) && levelIn(state.bytes, next, word) ? next : at;
  },
};

/** glog and klog: `E0717 07:30:06.719655  994396 nixl_agent.cpp:359] `, level, date, thread; the tag comes after. */
export const glog: Layer = {
  name: 'glog',
  where: 'anywhere',
  first: byteSet('[', isUpper),
  take(state, at) {
    const { bytes, end, facts } = state;
    const start = bytes[at] === OPEN_BRACKET ? at + 1 : at;
    const day = digitsEnd(bytes, start + 1, end, 4, 4);
    if (day < 0 || !isSpace(bytes[day])) return at;
    const found = levelOfLetter(String.fromCharCode(bytes[start] ?? 0));
    if (!found) return at;
    const clock = digitsEnd(bytes, day + 1, end, 2, 2);
    if (clock < 0 || bytes[clock] !== COLON || !hasText(bytes, clock + 3, end, ':')) return at;
    let i = clock;
    while (i < end && !isSpace(bytes[i])) i++;
    facts.setTime(day + 1, i);
    const thread = blanksEnd(state, i);
    // PyTorch’s Python prints the thread’s address, which has up to 20 digits.
    const threadEnd = digitsEnd(bytes, thread, end, 1, 20);
    if (threadEnd > 0 && isSpace(bytes[threadEnd])) i = threadEnd;
    facts.level = found;
    return blanksEnd(state, i);
  },
};

/** Behind a function in parentheses and a blank; `at` where there is none. */
function functionEnd(state: PeelState, at: number): number {
  const { bytes } = state;
  if (bytes[at] !== OPEN_PAREN) return at;
  const stop = runEnd(state, at + 1, functionName, 100);
  return stop > at + 1 && bytes[stop] === CLOSE_PAREN && isSpace(bytes[stop + 1]) ? blanksEnd(state, stop + 1) : at;
}

function columnEnd(state: PeelState, at: number): number {
  return blanksEnd(state, at);
}
