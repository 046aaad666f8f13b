/** What makes dropping a message in a zeromq.js loop a matter of a look: not wrong, but not sure either. */
import { askedElsewhereReason, outerTryReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isFunction } from './declaration';
import { sendsOn } from './loopReason';
import { harmReason } from './proof/harm';
import type { SocketLoop } from './socketLoop';

/** A sentence about it, if there is something. */
export function careReason(file: SourceFile, found: SocketLoop): string | undefined {
  const { classes, loop } = found;
  if (classes && classes.size > 1) {
    return `The socket may be of several kinds (${[...classes].join(', ')}), and with some of them who sent the message waits for an answer.`;
  }
  if (isInTry(loop)) return outerTryReason;
  const outside = sendsOn(file, found).filter(({ start, end }) => end <= loop.start || start >= loop.end);
  if (classes?.has('Dealer') && outside.length > 0) return askedElsewhereReason;
  return harmReason(file, found);
}

/** True where a `catch` of the same function takes what the loop throws. */
function isInTry(loop: SyntaxNode): boolean {
  let inner = loop;
  for (const ancestor of ancestors(loop)) {
    if (isFunction(ancestor)) return false;
    if (ancestor.type === 'try_statement' && inner.field === 'body' && childIn(ancestor, 'handler')) return true;
    inner = ancestor;
  }
  return false;
}
