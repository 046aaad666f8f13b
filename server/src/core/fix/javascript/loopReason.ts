/** Reasons against dropping a message in a zeromq.js loop that lie in what the loop is for. */
import {
  answersReason,
  asksReason,
  configurationReason,
  endReason,
  handedOnReason,
  independentReason,
  isNumberedTest,
  numberedReason,
  onceReason,
  stopReason,
  stopWords,
  worksBeforeReason,
} from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { isFunction } from './declaration';
import { sendsOn } from './sending';
import { namesIn, type SocketLoop, socketClass, walkOwn } from './socketLoop';

/** A sentence when the loop asks, waits for something or owes the message to someone; `names` hold it or what was made of it. */
export function purposeReason(file: SourceFile, found: SocketLoop, names: ReadonlySet<string>): string | undefined {
  const { classes, body } = found;
  if (classes?.has('Reply')) return answersReason;
  if (classes?.has('Request') || (classes?.has('Dealer') && asksBefore(file, found))) return asksReason;
  if (!isEndless(file, found)) return endReason(headOf(file, found.loop));
  for (const node of walkOwn(body)) {
    if (node.type === 'yield_expression')
      return 'The function yields the message to its caller, who may need the error.';
    const reason = leavingReason(file, found, node, names) ?? callReason(file, found, node, names);
    if (reason) return reason;
  }
  const isNumbered = socketClass(found) === 'Subscriber' && namesIn(file, body).some((name) => /seq/i.test(name));
  return isNumbered ? numberedReason : undefined;
}

