/**
 * Finds the raises in functions that a receive loop hands its messages to. They tell the loop of a malformed message,
 * which is right; the loop has to catch them. So the change is explained there and offered at the loop.
 */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { isGuarded } from './handler';
import { mentions, type Received } from './risk';
import { functionName, lastName, walkOwn } from './scope';

/** How many calls deep the message is followed. */
const maxDepth = 4;

/** The raises behind the loops at which the fix is offered. */
export function helperPlaces(file: SourceFile, offered: readonly Case[]): FixPlace[] {
  if (offered.length === 0) return [];
  const functions = functionsByName(file);
  const places = new Map<number, FixPlace>();
  for (const { loop, received } of offered) {
    const line = file.lineOf(loop.start) + 1;
    for (const helper of helpersOf(file, loop, received, functions)) {
      for (const raise of raisesOf(helper)) {
        if (isGuarded(file, raise, helper)) continue;
        const why = `The receive loop in line ${line} has to catch this, and the fix is offered there: ${functionName(file, helper)} itself has no next message to go on with.`;
        places.set(raise.start, { start: raise.start, end: raise.end, applicability: 'display-only', why, edits: [] });
      }
    }
  }
  return [...places.values()];
}

/** Functions of the file by name; a name defined twice says nothing about which one a call means. */
function functionsByName(file: SourceFile): Map<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  const twice = new Set<string>();
  for (const node of file.nodes('function_definition')) {
    const name = functionName(file, node);
    if (found.has(name)) twice.add(name);
    found.set(name, node);
  }
  for (const name of twice) found.delete(name);
  return found;
}

/** The functions that get the message, directly or passed on. */
function helpersOf(
  file: SourceFile,
  loop: SyntaxNode,
  received: Received,
  functions: ReadonlyMap<string, SyntaxNode>,
): Set<SyntaxNode> {
  const found = new Set<SyntaxNode>();
  let callers = calledWith(file, loop, received, functions);
  for (let depth = 0; depth < maxDepth && callers.length > 0; depth++) {
    const fresh = callers.filter((helper) => !found.has(helper));
    for (const helper of fresh) found.add(helper);
    callers = fresh.flatMap((helper) => calledWith(file, helper, undefined, functions));
  }
  return found;
}

/** The functions of the file that some code calls with an argument; with `received`, only with one that refers to it. */
function calledWith(
  file: SourceFile,
  code: SyntaxNode,
  received: Received | undefined,
  functions: ReadonlyMap<string, SyntaxNode>,
): SyntaxNode[] {
  const called: SyntaxNode[] = [];
  for (const node of walkOwn(childIn(code, 'body') ?? code)) {
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    const given = childIn(node, 'arguments');
    if (!callee || !given || given.children.length === 0) continue;
    const helper = functions.get(lastName(file, callee));
    if (helper && (!received || mentions(file, given, received))) called.push(helper);
  }
  return called;
}

function raisesOf(definition: SyntaxNode): SyntaxNode[] {
  return [...walkOwn(childIn(definition, 'body') ?? definition)].filter((node) => node.type === 'raise_statement');
}
