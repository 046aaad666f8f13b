/** What the fields of a JSON line say about it, beside the message: level, logger, time, place. */
import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  decode,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpaces,
} from './bytes';
import type { PrefixFacts } from './prefix/layer';
import { levelOf } from './prefix/level';

const MAX_FIELDS = 64;
const MAX_VALUE = 256;

const levelKeys = ['level', 'levelname', 'severity', 'lvl', 'log_level', 'loglevel'];
const timeKeys = ['time', 'timestamp', 'ts', '@timestamp', 'asctime'];
const loggerKeys = ['logger', 'name', 'logger_name', 'target', 'module'];
const fileKeys = ['file', 'filename', 'pathname', 'caller'];
const lineKeys = ['line', 'lineno', 'line_number'];
const processKeys = ['processName', 'process', 'pid', 'pod', 'pod_name', 'rank', 'worker'];

/** Facts from the object that begins at `at`, over those known already. */
export function factsFromFields(bytes: Uint8Array, at: number, end: number, known: PrefixFacts): PrefixFacts {
  const fields = scalarFields(bytes, at, end);
  const first = (keys: readonly string[]): string | undefined => {
    return keys.map((key) => fields.get(key)).find((value) => value !== undefined);
  };
  const file = first(fileKeys);
  const [path, line] = file?.split(':') ?? [];
  const printed = Number(first(lineKeys) ?? line);
  const process = first(processKeys);
  return {
    level: levelOf(first(levelKeys) ?? '') ?? known.level,
    processes: process === undefined ? known.processes : [...known.processes, process],
    time: first(timeKeys) ?? known.time,
    logger: first(loggerKeys) ?? known.logger,
    tag: path ? { file: path, line: Number.isInteger(printed) && printed > 0 ? printed : null } : known.tag,
  };
}

/** Short strings and numbers of the outermost object, by key. */
function scalarFields(bytes: Uint8Array, at: number, end: number): Map<string, string> {
  const fields = new Map<string, string>();
  if (bytes[at] !== OPEN_BRACE) return fields;
  let depth = 0;
  let key: string | undefined;
  for (let i = at; i < end && fields.size < MAX_FIELDS; ) {
    const byte = bytes[i];
    if (byte === QUOTE || byte === APOSTROPHE) {
      const close = stringEnd(bytes, i, end);
      const text = decode(bytes, i + 1, Math.min(close, i + 1 + MAX_VALUE));
      if (depth === 1 && bytes[skipSpaces(bytes, close + 1, end)] === COLON && key === undefined) key = text;
      else if (depth === 1 && key !== undefined) {
        fields.set(key, text);
        key = undefined;
      }
      i = close + 1;
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    if (depth === 0) break;
    if (byte === COMMA && depth === 1) key = undefined;
    const stop = depth === 1 && key !== undefined ? scalarEnd(bytes, i, end) : i;
    if (stop > i) fields.set(key ?? '', decode(bytes, i, stop));
    i = Math.max(stop, i + 1);
  }
  return fields;
}

function stringEnd(bytes: Uint8Array, open: number, end: number): number {
  for (let i = open + 1; i < end; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === bytes[open]) return i;
  }
  return end;
}

/** End of a number or word at that position. */
function scalarEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && i - at < 40 && /[\w.+-]/.test(String.fromCharCode(bytes[i] ?? 0))) i++;
  return i;
}
