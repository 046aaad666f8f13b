/** Where a statement of C or C++ stands: its function, the condition and the handler around it. */
import type { Node } from 'web-tree-sitter';
import { cppName } from '../source/cppMessage';
import { testedNames } from './guards';

/**
 * `Class::method`, `function`, or the name of the macro; undefined where the tree names none. Namespaces are left out.
 *
 * @param around the nodes around the statement, innermost first
 */
export function cppFunction(around: readonly Node[]): string | undefined {
  const path: string[] = [];
  let inside = false;
  for (const at of around) {
    if (at.type === 'preproc_function_def' || at.type === 'preproc_def') return at.childForFieldName('name')?.text;
    // What stands around a fault may have swallowed the end of a function.
    if (at.isError && path.length === 0) return undefined;
    // A loop made by a macro looks like a function without a type, in the function around it.
    if (isMacroLoop(at, around)) continue;
    // A function around a function, which C++ does not have, was not closed.
    if (at.type === 'function_definition' && inside) break;
    inside ||= at.type === 'function_definition';
    const name = nameOf(at);
    if (name !== undefined) path.unshift(name);
  }
  return path.length > 0 ? path.join('::') : undefined;
}

function isMacroLoop(node: Node, around: readonly Node[]): boolean {
  if (node.type !== 'function_definition' || node.childForFieldName('type')) return false;
  return around[around.indexOf(node) + 1]?.type === 'compound_statement';
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'function_definition') return functionName(node);
  if (!/^(class|struct)_specifier$/.test(node.type)) return undefined;
  return cppName(node.childForFieldName('name')) || undefined;
}

/** Name in a declarator, qualified as written, without template arguments. */
function functionName(definition: Node): string | undefined {
  let at: Node | null = definition.childForFieldName('declarator');
  while (at && /declarator$/.test(at.type)) at = at.childForFieldName('declarator') ?? at.namedChild(0);
  const words = withoutArguments(at?.text ?? '')
    .trim()
    .split(/\s+/);
  // A macro before the type takes its place, and the type stands before the name.
  return (words.some((word) => word.endsWith('operator')) ? words.join('') : words.at(-1)) || undefined;
}

/** A name without template arguments, which stand within each other at most a few deep. */
function withoutArguments(name: string): string {
  const outer = name.replace(/<[^<>]*>/g, '');
  return outer === name || !outer.includes('<') ? outer : withoutArguments(outer);
}

/** Names of the nearest condition around the node, within its function. */
export function cppGuards(node: Node, around: readonly Node[]): string[] {
  for (const at of around) {
    if (at.type === 'function_definition') break;
    const condition = /^(if|while)_statement$/.test(at.type) ? at.childForFieldName('condition') : null;
    if (condition && condition.endIndex <= node.startIndex) return testedNames(condition.text);
  }
  return [];
}

/** Type that the nearest handler around the node catches, within its function. */
export function cppHandler(around: readonly Node[]): string[] {
  for (const at of around) {
    if (at.type === 'function_definition') break;
    if (at.type !== 'catch_clause') continue;
    const type = at.childForFieldName('parameters')?.namedChild(0)?.childForFieldName('type') ?? null;
    return type ? [cppName(type)] : [];
  }
  return [];
}

/** Words that stand before a bracket and are no function. */
const keywords =
  /^(if|for|while|switch|return|sizeof|catch|do|else|namespace|struct|class|enum|union|template|extern|typedef|using|public|private|protected|static_assert)$/;

/**
 * Name of the function above an offset where the tree is broken: the last line that starts in the first column, holds
 * a bracket and does not end there.
 */
export function functionAbove(code: string, at: number): string {
  for (let end = code.lastIndexOf('\n', at); end > 0; ) {
    const start = code.lastIndexOf('\n', end - 1);
    const line = code.slice(start + 1, end);
    end = start;
    const macro = /^#\s*define\s+(\w+)\(/.exec(line)?.[1];
    if (macro !== undefined) return macro;
    if (!/^[A-Za-z_]/.test(line) || /[;:]\s*$/.test(line)) continue;
    const name = /(?<![\w:~])[\d:]*([A-Za-z_~][\w:~]*)\s*\(/.exec(line)?.[1];
    if (name !== undefined && !keywords.test(name)) return name;
  }
  return '<module>';
}
