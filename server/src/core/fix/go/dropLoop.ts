/** Finds Go receive loops that one malformed message can end, and makes each such way out go on instead. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import {
  answersReason,
  asksReason,
  configurationReason,
  endReason,
  isNumberedTest,
  numberedReason,
  sharedLineReason,
  stopReason,
  stopWords,
} from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { fatalCall, type GoExit, goExits, goesOnThere } from './exit';
import {
  calledName,
  followMessage,
  functionAround,
  type GoNames,
  type GoReceive,
  goReceives,
  goSocketType,
  loopAround,
  mentions,
  sendsBefore,
  statementsOf,
  walkOwn,
} from './receive';
import { goCountedReason, goWaitReason } from './waits';
import { goLogger } from './words';

/** The places of a file, one for each way out. */
export function goDropPlaces(file: SourceFile): FixPlace[] {
  return goReceives(file).flatMap((receive) => {
    const { loop } = receive;
    if (!loop) return [];
    const names = followMessage(file, receive, loop);
    return goExits(file, receive, names).map((exit): FixPlace => {
      const { start, end } = exit.branch;
      const against =
        goLoopReason(file, receive, loop) ?? goWaitReason(file, loop, names) ?? exitReason(file, exit, loop, names);
      if (against) return { start, end, applicability: 'display-only', why: against, edits: [] };
      const why = goCountedReason(file, loop) ?? answeringCare(file, receive, loop) ?? whys[exit.kind];
      return { start, end, applicability: 'unsafe', why, edits: dropEdits(file, receive, exit) };
    });
  });
}

const whys = {
  decode: 'One message that cannot be decoded leaves the receive loop and ends it.',
  check: 'One message of another form leaves the receive loop and ends it.',
  handle:
    'One message that is refused leaves the receive loop and ends it; go on only if the error says nothing about this process.',
};

/** A sentence when the loop must not drop messages. */
export function goLoopReason(file: SourceFile, { socket, call }: GoReceive, loop: SyntaxNode): string | undefined {
  const type = goSocketType(file, { socket, call });
  if (type === 'rep') return answersReason;
  if (type === 'req' || sendsBefore(file, socket, functionAround(loop) ?? loop, call.start)) return asksReason;
  return isEndless(file, loop) ? undefined : endReason(headOf(file, loop));
}

/** A sentence where the loop sends through a socket whose kind is not in sight. */
function answeringCare(file: SourceFile, { socket, call }: GoReceive, loop: SyntaxNode): string | undefined {
  const isAnswering =
    goSocketType(file, { socket, call }) === undefined && sendsBefore(file, socket, loop, Number.POSITIVE_INFINITY);
  return isAnswering
    ? 'The loop answers through a socket whose kind is not in sight: one that replies must answer each message, and is stuck when it goes on without.'
    : undefined;
}

/** What stands before the body of a loop. */
function headOf(file: SourceFile, loop: SyntaxNode): string {
  return file.text.slice(loop.start, childIn(loop, 'body')?.start ?? loop.end);
}

function isEndless(file: SourceFile, loop: SyntaxNode): boolean {
  const head = loop.children.find((node) => node.type !== 'block' && node.type !== 'comment');
  if (!head) return true;
  const outer = loopAround(loop);
  // What a poller reports is gone through each time it does.
  if (head.type === 'range_clause' && /poll|ready/i.test(file.textOf(head)) && outer) return isEndless(file, outer);
  if (head.type === 'range_clause' || head.type === 'for_clause') return false;
  const words = file.textOf(head).toLowerCase();
  return words === 'true' || words.endsWith('.err() == nil') || stopWords.some((word) => words.includes(word));
}

