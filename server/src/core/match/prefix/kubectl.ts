/** What kubectl puts before the state of a pod: the names of `kubectl describe`, the first columns of `kubectl get pods`. */
import { COLON, digitsEnd, hasText, isDigit, isLower, isUpper, SLASH, SPACE, TAB } from '../bytes';
import { blanksEnd, byteSet, type Layer, nameBytes, nameIn, type PeelState, runEnd } from './layer';

/** Names whose values say what happened; kubectl sets the values in a column, at least two blanks behind the colon. */
const described = ['Reason', 'Last State', 'State', 'Status', 'Message'];

/** `      Reason:       OOMKilled`. */
export const describedField: Layer = {
  name: 'kubectl-field',
  where: 'start',
  first: byteSet('RLSM'),
  take(state, at) {
    const { bytes, end } = state;
    const name = described.find((one) => hasText(bytes, at, end, one) && bytes[at + one.length] === COLON);
    if (name === undefined) return at;
    const stop = at + name.length + 1;
    const value = blanksEnd(state, stop);
    return (value - stop >= 2 || bytes[stop] === TAB) && isUpper(bytes[value]) ? value : at;
  },
};

/** `vllm-0   0/1   OOMKilled   3 (20s ago)   5m`, with the namespace before it for `--all-namespaces`. */
export const podRow: Layer = {
  name: 'kubectl-row',
  where: 'start',
  first: byteSet('', isLower, isDigit),
  take(state, at) {
    const { bytes, facts } = state;
    let start = at;
    for (let column = 0; column < 2; column++) {
      const stop = runEnd(state, start, nameBytes, 253);
      const next = columnAfter(state, stop);
      if (next < 0) return at;
      const status = statusAfter(state, next);
      if (status >= 0) {
        facts.processes.push(nameIn(bytes, start, stop));
        return status;
      }
      start = next;
    }
    return at;
  },
};

/** Where the column after a gap of at least two blanks begins; -1 where there is none. */
function columnAfter(state: PeelState, stop: number): number {
  const next = blanksEnd(state, stop);
  return next < state.end && next - stop >= 2 ? next : -1;
}

/** Where the status begins if `0/1` and a gap stand here; -1 where they do not. */
function statusAfter(state: PeelState, at: number): number {
  const { bytes, end } = state;
  const ready = digitsEnd(bytes, at, end, 1, 4);
  if (ready < 0 || bytes[ready] !== SLASH) return -1;
  const all = digitsEnd(bytes, ready + 1, end, 1, 4);
  return all < 0 || bytes[all] !== SPACE ? -1 : columnAfter(state, all);
}
