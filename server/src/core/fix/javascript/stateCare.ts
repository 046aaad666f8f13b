/** What a zeromq.js loop keeps from one message to the next, and what around it gets to see its errors. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isFunction } from './declaration';
import { type SocketLoop, walkOwn } from './socketLoop';

/** A name or member from outside the body that the body changes and reads. */
export function keptState(file: SourceFile, { body }: SocketLoop): string | undefined {
  const targets = [...walkOwn(body)].flatMap((node) => changedBy(file, node) ?? []);
  if (targets.length === 0) return undefined;
  const own = ownNames(file, body);
  const read = readNames(file, body, new Set(targets));
  return targets
    .map((node) => file.textOf(node))
    .find((name) => read.has(name) && !own.has(name.split('.')[0] ?? name));
}

const changing = new Set(['push', 'unshift', 'splice', 'shift', 'pop', 'add', 'set', 'delete', 'clear']);
const writing = new Set(['assignment_expression', 'augmented_assignment_expression', 'update_expression']);

/** The name or member that a node changes. */
function changedBy(file: SourceFile, node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'call_expression') {
    const callee = childIn(node, 'function');
    const method = callee && childIn(callee, 'property');
    const object = callee && childIn(callee, 'object');
    return object && method && changing.has(file.textOf(method)) ? named(object) : undefined;
  }
  if (node.type === 'variable_declarator') {
    const isShared = node.parent?.type === 'variable_declaration';
    return isShared ? named(childIn(node, 'name')) : undefined;
  }
  return writing.has(node.type) ? named(childIn(node, 'left') ?? childIn(node, 'argument')) : undefined;
}

function named(node: SyntaxNode | undefined): SyntaxNode | undefined {
  const target = node?.type === 'subscript_expression' ? childIn(node, 'object') : node;
  return target?.type === 'identifier' || target?.type === 'member_expression' ? target : undefined;
}

/** Names that `let` or `const` makes anew for each message. */
function ownNames(file: SourceFile, body: SyntaxNode): Set<string> {
  const made = [...walkOwn(body)].flatMap((node) =>
    node.parent?.type === 'lexical_declaration' ? (childIn(node, 'name') ?? []) : [],
  );
  return new Set(made.map((name) => file.textOf(name)));
}

/** Names and members that the body uses for something other than to change them. */
function readNames(file: SourceFile, body: SyntaxNode, targets: ReadonlySet<SyntaxNode>): Set<string> {
  const used = [...walkOwn(body)].filter(
    (node) => (node.type === 'identifier' || node.type === 'member_expression') && !targets.has(node),
  );
  return new Set(used.map((node) => file.textOf(node)));
}

/** True where a `try` of the file covers a call of the function around the loop. */
export function isCallCaught(file: SourceFile, { loop }: SocketLoop): boolean {
  const owner = [...ancestors(loop)].find(isFunction);
  const given = owner && (childIn(owner, 'name') ?? (owner.parent ? childIn(owner.parent, 'name') : undefined));
  if (!given) return false;
  const name = file.textOf(given);
  return file.nodes('call_expression').some((call) => {
    const callee = childIn(call, 'function');
    if (!callee || file.textOf(childIn(callee, 'property') ?? callee) !== name) return false;
    let inner = call;
    for (const ancestor of ancestors(call)) {
      if (ancestor.type === 'try_statement' && inner.field === 'body') return true;
      if (isFunction(ancestor)) return false;
      inner = ancestor;
    }
    return false;
  });
}

/** A class that code outside the loop asks an error for with `instanceof`. */
export function ownSignal(file: SourceFile, { loop }: SocketLoop): string | undefined {
  for (const node of file.nodes('binary_expression')) {
    const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
    if (!left || !right || (node.start >= loop.start && node.end <= loop.end)) continue;
    const asks = file.text.slice(left.end, right.start).trim() === 'instanceof';
    const name = file.textOf(right);
    const isError = file.text.includes(`new ${name}(`) && [...ancestors(node)].some(isClause);
    if (asks && isError) return name;
  }
  return undefined;
}

/** True for a `catch` and for the callback of a promise's `catch`. */
function isClause({ type, parent }: SyntaxNode): boolean {
  return type === 'catch_clause' || (isArrow(type) && parent?.type === 'arguments');
}

function isArrow(type: string): boolean {
  return type === 'arrow_function' || type === 'function_expression';
}
