/** Facts of one Rust file. */
import type { Node, Tree } from 'web-tree-sitter';
import type { Emitted } from '../source/emission';
import { itemAfter, rustPath } from '../source/rustNames';
import { errorType, readRustAttribute, readRustMacro, readRustMade, readRustMethod } from '../source/rustStatement';
import { ancestorsOf } from '../source/tree';
import type { Fact, Place } from './fact';
import { factsOf } from './facts';
import type { FileHarvest } from './files';
import { testedNames } from './guards';
import { emptyHarvest, type HarvestSource } from './source';

/** Names that may emit: of a macro, of a method, of an attribute, of a type before `::`. */
const candidate =
  /\b(?<macro>[a-z_]\w*)\s*!\s*[([{]|\.\s*(?<method>[a-z_]+)\s*\(|#\[\s*(?<attribute>error|snafu)\s*\(|\b(?<type>[A-Z]\w*)(?:\s*::\s*\w+)?\s*[({]/g;

/** `#[test]`, `#[tokio::test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]` */
const testAttribute = /#\[\s*(?:\w+\s*::\s*)*(?:test\b|cfg\s*\(\s*(?:all\s*\(\s*)?test\b)/g;

/** Reads a whole file; tests are left out. Each site is read by itself, so that a fault elsewhere does no harm. */
export function harvestRust(tree: Tree, { file, text }: HarvestSource): FileHarvest {
  const root = tree.rootNode;
  const tests = testRanges(root, text);
  const facts: Fact[] = [];
  for (const { index, 0: found, groups } of text.matchAll(candidate)) {
    if (tests.some(({ start, end }) => start <= index && index < end)) continue;
    const name = groups?.macro ?? groups?.method ?? groups?.attribute ?? groups?.type ?? '';
    const at = index + found.indexOf(name);
    const leaf = root.descendantForIndex(at, at + name.length);
    if (!leaf || !/identifier$/.test(leaf.type)) continue;
    const around = ancestorsOf(leaf, root);
    const emitted = read(name, leaf, around, groups ?? {});
    if (!emitted || emitted.messages.length === 0) continue;
    facts.push(...factsOf(placeOf(emitted, leaf, around, file), emitted.messages));
  }
  return { ...emptyHarvest(), facts };
}

function read(
  name: string,
  leaf: Node,
  around: readonly Node[],
  { macro, method, attribute, type }: Record<string, string | undefined>,
): Emitted | undefined {
  const list = argumentList(leaf, around);
  if (!list) return undefined;
  if (macro !== undefined) {
    const emitted = readRustMacro(name, list);
    return emitted?.kind === 'display' ? displayed(emitted, around) : emitted;
  }
  if (method !== undefined) return readRustMethod(name, list);
  if (attribute !== undefined) {
    const emitted = readRustAttribute(list);
    return emitted && { ...emitted, exception: rustPath(around)[0] ?? null };
  }
  return type !== undefined && errorType.test(type) ? readRustMade(type, list) : undefined;
}

/** `write!` in a type’s `fmt` is what the type shows; elsewhere it is no message. */
function displayed(emitted: Emitted, around: readonly Node[]): Emitted | undefined {
  const path = rustPath(around);
  return path.at(-1) === 'fmt' && path.length > 1 ? { ...emitted, exception: path.at(-2) ?? null } : undefined;
}

/** The brackets after a name, which inside of macros are its sibling, elsewhere part of the node around it. */
function argumentList(leaf: Node, around: readonly Node[]): Node | undefined {
  if (around[0]?.type === 'token_tree') {
    let next = leaf.nextSibling;
    while (next && next.type !== 'token_tree' && /^(!|::|identifier)$/.test(next.type)) next = next.nextSibling;
    return next?.type === 'token_tree' ? next : undefined;
  }
  const owner = around.find(({ type }) =>
    /^(macro_invocation|call_expression|attribute|struct_expression)$/.test(type),
  );
  const list =
    owner?.type === 'macro_invocation'
      ? owner.children.at(-1)
      : (owner?.childForFieldName('arguments') ?? owner?.childForFieldName('body'));
  return list && list.startIndex >= leaf.endIndex ? list : undefined;
}

function placeOf({ kind, level, exception }: Emitted, leaf: Node, around: readonly Node[], file: string): Place {
  const statement = around.find(({ type }) => /^(macro_invocation|attribute_item)$/.test(type)) ?? leaf;
  const line = leaf.startPosition.row + 1;
  return {
    kind,
    level,
    exception,
    file,
    function: rustPath(around).join('::') || '<module>',
    line,
    endLine: Math.max(line, statement.endPosition.row + 1),
    guards: guardsOf(leaf, around),
    wraps: [],
  };
}

function guardsOf(leaf: Node, around: readonly Node[]): string[] {
  for (const at of around) {
    if (at.type === 'function_item') break;
    if (!/^(if|while)_expression$/.test(at.type)) continue;
    const condition = at.childForFieldName('condition');
    if (condition && condition.endIndex <= leaf.startIndex) return testedNames(condition.text);
  }
  return [];
}

/** Items that only tests have. */
function testRanges(root: Node, text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(testAttribute)].flatMap(({ index }) => {
    const hash = root.descendantForIndex(index, index + 1);
    const attribute = hash?.parent;
    const item = attribute?.type === 'attribute_item' ? itemAfter(attribute) : undefined;
    return item ? [{ start: index, end: item.endIndex }] : [];
  });
}
