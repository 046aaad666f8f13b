/** Tells a client that waits for its reply without any limit. */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { insertAbove } from './insert';
import { endlessLoop } from './loopKind';
import { findReceives, isZmqReceive, type Receive } from './receive';
import { asksBefore, enclosingFunction, enclosingLoop, lastName, ownNodes, sendsOn } from './scope';
import { socketType } from './socketType';

/** Statements before which a poll can be put: they receive before they do anything else. */
const simple = new Set(['expression_statement', 'return_statement']);

/** Calls and contexts of asyncio that limit what runs inside them. */
const limits = ['wait_for', 'timeout', 'move_on_after', 'fail_after'];

/** Clients that wait without a limit, each with a poll before its receive. */
export function waitPlaces(file: SourceFile): FixPlace[] {
  return findReceives(file)
    .filter((receive) => isOpenWait(file, receive))
    .map((receive): FixPlace => {
      const waits = receive.value.type === 'await' ? 'await ' : '';
      const lines = [
        `if not ${waits}${receive.socket}.poll(5000):`,
        '\traise TimeoutError("no reply within 5 seconds")',
      ];
      return {
        start: receive.statement.start,
        end: receive.statement.end,
        applicability: 'unsafe',
        why: 'The code asks and then waits without a limit: if no reply comes, it hangs for ever.',
        edits: [insertAbove(file, receive.statement, lines)],
      };
    });
}

/** True where a socket asks, then receives, and nothing in sight limits the wait. */
function isOpenWait(file: SourceFile, receive: Receive): boolean {
  if (!isZmqReceive(file, receive) || !asks(file, receive)) return false;
  if (!simple.has(receive.statement.type) || !file.ownsItsLines(receive.statement)) return false;
  const call = file.textOf(receive.call);
  return !call.includes('NOBLOCK') && !call.includes('DONTWAIT') && !isLimited(file, receive);
}

function asks(file: SourceFile, receive: Receive): boolean {
  const type = socketType(file, receive.statement, receive.socket);
  if (type !== undefined && type !== 'REQ' && type !== 'DEALER') return false;
  const scope = enclosingFunction(receive.statement) ?? file.root;
  return asksBefore(file, scope, receive.socket, receive.call) && !waitsForWork(file, receive);
}

/** True for a worker that says it is ready and then takes one job after the other: it may wait as long as there is none. */
function waitsForWork(file: SourceFile, { statement, call, socket }: Receive): boolean {
  const loop = enclosingLoop(statement);
  const condition = loop?.type === 'while_statement' ? childIn(loop, 'condition') : undefined;
  if (!loop || !condition || !endlessLoop(file, condition) || asksBefore(file, loop, socket, call)) return false;
  return ownNodes(file, 'call', loop).some((node) => node.start > call.end && sendsOn(file, node, socket, loop.end));
}

function isLimited(file: SourceFile, receive: Receive): boolean {
  for (const ancestor of ancestors(receive.call)) {
    const callee = ancestor.type === 'call' ? childIn(ancestor, 'function') : undefined;
    if (callee && limits.includes(lastName(file, callee))) return true;
    if (ancestor.type === 'with_statement' && limits.some((name) => withText(file, ancestor).includes(`${name}(`))) {
      return true;
    }
    if (ancestor.type === 'function_definition' && mentionsLimit(file, ancestor, receive.socket)) return true;
    // A socket of the object may be set up in another method.
    const owned = ancestor.type === 'class_definition' && receive.socket.startsWith('self.');
    if (owned && file.textOf(ancestor).toLowerCase().includes('rcvtimeo')) return true;
  }
  return false;
}

function mentionsLimit(file: SourceFile, definition: SyntaxNode, socket: string): boolean {
  const text = file.textOf(definition);
  return (
    text.toLowerCase().includes('rcvtimeo') || text.includes(`${socket}.poll(`) || text.includes(`register(${socket}`)
  );
}

function withText(file: SourceFile, statement: SyntaxNode): string {
  const body = childIn(statement, 'body');
  return file.text.slice(statement.start, body?.start ?? statement.end);
}
