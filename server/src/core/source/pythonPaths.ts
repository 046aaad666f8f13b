/** Which assignments and `name += text` of a Python function can have made a value that is used later. */
import type { Node } from 'web-tree-sitter';
import type { AddedText } from './pythonMessage';
import type { Assignment } from './pythonNames';
import { namedChildren } from './tree';

/** Statements after which nothing of their block runs. */
const leaving = ['raise_statement', 'return_statement', 'continue_statement', 'break_statement'];
/** Most ways to the use; what goes beyond is not told apart. */
const maxPaths = 16;

/** False where every path from the statement leaves the function or loop before the use. */
export function canReach({ node }: Assignment, at: number): boolean {
  for (let around = node.parent; around && !holds(around, at); around = around.parent) {
    const last = around.type === 'block' ? namedChildren(around).at(-1) : undefined;
    if (last && leaving.includes(last.type)) return false;
  }
  return true;
}

interface Step extends AddedText {
  readonly node: Node;
}

/**
 * What was added to the assigned value before the use, in order, for each way to it.
 *
 * @param at start of the use
 */
export function additionsTo(assigned: Assignment, additions: readonly Assignment[], at: number): AddedText[][] {
  const steps = additions
    .filter((addition) => assigned.start < addition.start && addition.start < at && canReach(addition, at))
    .filter(({ node }) => !areExclusive(node, assigned.node))
    .map((addition): Step & { isSure: boolean; block: number } => {
      const { start, end } = addition.block;
      const isSure = [assigned.start, at].some((place) => start <= place && place < end);
      const { value: text, node } = addition;
      return { text, node, isSure, block: start, repeats: repeats(node, assigned.node) };
    });
  let paths: Step[][] = [[]];
  for (const [i, step] of steps.entries()) {
    // What stands in one block is added together.
    const mate = steps.slice(0, i).find(({ block }) => block === step.block);
    paths = paths.flatMap((path) => {
      if (path.some(({ node }) => areExclusive(node, step.node))) return [path];
      if (step.isSure || (mate && path.includes(mate))) return [[...path, step]];
      return mate ? [path] : [path, [...path, step]];
    });
    if (paths.length > maxPaths) return [steps.map((it) => ({ ...it, repeats: true }))];
  }
  const whole = steps.flatMap(({ node }) => wholeChoice(node, steps) ?? []);
  return paths.filter((path) => whole.every((choice) => path.some(({ node }) => holds(choice, node.startIndex))));
}

/** The statement around an addition that adds on each of its branches, so that one of them is passed. */
function wholeChoice({ parent: block }: Node, steps: readonly Step[]): Node | undefined {
  const statement = block?.parent?.parent?.type === 'if_statement' ? block.parent.parent : block?.parent;
  const choice = statement?.parent?.type === 'if_statement' ? statement.parent : statement;
  if (choice?.type !== 'if_statement' || !choice.children.some((child) => child?.type === 'else_clause'))
    return undefined;
  const blocks = namedChildren(choice).flatMap((child) => {
    const inner = child.type === 'block' ? child : namedChildren(child).find(({ type }) => type === 'block');
    return child.type.endsWith('clause') || child.type === 'block' ? (inner ?? []) : [];
  });
  return blocks.every((branch) => steps.some(({ node }) => node.parent?.parent?.id === branch.id)) ? choice : undefined;
}

/** True where a loop around the addition, which the assignment is not in, adds any number of times. */
function repeats(node: Node, assigned: Node): boolean {
  for (let around = node.parent; around && !holds(around, assigned.startIndex); around = around.parent) {
    if (around.type === 'for_statement' || around.type === 'while_statement') return true;
  }
  return false;
}

/** True where the statements stand in alternatives of which only one runs. */
function areExclusive(one: Node, other: Node): boolean {
  let branch = one;
  while (branch.parent && !holds(branch.parent, other.startIndex)) branch = branch.parent;
  const around = branch.parent;
  const beside = around?.children.find((child) => child && holds(child, other.startIndex));
  if (beside?.id === branch.id) return false;
  if (around?.type === 'if_statement' || branch.type === 'case_clause') return true;
  return branch.type === 'except_clause' && beside?.type === 'except_clause';
}

function holds(node: Node, place: number): boolean {
  return node.startIndex <= place && place < node.endIndex;
}
