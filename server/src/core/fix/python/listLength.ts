/** What checks before a place say about the length of a list, such as the frames of a message. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isBlock } from './receive';
import { jumpingStatements, walkOwn } from './scope';

/** Bounds of a length; `isTrusted` where it was checked against something that is not in sight. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isTrusted: boolean;
}

/** A list in a file, by its source text, as a place sees it. */
interface List {
  readonly file: SourceFile;
  readonly name: string;
  /** Offset of the place. */
  readonly at: number;
}

const changing = new Set(['pop', 'append', 'insert', 'extend', 'remove', 'clear', 'popleft', 'appendleft']);

/** How deep conditions and the names in them are followed. */
const maxDepth = 8;

/** True when the list has between `min` and `max` items at a node, as far as the code from `top` down to it checks. */
export function isLengthChecked(
  file: SourceFile,
  node: SyntaxNode,
  top: SyntaxNode,
  name: string,
  wanted: { readonly min: number; readonly max: number; readonly known: number },
): boolean {
  const list = { file, name, at: node.start };
  const path = [node, ...ancestors(node)];
  const within = path.slice(0, path.indexOf(top) + 1).reverse();
  let bounds: Bounds = { min: wanted.known, max: Number.POSITIVE_INFINITY, isTrusted: false };
  for (const [index, outer] of within.entries()) {
    const inner = within[index + 1];
    if (inner) bounds = enter(list, outer, inner, bounds, wanted.known);
  }
  return bounds.isTrusted || (bounds.min >= wanted.min && bounds.max <= wanted.max);
}

/** The bounds in a child of a node: what the node asks before it comes there. */
function enter(list: List, outer: SyntaxNode, inner: SyntaxNode, before: Bounds, known: number): Bounds {
  if (isBlock(outer)) return behindSiblings(list, outer, inner, before, known);
  if (outer.type === 'conditional_expression') {
    const test = outer.children[1];
    return test && inner !== test ? refine(list, test, inner === outer.children[0], before) : before;
  }
  if (outer.type === 'boolean_operator' && inner.field === 'right') {
    const left = childIn(outer, 'left');
    return left ? refine(list, left, isAnd(list, outer), before) : before;
  }
  if (outer.type === 'match_statement') return matched(list, outer, before);
  const guard = outer.type === 'case_clause' && inner.field === 'consequence' ? childIn(outer, 'guard') : undefined;
  if (guard?.children[0]) return refine(list, guard.children[0], true, before);
  const test = childIn(outer, 'condition');
  if (!test || inner === test) return before;
  if (outer.type === 'while_statement' || outer.type === 'elif_clause') return refine(list, test, true, before);
  if (outer.type !== 'if_statement') return before;
  if (inner.field === 'consequence') return refine(list, test, true, before);
  const earlier = outer.children.filter((child) => child.type === 'elif_clause' && child.end <= inner.start);
  return [outer, ...earlier].reduce((bounds, branch) => {
    const condition = childIn(branch, 'condition');
    return condition ? refine(list, condition, false, bounds) : bounds;
  }, before);
}

function matched(list: List, choice: SyntaxNode, before: Bounds): Bounds {
  const subject = childIn(choice, 'subject');
  return subject && measures(list, subject) ? { ...before, isTrusted: true } : before;
}

/** The bounds behind the statements of a block that come before one of them. */
function behindSiblings(list: List, block: SyntaxNode, inner: SyntaxNode, before: Bounds, known: number): Bounds {
  let bounds = before;
  for (const sibling of block.children) {
    if (sibling.start >= inner.start) break;
    if (rebinds(list, sibling)) bounds = { min: known, max: Number.POSITIVE_INFINITY, isTrusted: false };
    if (sibling.type === 'assert_statement' && sibling.children[0]) {
      bounds = refine(list, sibling.children[0], true, bounds);
    } else if (sibling.type === 'if_statement') bounds = behindBranches(list, sibling, bounds);
  }
  return bounds;
}

/** Behind an `if` whose branches jump away only the conditions of the others can hold. */
function behindBranches(list: List, statement: SyntaxNode, before: Bounds): Bounds {
  let bounds = before;
  const branches = [statement, ...statement.children.filter(({ type }) => type === 'elif_clause')];
  for (const branch of branches) {
    const test = childIn(branch, 'condition');
    if (!test) continue;
    // A branch that goes on may have come here with its condition true.
    if (!jumps(childIn(branch, 'consequence'))) {
      const otherwise = statement.children.find(({ type }) => type === 'else_clause');
      const isLast = branch === branches.at(-1) && jumps(otherwise && childIn(otherwise, 'body'));
      return isLast ? refine(list, test, true, bounds) : bounds;
    }
    bounds = refine(list, test, false, bounds);
  }
  return bounds;
}

function jumps(block: SyntaxNode | undefined): boolean {
  const last = block?.children.filter(({ type }) => type !== 'comment').at(-1);
  return !!last && jumpingStatements.has(last.type);
}

/** True for a statement that binds the name anew or changes the list. */
function rebinds({ file, name }: List, statement: SyntaxNode): boolean {
  return [...walkOwn(statement)].some((node) => {
    if (node.type === 'call') {
      const callee = childIn(node, 'function');
      const object = callee && childIn(callee, 'object');
      const method = callee && childIn(callee, 'attribute');
      return !!object && !!method && file.textOf(object) === name && changing.has(file.textOf(method));
    }
    if (node.type === 'delete_statement') return file.textOf(node).includes(`${name}[`);
    const left = node.type === 'assignment' || node.type === 'augmented_assignment' ? childIn(node, 'left') : undefined;
    return !!left && [left, ...left.children].some((part) => file.textOf(part) === name);
  });
}

