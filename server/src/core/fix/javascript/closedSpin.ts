/** Finds zeromq.js loops whose `catch` goes on after every error, also when the socket is closed. */
import type { FixPlace } from '../fix';
import { indentUnit } from '../layout';
import { oneLine } from '../proof/words';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { declarationOf, isFunction } from './declaration';
import { logs } from './loopReason';
import { endReason } from './proof/harm';
import { walkOwn } from './socketLoop';
import { statementEnd } from './style';
import { importsZeromq, socketClassesOf } from './zeromqSocket';

/** The places of a file, each once. */
export function closedSpinPlaces(file: SourceFile): FixPlace[] {
  if (!importsZeromq(file)) return [];
  const places = new Map<number, FixPlace>();
  for (const call of file.nodes('call_expression')) {
    const callee = childIn(call, 'function');
    const socket = callee && childIn(callee, 'object');
    const method = callee && childIn(callee, 'property');
    if (!socket || !method || file.textOf(method) !== 'receive' || !socketClassesOf(file, socket)) continue;
    const spin = goingOn(file, call);
    const place = spin && placeOf(file, spin, socket);
    if (place) places.set(place.start, place);
  }
  return [...places.values()];
}

const leaving = new Set(['break_statement', 'return_statement', 'throw_statement']);

/** A `catch` clause that goes on with an endless loop around it. */
interface Spin {
  readonly handler: SyntaxNode;
  readonly loop: SyntaxNode;
}

/** The clause that takes what a call throws, if it goes on. */
function goingOn(file: SourceFile, call: SyntaxNode): Spin | undefined {
  let inner = call;
  let handler: SyntaxNode | undefined;
  for (const ancestor of ancestors(call)) {
    if (isFunction(ancestor)) return undefined;
    const isTry = ancestor.type === 'try_statement' && inner.field === 'body';
    if (!handler && isTry) handler = childIn(ancestor, 'handler');
    else if (handler && /^(?:while|for|for_in|do)_statement$/.test(ancestor.type)) {
      const goes = isEndless(file, ancestor) && ![...walkOwn(handler)].some((node) => leaves(file, node));
      return goes ? { handler, loop: ancestor } : undefined;
    }
    inner = ancestor;
  }
  return undefined;
}

/** True for a statement that leaves the loop, and for a call that ends the process. */
function leaves(file: SourceFile, node: SyntaxNode): boolean {
  if (node.type !== 'call_expression') return leaving.has(node.type);
  return /^process\.(?:exit|abort|kill|reallyExit)\(/.test(file.textOf(node));
}

function isEndless(file: SourceFile, loop: SyntaxNode): boolean {
  const head = file.text.slice(loop.start, childIn(loop, 'body')?.start ?? loop.end).replace(/\s/g, '');
  return ['while(true)', 'while(1)', 'for(;;)'].includes(head) || /^while\(!?[\w.#]+\)$/.test(head);
}

function placeOf(file: SourceFile, spin: Spin, expression: SyntaxNode): FixPlace | undefined {
  const { handler } = spin;
  const socket = file.textOf(expression);
  const body = childIn(handler, 'body');
  const attempt = handler.parent;
  if (!body || !attempt || !/^[\w.#]+$/.test(socket)) return undefined;
  const care = careOf(file, spin, expression);
  const why = `Once the socket is closed, each receive fails at once; this clause goes on, so the loop spins and nothing else of the program gets a turn.${care ? ` ${care}` : ''}`;
  const { start, end } = handler;
  const [first] = body.children;
  const isShared = !first || file.lineStart(first.start) === file.lineStart(body.start);
  if (isShared) return { start, end, applicability: 'display-only', why, edits: [] };
  const unit = indentUnit(file, attempt, first);
  const line = `${file.indentAt(attempt.start)}${unit}if (${socket}.closed) break${statementEnd(file)}${file.newline}`;
  const at = file.nextLine(body.start);
  const applicability = care ? 'unsafe' : 'safe';
  return { start, end, applicability, why, edits: [{ start: at, end: at, newText: line }] };
}

/** A sentence where the end of the loop may not be what is meant. */
function careOf(file: SourceFile, { handler, loop }: Spin, socket: SyntaxNode): string | undefined {
  const made = socket.type === 'identifier' ? declarationOf(file, socket)?.node.parent : undefined;
  if (!made || !file.textOf(made).startsWith('const')) {
    return 'If the socket is made anew elsewhere, the loop must go on instead.';
  }
  const statements = childIn(handler, 'body')?.children ?? [];
  if (!statements.every((node) => node.type === 'continue_statement' || logs(file, node))) {
    return 'The clause does more than log: if it opens the socket again, the loop must go on.';
  }
  const ends = [...walkOwn(loop)].some(({ type }) => leaving.has(type));
  if (ends || !/^(?:while\(true\)|for\(;;\))/.test(file.textOf(loop).slice(0, 30).replace(/\s/g, ''))) {
    return 'What else ends the loop helps only if it comes before the close.';
  }
  if (!isFirst(handler, loop)) return 'What the round does before the receive may need what the rest of it does.';
  return behindReason(file, loop) ?? endReason(file, loop);
}

/** True where the receive is the first thing that a round does. */
function isFirst({ parent: attempt }: SyntaxNode, loop: SyntaxNode): boolean {
  const [first] = (childIn(loop, 'body')?.children ?? []).filter(({ type }) => type !== 'comment');
  const [taking] = (attempt ? (childIn(attempt, 'body')?.children ?? []) : []).filter(({ type }) => type !== 'comment');
  const calls = taking ? [...walkOwn(taking)].filter(({ type }) => type === 'call_expression') : [];
  return first === attempt && calls.length > 0;
}

/** A sentence about a statement behind the loop, which runs when the loop is left. */
function behindReason(file: SourceFile, loop: SyntaxNode): string | undefined {
  const behind = loop.parent?.children.find(
    (node) => node.start >= loop.end && !/^(?:comment|function_declaration|class_declaration)$/.test(node.type),
  );
  const isClosing = !behind || /^[\w.#]+\.close\(\);?$/.test(file.textOf(behind));
  return isClosing
    ? undefined
    : `${oneLine(file.textOf(behind))} stands behind the loop, and runs with the change when the socket is closed.`;
}
