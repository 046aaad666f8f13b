/** Finds handling in a zeromq.js loop that a dropped message leaves half done. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { logs } from './loopReason';
import { namesIn, type SocketLoop, walkOwn } from './socketLoop';

/** A sentence about it, if there is something; `names` hold the message or what was made of it. */
export function halfDone(file: SourceFile, found: SocketLoop, names: ReadonlySet<string>): string | undefined {
  const reads = (node: SyntaxNode): boolean => !logs(file, node) && namesIn(file, node).some((name) => names.has(name));
  for (const statement of walkOwn(found.body)) {
    if (statement.type !== 'expression_statement' || logs(file, statement) || inClause(statement, found.body)) continue;
    const what = effectOf(file, statement, found);
    if (what === undefined) continue;
    if (stepsBehind(statement, found.body).some(reads)) {
      return `${what} comes before something else that can throw: a dropped message would be handled by half.`;
    }
    const above = stepsAbove(statement, found);
    if (!reads(statement) && above.some(reads)) {
      return `${what} stands behind what can throw: a dropped message would skip it.`;
    }
    const passes = /\.send$/.test(what) && what !== `${found.socket}.send`;
    if (passes && reads(statement)) {
      return `${what} passes on what is made of each message: who waits for it there waits for that of a dropped one.`;
    }
  }
  return undefined;
}

/** What a statement calls, sets or counts: its source text. */
function effectOf(file: SourceFile, statement: SyntaxNode, { body, names }: SocketLoop): string | undefined {
  const [only] = statement.children;
  const made = only?.type === 'await_expression' ? only.children[0] : only;
  if (!made) return undefined;
  const target = childIn(made, 'function') ?? childIn(made, 'left') ?? childIn(made, 'argument');
  if (!target || (childIn(made, 'function') && target.type === 'identifier')) return target && file.textOf(target);
  const root = namesIn(file, target)[0] ?? '';
  return names.has(root) || isMadeIn(file, body, root) ? undefined : file.textOf(target);
}

/** True for a name that is made anew for each message. */
function isMadeIn(file: SourceFile, body: SyntaxNode, name: string): boolean {
  return [...walkOwn(body)].some((node) => {
    const made = node.type === 'variable_declarator' ? childIn(node, 'name') : undefined;
    return !!made && namesIn(file, made).includes(name);
  });
}

function inClause(node: SyntaxNode, body: SyntaxNode): boolean {
  return [...ancestors(node)].some(({ type, start }) => type === 'catch_clause' && start > body.start);
}

const innerLoops = /^(?:for|for_in|while|do)_statement$/;
const jumps = /^(?:continue|break|return|throw)_statement$/;

/** The statements that can run behind one, in the same round: those of its blocks, and of an inner loop all. */
function stepsBehind(statement: SyntaxNode, body: SyntaxNode): SyntaxNode[] {
  const behind: SyntaxNode[] = [];
  let inner = statement;
  for (const ancestor of ancestors(statement)) {
    const isList = ancestor.type === 'statement_block' || ancestor.type === 'switch_case';
    const after = isList ? ancestor.children.filter(({ start }) => start >= inner.end) : [];
    behind.push(...after);
    if (ancestor === body || after.some(({ type }) => jumps.test(type))) break;
    if (innerLoops.test(ancestor.type)) behind.push(ancestor);
    inner = ancestor;
  }
  return behind;
}

/** The statements above one in the same block, the receive and what only names its frames left out. */
function stepsAbove(statement: SyntaxNode, { receive }: SocketLoop): SyntaxNode[] {
  const siblings = statement.parent?.children ?? [];
  return siblings.filter((node) => node.end <= statement.start && node !== receive && node.type !== 'comment');
}
