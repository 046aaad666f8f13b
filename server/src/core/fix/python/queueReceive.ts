/** Finds where Python code takes messages from a queue that another thread or task fills with what it received. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { findReceives, isZmqReceive, type Receive, readTake } from './receive';
import { mentions } from './risk';
import { enclosingFunction, lastName, ownNodes } from './scope';

/** The methods of `queue.Queue` and `asyncio.Queue` that hand out an item. */
const takes = new Set(['get', 'get_nowait']);

const puts = new Set(['put', 'put_nowait']);

/** True for a receive that takes from a queue. */
export function takesFromQueue({ method }: Receive): boolean {
  return takes.has(method);
}

/** Calls that take a message as it came from a socket from a queue, in source order. */
export function queueReceives(file: SourceFile): Receive[] {
  if (!/\.put(?:_nowait)?\(/.test(file.text)) return [];
  const filled = filledQueues(file);
  if (filled.size === 0) return [];
  return file.nodes('call').flatMap((call) => {
    const take = readTake(file, call, takes);
    return take && filled.has(take.socket) ? [take] : [];
  });
}

/** Source text of the queues into which a message is put as it came. */
function filledQueues(file: SourceFile): Set<string> {
  const filled = new Set<string>();
  for (const receive of findReceives(file).filter((found) => isZmqReceive(file, found))) {
    const names = new Set(
      receive.names.length > 0 ? receive.names : receive.target ? [file.textOf(receive.target)] : [],
    );
    const scope = enclosingFunction(receive.statement) ?? file.root;
    for (const call of ownNodes(file, 'call', scope)) {
      const queue = putOn(file, call);
      const given = childIn(call, 'arguments');
      if (queue && given && mentions(file, given, { calls: [receive.call], names, lists: new Map() }))
        filled.add(queue);
    }
  }
  return filled;
}

function putOn(file: SourceFile, call: SyntaxNode): string | undefined {
  const callee = childIn(call, 'function');
  const object = callee && childIn(callee, 'object');
  return object && puts.has(lastName(file, callee)) ? file.textOf(object) : undefined;
}
