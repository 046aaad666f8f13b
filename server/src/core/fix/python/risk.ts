/** Finds what can let an exception out of the handling of a received message. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { catchesEnding, catchesReceiveErrors, isGuarded, readHandler } from './handler';
import { type Receive, unpacks } from './receive';
import { lastName, walkOwn } from './scope';

/** A node that can raise because of what was received. */
export interface Risk {
  /** `call`: the message is handed to a function that may or may not raise. */
  readonly kind: 'raise' | 'assert' | 'unpack' | 'decode' | 'call';
  readonly node: SyntaxNode;
}

/** Names of calls that fail on bytes of another form. */
const decoders = new Set(['loads', 'unpackb', 'unpack', 'decode', 'from_bytes', 'load', 'model_validate_json']);

/** How code refers to messages: the calls that receive them, and the names that hold them or something made from them. */
export interface Received {
  readonly calls: readonly SyntaxNode[];
  readonly names: ReadonlySet<string>;
}

/** Follows messages through the assignments of the statements that handle them. */
export function followMessages(
  file: SourceFile,
  receives: readonly Receive[],
  statements: readonly SyntaxNode[],
): Received {
  const names = new Set<string>();
  const received: Received = { calls: receives.map((receive) => receive.call), names };
  for (const statement of [...receives.map((receive) => receive.statement), ...statements]) {
    for (const node of walkOwn(statement)) {
      const left = childIn(node, 'left') ?? childIn(node, 'name');
      const right = childIn(node, 'right') ?? childIn(node, 'value');
      const subject = node.type === 'match_statement' ? childIn(node, 'subject') : undefined;
      if (subject && mentions(file, subject, received)) {
        for (const pattern of file.nodes('case_pattern', node))
          for (const name of namesIn(file, pattern)) names.add(name);
      }
      if (!left || !right || !bindsNames.has(node.type)) continue;
      if (mentions(file, right, received)) for (const name of boundNames(file, left)) names.add(name);
    }
  }
  return received;
}

const bindsNames = new Set(['assignment', 'named_expression', 'for_statement', 'augmented_assignment']);

/** The names that a target binds: `self.last = …` and `table[key] = …` bind none. */
function* boundNames(file: SourceFile, target: SyntaxNode): Generator<string> {
  for (const node of walkOwn(target)) {
    const around = node.parent?.type;
    const isPart = node !== target && (around === 'attribute' || around === 'subscript');
    if (node.type === 'identifier' && !isPart) yield file.textOf(node);
  }
}

/** True when an expression refers to the message. */
export function mentions(file: SourceFile, node: SyntaxNode, received: Received): boolean {
  if (received.calls.some((call) => node.start <= call.start && call.end <= node.end)) return true;
  for (const name of namesIn(file, node)) if (received.names.has(name)) return true;
  return false;
}

/** The plain names in an expression, attributes and keywords left out. */
export function* namesIn(file: SourceFile, node: SyntaxNode): Generator<string> {
  for (const inner of walkOwn(node)) {
    if (inner.type !== 'identifier' || inner.field === 'attribute') continue;
    if (inner.field === 'name' && inner.parent?.type === 'keyword_argument') continue;
    yield file.textOf(inner);
  }
}

/** What can raise in the statements, leaving out what a closed `try` among them covers. */
export function risksIn(file: SourceFile, statements: readonly SyntaxNode[], received: Received): Risk[] {
  const risks: Risk[] = [];
  for (const statement of statements) {
    for (const node of walkOwn(statement)) {
      const kind = riskKind(file, node, received);
      if (kind && !isGuarded(file, node, statement)) risks.push({ kind, node });
    }
  }
  return risks;
}

function riskKind(file: SourceFile, node: SyntaxNode, received: Received): Risk['kind'] | undefined {
  if (node.type === 'raise_statement') return letsEndingPass(file, node) ? undefined : 'raise';
  if (node.type === 'assert_statement') return mentions(file, node, received) ? 'assert' : undefined;
  if (node.type === 'assignment') return isRiskyUnpack(file, node, received) ? 'unpack' : undefined;
  if (node.type === 'subscript') return isLookup(file, node, received) ? 'decode' : undefined;
  if (node.type !== 'call' || received.calls.includes(node) || !mentions(file, node, received)) return undefined;
  const callee = childIn(node, 'function');
  if (callee && decoders.has(lastName(file, callee))) return 'decode';
  return isHarmlessCall(file, node) ? undefined : 'call';
}

/** True for the `raise` of a clause that is there for cancellation or errors of the socket. */
function letsEndingPass(file: SourceFile, raise: SyntaxNode): boolean {
  const clause = [...ancestors(raise)].find((node) => node.type === 'except_clause');
  if (!clause) return false;
  const handler = readHandler(file, clause);
  return catchesEnding(handler) || catchesReceiveErrors(handler);
}

function isRiskyUnpack(file: SourceFile, node: SyntaxNode, received: Received): boolean {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  return !!left && !!right && unpacks(left) && right.type !== 'expression_list' && mentions(file, right, received);
}

/** Looking up a key of a decoded message, as `data["type"]`; an assignment to it is none. */
function isLookup(file: SourceFile, node: SyntaxNode, received: Received): boolean {
  const object = childIn(node, 'value');
  const key = childIn(node, 'subscript');
  return !!object && key?.type === 'string' && node.field !== 'left' && mentions(file, object, received);
}

const harmless = new Set([
  ...['len', 'isinstance', 'print', 'repr', 'bytes', 'type', 'debug', 'info', 'warning', 'error', 'exception'],
  // What hands the bytes on as they are does not read them.
  ...['send', 'send_multipart', 'put', 'put_nowait', 'append', 'appendleft'],
]);

function isHarmlessCall(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  return !!callee && harmless.has(lastName(file, callee));
}

/** The conditions that lead to a node from within `top`, innermost first, with the branch taken. */
export function* conditionsOf(
  node: SyntaxNode,
  top: SyntaxNode,
): Generator<{ readonly condition: SyntaxNode; readonly holds: boolean }> {
  let inner = node;
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'if_statement' || ancestor.type === 'elif_clause') {
      const condition = childIn(ancestor, 'condition');
      if (condition) yield { condition, holds: inner.field === 'consequence' };
    }
    const choice = ancestor.type === 'case_clause' ? matchAround(ancestor) : undefined;
    const subject = choice && childIn(choice, 'subject');
    if (subject) yield { condition: subject, holds: true };
    inner = ancestor;
    if (inner === top) return;
  }
}

function matchAround(clause: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(clause)) if (ancestor.type === 'match_statement') return ancestor;
  return undefined;
}
