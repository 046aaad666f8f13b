/** Tells what kind of ZMQ socket a name stands for, as far as the file shows it. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';

/** The socket types of libzmq that receive; a name after `zmq.` in the expression that made the socket. */
const receivingTypes = new Set(['ROUTER', 'DEALER', 'PULL', 'SUB', 'XSUB', 'XPUB', 'REP', 'REQ', 'PAIR']);

/**
 * The type of the socket that `name` (source text, such as `self.socket`) was bound to: looked for in the innermost
 * function, class or module around `place` that binds it. Undefined when nothing shows it or when it is bound to
 * several types there.
 */
export function socketType(file: SourceFile, place: SyntaxNode, name: string): string | undefined {
  for (const scope of [place, ...ancestors(place)]) {
    if (!scopes.has(scope.type)) continue;
    const types = boundTypes(file, scope, name);
    if (types.size > 0) return types.size === 1 ? [...types][0] : undefined;
  }
  return undefined;
}

const scopes = new Set(['function_definition', 'class_definition', 'module']);

function boundTypes(file: SourceFile, scope: SyntaxNode, name: string): Set<string> {
  const types = new Set<string>();
  for (const node of [...file.nodes('assignment', scope), ...file.nodes('as_pattern', scope)]) {
    const value = boundValue(file, node, name);
    if (!value) continue;
    for (const type of namedTypes(file, value)) types.add(type);
  }
  return types;
}

/** The expression that a node binds to the name: `name = value`, `name: T = value`, `with value as name`. */
function boundValue(file: SourceFile, node: SyntaxNode, name: string): SyntaxNode | undefined {
  if (node.type === 'assignment') {
    const left = childIn(node, 'left');
    return left && file.textOf(left) === name ? childIn(node, 'right') : undefined;
  }
  if (node.type === 'as_pattern') {
    const alias = childIn(node, 'alias');
    return alias && file.textOf(alias) === name ? node.children[0] : undefined;
  }
  return undefined;
}

function* namedTypes(file: SourceFile, value: SyntaxNode): Generator<string> {
  for (const node of walk(value)) {
    if (node.type !== 'attribute' && node.type !== 'identifier') continue;
    const attribute = childIn(node, 'attribute') ?? node;
    const type = file.textOf(attribute);
    if (receivingTypes.has(type)) yield type;
  }
}