/** True for `for await`, `for (;;)`, `while (true)`, and a loop that runs until a flag or the socket says stop. */
function isEndless(file: SourceFile, { loop, receive, body }: SocketLoop): boolean {
  if (!receive) return true;
  const condition = childIn(loop, 'condition');
  const text = condition
    ? file
        .textOf(condition)
        .replace(/^\(|\)$/g, '')
        .trim()
    : ';';
  if (loop.type === 'for_statement') return text === ';' && !childIn(loop, 'increment');
  if (text === 'true' || text === '1') return true;
  const isFlag = /^!?[\w.#]+(?:\(\))?$/.test(text);
  const words = text.startsWith('!') ? stopWords : ['running', 'alive', 'active'];
  return isFlag && words.some((word) => text.toLowerCase().includes(word)) && !isSetIn(file, condition, body);
}

/** What stands between the brackets of a loop's head. */
function headOf(file: SourceFile, loop: SyntaxNode): string {
  return file.text.slice(loop.start, childIn(loop, 'body')?.start ?? loop.end);
}

/** A sentence when a `throw` is meant to end the loop or has work to do before. */
export function throwReason(
  file: SourceFile,
  thrown: SyntaxNode,
  { body }: SocketLoop,
  names: ReadonlySet<string>,
): string | undefined {
  const handler = [...ancestors(thrown)].find(({ type, start }) => type === 'catch_clause' && start > body.start);
  const others = handler && childIn(handler, 'body')?.children.filter((node) => node !== thrown && !logs(file, node));
  if (others && others.length > 0) {
    return 'The catch clause does more than log before it throws, and that work belongs to the end of the loop.';
  }
  const block = thrown.parent;
  const before = block?.type === 'statement_block' && block !== body ? block.children : [];
  if (before.some((node) => node.start < thrown.start && !logs(file, node) && !/_declaration$/.test(node.type))) {
    return worksBeforeReason;
  }
  const test = conditionOf(thrown, body);
  const text = test ? file.textOf(test) : '';
  if (/rank|config|hash|version|world/i.test(text)) return configurationReason;
  if (isStopTest(text)) return stopReason;
  if (isNumberedTest(text)) return numberedReason;
  return handler || dependsOn(file, thrown, body, names) ? undefined : independentReason;
}

/** True where a condition or a choice on the way to a node looks at the message. */
function dependsOn(file: SourceFile, node: SyntaxNode, top: SyntaxNode, names: ReadonlySet<string>): boolean {
  for (const ancestor of ancestors(node)) {
    if (ancestor === top) return false;
    const test =
      childIn(ancestor, 'condition') ?? (ancestor.type === 'switch_statement' ? childIn(ancestor, 'value') : undefined);
    if (test && namesIn(file, test).some((name) => names.has(name))) return true;
  }
  return false;
}

/** True for a comparison with one expected value; lengths and missing values say what is wrong. */
function isStopTest(text: string): boolean {
  return /===?/.test(text) && !/!==?|\.length\b|\.size\b|\bundefined\b|\bnull\b/.test(text);
}

/** True where the function sends on the socket before it waits. */
function asksBefore(file: SourceFile, found: SocketLoop): boolean {
  const scope = [...ancestors(found.loop)].find(isFunction);
  return sendsOn(file, found).some((call) => {
    const isOwn = [...ancestors(call)].find(isFunction) === scope;
    return isOwn && call.start < (found.receive ?? found.body).start;
  });
}

/** A `return` of the message, or a way out that is taken when what was waited for is there. */
function leavingReason(
  file: SourceFile,
  { body, loop }: SocketLoop,
  node: SyntaxNode,
  names: ReadonlySet<string>,
): string | undefined {
  if (node.type !== 'return_statement' && !(node.type === 'break_statement' && leavesLoop(file, node, loop)))
    return undefined;
  if (namesIn(file, node).some((name) => names.has(name))) return asksReason;
  if ([...ancestors(node)].some(({ type, start }) => type === 'catch_clause' && start > body.start)) return undefined;
  if (isChosen(file, node, body, names)) return undefined;
  const test = conditionOf(node, body);
  const text = test ? file.textOf(test) : '';
  if (isStopTest(text) && test && namesIn(file, test).some((name) => names.has(name))) return undefined;
  const isStopFlag = stopWords.some((word) => text.toLowerCase().includes(word)) && !isSetIn(file, test, body);
  if (isStopFlag) return undefined;
  return test ? endReason(text) : onceReason;
}

/** True in the `case` of a choice by the message: one expected message then ends the loop. */
function isChosen(file: SourceFile, node: SyntaxNode, top: SyntaxNode, names: ReadonlySet<string>): boolean {
  const inside = [...ancestors(node)].filter(({ start }) => start > top.start);
  const choice = inside[0]?.type === 'switch_case' || inside[1]?.type === 'switch_case' ? inside : [];
  const subject = choice.find(({ type }) => type === 'switch_statement');
  const value = subject && childIn(subject, 'value');
  return !!value && namesIn(file, value).some((name) => names.has(name));
}

/** True where the loop itself sets one of the names in a condition: it then waits for what it counts. */
function isSetIn(file: SourceFile, condition: SyntaxNode | undefined, body: SyntaxNode): boolean {
  const names = new Set(condition ? namesIn(file, condition) : []);
  return [...walkOwn(body)].some((node) => {
    const left = childIn(node, 'left') ?? (node.type === 'update_expression' ? childIn(node, 'argument') : undefined);
    return !!left && names.has(file.textOf(left));
  });
}

function leavesLoop(file: SourceFile, node: SyntaxNode, loop: SyntaxNode): boolean {
  const [label] = node.children;
  const target = [...ancestors(node)].find((outer) =>
    label
      ? outer.type === 'labeled_statement' && file.textOf(outer).startsWith(file.textOf(label))
      : /^(?:for|while|do|switch)_?/.test(outer.type),
  );
  return target !== undefined && target.start <= loop.start && loop.end <= target.end;
}

/** What a call in the loop owes to others. */
function callReason(
  file: SourceFile,
  found: SocketLoop,
  node: SyntaxNode,
  names: ReadonlySet<string>,
): string | undefined {
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
  const given = childIn(node, 'arguments');
  if (!callee || !given) return undefined;
  const name = file.textOf(childIn(callee, 'property') ?? callee);
  if (/alive|shutdown/i.test(name)) return `${name} may throw to end the loop, and a guard around it would hide that.`;
  const handed = given.children.some((argument) =>
    namesIn(file, argument).some((used) => names.has(used) && !found.names.has(used)),
  );
  return handed && ['resolve', 'enqueue', 'put'].includes(name) ? handedOnReason : undefined;
}

/** The condition under which a node is reached, when it stands in the branch that the condition opens. */
function conditionOf(node: SyntaxNode, top: SyntaxNode): SyntaxNode | undefined {
  let inner = node;
  for (const ancestor of ancestors(node)) {
    if (ancestor === top) return undefined;
    if (ancestor.type === 'if_statement')
      return inner.field === 'consequence' ? childIn(ancestor, 'condition') : undefined;
    inner = ancestor;
  }
  return undefined;
}

/** True for a comment and a statement that only logs. */
export function logs(file: SourceFile, node: SyntaxNode): boolean {
  return node.type === 'comment' || /^(?:console|(?:this\.)?#?log(?:ger)?)\.\w+\(/.test(file.textOf(node));
}
