/**
 * Finds loops that receive in their head: `while (raw := sock.recv()):` and `for raw in iter(sock.recv, b""):`. No clause
 * can stand around such a receive alone, so the change is explained there.
 */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { dutyReason } from './dutyReason';
import { functionReason, peerReason } from './loopReason';
import { isZmqReceive, type Receive, readHeadReceive, statementsOf, unpacks } from './receive';
import { followMessages, type Received, type Risk, risksIn } from './risk';
import { enclosingFunction, lastName, walkOwn } from './scope';
import { socketType } from './socketType';

/** The loops that one message can end. */
export function headPlaces(file: SourceFile): FixPlace[] {
  return [...file.nodes('while_statement'), ...file.nodes('for_statement')].flatMap((loop) => {
    const receive = headReceive(file, loop);
    const why = receive && inHeadReason(file, loop);
    return why && isZmqReceive(file, receive) ? (explainedLoop(file, loop, receive, why) ?? []) : [];
  });
}

/** The call in a condition, or the method that `iter` is given, itself or in a lambda. */
function headReceive(file: SourceFile, loop: SyntaxNode): Receive | undefined {
  const head = childIn(loop, loop.type === 'while_statement' ? 'condition' : 'right');
  if (!head) return undefined;
  if (loop.type === 'while_statement') {
    for (const call of [...walkOwn(head)].filter(({ type }) => type === 'call')) {
      const callee = childIn(call, 'function');
      const receive = callee && readHeadReceive(file, callee, call, loop);
      if (receive) return receive;
    }
    return undefined;
  }
  const made = [...walkOwn(head)].find(
    (node) => node.type === 'call' && lastName(file, childIn(node, 'function') ?? node) === 'iter',
  );
  const given = made && childIn(made, 'arguments')?.children[0];
  if (!given) return undefined;
  for (const method of file.nodes('attribute', given)) {
    const receive = readHeadReceive(file, method, method, loop);
    if (receive) return receive;
  }
  return undefined;
}

/**
 * A loop that is only explained, if a message can end it.
 *
 * @param receive how it takes its messages; its own socket and statement may stand elsewhere
 * @param otherwise the sentence where nothing else speaks against the change
 */
export function explainedLoop(
  file: SourceFile,
  loop: SyntaxNode,
  receive: Receive,
  otherwise: string,
): FixPlace | undefined {
  const body = childIn(loop, 'body');
  const statements = body ? statementsOf(body) : [];
  const received = followMessages(file, [receive], statements);
  const risks = [...targetRisk(loop), ...risksIn(file, statements, received, loop)];
  const [first] = risks;
  if (!first) return undefined;
  const end = Math.max(receive.call.end, first.node.end);
  const why = reasonAgainst(file, loop, receive, received, risks) ?? otherwise;
  return { start: loop.start, end, applicability: 'display-only', why, edits: [] };
}

/** Naming the frames in the head of a `for` loop. */
function targetRisk(loop: SyntaxNode): Risk[] {
  const left = loop.type === 'for_statement' ? childIn(loop, 'left') : undefined;
  return left && unpacks(left) ? [{ kind: 'unpack', node: left }] : [];
}

/** What speaks against dropping a message there, wherever it is received. */
function reasonAgainst(
  file: SourceFile,
  loop: SyntaxNode,
  receive: Receive,
  received: Received,
  risks: readonly Risk[],
): string | undefined {
  const found: Case = {
    file,
    loop,
    definition: enclosingFunction(loop),
    receive,
    receives: [receive],
    shape: undefined,
    socketType: socketType(file, loop, receive.socket),
    received,
    risks,
    raising: [],
  };
  return peerReason(found) ?? dutyReason(found) ?? functionReason(found);
}

function inHeadReason(file: SourceFile, loop: SyntaxNode): string {
  const ends = isEndedByEmpty(file, loop) ? ' An empty message of anyone ends it as well.' : '';
  return `One malformed message ends this loop, and no clause can stand around a receive in its head: write "while True:" and receive in its first statement, then the fix is offered.${ends}`;
}

/** True for `while (raw := sock.recv()):` and for a sentinel of no bytes. */
function isEndedByEmpty(file: SourceFile, loop: SyntaxNode): boolean {
  const head = childIn(loop, loop.type === 'while_statement' ? 'condition' : 'right');
  const inner = head?.type === 'parenthesized_expression' ? head.children[0] : head;
  if (loop.type === 'while_statement') return inner?.type === 'named_expression';
  return !!head && /,\s*b?(?:""|'')\s*\)$/.test(file.textOf(head));
}
