/** Bounds the wait for a reply in Go clients of pebbe/zmq4: ask, then receive without a limit. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import {
  functionAround,
  type GoReceive,
  goReceives,
  goReturned,
  goSocketType,
  sendsBefore,
  statementsOf,
} from './receive';
import { goImports } from './words';

const limits = /SetRcvtimeo|NewPoller|\.Poll\(|WithTimeout|WithDeadline|DONTWAIT/;

/** Receives behind a send on the same socket that nothing limits. */
export function goWaitPlaces(file: SourceFile): FixPlace[] {
  return [...goReceives(file), ...goReturned(file)]
    .filter((receive) => isOpenWait(file, receive))
    .map((receive): FixPlace => {
      const { start, end } = receive.statement;
      if (!file.text.includes('pebbe/zmq4')) {
        const why =
          'The code asks and then waits without a limit. This package has no time limit for one receive: receive in a goroutine, and select on its answer and time.After.';
        return { start, end, applicability: 'display-only', why, edits: [] };
      }
      const why = 'The code asks and then waits without a limit: if no reply comes, it hangs for ever.';
      return { start, end, applicability: 'unsafe', why, edits: waitEdits(file, receive) };
    });
}

function isOpenWait(file: SourceFile, { statement, call, socket }: GoReceive): boolean {
  const type = goSocketType(file, { socket, call });
  const scope = functionAround(statement);
  if (!scope || (type !== undefined && type !== 'req' && type !== 'dealer')) return false;
  return (
    sendsBefore(file, socket, scope, call.start) && !limits.test(file.textOf(scope)) && file.ownsItsLines(statement)
  );
}

function waitEdits(file: SourceFile, receive: GoReceive): Edit[] {
  const { statement, socket } = receive;
  const indent = file.indentAt(statement.start);
  const limit = `_ = ${socket}.SetRcvtimeo(5 * time.Second)${file.newline}${indent}`;
  const given = returnedError(file, receive);
  const clear: Edit[] = given
    ? [
        {
          start: given.start,
          end: given.end,
          newText: `fmt.Errorf("no reply within 5 seconds or a failure: %w", ${file.textOf(given)})`,
        },
      ]
    : [];
  return [
    ...goImports(file, given ? ['fmt', 'time'] : ['time']),
    { start: statement.start, end: statement.start, newText: limit },
    ...clear,
  ];
}

/** The error as the code hands it on right behind the receive; libzmq calls the end of the wait EAGAIN. */
function returnedError(file: SourceFile, { statement, error }: GoReceive): SyntaxNode | undefined {
  const next = statement.parent?.children.find((node) => node.start >= statement.end && node.type !== 'comment');
  const body = next?.type === 'if_statement' ? childIn(next, 'consequence') : undefined;
  const last = body && statementsOf(body).at(-1);
  const given = last?.type === 'return_statement' ? last.children[0]?.children.at(-1) : undefined;
  return given && file.textOf(given) === error ? given : undefined;
}
