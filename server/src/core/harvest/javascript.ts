/** Facts of one JavaScript or TypeScript file. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Emitted } from '../source/emission';
import { readLog, readThrown } from '../source/javascriptStatement';
import { ancestorsOf, namedChildren } from '../source/tree';
import type { Fact, Place } from './fact';
import { factsOf } from './facts';
import type { FileHarvest } from './files';
import { testedNames } from './guards';
import { emptyHarvest, type HarvestSource } from './source';

/** What a logger is called: `console`, `logger`, `this.log`, `auditLogger`. */
const loggerName = /^console$|(^|_)log(ger)?$|Log(ger)?$/;

/** Reads a whole file. Each statement is read by itself, so that a fault elsewhere does no harm. */
export function harvestJavascript(tree: Tree, { file }: HarvestSource): FileHarvest {
  const root = tree.rootNode;
  const facts: Fact[] = [];
  for (const node of root.descendantsOfType(['throw_statement', 'new_expression', 'call_expression'])) {
    const emitted = node && read(node);
    if (!emitted) continue;
    const around = ancestorsOf(node, root);
    // What is thrown was read with its statement.
    if (node.type === 'new_expression' && around[0]?.type === 'throw_statement') continue;
    facts.push(...factsOf(placeOf(emitted, node, around, file), emitted.messages));
  }
  return { ...emptyHarvest(), facts };
}

function read(node: Node): Emitted | undefined {
  if (node.type === 'call_expression') {
    const log = readLog(node);
    return log && loggerName.test(log.receiver) ? log : undefined;
  }
  const made = node.type === 'throw_statement' ? namedChildren(node)[0] : node;
  const thrown = made && readThrown(made);
  // Errors are also handed on: `reject(new Error("…"))`.
  return thrown && (node.type === 'throw_statement' || /Error$/.test(thrown.exception ?? '')) ? thrown : undefined;
}

function placeOf({ kind, level, exception }: Emitted, node: Node, around: readonly Node[], file: string): Place {
  return {
    kind,
    level,
    exception,
    file,
    function: pathOf(around).join('.') || '<module>',
    line: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
    guards: guardsOf(node, around),
    wraps: [],
  };
}

/** Names of the classes and functions around, outermost first; a function that is assigned has the name it is given. */
function pathOf(around: readonly Node[]): string[] {
  return around
    .flatMap((node) => {
      const isFunction = /_function$|function_expression/.test(node.childForFieldName('value')?.type ?? '');
      const named =
        /^(class_declaration|method_definition|(generator_)?function_declaration)$/.test(node.type) ||
        (node.type === 'variable_declarator' && isFunction);
      const name = named ? node.childForFieldName('name')?.text : undefined;
      return name ? [name] : [];
    })
    .reverse();
}

function guardsOf(node: Node, around: readonly Node[]): string[] {
  for (const at of around) {
    if (/function|method_definition/.test(at.type)) break;
    const condition = /^(if|while)_statement$/.test(at.type) ? at.childForFieldName('condition') : null;
    if (condition && condition.endIndex <= node.startIndex) return testedNames(condition.text);
  }
  return [];
}