/** The bounds when a condition holds, or does not. */
function refine(list: List, condition: SyntaxNode, holds: boolean, before: Bounds, depth = maxDepth): Bounds {
  if (depth === 0) return before;
  const { file, name } = list;
  const [first] = condition.children;
  if (condition.type === 'parenthesized_expression' && first) return refine(list, first, holds, before, depth - 1);
  if (condition.type === 'not_operator' && first) return refine(list, first, !holds, before, depth - 1);
  if (condition.type === 'boolean_operator') return refineBoth(list, condition, holds, before, depth);
  if (condition.type === 'comparison_operator') return refineComparison(list, condition, holds, before);
  if (file.textOf(condition) === name) return holds ? { ...before, min: Math.max(before.min, 1) } : before;
  if (condition.type === 'identifier') {
    const value = lastValue(list, condition);
    return value ? refine(list, value, holds, before, depth - 1) : before;
  }
  // A function that is given the list may look at its length.
  return condition.type === 'call' && mentions(list, condition) ? { ...before, isTrusted: true } : before;
}

function isAnd({ file }: List, operator: SyntaxNode): boolean {
  const [left, right] = operator.children;
  return !!left && !!right && file.text.slice(left.end, right.start).includes('and');
}

function refineBoth(list: List, operator: SyntaxNode, holds: boolean, before: Bounds, depth: number): Bounds {
  const [left, right] = operator.children;
  if (!left || !right) return before;
  const one = refine(list, left, holds, before, depth - 1);
  if (isAnd(list, operator) === holds) return refine(list, right, holds, one, depth - 1);
  const other = refine(list, right, holds, before, depth - 1);
  return {
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    isTrusted: one.isTrusted && other.isTrusted,
  };
}

const opposites = new Map([
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
  ['in', 'not in'],
  ['not in', 'in'],
]);
const mirrors = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);

function refineComparison(list: List, comparison: SyntaxNode, holds: boolean, before: Bounds): Bounds {
  const { file } = list;
  let bounds = before;
  const operands = comparison.children;
  // That one of several comparisons fails says nothing about each.
  if (!holds && operands.length > 2)
    return operands.some((node) => measures(list, node)) ? { ...before, isTrusted: true } : before;
  for (const [index, left] of operands.entries()) {
    const right = operands[index + 1];
    if (!right) break;
    const operator = file.text.slice(left.end, right.start).trim();
    const asked = holds ? operator : (opposites.get(operator) ?? '');
    if (measures(list, left)) bounds = narrow(list, asked, right, bounds);
    else if (measures(list, right)) bounds = narrow(list, mirrors.get(asked) ?? asked, left, bounds);
  }
  return bounds;
}

/** The bounds of a length that stands in a relation to a value. */
function narrow({ file }: List, operator: string, value: SyntaxNode, before: Bounds): Bounds {
  const numbers = (value.type === 'integer' ? [value] : value.children).map((node) => Number(file.textOf(node)));
  const isWritten =
    numbers.length > 0 && numbers.every(Number.isInteger) && /^(?:integer|tuple|set|list)$/.test(value.type);
  if (!isWritten) return { ...before, isTrusted: true };
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const atLeast = (min: number): Bounds => ({ ...before, min: Math.max(before.min, min) });
  const atMost = (max: number): Bounds => ({ ...before, max: Math.min(before.max, max) });
  switch (operator) {
    case '==':
    case 'in':
      return { ...before, min: Math.max(before.min, low), max: Math.min(before.max, high) };
    case '<':
      return atMost(low - 1);
    case '<=':
      return atMost(low);
    case '>':
      return atLeast(low + 1);
    case '>=':
      return atLeast(low);
    default:
      // The shortest list is ruled out by `!= 1`, and an empty one by `!= 0`.
      return numbers.includes(before.min) ? atLeast(before.min + 1) : before;
  }
}

/** True for `len(list)`, for a name or a walrus that holds it. */
function measures(list: List, node: SyntaxNode, depth = maxDepth): boolean {
  const { file, name } = list;
  if (depth === 0) return false;
  if (node.type === 'parenthesized_expression')
    return !!node.children[0] && measures(list, node.children[0], depth - 1);
  if (node.type === 'named_expression') {
    const value = childIn(node, 'value');
    return !!value && measures(list, value, depth - 1);
  }
  if (node.type === 'identifier') {
    const value = lastValue(list, node);
    return !!value && measures(list, value, depth - 1);
  }
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  const given = childIn(node, 'arguments')?.children[0];
  if (!callee || !given || file.textOf(callee) !== 'len') return false;
  const walrus = given.type === 'named_expression' ? childIn(given, 'name') : undefined;
  return file.textOf(walrus ?? given) === name;
}

/** The value that a name was last given before it is used, in the same function. */
function lastValue({ file, name }: List, use: SyntaxNode): SyntaxNode | undefined {
  const text = file.textOf(use);
  if (text === name) return undefined;
  const scope = [...ancestors(use)].find(({ type }) => type === 'function_definition') ?? file.root;
  const made = [...file.nodes('assignment', scope), ...file.nodes('named_expression', scope)].filter((node) => {
    const left = childIn(node, 'left') ?? childIn(node, 'name');
    return node.end <= use.start && !!left && file.textOf(left) === text;
  });
  const last = made.reduce<SyntaxNode | undefined>(
    (best, node) => (best && best.start > node.start ? best : node),
    undefined,
  );
  return last && (childIn(last, 'right') ?? childIn(last, 'value'));
}

function mentions({ file, name }: List, node: SyntaxNode): boolean {
  const given = childIn(node, 'arguments');
  return !!given && [...walkOwn(given)].some((inner) => inner.type === 'identifier' && file.textOf(inner) === name);
}
