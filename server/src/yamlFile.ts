/** Reads YAML that people wrote, with the place of every fault. Catalog files of a workspace are hostile input. */
import { type Document, isNode, Lexer, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import type { CatalogProblem } from './core/catalog/problem';

/** Longest catalog file read, in UTF-16 units. The longest bundled entry is far below a tenth of it. */
export const maxFileLength = 1_000_000;

/** Deepest nesting read. The parser recurses, and one that runs out of stack can take the process down with it. */
const maxDepth = 100;

/** Value of a file, or what is wrong with it. */
export type Parsed<T> = { readonly value: T } | { readonly problems: readonly CatalogProblem[] };

/**
 * Parses one YAML (or JSON) document and checks it. Aliases are refused: an entry needs none, and nested ones grow
 * exponentially. Never throws.
 *
 * @param file name used in problems
 */
export function parseYamlFile<T>(file: string, text: string, schema: z.ZodType<T>): Parsed<T> {
  if (text.length > maxFileLength) {
    return problem(file, `the file is longer than ${maxFileLength} characters`, 'split it into one file per entry');
  }
  if (isTooDeep(text)) return problem(file, `values are nested deeper than ${maxDepth} levels`, 'an entry needs five');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map((error) => {
        const { line, col } = lines.linePos(error.pos[0]);
        return { file, line, column: col, message: `not valid YAML: ${error.message}` };
      }),
    };
  }
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    return problem(file, `not readable: ${error instanceof Error ? error.message : String(error)}`, 'write values out');
  }
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data };
  return { problems: result.error.issues.map((issue) => toProblem(file, issue, document, lines)) };
}

/**
 * Whether flow collections, compact block collections (`- - -`) or indentation nest too deep. The lexer that tells brackets
 * from text does not recurse.
 */
function isTooDeep(text: string): boolean {
  let flow = 0;
  let compact = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') flow++;
    else if (lexeme === ']' || lexeme === '}') flow--;
    else if (lexeme === '-' || lexeme === '?' || lexeme === ':') compact++;
    else if (lexeme.includes('\n')) compact = 0;
    const isIndentation = compact === 0 && lexeme.length > 2 * maxDepth && lexeme.trim() === '';
    if (flow > maxDepth || compact > maxDepth || isIndentation) return true;
  }
  return false;
}

function toProblem(file: string, issue: z.core.$ZodIssue, document: Document, lines: LineCounter): CatalogProblem {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const node = document.getIn(path, true);
  const place = placeOf(document, path, lines);
  const where = path.length > 0 ? `${path.join('.')}: ` : '';
  // A missing field is the commonest fault, and zod words it as a type error.
  const what = node === undefined ? 'missing' : issue.message;
  return { file, ...(place && { line: place.line, column: place.col }), message: `${where}${what}` };
}

/** Where a value stands or, for a missing one, what should hold it. */
function placeOf(document: Document, path: readonly (string | number)[], lines: LineCounter) {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]);
  }
  return undefined;
}

function problem(file: string, message: string, help: string): { problems: CatalogProblem[] } {
  return { problems: [{ file, message, help }] };
}