function exitReason(file: SourceFile, exit: GoExit, loop: SyntaxNode, names: GoNames): string | undefined {
  const condition = childIn(exit.branch, 'condition');
  const text = condition ? file.textOf(condition) : '';
  if (exit.kind === 'check' && /rank|config|hash|version|world/i.test(text)) {
    return configurationReason;
  }
  if (exit.kind === 'check' && isNumberedTest(text)) return numberedReason;
  if (exit.kind === 'check' && /==/.test(text) && !/\blen\(|\bnil\b|""/.test(text)) return stopReason;
  if (exit.kind === 'handle' && /^(?:stop|shut|close|exit|quit|alive)/i.test(handlerName(file, exit)))
    return stopReason;
  if (!goesOnThere(exit, loop))
    return 'This stands in a loop of its own, where going on would not take the next message.';
  const body = childIn(exit.branch, 'consequence');
  if (body && !statementsOf(body).every((node) => node === exit.leaving || logs(file, node))) {
    return 'More than a log line stands before the end of the loop, and that work belongs to it.';
  }
  if (holdsLock(file, exit, loop)) return 'A lock that the loop takes would stay taken.';
  for (const node of walkOwn(loop)) {
    if (node.type !== 'send_statement' || !mentions(file, node, names.all) || mentions(file, node, names.raw)) continue;
    return 'The message is handed to a channel whose reader waits for it: a dropped one is lost for ever, so its request must be failed instead.';
  }
  return file.ownsItsLines(exit.leaving) ? undefined : sharedLineReason;
}

/** True where the last thing done with a lock above a way out is to take it. */
function holdsLock(file: SourceFile, { branch }: GoExit, loop: SyntaxNode): boolean {
  const calls = [...walkOwn(loop)].filter(
    ({ type, end, parent }) => type === 'call_expression' && end <= branch.start && parent?.type !== 'defer_statement',
  );
  const last = calls.map((call) => calledName(file, call)).findLast((name) => /^R?(?:Un)?[Ll]ock$/.test(name));
  return last !== undefined && !/[Uu]n/.test(last);
}

function handlerName(file: SourceFile, { branch }: GoExit): string {
  const [call] = file.nodes('call_expression', childIn(branch, 'initializer') ?? branch);
  return call ? calledName(file, call) : '';
}

const logMethods = /^(?:Print|Debug|Info|Warn|Error|Log)/;

function logs(file: SourceFile, statement: SyntaxNode): boolean {
  const call = statement.type === 'expression_statement' ? statement.children[0] : undefined;
  return call?.type === 'call_expression' && logMethods.test(calledName(file, call));
}

/** Logs the error with the size and the start of the message, then goes on. */
function dropEdits(file: SourceFile, receive: GoReceive, exit: GoExit): Edit[] {
  const { leaving, branch } = exit;
  const body = childIn(branch, 'consequence');
  const fatal = fatalCall(file, leaving);
  const own = fatal && calledName(file, fatal) !== 'panic' ? mildCall(file, fatal) : undefined;
  const isLogged = !fatal && !!body && statementsOf(body).some((node) => logs(file, node));
  const logger = goLogger(file);
  const line = isLogged ? undefined : (own ?? logger.line(...dropWords(receive, exit)));
  const lines = [...(line ? [line] : []), 'continue'];
  const newText = lines.join(file.newline + file.indentAt(leaving.start));
  return [...(isLogged || own ? [] : logger.imports), { start: leaving.start, end: leaving.end, newText }];
}

/** `log.Fatalf(…)` as a call that logs the same and returns. */
function mildCall(file: SourceFile, call: SyntaxNode): string {
  const text = file.textOf(call);
  const open = text.indexOf('(');
  const level = text.startsWith('log.') ? 'Print' : 'Error';
  return text.slice(0, open).replace(/Fatal(f|ln)?$/, `${level}$1`) + text.slice(open);
}

/** Format of the log line and what it shows. */
function dropWords(receive: GoReceive, { error }: GoExit): [string, string[]] {
  const payload = payloadOf(receive);
  const what = error ? '%v' : 'not understood';
  const format = `"dropped a message: ${what}${payload ? '; %d bytes, starting with %.64q' : ''}"`;
  return [format, [...(error ? [error] : []), ...(payload ? [`len(${payload})`, payload] : [])]];
}

/** The bytes of the last frame, as an expression. */
function payloadOf({ message, method, call }: GoReceive): string | undefined {
  if (message === undefined) return undefined;
  if (method.startsWith('RecvMessage')) return `${message}[len(${message})-1]`;
  // go-zeromq's Recv takes no flags and gives a Msg.
  const takesFlags = call.children.some((node) => node.field === 'arguments' && node.children.length > 0);
  return method === 'Recv' && !takesFlags ? `${message}.Bytes()` : message;
}
