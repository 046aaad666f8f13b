/**
 * Rewrites a receive loop so that one bad message cannot end it: the receive stands in a `try` of its own that leaves
 * the loop when the socket is gone; opening and handling stand in a second one that logs, counts and goes on.
 */
import type { Edit } from '../finding';
import { freeName, indentUnit, movedRight } from '../layout';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { type DropWords, dropHandler } from './dropHandler';
import { catchesEnding, catchesReceiveErrors, type Handler, jumps } from './handler';
import { splitReceive } from './intake';
import { importEdit, loggerIn, moduleName } from './layout';
import { closedSocketClauses, type GuardWords, keptReceiveHandlers, pollEdits } from './receiveGuard';
import { letsOut, type ReceiveLoop } from './receiveLoop';
import { enclosingFunction } from './scope';

/** What the finder knows about the loop beyond its shape. */
export interface RewriteOptions {
  /** The first of several frames is the peer's routing id. */
  readonly namesPeer: boolean;
  /** The socket must answer each message (REP). */
  readonly answers: boolean;
  /** A `try` around the loop already ends it when the socket is gone. */
  readonly guardedOutside: boolean;
}

interface Rewrite {
  readonly file: SourceFile;
  readonly shape: ReceiveLoop;
  readonly words: DropWords;
  /** Clauses for a closed socket at an indentation; none when a `try` around the loop has them. */
  readonly closing: (indent: string) => string[];
}

/** The edits for a loop whose layout `layoutProblem` accepts. */
export function rewriteLoop(file: SourceFile, shape: ReceiveLoop, options: RewriteOptions): Edit[] {
  const scope = enclosingFunction(shape.loop) ?? file.root;
  const intake = splitReceive(file, shape.receive, scope, [...shape.inGuard, ...shape.after], options.namesPeer);
  const logger = loggerIn(file, scope);
  const unit = indentUnit(file, shape.loop, childIn(shape.loop, 'body') ?? shape.loop);
  const zmq = moduleName(file, 'zmq') ?? 'zmq';
  const guard: GuardWords = { zmq, unit, error: freeName(file, scope, ['error', 'receive_error']) };
  const counter = freeName(file, scope, ['dropped', 'dropped_messages']);
  const waits = shape.receive.value.type === 'await' ? 'await ' : '';
  const answer = options.answers ? { send: `${waits}${shape.receive.socket}.send(b"")`, zmq } : undefined;
  const rewrite: Rewrite = {
    file,
    shape,
    words: { intake, counter, unit, logger: logger ?? 'logging.getLogger(__name__)', answer },
    closing: (indent) => (options.guardedOutside ? [] : closedSocketClauses(file, shape, indent, guard)),
  };
  const needed = [
    ...(intake.module ? [intake.module] : []),
    ...(logger ? [] : ['logging']),
    ...(options.guardedOutside && !answer ? [] : ['zmq']),
  ];
  const at = file.aboveComments(shape.loop.start);
  const counterText = `${file.indentAt(shape.loop.start)}${counter} = 0${file.newline}`;
  return [
    ...needed.filter((module) => !moduleName(file, module)).map((module) => importEdit(file, module)),
    { start: at, end: at, newText: counterText },
    ...(options.guardedOutside ? [] : pollEdits(file, shape, guard)),
    ...(shape.inGuard.length > 0 ? splitGuard(rewrite) : wrapRest(rewrite)),
  ];
}

/** The receive stands alone, bare or in its own `try`: everything behind it moves into the second `try`. */
function wrapRest(rewrite: Rewrite): Edit[] {
  const { file, shape, words } = rewrite;
  const { tail } = shape;
  const top = shape.guard ?? shape.receive.statement;
  const indent = file.indentAt(top.start);
  const lines = [
    ...(shape.guard ? keptGuard(rewrite) : newGuard(rewrite, indent)),
    indent + (tail ? file.text.slice(tail.start, file.lineEnd(tail.start)) : 'try:'),
    ...openingLines(rewrite, indent + words.unit),
    ...movedLines(rewrite, top.end, tail),
    ...(tail ? [bodyText(file, tail, shape.handlers)] : []),
    ...handlingClauses(rewrite, indent),
  ];
  const last = shape.after.at(-1) ?? top;
  return [{ start: file.lineStart(top.start), end: file.lineEnd(last.end), newText: lines.join(file.newline) }];
}

function newGuard({ file, shape, words, closing }: Rewrite, indent: string): string[] {
  const clauses = closing(indent);
  const receive = receiveLine(file, shape, words);
  if (clauses.length === 0) return [indent + receive];
  return [`${indent}try:`, `${indent}${words.unit}${receive}`, ...clauses];
}

