/** What makes dropping a message in a zeromq.js loop a matter of a look: not wrong, but not sure either. */
import {
  askedElsewhereReason,
  caughtCallReason,
  countedReason,
  countedWords,
  keptReason,
  outerTryReason,
  signalReason,
} from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isFunction } from './declaration';
import { halfDone } from './halfDone';
import { sendsOn } from './loopReason';
import { type SocketLoop, walkOwn } from './socketLoop';
import { isCallCaught, keptState, ownSignal } from './stateCare';

/** A sentence about it, if there is something; `names` hold the message or what was made of it. */
export function careReason(file: SourceFile, found: SocketLoop, names: ReadonlySet<string>): string | undefined {
  const { classes, loop, body } = found;
  if (classes && classes.size > 1) {
    return `The socket may be of several kinds (${[...classes].join(', ')}), and with some of them who sent the message waits for an answer.`;
  }
  if (isInTry(loop)) return outerTryReason;
  const outside = sendsOn(file, found).filter(({ start, end }) => end <= loop.start || start >= loop.end);
  if (classes?.has('Dealer') && outside.length > 0) return askedElsewhereReason;
  if ([...walkOwn(body)].some((node) => counts(file, node))) return countedReason;
  const kept = keptState(file, found);
  if (kept) return keptReason(kept);
  if (isCallCaught(file, found)) return caughtCallReason;
  const signal = ownSignal(file, found);
  return signal ? signalReason(signal) : halfDone(file, found, names);
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

const crossing = new Set(['delete', 'splice', 'shift', 'pop', 'clear']);
const signals = new Set(['resolve', 'countDown', 'signal', 'notify', 'release']);

/** True for `remaining--`, `remaining -= 1`, `pending.delete(id)` and the call of a waiting promise's `resolve`. */
function counts(file: SourceFile, node: SyntaxNode): boolean {
  const changed = node.type === 'update_expression' ? childIn(node, 'argument') : undefined;
  const reduced = node.type === 'augmented_assignment_expression' ? childIn(node, 'left') : undefined;
  const target = changed ?? reduced;
  if (target) return countedWords.test(file.textOf(target));
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
  if (!callee) return false;
  const method = file.textOf(childIn(callee, 'property') ?? callee);
  const object = childIn(callee, 'object');
  return signals.has(method) || (!!object && crossing.has(method) && countedWords.test(file.textOf(object)));
}
