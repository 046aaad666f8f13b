/** What makes dropping a message in a zeromq.js loop a matter of a look: not wrong, but not sure either. */
import { askedElsewhereReason, outerFinallyReason, outerTryReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isFunction } from './declaration';
import { harmReason } from './proof/harm';
import { sendsOn } from './sending';
import type { SocketLoop } from './socketLoop';

/** A sentence about it, if there is something. */
export function careReason(file: SourceFile, found: SocketLoop): string | undefined {
  const { classes, loop } = found;
  if (classes && classes.size > 1) {
    return `The socket may be of several kinds (${[...classes].join(', ')}), and with some of them who sent the message waits for an answer.`;
  }
  const around = tryAround(loop);
  if (around) return childIn(around, 'handler') ? outerTryReason : outerFinallyReason;
  const outside = sendsOn(file, found).filter(({ start, end }) => end <= loop.start || start >= loop.end);
  if (classes?.has('Dealer') && outside.length > 0) return askedElsewhereReason;
  return harmReason(file, found);
}

/** The `try` of the same function around the loop. */
function tryAround(loop: SyntaxNode): SyntaxNode | undefined {
  let inner = loop;
  for (const ancestor of ancestors(loop)) {
    if (isFunction(ancestor)) return undefined;
    if (ancestor.type === 'try_statement' && inner.field === 'body') return ancestor;
    inner = ancestor;
  }
  return undefined;
}
