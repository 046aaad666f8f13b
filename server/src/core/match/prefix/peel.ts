/** Takes a line’s prefixes off, one layer after the other. */
import {
  bracket,
  ciCommand,
  compose,
  exceptionGroup,
  pictograph,
  pod,
  pytest,
  quoteMark,
  separator,
  stream,
} from './container';
import { blanksEnd, type Layer, noFacts, type PeelState, type PrefixFacts } from './layer';
import { basicConfig, component, glog, level } from './level';
import { cutProcess, mpi, ncclProcess, pid, process, rank } from './process';
import { logger, moduleTag, sourceTag } from './source';
import { priority, syslog, syslog5424 } from './syslog';
import { time } from './time';

/** A line’s prefix, taken apart. Positions count within the line’s view. */
export interface Prefix {
  readonly facts: PrefixFacts;
  /** Names of the layers, outermost first. */
  readonly names: readonly string[];
  /** Where a layer ends and the message may begin, in order; the first is the start of the line. */
  readonly boundaries: readonly number[];
  /** Spaces between the last layer and the text: traceback bodies have some. */
  readonly indent: number;
  /** First byte of the text. */
  readonly textStart: number;
  /** True where a level, a time or a source tag stands before the text, as only logs have them. */
  readonly log: boolean;
}

/** Every layer; the order decides where two could stand. */
const layers: readonly Layer[] = [
  quoteMark,
  pictograph,
  pytest,
  exceptionGroup,
  compose,
  mpi,
  priority,
  ciCommand,
  time,
  glog,
  level,
  basicConfig,
  process,
  cutProcess,
  rank,
  ncclProcess,
  sourceTag,
  component,
  syslog5424,
  syslog,
  stream,
  moduleTag,
  logger,
  pid,
  separator,
  pod,
  bracket,
];

const logLayers = new Set(['time', 'glog', 'level', 'source-tag']);
const MAX_LAYERS = 24;

/** Peels the line that stands in [0, end) of the bytes. */
export function peel(bytes: Uint8Array, end: number): Prefix {
  const facts = noFacts();
  const names: string[] = [];
  const state: PeelState = { bytes, end, facts, names };
  const boundaries = [0];
  let at = 0;
  let log = false;
  while (names.length < MAX_LAYERS) {
    const start = blanksEnd(state, at);
    const next = takeLayer(state, start, log, start - at);
    if (next <= start) break;
    log ||= logLayers.has(names.at(-1) ?? '');
    at = next;
    boundaries.push(at);
  }
  const textStart = blanksEnd(state, at);
  return { facts, names, boundaries, indent: textStart - at, textStart, log };
}

/** Layers that only count right after another: further right they are text of a traceback or a table. */
const adjacent = new Set<Layer>([bracket, separator, pid, stream, logger, moduleTag]);

function takeLayer(state: PeelState, at: number, log: boolean, gap: number): number {
  for (const layer of layers) {
    if (layer.where === 'start' && !atStart(state)) continue;
    if (layer.where === 'after-log' && !log) continue;
    if (gap > 1 && adjacent.has(layer)) continue;
    const next = layer.take(state, at);
    if (next <= at) continue;
    state.names.push(layer.name);
    return next;
  }
  return at;
}

/** Layers of the start may follow each other, as in a quoted line of Docker Compose. */
function atStart({ names }: PeelState): boolean {
  return names.every((name) => name === 'quote-mark' || name === 'exception-group' || name === 'pytest');
}
