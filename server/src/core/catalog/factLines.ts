/**
 * The text of a facts file, one record a line, so that a change shows as the lines that changed. A line that is a string
 * names the file of the records below it; a record is a list:
 *
 * ```
 * "vllm/v1/engine/core.py"
 * ["EngineCore.__init__","raise ValueError","No such rank {rank}","v0.9.0..v0.11.2","67*4 71"]
 * ["EngineCore.run","log:ERROR","The engine died","v0.9.0","80*2 84",{"becomes":"core/0a1b2c3d"}]
 * ```
 */
import { type FactRecord, factRecordSchema } from './facts';

/** Writes records, which stand together where they share a file, each line ended. */
export function* writeFactLines(records: readonly FactRecord[]): Generator<string> {
  let file: string | undefined;
  for (const record of records) {
    if (record.file !== file) yield `${JSON.stringify(record.file)}\n`;
    file = record.file;
    yield `${JSON.stringify(valuesOf(record))}\n`;
  }
}

function valuesOf({
  function: name,
  kind,
  level,
  exception,
  template,
  first,
  last,
  lines,
  ...more
}: FactRecord): unknown[] {
  const { number, becomes } = more;
  const how = `${kind}${level === undefined ? '' : `:${level}`}${exception === undefined ? '' : ` ${exception}`}`;
  const rest = { ...(number !== undefined && { number }), ...(becomes !== undefined && { becomes }) };
  const values = [name, how, template, last === undefined ? first : `${first}..${last}`, lines];
  return Object.keys(rest).length > 0 ? [...values, rest] : values;
}

/** A line that is no record. */
interface LineFault {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** Reads a facts file. Each line that is neither a file nor a record is a fault. */
export function readFactLines(text: string): { records: FactRecord[]; faults: LineFault[] } {
  const records: FactRecord[] = [];
  const faults: LineFault[] = [];
  let file: string | undefined;
  text.split('\n').forEach((row, i) => {
    if (row === '') return;
    const value = parseJson(row);
    if (typeof value === 'string') {
      file = value;
      return;
    }
    const result = factRecordSchema.safeParse(recordOf(value, file));
    if (result.success) records.push(result.data);
    else {
      const message = result.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
      faults.push({ line: i + 1, message: message.join('; ') });
    }
  });
  return { records, faults };
}

/** The fields that a line holds, for the schema to judge. */
export function recordOf(value: unknown, file: string | undefined): unknown {
  if (!Array.isArray(value)) return value;
  const [name, how, template, span, lines, more] = value;
  const [, kind, level, exception] = /^([a-z]+)(?::([A-Z]+))?(?: ([\s\S]+))?$/.exec(String(how)) ?? [];
  const [first, last] = String(span).split('..');
  const fields = { template, kind, level, exception, file, function: name, first, last, lines };
  return Object.fromEntries(
    Object.entries({ ...fields, ...(isObject(more) ? more : {}) }).filter(([, field]) => field !== undefined),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
