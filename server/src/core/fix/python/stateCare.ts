/** Finds what a loop keeps from one message to the next, which a failure in between can leave half changed. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { changingMethods } from './changing';
import { isLogStatement } from './layout';
import { namesIn } from './risk';
import { enclosingFunction, inClause, lastName, ownNodes, walkOwn } from './scope';

/** A name or attribute that the loop changes and reads, or that it sets before the handling and again behind it. */
export function keptState({ file, loop, received }: Case): string | undefined {
  const body = childIn(loop, 'body') ?? loop;
  const changed = new Map<string, SyntaxNode[]>();
  for (const node of walkOwn(body)) {
    const target = inClause(node, loop) ? undefined : changedBy(file, node);
    if (!target) continue;
    const name = file.textOf(target);
    const same = changed.get(name);
    if (same) same.push(target);
    else changed.set(name, [target]);
  }
  if (changed.size === 0) return undefined;
  const before = madeBefore(file, loop);
  const read = readNames(file, body, new Set([...changed.values()].flat()));
  for (const [name, targets] of changed) {
    if (targets[0]?.type === 'identifier' && !before.has(name)) continue;
    const isMessage = received.names.has(name) && targets.every((node) => node.field === 'left');
    const isCarried = before.has(name) && isReadBefore(file, body, name, targets);
    if (isMessage && !isCarried && !targets.some((node) => readsItself(file, node, name))) continue;
    if (isSetTwice(targets) || read.has(name)) return name;
  }
  return undefined;
}

/** The name or attribute that a node changes: assigned, counted, written into, or asked to change itself. */
function changedBy(file: SourceFile, node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'call') {
    const callee = childIn(node, 'function');
    const object = callee && childIn(callee, 'object');
    return object && changingMethods.has(lastName(file, callee)) ? named(object) : undefined;
  }
  if (node.type === 'delete_statement') return named(node.children[0]);
  const isAssigned = node.type === 'assignment' || node.type === 'augmented_assignment';
  return isAssigned ? named(childIn(node, 'left')) : undefined;
}

/** The name or attribute itself, or the one whose item is written. */
function named(node: SyntaxNode | undefined): SyntaxNode | undefined {
  const target = node?.type === 'subscript' ? childIn(node, 'value') : node;
  return target?.type === 'identifier' || target?.type === 'attribute' ? target : undefined;
}

/** The names that the function or the module gives a value before the loop. */
function madeBefore(file: SourceFile, loop: SyntaxNode): Set<string> {
  const made = new Set<string>();
  for (const scope of new Set([enclosingFunction(loop) ?? file.root, file.root])) {
    for (const node of ownNodes(file, 'assignment', scope)) {
      const left = node.end <= loop.start ? childIn(node, 'left') : undefined;
      for (const name of left ? namesIn(file, left) : []) made.add(name);
    }
  }
  return made;
}

/**
 * True where the body reckons with a name above the first place that sets it, as with `last + 1`: each message then builds
 * on the one before, and after a dropped one no other fits.
 */
function isReadBefore(file: SourceFile, body: SyntaxNode, name: string, targets: readonly SyntaxNode[]): boolean {
  const first = Math.min(...targets.map(({ start }) => start));
  const type = name.includes('.') ? 'attribute' : 'identifier';
  return file
    .nodes(type, { start: body.start, end: first })
    .some((node) => node.field !== 'attribute' && file.textOf(node) === name && isReckoned(file, node));
}

function isReckoned(file: SourceFile, { parent }: SyntaxNode): boolean {
  if (parent?.type === 'binary_operator') return true;
  return parent?.type === 'comparison_operator' && /[<>]/.test(file.textOf(parent));
}

/** True for `pending = pending + 1`. */
function readsItself(file: SourceFile, target: SyntaxNode, name: string): boolean {
  const right = target.parent && childIn(target.parent, 'right');
  return !!right && [...walkOwn(right)].some((node) => file.textOf(node) === name);
}

/** True for an attribute that is set in two places, as `busy = True` before the handling and `busy = False` behind it. */
function isSetTwice(targets: readonly SyntaxNode[]): boolean {
  return targets.filter((node) => node.type === 'attribute' && node.parent?.type === 'assignment').length > 1;
}

/** Names and attributes that the body uses for something other than to change or to log them. */
function readNames(file: SourceFile, body: SyntaxNode, targets: ReadonlySet<SyntaxNode>): Set<string> {
  const read = new Set<string>();
  const stack = [body];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'expression_statement' && isLogStatement(file, node)) continue;
    const isName = node.type === 'attribute' || (node.type === 'identifier' && node.field !== 'attribute');
    if (isName && !targets.has(node)) read.add(file.textOf(node));
    if (node === body || !/^(?:function_definition|class_definition|lambda)$/.test(node.type)) {
      stack.push(...node.children);
    }
  }
  return read;
}
