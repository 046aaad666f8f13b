/** Reasons against dropping a message in a zeromq.js loop that lie in what the loop is for. */
import {
  answersReason,
  asksReason,
  configurationReason,
  handedOnReason,
  knownSetReason,
  stopReason,
  stopWords,
} from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { namesIn, type SocketLoop, socketClass, walkOwn } from './socketLoop';

/** A sentence when the loop asks, waits for something or owes the message to someone; `names` hold it or what was made of it. */
export function purposeReason(file: SourceFile, found: SocketLoop, names: ReadonlySet<string>): string | undefined {
  const kind = socketClass(file, found);
  if (kind === 'Request' || ((kind === 'Dealer' || kind === undefined) && asksBefore(file, found))) return asksReason;
  if (kind === undefined && answersInPlace(file, found)) return answersReason;
  for (const node of walkOwn(found.body)) {
    const reason = leavingReason(file, found, node, names) ?? callReason(file, found, node, names);
    if (reason) return reason;
  }
  const isNumbered = kind === 'Subscriber' && namesIn(file, found.body).some((name) => /seq/i.test(name));
  return isNumbered
    ? 'The stream is numbered: after a dropped message the subscriber must ask for a replay.'
    : undefined;
}

/** A sentence when a `throw` is meant to end the loop or has work to do before. */
export function throwReason(file: SourceFile, thrown: SyntaxNode, { body }: SocketLoop): string | undefined {
  const handler = [...ancestors(thrown)].find(({ type, start }) => type === 'catch_clause' && start > body.start);
  const others = handler && childIn(handler, 'body')?.children.filter((node) => node !== thrown && !logs(file, node));
  if (others && others.length > 0) {
    return 'The catch clause does more than log before it throws, and that work belongs to the end of the loop.';
  }
  const test = conditionOf(thrown, body);
  const text = test ? file.textOf(test) : '';
  if (/rank|config|hash|version|world/i.test(text)) return configurationReason;
  return isStopTest(text) ? stopReason : undefined;
}

/** True for a comparison with one expected value; lengths and missing values say what is wrong. */
function isStopTest(text: string): boolean {
  return /===?/.test(text) && !/!==?|\.length\b|\bundefined\b|\bnull\b/.test(text);
}

/** True where the function sends on the socket before it waits. */
function asksBefore(file: SourceFile, { loop, socket }: SocketLoop): boolean {
  const scope = [...ancestors(loop)].find(({ type }) => /function|method/.test(type)) ?? file.root;
  return file.text.slice(scope.start, loop.start).includes(`${socket}.send(`);
}

/** True where the loop sends something other than frames on its socket, as a server does that must answer. */
function answersInPlace(file: SourceFile, { body, socket }: SocketLoop): boolean {
  const sent = file.textOf(body).split(`${socket}.send(`).slice(1);
  return sent.some((text) => !text.trimStart().startsWith('['));
}

/** A `return` of the message, or a way out that is taken when what was waited for is there. */
function leavingReason(
  file: SourceFile,
  { body, loop }: SocketLoop,
  node: SyntaxNode,
  names: ReadonlySet<string>,
): string | undefined {
  if (node.type !== 'return_statement' && !(node.type === 'break_statement' && leavesLoop(node, loop)))
    return undefined;
  if (namesIn(file, node).some((name) => names.has(name))) return asksReason;
  const test = conditionOf(node, body);
  const text = test ? file.textOf(test) : '';
  const isStop = isStopTest(text) && test && namesIn(file, test).some((name) => names.has(name));
  return isStop || stopWords.some((word) => text.toLowerCase().includes(word)) ? undefined : knownSetReason;
}

function leavesLoop(node: SyntaxNode, loop: SyntaxNode): boolean {
  const target = [...ancestors(node)].find(({ type }) => /^(?:for|while|do|switch)_?/.test(type));
  return target === loop;
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

function logs(file: SourceFile, node: SyntaxNode): boolean {
  return node.type === 'comment' || /^(?:console|(?:this\.)?#?log(?:ger)?)\.\w+\(/.test(file.textOf(node));
}
