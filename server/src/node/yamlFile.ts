/** Reads YAML that people wrote, with the place of every fault. Catalog files of a workspace are hostile input. */
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { CatalogProblem } from '../core/catalog/problem';

/** Longest catalog file read, in UTF-16 units. The longest bundled entry is far below a tenth of it. */
export const maxFileLength = 1_000_000;

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
  return {
    problems: result.error.issues.map((issue) => {
      const node = document.getIn(
        issue.path.filter((key) => typeof key !== 'symbol'),
        true,
      );
      const offset = isNode(node) ? node.range?.[0] : undefined;
      const place = offset === undefined ? undefined : lines.linePos(offset);
      const where = issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ` : '';
      return { file, ...(place && { line: place.line, column: place.col }), message: `${where}${issue.message}` };
    }),
  };
}

function problem(file: string, message: string, help: string): { problems: CatalogProblem[] } {
  return { problems: [{ file, message, help }] };
}
