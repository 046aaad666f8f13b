/** Takes a line’s prefixes off, one layer after the other. */
import { labels, logStream, runner, serve } from './collector';
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
import { grpc, panic, what } from './failure';
import { foreign } from './foreign';
import { describedField, podRow } from './kubectl';
import { blanksEnd, type Layer, LineFacts, type PeelState } from './layer';
import { basicConfig, component, glog, level } from './level';
import { cutProcess, mpi, ncclProcess, pid, process, rank } from './process';
import { progress } from './progress';
import { logger, moduleTag, sourceTag } from './source';
import { priority, syslog, syslog5424 } from './syslog';
import { time } from './time';
import { takeUsual } from './usual';
import { box, grep, lineNumber, pm2, task } from './viewer';

/** A line’s prefix, taken apart. Positions count within the line’s view. */
export interface Prefix {
  readonly facts: LineFacts;
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
  box,
  pm2,
  mpi,
  priority,
  ciCommand,
  describedField,
  podRow,
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
  runner,
  logStream,
  labels,
  moduleTag,
  logger,
  serve,
  pid,
  separator,
  pod,
  bracket,
  grep,
  lineNumber,
  task,
  grpc,
  what,
  panic,
  progress,
  foreign,
];

const logLayers = new Set(['time', 'glog', 'level', 'source-tag', 'grpc']);
/** Layers that others of the start may follow, as in a quoted line of Docker Compose. */
const startLayers = new Set(['quote-mark', 'exception-group', 'pytest', 'box', 'grep', 'line-number', 'task']);
const MAX_LAYERS = 24;

/**
 * Peels the line that stands in [0, end) of the bytes.
 *
 * @param usual false: layer by layer, whatever the line begins with; the result is the same
 */
export function peel(bytes: Uint8Array, end: number, usual = true): Prefix {
  const facts = new LineFacts(bytes);
  const names: string[] = [];
  const state: PeelState = { bytes, end, facts, names };
  const boundaries = [0];
  const isDone = usual && takeUsual(state, boundaries);
  let at = boundaries.at(-1) ?? 0;
  let log = names.some((name) => logLayers.has(name));
  let isStart = names.length === 0;
  while (!isDone && names.length < MAX_LAYERS) {
    const start = blanksEnd(state, at);
    const next = takeLayer(state, start, log, isStart, start - at);
    if (next <= start) break;
    isStart &&= startLayers.has(names.at(-1) ?? '');
    log ||= logLayers.has(names.at(-1) ?? '');
    at = next;
    boundaries.push(at);
  }
  const textStart = blanksEnd(state, at);
  return { facts, names, boundaries, indent: textStart - at, textStart, log };
}

/** Layers that only count right after another: further right they are text of a traceback or a table. */
const adjacent = new Set<Layer>([bracket, separator, pid, stream, runner, logStream, serve, logger, moduleTag]);

/** Layers that can begin with a byte, in order. */
const layersOf = Array.from({ length: 256 }, (_, byte) => layers.filter(({ first }) => first[byte] === 1));

function takeLayer(state: PeelState, at: number, log: boolean, isStart: boolean, gap: number): number {
  if (at >= state.end) return at;
  for (const layer of layersOf[state.bytes[at] as number] ?? []) {
    if (layer.where === 'start' && !isStart) continue;
    if (layer.where === 'after-log' && !log) continue;
    if (gap > 1 && adjacent.has(layer)) continue;
    const next = layer.take(state, at);
    if (next <= at) continue;
    state.names.push(layer.name);
    return next;
  }
  return at;
}