/** The `try` that already stands around the receive, with what its clauses lack. */
function keptGuard({ file, shape, words, closing }: Rewrite): string[] {
  const { statement } = shape.receive;
  const attempt = shape.guard ?? statement;
  const firstClause = shape.guardHandlers[0]?.clause ?? attempt;
  const comments = file.text.slice(file.lineEnd(statement.end), file.aboveComments(firstClause.start)).trimEnd();
  const lines = closing(file.indentAt(attempt.start));
  // Ours stand before clauses of wider classes; without ours all stay in their order.
  const first = shape.guardHandlers.filter((handler) => lines.length === 0 || catchesReceiveErrors(handler));
  const others = shape.guardHandlers.filter((handler) => !first.includes(handler));
  return [
    file.text.slice(file.lineStart(attempt.start), statement.start) + receiveLine(file, shape, words) + comments,
    ...first.map((handler) => clauseText(file, handler)),
    ...lines,
    ...others.map((handler) => clauseText(file, handler)),
  ];
}

/** Receive and handling share one `try`: it is split behind the receive, and the clauses are dealt out. */
function splitGuard(rewrite: Rewrite): Edit[] {
  const { file, shape, words, closing } = rewrite;
  const { statement } = shape.receive;
  const attempt = shape.guard ?? statement;
  const indent = file.indentAt(attempt.start);
  const inner = file.indentAt(statement.start);
  const clauses = [
    ...keptReceiveHandlers(shape).flatMap((handler) => [
      clauseText(file, handler),
      ...(jumps(handler) ? [] : [`${indent}${words.unit}continue`]),
    ]),
    ...shape.guardHandlers.filter(catchesEnding).map((handler) => clauseText(file, handler)),
    ...closing(indent),
  ];
  // Without a clause of its own the receive needs no `try`: the one that stands there is that of the handling.
  const isBare = clauses.length === 0;
  const first = [
    ...(isBare ? leadingComments(file, attempt, statement) : []),
    (isBare ? indent : inner) + receiveLine(file, shape, words),
    ...clauses,
    `${indent}try:`,
    ...openingLines(rewrite, inner),
  ];
  const from = isBare ? attempt : statement;
  const second = [...movedLines(rewrite, attempt.end, undefined), ...handlingClauses(rewrite, indent)];
  const behind = file.aboveComments(shape.guardHandlers[0]?.clause.start ?? attempt.end);
  const last = shape.after.at(-1) ?? attempt;
  return [
    { start: file.lineStart(from.start), end: file.lineEnd(statement.end), newText: first.join(file.newline) },
    { start: behind, end: file.lineEnd(last.end), newText: second.join(file.newline) },
  ];
}

/** The comments between `try:` and the receive, at the indentation of the `try`. */
function leadingComments(file: SourceFile, attempt: SyntaxNode, statement: SyntaxNode): string[] {
  const between = file.text.slice(file.nextLine(attempt.start), file.lineStart(statement.start));
  const lines = between.split(file.newline).filter((line) => line.trim() !== '');
  return lines.map((line) => file.indentAt(attempt.start) + line.trim());
}

/** The statement that receives; it keeps the comment behind it where the original statement is not written again. */
function receiveLine(file: SourceFile, shape: ReceiveLoop, words: DropWords): string {
  const { statement } = shape.receive;
  const tail = words.intake.opening ? '' : file.text.slice(statement.end, file.lineEnd(statement.end));
  return words.intake.receiveText + tail;
}

/** The check of the frame count and the original statement with the received value in place of the call. */
function openingLines({ file, shape, words }: Rewrite, indent: string): string[] {
  const { statement } = shape.receive;
  const check = words.intake.check.map((line) => indent + line.replaceAll('\t', words.unit));
  if (!words.intake.opening) return check;
  const text = movedRight(file, statement.start, statement.end, '', words.intake.opening);
  const from = file.indentAt(statement.start);
  const lines = text.split(file.newline);
  return [...check, ...lines.map((line) => (line.startsWith(from) ? indent + line.slice(from.length) : line))];
}

/** The lines behind the receive or its guard, up to the `try` that handles the message, one level deeper. */
function movedLines({ file, shape, words }: Rewrite, behind: number, tail: SyntaxNode | undefined): string[] {
  const start = file.nextLine(behind);
  const end = tail ? file.lineStart(tail.start) - 1 : shape.after.at(-1)?.end;
  return end === undefined || end < start ? [] : [movedRight(file, start, end, words.unit)];
}

/** The lines between `try:` and its first clause. */
function bodyText(file: SourceFile, attempt: SyntaxNode, handlers: readonly Handler[]): string {
  const firstClause = handlers[0]?.clause ?? attempt;
  return file.text.slice(file.nextLine(attempt.start), file.aboveComments(firstClause.start)).trimEnd();
}

/** The clauses of the second `try`: those that stay, then the one that drops. */
function handlingClauses({ file, shape, words }: Rewrite, indent: string): string[] {
  const others = shape.handlers.filter((handler) => !catchesReceiveErrors(handler));
  const replaced = others.filter(letsOut);
  const staying = others.filter((handler) => !replaced.includes(handler));
  return [...staying.map((handler) => clauseText(file, handler)), ...dropHandler(file, words, indent, replaced)];
}

function clauseText(file: SourceFile, handler: Handler): string {
  return file.text.slice(file.aboveComments(handler.clause.start), file.lineEnd(handler.clause.end));
}
