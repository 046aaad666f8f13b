/** Finds TCP sockets of ZMQ that are bound without anything that tells peers from strangers. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { statementOf } from './receive';
import { lastName } from './scope';
import { socketType } from './socketType';

/** A call that binds. */
interface OpenBind {
  /** Source text of the socket. */
  readonly socket: string;
  readonly statement: SyntaxNode;
}

const binding = new Set(['bind', 'bind_to_random_port']);

/** Options by which a server refuses strangers; any of them counts wherever the object sets it. */
const refusing = ['zap_domain', 'curve_server', 'plain_server', 'gssapi_server'];

/** The binds of a file to a TCP address written in place, where the socket's making is in sight. */
export function openBinds(file: SourceFile): OpenBind[] {
  return file.nodes('call').flatMap((call) => {
    const callee = childIn(call, 'function');
    const object = callee && childIn(callee, 'object');
    const address = childIn(call, 'arguments')?.children[0];
    const statement = statementOf(call);
    if (!callee || !object || !statement || !address || !binding.has(lastName(file, callee))) return [];
    const socket = file.textOf(object);
    if (!/^[rRfF]*["']+tcp:\/\//.test(file.textOf(address)) || !file.ownsItsLines(statement)) return [];
    if (socketType(file, statement, socket) === undefined || refuses(file, statement)) return [];
    return [{ socket, statement }];
  });
}

/** True when the function, or the class around it, sets one of the options. */
function refuses(file: SourceFile, statement: SyntaxNode): boolean {
  const scopes = [...ancestors(statement)].filter(
    (node) => node.type === 'function_definition' || node.type === 'class_definition',
  );
  const text = file.textOf(scopes.at(-1) ?? file.root).toLowerCase();
  return refusing.some((option) => text.includes(option));
}
