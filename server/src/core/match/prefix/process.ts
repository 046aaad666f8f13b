/** Processes, workers and ranks before a message. */
import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  digitsEnd,
  EQUALS,
  hasText,
  isDigit,
  isSpace,
  isWord,
  MINUS,
  OPEN_BRACKET,
  OPEN_PAREN,
} from '../bytes';
import {
  blanksEnd,
  byteSet,
  type Layer,
  nameIn,
  numberEnd,
  oneBlank,
  type PeelState,
  runEnd,
  wordBytes,
} from './layer';

const MAX_PROCESS = 160;
const processName = byteSet(' =,._-', isWord);

/** `(EngineCore_DP0 pid=972) `, `(RayWorkerWrapper pid=269885, ip=10.0.0.107) `, parentheses inside counted. */
export const process: Layer = {
  name: 'process',
  where: 'anywhere',
  first: byteSet('('),
  take(state, at) {
    const { bytes, facts } = state;
    if (bytes[at] !== OPEN_PAREN) return at;
    const close = closing(state, at);
    if (close < 0 || !namesProcess(state, at, close)) return at;
    facts.processes.push(nameIn(bytes, at + 1, close));
    return oneBlank(state, close + 1);
  },
};

/** The same with its opening parenthesis lost in copying: `VllmWorker rank=2 pid=19714) `. */
export const cutProcess: Layer = {
  name: 'process',
  where: 'start',
  first: processName,
  take(state, at) {
    const { bytes, facts } = state;
    const close = runEnd(state, at, processName, MAX_PROCESS);
    if (bytes[close] !== CLOSE_PAREN || !namesProcess(state, at, close)) return at;
    facts.processes.push(nameIn(bytes, at, close));
    return oneBlank(state, close + 1);
  },
};

/** `[rank0]: `, `[rank0]:[rank1]: `, torchrun’s `[default3]:`, `[0]: `. */
export const rank: Layer = {
  name: 'rank',
  where: 'anywhere',
  first: byteSet('['),
  take(state, at) {
    const { bytes, end, facts } = state;
    if (bytes[at] !== OPEN_BRACKET) return at;
    let word = at + 1;
    while (word < end && word - at < 12 && isWord(bytes[word]) && digitsEnd(bytes, word, end, 1, 5) < 0) word++;
    const stop = digitsEnd(bytes, word, end, 1, 5);
    if (stop < 0 || bytes[stop] !== CLOSE_BRACKET || bytes[stop + 1] !== COLON) return at;
    const name = nameIn(bytes, at + 1, stop);
    if (!facts.processes.includes(name)) facts.processes.push(name);
    return oneBlank(state, stop + 2);
  },
};

/** Bytes of a host’s name, and of what people write in its place: `<host>`, `***`. */
const hostBytes = byteSet('.-<>*', isWord);

/** NCCL’s `host:13740:13740 [7] `: host, process, thread, device. */
export const ncclProcess: Layer = {
  name: 'nccl',
  where: 'anywhere',
  first: hostBytes,
  take(state, at) {
    const { bytes, facts } = state;
    const host = runEnd(state, at, hostBytes);
    if (host === at || bytes[host] !== COLON) return at;
    const pid = numberEnd(state, host + 1);
    if (pid < 0 || bytes[pid] !== COLON) return at;
    const thread = numberEnd(state, pid + 1);
    if (thread < 0 || !isSpace(bytes[thread])) return at;
    facts.processes.push(nameIn(bytes, at, pid));
    const device = blanksEnd(state, thread);
    const deviceEnd = bytes[device] === OPEN_BRACKET ? numberEnd(state, device + 1) : -1;
    return deviceEnd > 0 && bytes[deviceEnd] === CLOSE_BRACKET ? blanksEnd(state, deviceEnd + 1) : device;
  },
};

/** mpirun’s `[1,3]<stderr>:`: job, rank, stream. */
export const mpi: Layer = {
  name: 'mpi',
  where: 'start',
  first: byteSet('['),
  take(state, at) {
    const { bytes, end, facts } = state;
    const job = bytes[at] === OPEN_BRACKET ? numberEnd(state, at + 1) : -1;
    const rankEnd = job > 0 && bytes[job] === COMMA ? numberEnd(state, job + 1) : -1;
    if (rankEnd < 0 || !hasText(bytes, rankEnd, end, ']<std')) return at;
    const stop = runEnd(state, rankEnd + 2, wordBytes, 8);
    if (!hasText(bytes, stop, end, '>:')) return at;
    facts.processes.push(nameIn(bytes, at + 1, rankEnd));
    return stop + 2;
  },
};

/** A process or thread number between time, logger and level: `restful_api 3118895 ERROR`, `1 --- `. */
export const pid: Layer = {
  name: 'pid',
  where: 'after-log',
  first: byteSet('', isDigit),
  take(state, at) {
    const stop = digitsEnd(state.bytes, at, state.end, 1, 9);
    if (stop < 0 || !isSpace(state.bytes[stop])) return at;
    return blanksEnd(state, stop);
  },
};

/** Position of the parenthesis that closes the one at `at`; -1 if it is not near. */
function closing({ bytes, end }: PeelState, at: number): number {
  let depth = 0;
  const limit = Math.min(end, at + MAX_PROCESS);
  for (let i = at; i < limit; i++) {
    if (bytes[i] === OPEN_PAREN) depth++;
    else if (bytes[i] === CLOSE_PAREN && --depth === 0) return i;
  }
  return -1;
}

/** Processes of a Ray node, which its driver names without a number: `(raylet) `, `(gcs_server) `. */
const rayProcesses = ['(raylet)', '(gcs_server)'];

const processKeys = ['pid', 'ip', 'rank', 'actor_id'];

/** True where the range holds `pid=`, `ip=` or `rank=` with a number, or is a process of a Ray node. */
function namesProcess({ bytes }: PeelState, start: number, end: number): boolean {
  if (rayProcesses.some((name) => start + name.length === end + 1 && hasText(bytes, start, end + 1, name))) return true;
  for (let i = start; i < end; i++) {
    if (bytes[i] !== EQUALS) continue;
    if (processKeys.some((key) => hasText(bytes, i - key.length, end, key))) {
      return digitsEnd(bytes, i + 1, end, 1, 9) > 0 || bytes[i + 1] !== MINUS;
    }
  }
  return false;
}

/** What stands between the name of a process and its number. */
const PID = ' pid=';

/**
 * True where the raw line in [start, end) begins with another process than `own`, as in `(Worker_TP0 pid=1107) …`: told
 * without reading the line, since most lines around one are those of other processes.
 */
export function isOfAnother(bytes: Uint8Array, start: number, end: number, own: string): boolean {
  if (bytes[start] !== OPEN_PAREN) return false;
  let stop = start + 1;
  while (stop < end && wordBytes[bytes[stop] as number] === 1 && (bytes[stop] as number) < 128) stop++;
  if (stop === start + 1 || !hasText(bytes, stop, end, PID)) return false;
  const close = digitsEnd(bytes, stop + PID.length, end, 1, 9);
  if (close < 0 || bytes[close] !== CLOSE_PAREN || close - start > MAX_PROCESS) return false;
  // Further layers can add a rank or a pod behind the name.
  return !hasText(bytes, start + 1, close, own.slice(0, close - start - 1));
}
