/** What makes dropping a message a matter of a look since something around the loop gets to see the error now. */
import { caughtCallReason, signalReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { isOfTest, seeingDecorator } from './halfDone';
import { catchesReceiveErrors, type Handler, handlersOf, readHandler } from './handler';
import { holdsSocket } from './heldContext';
import { functionName, isFunction, lastName } from './scope';

/** A sentence about it, if there is something. */
export function callerCare(found: Case): string | undefined {
  const context = contextAround(found);
  if (context) return `The loop stands in ${context}, which ends in another way for an error than without one.`;
  if (isCallGuarded(found)) return caughtCallReason;
  const decorator = seeingDecorator(found.file, found.definition);
  if (decorator)
    return `${decorator} stands above the function and may start it again when an error has ended it; with the change it gets to see none.`;
  if (isOfTest(found.file, found.loop)) return 'The loop is part of a test, which may look for what the error does.';
  const signal = ownSignal(found) ?? endSignal(found);
  return signal && signalReason(signal);
}

/** The head of a `with` of the same function around the loop that is not there for the socket or its context. */
function contextAround({ file, loop, receive }: Case): string | undefined {
  for (const ancestor of ancestors(loop)) {
    if (isFunction(ancestor)) return undefined;
    const body = ancestor.type === 'with_statement' ? childIn(ancestor, 'body') : undefined;
    if (!body) continue;
    const items = file.nodes('with_item', { start: ancestor.start, end: body.start });
    if (items.every((item) => holdsSocket(file, item, receive.socket))) continue;
    return oneLine(file.text.slice(ancestor.start, body.start).trim().replace(/:$/, ''));
  }
  return undefined;
}

const longest = 60;

function oneLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** True where a `try` of the file covers a call of the function, with a clause for more than the end of the process. */
function isCallGuarded({ file, definition }: Case): boolean {
  const name = definition ? functionName(file, definition) : '';
  if (name === '') return false;
  return file.nodes('call').some((call) => {
    const callee = childIn(call, 'function');
    return !!callee && lastName(file, callee) === name && isInTry(file, call);
  });
}

function isInTry(file: SourceFile, node: SyntaxNode): boolean {
  let inner = node;
  for (const ancestor of ancestors(node)) {
    if (isFunction(ancestor)) return false;
    const takes = ancestor.type === 'try_statement' && inner.field === 'body';
    if (takes && handlersOf(file, ancestor).some(takesHandling)) return true;
    inner = ancestor;
  }
  return false;
}

/** Derived from `BaseException` alone, so that `except Exception` lets them pass. */
const passing = new Set(['CancelledError', 'KeyboardInterrupt', 'SystemExit', 'GeneratorExit']);

function takesHandling(handler: Handler): boolean {
  return !catchesReceiveErrors(handler) && (handler.classes.length === 0 || handler.classes.some(isHidden));
}

/** True for a class whose exceptions a guard in the loop would take. */
function isHidden(name: string): boolean {
  return !passing.has(name);
}

/** A class of the file, or one that it raises under a name of its own, that a clause outside the loop catches. */
function ownSignal({ file, loop }: Case): string | undefined {
  const made = new Set(file.nodes('class_definition').map((node) => functionName(file, node)));
  for (const statement of file.nodes('raise_statement')) {
    const name = raisedName(file, statement);
    if (!builtIn.test(name)) made.add(name);
  }
  return file
    .nodes('except_clause')
    .filter(({ start, end }) => end <= loop.start || start >= loop.end)
    .flatMap((clause) => readHandler(file, clause).classes)
    .find((name) => made.has(name) && name !== '');
}

/** Last name of what a statement raises, which calls it or not; empty where it raises anew what was caught. */
function raisedName(file: SourceFile, { children: [raised] }: SyntaxNode): string {
  return raised ? lastName(file, childIn(raised, 'function') ?? raised) : '';
}

/** A class that the file raises elsewhere and whose name says that something is to end. */
function endSignal({ file, loop }: Case): string | undefined {
  return file
    .nodes('raise_statement')
    .filter(({ start, end }) => end <= loop.start || start >= loop.end)
    .map((statement) => raisedName(file, statement))
    .find(
      (name) =>
        /stop|exit|quit|shutdown|terminat|abort|interrupt|cancel/i.test(name) &&
        isHidden(name) &&
        !/^Stop(?:Async)?Iteration$/.test(name),
    );
}

/** Classes of Python, of which the one that is caught and the one that is raised have nothing to do with each other. */
const builtIn =
  /^(?:Value|Type|Key|Index|Lookup|Attribute|Assertion|Runtime|NotImplemented|Timeout|OS|Connection|Import|Name|UnicodeDecode)Error$|^(?:Exception|SystemExit|KeyboardInterrupt|CancelledError|GeneratorExit|Again|ZMQError|ContextTerminated)$/;
