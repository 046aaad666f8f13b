/** Facts of one Go file. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Emitted } from '../source/emission';
import { readGoCall, readGoErrorMethod } from '../source/goStatement';
import { ancestorsOf } from '../source/tree';
import type { Fact, Place } from './fact';
import { factsOf } from './facts';
import type { FileHarvest } from './files';
import { testedNames } from './guards';
import { emptyHarvest, type HarvestSource } from './source';

/** Reads a whole file. Each call is read by itself, so that a fault elsewhere does no harm. */
export function harvestGo(tree: Tree, { file }: HarvestSource): FileHarvest {
  const root = tree.rootNode;
  const facts: Fact[] = [];
  for (const node of root.descendantsOfType(['call_expression', 'method_declaration'])) {
    if (!node) continue;
    const emitted = node.type === 'call_expression' ? readGoCall(node) : shownBy(node);
    if (!emitted) continue;
    const around = [node, ...ancestorsOf(node, root)];
    facts.push(...factsOf(placeOf(emitted, node, around, file), emitted.messages));
  }
  return { ...emptyHarvest(), facts };
}

/** What an error type shows: `func (e *T) Error() string`. */
function shownBy(method: Node): Emitted | undefined {
  const messages = readGoErrorMethod(method);
  return messages.length > 0 ? { kind: 'display', level: null, exception: receiverOf(method), messages } : undefined;
}

function placeOf({ kind, level, exception }: Emitted, node: Node, around: readonly Node[], file: string): Place {
  const owner = around.find(({ type }) => /^(function|method)_declaration$/.test(type));
  const receiver = owner && receiverOf(owner);
  const name = owner?.childForFieldName('name')?.text ?? '<module>';
  return {
    kind,
    level,
    exception,
    file,
    function: receiver ? `${receiver}.${name}` : name,
    line: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
    guards: guardsOf(node, around),
    wraps: [],
  };
}

/** Type of a method’s receiver, without pointer and type parameters. */
function receiverOf(method: Node): string | null {
  return (
    /(?<!\w)([A-Za-z_]\w*)(?:\[[^[\]]*\])?\s*\)$/.exec(method.childForFieldName('receiver')?.text ?? '')?.[1] ?? null
  );
}

function guardsOf(node: Node, around: readonly Node[]): string[] {
  for (const at of around) {
    if (/^(function|method)_declaration$|^func_literal$/.test(at.type)) break;
    const condition = at.type === 'if_statement' ? at.childForFieldName('condition') : null;
    if (condition && condition.endIndex <= node.startIndex) return testedNames(condition.text);
  }
  return [];
}
