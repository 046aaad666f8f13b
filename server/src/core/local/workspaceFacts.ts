/** Facts that people put into a workspace, `.error-lookup/facts/<project>.jsonl`, with the place of every fault. */
import { literalsOf, minLiterals } from '../catalog/checkWeakFacts';
import { recordOf } from '../catalog/factLines';
import { factRecordSchema } from '../catalog/facts';
import { lastLine } from '../catalog/history';
import { writtenFactSchema } from '../harvest/fact';
import { faultIn, type JsonPath, placeOfValue } from './jsonPlaces';
import type { LocalFact } from './localFact';

/** Most facts, and most faults told, of one file; longest line, in UTF-16 units. */
const maxFacts = 50_000;
const maxFaults = 100;
const maxRow = 65_536;

/** A line that is no fact. */
interface FactFault {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
}

/** What a file holds. */
export interface WorkspaceFacts {
  readonly facts: readonly LocalFact[];
  readonly faults: readonly FactFault[];
}

/**
 * Reads a file: rows as `harvest` prints them, or as `harvest --merge` does. Of a longer file the first facts are taken, of
 * many faults the first are told.
 */
export function readWorkspaceFacts(text: string): WorkspaceFacts {
  const facts: LocalFact[] = [];
  const faults: FactFault[] = [];
  const reader = new RowReader();
  for (let start = 0, line = 1; start < text.length; line++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const row = end - start > maxRow ? undefined : text.slice(start, end).trimEnd();
    start = end + 1;
    const result = row === undefined ? fault(0, `the line is longer than ${maxRow} characters`) : reader.read(row);
    if (result === undefined) continue;
    if ('message' in result) faults.push({ line, column: result.offset + 1, message: result.message });
    else facts.push(result);
    if (facts.length >= maxFacts || faults.length >= maxFaults) {
      const what =
        facts.length >= maxFacts ? `only the first ${maxFacts} facts are read` : 'more faults are not listed';
      if (start < text.length) faults.push({ line: line + 1, column: 1, message: what });
      break;
    }
  }
  return { facts, faults };
}

interface RowFault {
  readonly offset: number;
  readonly message: string;
}

class RowReader {
  #file: string | undefined;

  /** Undefined for a row that holds no fact: an empty one, or one that names a file. */
  read(row: string): LocalFact | RowFault | undefined {
    if (row === '') return undefined;
    let value: unknown;
    try {
      value = JSON.parse(row);
    } catch {
      return fault(faultIn(row) ?? 0, 'not valid JSON');
    }
    if (typeof value === 'string') {
      this.#file = value;
      return undefined;
    }
    const fact = Array.isArray(value) ? mergedFact(value, this.#file, row) : writtenFact(value, row);
    if ('message' in fact) return fact;
    const literals = literalsOf(fact.template);
    if (literals >= minLiterals) return fact;
    const why = `the message has ${literals} literal characters; with fewer than ${minLiterals} it proves nothing`;
    return fault(placeOfValue(row, [Array.isArray(value) ? 2 : 'template']), why);
  }
}

function writtenFact(value: unknown, row: string): LocalFact | RowFault {
  const result = writtenFactSchema.safeParse(value);
  if (!result.success) return issueIn(row, result.error.issues[0], (path) => path);
  const { level = null, exception = null, endLine, ...fact } = result.data;
  return { ...fact, level, exception, endLine: Math.max(fact.line, endLine ?? fact.line), digest: 0 };
}

function mergedFact(value: readonly unknown[], file: string | undefined, row: string): LocalFact | RowFault {
  if (file === undefined) return fault(0, 'no line above names the file: write `"app/server.py"` there');
  const result = factRecordSchema.safeParse(recordOf(value, file));
  if (!result.success) return issueIn(row, result.error.issues[0], placeInList);
  const { template, kind, level = null, exception = null, function: name, lines } = result.data;
  const line = lastLine(lines);
  return { template, kind, level, exception, file, function: name, line, endLine: line, digest: 0 };
}

/** Where the fields of a record stand in a list. */
const places = new Map<string, number>([
  ['function', 0],
  ['kind', 1],
  ['level', 1],
  ['exception', 1],
  ['template', 2],
  ['first', 3],
  ['last', 3],
  ['lines', 4],
  ['number', 5],
  ['becomes', 5],
]);

function placeInList([field]: JsonPath): JsonPath {
  return [places.get(String(field)) ?? 0];
}

/** What a schema says of a value. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function issueIn(row: string, issue: Issue | undefined, toPath: (path: JsonPath) => JsonPath): RowFault {
  const path = (issue?.path ?? []).filter((key) => typeof key !== 'symbol');
  const name = path.length > 0 ? `${path.join('.')}: ` : '';
  return fault(placeOfValue(row, toPath(path)), `${name}${issue?.message ?? 'not a fact'}`);
}

function fault(offset: number, message: string): RowFault {
  return { offset, message };
}
