/** What container runtimes, CI systems, mail clients, test runners and log viewers put before a line. */
import {
  BACKTICK,
  CLOSE_BRACKET,
  COLON,
  GREATER,
  hasText,
  isLower,
  isSpace,
  isWord,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PIPE,
  SPACE,
} from '../bytes';
import { blanksEnd, byteSet, type Layer, nameBytes, nameIn, oneBlank, type PeelState, runEnd } from './layer';

const LETTER_E = 69;
const PLUS = 43;
const MAX_BRACKET = 80;
const composeName = byteSet('.-@', isWord);
const commandName = byteSet('-', isWord);
const podName = byteSet('.-/', isWord);
/** Bytes that short names in brackets do not hold, but data do. */
const notInBrackets = byteSet('{\'"');

/** Quote marks of mail and Markdown, and the mark that opens a line of code there. */
export const quoteMark: Layer = {
  name: 'quote-mark',
  where: 'start',
  first: byteSet('>`'),
  take(state, at) {
    if (state.bytes[at] === BACKTICK) return isCode(state, at) ? at + 1 : at;
    if (state.bytes[at] !== GREATER) return at;
    const next = state.bytes[at + 1];
    return next === GREATER || next === undefined || isSpace(next) ? oneBlank(state, at + 1) : at;
  },
};

/** True where the whole line is set as code. A line that was wrapped can begin with a name in such marks. */
function isCode({ bytes, end }: PeelState, at: number): boolean {
  const byte = bytes[at + 1];
  if (bytes[end - 1] !== BACKTICK || end - at < 3) return false;
  return isWord(byte) || byte === OPEN_PAREN || byte === OPEN_BRACKET || byte === OPEN_BRACE;
}

/** A pictograph that a program sets before its messages: U+2680 to U+277F, U+1F000 and above. */
export const pictograph: Layer = {
  name: 'pictograph',
  where: 'start',
  first: byteSet('\xf0\xe2'),
  take({ bytes, end }, at) {
    const wide = bytes[at] === 0xf0 && bytes[at + 1] === 0x9f;
    const narrow = bytes[at] === 0xe2 && (bytes[at + 1] ?? 0) >= 0x9a && (bytes[at + 1] ?? 0) <= 0x9d;
    if (!wide && !narrow) return at;
    let after = at + (wide ? 4 : 3);
    // U+FE0F asks for the coloured form.
    if (bytes[after] === 0xef && bytes[after + 1] === 0xb8 && bytes[after + 2] === 0x8f) after += 3;
    return after < end && isSpace(bytes[after]) ? after + 1 : at;
  },
};

/** pytest’s `E   ` before the lines of an exception. */
export const pytest: Layer = {
  name: 'pytest',
  where: 'start',
  first: byteSet('E'),
  take: (state, at) => {
    if (state.bytes[at] !== LETTER_E || !hasText(state.bytes, at + 1, state.end, '  ')) return at;
    return Math.min(blanksEnd(state, at + 1), at + 4);
  },
};

/** The margin of an exception group: `  | `, `    +-+---------------- 1 ----------------`. */
export const exceptionGroup: Layer = {
  name: 'exception-group',
  where: 'start',
  first: byteSet('+|'),
  take(state, at) {
    const { bytes, end } = state;
    const start = blanksEnd(state, at);
    if (bytes[start] === PLUS && (bytes[start + 1] === MINUS || bytes[start + 1] === SPACE)) return start + 1;
    if (bytes[start] !== PIPE || (start + 1 < end && !isSpace(bytes[start + 1]))) return at;
    return oneBlank(state, start + 1);
  },
};

/** Docker Compose: `vllm-1  | `. The name is the process. */
export const compose: Layer = {
  name: 'compose',
  where: 'start',
  first: composeName,
  take(state, at) {
    const { bytes, facts, end } = state;
    const stop = runEnd(state, at, composeName);
    const pipe = blanksEnd(state, stop);
    if (stop === at || pipe === stop || pipe >= end || bytes[pipe] !== PIPE) return at;
    // An editor may have taken the space off an empty line.
    if (pipe + 1 < end && !isSpace(bytes[pipe + 1])) return at;
    facts.processes.push(nameIn(bytes, at, stop));
    return oneBlank(state, pipe + 1);
  },
};

