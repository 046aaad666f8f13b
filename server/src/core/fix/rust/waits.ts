/** Tells Rust loops that wait for messages which they count from loops that serve for ever. */
import {
  countedReason,
  countedWords,
  endReason,
  handedOnReason,
  knownSetReason,
  onceReason,
  ownEndReason,
  stopWords,
} from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';
import { receivingCall } from './receive';

const apart = new Set(['closure_expression', 'async_block', 'function_item']);

/** A node and all below it that runs with it: closures, async blocks and functions in it are left out. */
function* walkOwn(node: SyntaxNode): Generator<SyntaxNode> {
  yield* walk(node, (inner) => !apart.has(inner.type));
}

/** A sentence when the loop ends with what it waits for. */
export function rustWaitReason(file: SourceFile, loop: SyntaxNode, names: ReadonlySet<string>): string | undefined {
  for (const node of walkOwn(loop)) {
    const leaves =
      (node.type === 'break_expression' && leavesLoop(node, loop)) ||
      (node.type === 'return_expression' && /^return(?:;|$| Ok\b)/.test(file.textOf(node)));
    if (leaves && !isEnd(file, node, loop, names)) return wayOutReason(file, node, loop);
  }
  const condition = childIn(loop, 'condition');
  const flag = condition && /^!\s*(\w+)$/.exec(file.textOf(condition))?.[1];
  const isSet = [...walkOwn(loop)].some((node) => {
    const left = node.type === 'assignment_expression' ? childIn(node, 'left') : undefined;
    return !!left && file.textOf(left) === flag;
  });
  return isSet ? ownEndReason : undefined;
}

/** What is asked on the way to an expression that leaves; a value that is reduced to zero is a count. */
function wayOutReason(file: SourceFile, node: SyntaxNode, loop: SyntaxNode): string {
  const asked = [...ancestors(node)]
    .filter(({ start }) => start > loop.start)
    .flatMap((ancestor) => childIn(ancestor, 'condition') ?? []);
  if (asked.length === 0) return onceReason;
  const text = asked.map((condition) => file.textOf(condition)).join(' ');
  const reduced = [...walkOwn(loop)].some((inner) => {
    const left = inner.type === 'compound_assignment_expr' ? childIn(inner, 'left') : undefined;
    return !!left && text.includes(file.textOf(left));
  });
  return reduced ? knownSetReason : endReason(text);
}

/** A sentence when the message is the answer that a `oneshot` of someone who waits gets. */
export function rustOwedReason(file: SourceFile, loop: SyntaxNode): string | undefined {
  if (!file.text.includes('oneshot')) return undefined;
  const taken = [...walkOwn(loop)].some(
    (node) => node.type === 'call_expression' && /\.remove$/.test(calleeOf(file, node)),
  );
  const given = [...walkOwn(loop)].some(
    (node) => node.type === 'call_expression' && /\.send$/.test(calleeOf(file, node)),
  );
  return taken && given ? handedOnReason : undefined;
}

function calleeOf(file: SourceFile, call: SyntaxNode): string {
  const callee = childIn(call, 'function');
  return callee ? file.textOf(callee) : '';
}

/** A sentence when something in the loop counts the messages. */
export function rustCountedReason(file: SourceFile, loop: SyntaxNode): string | undefined {
  const isCounted = [...walkOwn(loop)].some((node) => {
    if (node.type === 'compound_assignment_expr') return /^[^=]*-=/.test(file.textOf(node));
    const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
    const method = callee && childIn(callee, 'field');
    const object = callee && childIn(callee, 'value');
    if (!method || !object) return false;
    const crosses = file.textOf(method) === 'remove' && countedWords.test(file.textOf(object));
    return crosses || /^(?:notify_one|notify_waiters|notify_all|add_permits)$/.test(file.textOf(method));
  });
  return isCounted ? countedReason : undefined;
}

/** True for a way out behind an error, a flag, or one expected message. */
function isEnd(file: SourceFile, node: SyntaxNode, loop: SyntaxNode, names: ReadonlySet<string>): boolean {
  for (const ancestor of ancestors(node)) {
    if (ancestor === loop) return false;
    const head = childIn(ancestor, 'condition') ?? childIn(ancestor, 'value') ?? childIn(ancestor, 'pattern');
    if (!head || head.start > node.start) continue;
    const text = file.textOf(head);
    if (/^(?:Err|None)\b/.test(text) || receivingCall(file, head)) return true;
    const isCount = /\blen\(|\bis_empty\(|[<>]/.test(text);
    const uses = file.nodes('identifier', head).some((name) => names.has(file.textOf(name)));
    if ((uses && !isCount) || stopWords.some((word) => text.toLowerCase().includes(word))) return true;
  }
  return false;
}

function leavesLoop(node: SyntaxNode, loop: SyntaxNode): boolean {
  if (node.children.some(({ type }) => type === 'label')) return true;
  const nearest = [...ancestors(node)].find(({ type }) => /^(?:loop|while|for)_expression$/.test(type));
  return nearest === loop;
}
