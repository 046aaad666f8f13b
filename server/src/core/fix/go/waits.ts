/** Tells Go loops that wait for messages which they count, or for one, from loops that serve for ever. */
import { asksReason, countedReason, countedWords, endReason, onceReason, stopWords } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { calledName, type GoNames, mentions, walkOwn } from './receive';

/** A sentence when the loop ends with what it waits for, or gives the message to its caller. */
export function goWaitReason(file: SourceFile, loop: SyntaxNode, names: GoNames): string | undefined {
  for (const node of walkOwn(loop)) {
    const leaves = node.type === 'break_statement' ? leavesLoop(node, loop) : node.type === 'return_statement';
    if (!leaves) continue;
    const given = node.children.find(({ type }) => type === 'expression_list')?.children ?? [];
    const last = given.at(-1);
    const succeeds = !last || file.textOf(last) === 'nil' || given.length === 0;
    if (succeeds && given.some((value) => mentions(file, value, names.all))) return asksReason;
    if (succeeds && !isEnd(file, node, loop, names)) return wayOutReason(file, node, loop);
  }
  return undefined;
}

/** What is asked on the way to a statement that leaves. */
function wayOutReason(file: SourceFile, node: SyntaxNode, loop: SyntaxNode): string {
  const asked = [...ancestors(node)]
    .filter(({ start }) => start > loop.start)
    .flatMap((ancestor) => childIn(ancestor, 'condition') ?? childIn(ancestor, 'value') ?? []);
  return asked.length === 0 ? onceReason : endReason(asked.map((condition) => file.textOf(condition)).join(' '));
}

/** A sentence when something in the loop counts the messages. */
export function goCountedReason(file: SourceFile, loop: SyntaxNode): string | undefined {
  const isCounted = [...walkOwn(loop)].some((node) => {
    if (node.type === 'dec_statement') return true;
    if (node.type === 'assignment_statement') return /-=/.test(file.textOf(node));
    if (node.type !== 'call_expression') return false;
    const [first] = childIn(node, 'arguments')?.children ?? [];
    const crosses = calledName(file, node) === 'delete' && !!first && countedWords.test(file.textOf(first));
    return crosses || (calledName(file, node) === 'Done' && node.parent?.type === 'expression_statement');
  });
  return isCounted ? countedReason : undefined;
}

/** True for a way out behind an error, a flag, the end of a context, or one expected message. */
function isEnd(file: SourceFile, node: SyntaxNode, loop: SyntaxNode, names: GoNames): boolean {
  for (const ancestor of ancestors(node)) {
    if (ancestor === loop) return false;
    if (ancestor.type === 'communication_case') return true;
    const asked =
      childIn(ancestor, 'condition') ??
      (ancestor.type.endsWith('switch_statement') ? childIn(ancestor, 'value') : undefined);
    const text = asked ? file.textOf(asked) : '';
    if (/!= nil|\berrors\.|\.Err\(\)|\bok\b/.test(text)) return true;
    const isCount = /\blen\(|[<>]/.test(text);
    const isMessage = asked && !isCount && mentions(file, asked, names.all);
    if (isMessage || stopWords.some((word) => text.toLowerCase().includes(word))) return true;
  }
  return false;
}

function leavesLoop(node: SyntaxNode, loop: SyntaxNode): boolean {
  // A label names a loop farther out.
  if (node.children.length > 0) return true;
  const nearest = [...ancestors(node)].find(({ type }) =>
    /^(?:for|select|expression_switch|type_switch)_statement$/.test(type),
  );
  return nearest === loop;
}
