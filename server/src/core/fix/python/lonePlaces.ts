/**
 * Finds what looks like the end of a receive loop but has no loop around it: pieces of code as people paste them, and
 * clients that receive once. The change is explained there, never made.
 */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { handlersOf } from './handler';
import { clientReason } from './loopReason';
import { findReceives, isZmqReceive, type Receive, statementsOf } from './receive';
import { conditionsOf, followMessages, mentions, type Received } from './risk';
import { asksBefore, enclosingFunction, enclosingLoop, ownNodes } from './scope';
import { socketType } from './socketType';

const noLoop =
  'There is no receive loop around this raise to go on with; the fix belongs into the loop that receives, with the receive apart.';

/** Places that are explained only. */
export function lonePlaces(file: SourceFile): FixPlace[] {
  const receives = findReceives(file).filter((found) => isZmqReceive(file, found) && !enclosingLoop(found.statement));
  return [...receives.flatMap((receive) => receivePlace(file, receive) ?? []), ...snippetPlaces(file, receives)];
}

/** A receive outside any loop whose value a later `raise` depends on. */
function receivePlace(file: SourceFile, receive: Receive): FixPlace | undefined {
  const definition = enclosingFunction(receive.statement);
  const scope = definition ?? file.root;
  const statements = statementsOf((definition && childIn(definition, 'body')) ?? file.root);
  const received = followMessages(file, [receive], statements);
  const raise = ownNodes(file, 'raise_statement', scope).find((node) =>
    raisesFor(file, node, receive, received, scope),
  );
  if (!raise) return undefined;
  const type = socketType(file, scope, receive.socket);
  const sent = asksBefore(file, scope, receive.socket, receive.call);
  return {
    start: receive.statement.start,
    end: raise.end,
    applicability: 'display-only',
    why: sent || type === 'REQ' || type === 'DEALER' ? clientReason : noLoop,
    edits: [],
  };
}

function raisesFor(
  file: SourceFile,
  node: SyntaxNode,
  receive: Receive,
  received: Received,
  scope: SyntaxNode,
): boolean {
  if (node.start < receive.call.end) return false;
  const attempt = tryOf(node);
  if (attempt && attempt.start <= receive.call.start && receive.call.end <= attempt.end) return true;
  return [...conditionsOf(node, scope)].some(({ condition }) => mentions(file, condition, received));
}

/** The `try` whose `except` clause holds a node. */
function tryOf(node: SyntaxNode): SyntaxNode | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'except_clause') return at.parent ?? undefined;
    if (at.type === 'function_definition') return undefined;
  }
  return undefined;
}

const messageWords = /message|frame|payload|handshake|decode/i;

/** `except … raise` without its loop at the top of a pasted piece, with or without its `try`. */
function snippetPlaces(file: SourceFile, receives: readonly Receive[]): FixPlace[] {
  const places: FixPlace[] = [];
  for (const node of file.nodes('try_statement')) {
    if (enclosingFunction(node) || enclosingLoop(node)) continue;
    if (receives.some((receive) => receive.call.start >= node.start && receive.call.end <= node.end)) continue;
    const raising = handlersOf(file, node).find((handler) => handler.raises.length > 0);
    if (raising && messageWords.test(file.textOf(node))) places.push(explained(node.start, raising.clause.end));
  }
  const clauses = new Set(file.nodes('except_clause').map((clause) => clause.start));
  return [...places, ...orphanPlaces(file, clauses)];
}

/** An `except` line that belongs to no `try`, followed by a deeper `raise`. */
function orphanPlaces(file: SourceFile, clauses: ReadonlySet<number>): FixPlace[] {
  const places: FixPlace[] = [];
  let open: { start: number; indent: number } | undefined;
  for (let at = 0; at < file.text.length; at = file.nextLine(at)) {
    const indent = file.indentAt(at).length;
    const start = at + indent;
    const line = file.text.slice(start, file.lineEnd(start));
    if (/^except[ :(]/.test(line)) open = clauses.has(start) ? undefined : { start, indent };
    else if (open && line !== '' && indent <= open.indent) open = undefined;
    if (!open || !/^raise\b/.test(line)) continue;
    const end = start + line.trimEnd().length;
    if (messageWords.test(file.text.slice(open.start, end))) places.push(explained(open.start, end));
    open = undefined;
  }
  return places;
}

function explained(start: number, end: number): FixPlace {
  return { start, end, applicability: 'display-only', why: noLoop, edits: [] };
}
