/** What around a receive loop gets to see how it ends, or waits for what it does. */
import { oneLine, owed } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../../syntax';
import { holdsSocket } from '../heldContext';
import { isLogStatement } from '../layout';
import { isBlock, statementsOf } from '../receive';
import { enclosingFunction, enclosingLoop, functionName, isFunction, lastName } from '../scope';
import { isProperty } from './acting';
import { ownNames } from './names';
import { isStopFlag } from './statement';

/** A sentence where leaving the loop in another way than by an error changes what runs; `socket` as source text. */
export function aroundReason(file: SourceFile, loop: SyntaxNode, socket: string): string | undefined {
  let inner = loop;
  for (const ancestor of ancestors(loop)) {
    if (isFunction(ancestor)) return undefined;
    if (ancestor.type === 'with_statement') {
      const head = childIn(ancestor, 'body')?.start ?? ancestor.end;
      const items = file.nodes('with_item', { start: ancestor.start, end: head });
      const text = file.text.slice(ancestor.start, head).trim().replace(/:$/, '');
      if (!items.every((item) => holdsSocket(file, item, socket))) {
        return `The loop stands in ${oneLine(text)}, which ends in another way for an error than without one.`;
      }
    } else if (!isBlock(ancestor) && !/^(?:if_statement|elif_clause|else_clause)$/.test(ancestor.type)) {
      const isLoop = /^(?:for|while)_statement$/.test(ancestor.type);
      return isLoop
        ? 'The loop stands in another one, which goes on behind it.'
        : 'What stands around the loop gets to see the error that ends it now.';
    }
    const behind = isBlock(ancestor)
      ? statementsOf(ancestor).find((node) => node.start >= inner.end && !isClosing(file, node))
      : undefined;
    if (behind) {
      return `${oneLine(file.textOf(behind))} stands behind the loop, and runs with the change when the socket is closed.`;
    }
    inner = ancestor;
  }
  return undefined;
}

/** True for a statement that closes something, logs, or does nothing. */
function isClosing(file: SourceFile, statement: SyntaxNode): boolean {
  if (statement.type === 'pass_statement' || isLogStatement(file, statement)) return true;
  return /^(?:return|[\w.]+\.(?:close|term|destroy|unregister)\([\w.=]*\))$/.test(file.textOf(statement));
}

/** A sentence for a loop that neither runs for ever nor until a flag of others says stop. */
export function headReason(file: SourceFile, loop: SyntaxNode): string | undefined {
  const condition = childIn(loop, 'condition');
  const text = condition ? file.textOf(condition) : '';
  if (text === 'True' || text === '1') return undefined;
  const body = childIn(loop, 'body');
  const definition = enclosingFunction(loop);
  const root = /^(?:not )?(\w+)/.exec(text)?.[1] ?? '';
  const isSetInside = !!body && !!definition && ownNames(file, body, definition).has(root);
  const asked = text.replace(/\(\)$/, '').split('.').at(-1)?.split(' ').at(-1) ?? '';
  if (isProperty(file, asked) || file.nodes('function_definition').some((node) => functionName(file, node) === asked))
    return `The loop asks ${oneLine(text)} in each round, which runs code of the file.`;
  if (isStopFlag(text) && !isSetInside) return undefined;
  return `The loop runs until ${oneLine(text)}: if that stands for all messages having come, a dropped one is missed.`;
}

/** A sentence where other code waits for a place that the handling changes, or counts what is in it. */
export function waitedReason(file: SourceFile, loop: SyntaxNode, changed: readonly string[]): string | undefined {
  const nodes = waitingNodes(file);
  for (const place of changed) {
    const name = place.split('.').at(-1) ?? place;
    if (owed.test(name))
      return `${oneLine(place)} says by its name that somebody waits for what is in it: a dropped message leaves it as it is.`;
    const names = [name, ...otherNames(file, loop, name)];
    const asking = nodes.find((node) => {
      const isInside = loop.start <= node.start && node.end <= loop.end;
      return !isInside && asks(file, node, names) && !isTrimmed(file, node, name);
    });
    if (asking) {
      return `Line ${file.lineOf(asking.start) + 1} waits for ${oneLine(place)} or counts it: if a dropped message was a genuine one, it is missed there.`;
    }
  }
  return undefined;
}

