/** Reasons against dropping a message that lie in what the loop owes to others. */
import { handedOnReason, numberedReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { mentions, namesIn } from './risk';
import { lastName, ownNodes } from './scope';

/** Calls by which all ranks act together. */
const collective = new Set([
  'all_reduce',
  'all_gather',
  'all_to_all',
  'allreduce',
  'allgather',
  'barrier',
  'broadcast',
  'broadcast_object_list',
  'collective_rpc',
  'reduce_scatter',
]);

/** Parts of names of calls that say by an exception that this process or its peer is to end. */
const lifeWords = ['alive', 'shutdown', 'cancelled'];

/** A sentence when a dropped message is owed to someone. */
export function dutyReason(found: Case): string | undefined {
  const { file, loop, received, receive, socketType } = found;
  for (const node of ownNodes(file, 'call', loop)) {
    const callee = childIn(node, 'function');
    if (!callee) continue;
    const name = lastName(file, callee);
    if (/barrier\.wait$/i.test(file.textOf(callee))) {
      return `All who call ${file.textOf(callee)} go on together, and one that drops a message leaves the others waiting.`;
    }
    if (collective.has(name)) {
      return `All ranks call ${name} together, and one that drops a message leaves the others waiting.`;
    }
    if (file.textOf(callee).includes('pickle') && mentions(file, node, received)) {
      return 'Unpickling runs code of whoever sent the message; replace it by a format that only holds data.';
    }
    if (lifeWords.some((word) => name.includes(word)) && node.start > receive.call.end) {
      return `${name} may raise to end the loop, and a guard around it would hide that.`;
    }
    if ((name === 'set_result' || name === 'set_exception') && mentions(file, node, received)) return handedOnReason;
    if (isHandOver(file, callee, name) && handsOn(found, node)) {
      return 'The message is handed to a queue whose reader waits for it: a dropped one is lost for ever, so its request or client must be failed instead.';
    }
  }
  if (socketType === 'SUB' && ownNodes(file, 'identifier', loop).some((node) => isSequence(file, node))) {
    return numberedReason;
  }
  return undefined;
}

/** True where the loop takes a lock or a permit by hand, which going on with the next message would not give back. */
export function takesLock(file: SourceFile, loop: SyntaxNode): boolean {
  return ownNodes(file, 'call', loop).some((call) => lastName(file, childIn(call, 'function') ?? call) === 'acquire');
}

/** True for `put` of a queue, and for `send` of a pipe. */
function isHandOver(file: SourceFile, callee: SyntaxNode, name: string): boolean {
  if (name === 'put' || name === 'put_nowait') return true;
  const object = childIn(callee, 'object');
  return name === 'send' && !!object && /pipe|conn/i.test(lastName(file, object));
}

/** True when a queue gets more than the bytes as they came: then the message was one of a known peer. */
function handsOn({ file, received, receive }: Case, call: SyntaxNode): boolean {
  const given = childIn(call, 'arguments');
  if (!given || !mentions(file, given, received)) return false;
  // Received in place, the message goes on as one that is named first would.
  if (received.calls.some(({ start, end }) => given.start <= start && end <= given.end)) return true;
  // So does what is made of it in place.
  if (file.nodes('call', given).some((made) => mentions(file, made, received))) return true;
  const raw = new Set(receive.names);
  return [...namesIn(file, given)].some((name) => received.names.has(name) && !raw.has(name));
}

function isSequence(file: SourceFile, node: SyntaxNode): boolean {
  return file.textOf(node).toLowerCase().includes('seq');
}
