/** Finds what can let an exception out of the handling of a received message. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isGuarded } from './handler';
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

/** Names that hold what was received or something made from it. */
export function receivedNames(file: SourceFile, receive: Receive, statements: readonly SyntaxNode[]): Set<string> {
  const names = new Set<string>();
  for (const statement of [receive.statement, ...statements]) {
    for (const node of walkOwn(statement)) {
      const left = childIn(node, 'left') ?? childIn(node, 'name');
      const right = childIn(node, 'right') ?? childIn(node, 'value');
      if (!left || !right || !bindsNames.has(node.type)) continue;
      const fresh = right.start <= receive.call.start && receive.call.end <= right.end;
      if (fresh || mentions(file, right, names)) for (const name of namesIn(file, left)) names.add(name);
    }
  }
  return names;
}

const bindsNames = new Set(['assignment', 'named_expression', 'for_statement', 'augmented_assignment']);

/** True when an expression names one of `names`. */
export function mentions(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  for (const name of namesIn(file, node)) if (names.has(name)) return true;
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
export function risksIn(file: SourceFile, statements: readonly SyntaxNode[], names: ReadonlySet<string>): Risk[] {
  const risks: Risk[] = [];
  for (const statement of statements) {
    for (const node of walkOwn(statement)) {
      const kind = riskKind(file, node, names);
      if (kind && !isGuarded(file, node, statement)) risks.push({ kind, node });
    }
  }
  return risks;
}

function riskKind(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): Risk['kind'] | undefined {
  if (node.type === 'raise_statement') return 'raise';
  if (node.type === 'assert_statement') return mentions(file, node, names) ? 'assert' : undefined;
  if (node.type === 'assignment') return isRiskyUnpack(file, node, names) ? 'unpack' : undefined;
  if (node.type === 'subscript') return isLookup(file, node, names) ? 'decode' : undefined;
  if (node.type !== 'call' || !mentions(file, node, names)) return undefined;
  const callee = childIn(node, 'function');
  if (callee && decoders.has(lastName(file, callee))) return 'decode';
  return isHarmlessCall(file, node) ? undefined : 'call';
}

function isRiskyUnpack(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  return !!left && !!right && unpacks(left) && right.type !== 'expression_list' && mentions(file, right, names);
}

/** Looking up a key of a decoded message, as `data["type"]`; an assignment to it is none. */
function isLookup(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  const object = childIn(node, 'value');
  const key = childIn(node, 'subscript');
  return !!object && key?.type === 'string' && node.field !== 'left' && mentions(file, object, names);
}

const harmless = new Set(['len', 'isinstance', 'print', 'repr', 'bytes', 'type', 'debug', 'info', 'warning', 'error']);

function isHarmlessCall(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  return !!callee && (harmless.has(lastName(file, callee)) || lastName(file, callee) === 'exception');
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
    inner = ancestor;
    if (inner === top) return;
  }
}