/** Conditions of loops, what is asked later, and comparisons of lengths. */
function waitingNodes(file: SourceFile): SyntaxNode[] {
  const loops = file.nodes('while_statement').flatMap((node) => childIn(node, 'condition') ?? []);
  const lengths = file.nodes('comparison_operator').filter((node) => file.textOf(node).includes('len('));
  // `if not jobs: return` in a loop of its own.
  const leaving = file.nodes('if_statement').filter((node) => {
    const body = childIn(node, 'consequence');
    return !!enclosingLoop(node) && !!body?.children.some(({ type }) => /^(?:return|break)_statement$/.test(type));
  });
  const asked = leaving.flatMap((node) => childIn(node, 'condition') ?? []);
  const whole = ['call', 'comparison_operator', 'binary_operator']
    .flatMap((type) => file.nodes(type))
    .filter((node) => asksForAll(file, node));
  return [...loops, ...asked, ...sleeping(file), ...file.nodes('lambda'), ...lengths, ...whole];
}

/** True where it is asked for all: `all(… in got …)`, `sum(got)`, `ids.issubset(got)`, `set(ids) <= got`, `ids - got`. */
function asksForAll(file: SourceFile, node: SyntaxNode): boolean {
  if (node.type === 'call') {
    const callee = childIn(node, 'function');
    return (
      !!callee && /^(?:all|sum|issubset|issuperset|(?:symmetric_)?difference|isdisjoint)$/.test(lastName(file, callee))
    );
  }
  const [left, right, ...more] = node.children;
  if (!left || !right || more.length > 0) return false;
  const isNamed = [left, right].every(({ type }) => /^(?:identifier|attribute|call|set|list|dictionary)$/.test(type));
  return isNamed && /^(?:[<>]=?|[=!]=|[-^])$/.test(file.text.slice(left.end, right.start).trim());
}

/** Loops that sleep or wait between two turns. */
function sleeping(file: SourceFile): SyntaxNode[] {
  const turning = [...file.nodes('while_statement'), ...file.nodes('for_statement')];
  return turning.filter((node) =>
    file.nodes('call', node).some((call) => /^(?:sleep|wait)$/.test(lastName(file, childIn(call, 'function') ?? call))),
  );
}

function asks(file: SourceFile, asking: SyntaxNode, names: readonly string[]): boolean {
  return file.nodes('identifier', asking).some((node) => names.includes(file.textOf(node)));
}

/** By what else a place is asked: a name that stands for it, and a function that gives what is in it. */
function otherNames(file: SourceFile, loop: SyntaxNode, name: string): string[] {
  const found: string[] = [];
  for (const node of file.nodes('identifier')) {
    if (file.textOf(node) !== name || (loop.start <= node.start && node.end <= loop.end)) continue;
    const value = node.parent?.type === 'attribute' && node.field === 'attribute' ? node.parent : node;
    const left =
      value.parent?.type === 'assignment' && value.field === 'right' ? childIn(value.parent, 'left') : undefined;
    if (left?.type === 'identifier') found.push(file.textOf(left));
    const around = [...ancestors(node)].find(
      ({ type }) => type === 'return_statement' || type === 'function_definition',
    );
    const giving = around?.type === 'return_statement' ? enclosingFunction(around) : undefined;
    if (giving) found.push(functionName(file, giving));
  }
  return found;
}

/** True for the head of a loop that takes from the place what is too much. */
function isTrimmed(file: SourceFile, { parent }: SyntaxNode, name: string): boolean {
  const body =
    parent?.type === 'while_statement' || parent?.type === 'if_statement'
      ? (childIn(parent, 'body') ?? childIn(parent, 'consequence'))
      : undefined;
  return !!body && body.children.every((node) => file.textOf(node).includes(`${name}.pop`));
}
