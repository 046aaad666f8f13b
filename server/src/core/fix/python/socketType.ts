/** Tells what kind of ZMQ socket a name stands for, as far as the file shows it. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode, walk } from '../syntax';

/** The socket types of libzmq that receive; a name after `zmq.` in the expression that made the socket. */
const receivingTypes = new Set(['ROUTER', 'DEALER', 'PULL', 'SUB', 'XSUB', 'XPUB', 'REP', 'REQ', 'PAIR']);

/**
 * The type of the socket that `name` (source text, such as `self.socket`) was bound to: looked for in `scope` first,
 * then in the whole file. Undefined when nothing shows it or when the file binds the name to several types.
 */
export function socketType(file: SourceFile, scope: SyntaxNode, name: string): string | undefined {
  const near = boundTypes(file, scope, name);
  const types = near.size > 0 ? near : boundTypes(file, file.root, name);
  return types.size === 1 ? [...types][0] : undefined;
}

function boundTypes(file: SourceFile, scope: SyntaxNode, name: string): Set<string> {
  const types = new Set<string>();
  for (const node of walk(scope)) {
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