/** GitHub and Azure: `##[error]`, `::error::`. */
export const ciCommand: Layer = {
  name: 'ci-command',
  where: 'anywhere',
  first: byteSet('#:'),
  take(state, at) {
    const { bytes, end } = state;
    const hash = hasText(bytes, at, end, '##[');
    if (!hash && !hasText(bytes, at, end, '::')) return at;
    const word = at + (hash ? 3 : 2);
    const stop = runEnd(state, word, commandName);
    if (stop === word) return at;
    if (hash) return bytes[stop] === CLOSE_BRACKET ? stop + 1 : at;
    const close = bytes.indexOf(COLON, stop);
    return close > 0 && close < end && bytes[close + 1] === COLON ? close + 2 : at;
  },
};

/** CRI after its time: `stderr F `; loggers that capture a stream: `stderr | `. */
export const stream: Layer = {
  name: 'stream',
  where: 'after-log',
  first: byteSet('s'),
  take(state, at) {
    const { bytes, end } = state;
    if (!hasText(bytes, at, end, 'stderr ') && !hasText(bytes, at, end, 'stdout ')) return at;
    const next = at + 7;
    if ((bytes[next] === 70 || bytes[next] === 80) && isSpace(bytes[next + 1])) return next + 2;
    return next;
  },
};

/** stern: `vllm-leader-0 vllm ` before a time, a level, a process or JSON. Kubernetes names hold no capitals. */
export const pod: Layer = {
  name: 'pod',
  where: 'start',
  first: byteSet('', isLower),
  take(state, at) {
    const { bytes, facts } = state;
    const podEnd = runEnd(state, at, podName);
    if (!isLower(bytes[at]) || !isSpace(bytes[podEnd])) return at;
    if (!bytes.subarray(at, podEnd).includes(MINUS)) return at;
    const name = podEnd + 1;
    const nameStop = runEnd(state, name, nameBytes);
    const after = isSpace(bytes[nameStop]) && nameStop > name ? nameStop + 1 : name;
    if (!startsRecord(state, after)) return at;
    facts.processes.push(nameIn(bytes, at, podEnd));
    return after;
  },
};

/** Any short group in brackets: `[pod/vllm-0/vllm] `, `[7] `, `[c10d] `, `[address=…, pid=…] `. */
export const bracket: Layer = {
  name: 'bracket',
  where: 'anywhere',
  first: byteSet('['),
  take(state, at) {
    const { bytes, end, facts } = state;
    if (bytes[at] !== OPEN_BRACKET) return at;
    const close = bytes.indexOf(CLOSE_BRACKET, at);
    if (close < 0 || close >= end || close - at > MAX_BRACKET || close === at + 1) return at;
    for (let i = at + 1; i < close; i++) if (notInBrackets[bytes[i] as number] === 1) return at;
    const name = nameIn(bytes, at + 1, close);
    if (name.startsWith('pod/') || name.includes('pid=')) facts.processes.push(name);
    return blanksEnd(state, bytes[close + 1] === COLON ? close + 2 : close + 1);
  },
};

/** `|`, `-`, `--`, `:` between the parts of a prefix; `...` where somebody left parts out. */
export const separator: Layer = {
  name: 'separator',
  where: 'after-log',
  first: byteSet('-|:.'),
  take(state, at) {
    const { bytes, end } = state;
    if (hasText(bytes, at, end, '... [')) return at + 4;
    let i = at;
    while (i - at < 3 && (bytes[i] === MINUS || bytes[i] === PIPE || bytes[i] === COLON)) i++;
    return i > at && isSpace(bytes[i]) ? blanksEnd(state, i) : at;
  },
};

function startsRecord({ bytes }: PeelState, at: number): boolean {
  const byte = bytes[at];
  return (
    byte === OPEN_BRACE ||
    byte === OPEN_PAREN ||
    byte === OPEN_BRACKET ||
    (isWord(byte) && isWord(bytes[at + 1]) && !isLower(byte) && !isLower(bytes[at + 1]))
  );
}
