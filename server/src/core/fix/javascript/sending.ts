/** Where a file sends on the socket of a loop. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { SocketLoop } from './socketLoop';

/** The calls by which a file sends on the socket of a loop. */
export function sendsOn(file: SourceFile, { socket }: SocketLoop): SyntaxNode[] {
  return file.nodes('call_expression').filter((call) => {
    const callee = childIn(call, 'function');
    return !!callee && file.textOf(callee) === `${socket}.send`;
  });
}
