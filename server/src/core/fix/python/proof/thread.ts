/** Shows that nobody gets to see how a function ends: it only runs as a thread. */

import { oneLine } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../../syntax';
import { moduleName } from '../layout';
import { functionName, isAsync, isFunction, lastName, walkOwn } from '../scope';
import { basesOf } from './acting';
import { classDecorator, isFrom } from './storage';

/** A sentence where that is not shown. */
export function threadReason(file: SourceFile, definition: SyntaxNode | undefined): string | undefined {
  const name = definition ? functionName(file, definition) : '';
  if (!definition || name === '')
    return 'The function around the loop is not in sight, so nothing shows who else needs the error.';
  if (moduleName(file, 'pytest') || moduleName(file, 'unittest'))
    return 'The file is a test, which may look for what the error does.';
  const decorator = decoratorOf(file, definition);
  if (decorator)
    return `${decorator} stands above the function or its class and may act on its end; with the change it gets to see none.`;
  const isPlain =
    !isAsync(file, definition) &&
    ![...walkOwn(childIn(definition, 'body') ?? definition)].some(({ type }) => type === 'yield');
  if (!isPlain || !(isRun(file, definition, name) || isOnlyTarget(file, definition, name))) {
    return `Nothing shows that ${name} only runs as a thread: who calls or awaits it may need the error that ends it now.`;
  }
  return watched(file);
}

function decoratorOf(file: SourceFile, definition: SyntaxNode): string | undefined {
  const { parent } = definition;
  const around = parent?.type === 'decorated_definition' ? parent.children : [];
  const seeing = around.find(
    (node) =>
      node.type === 'decorator' && !/^@(?:(?:static|class)method|(?:typing\.)?override)$/.test(file.textOf(node)),
  );
  const wrapping = seeing ?? classDecorator(file, definition);
  return wrapping && file.textOf(wrapping).split('(')[0];
}

/** True for `run` of a class that is nothing but a thread. */
function isRun(file: SourceFile, definition: SyntaxNode, name: string): boolean {
  const owner = name === 'run' ? [...ancestors(definition)].find(({ type }) => type === 'class_definition') : undefined;
  const bases = owner && childIn(owner, 'superclasses');
  return (
    !!owner &&
    bases?.children.length === 1 &&
    !isRunOtherwise(file, owner) &&
    bases.children.every((base) => isFrom(file, file.textOf(base), 'threading', 'Thread'))
  );
}

/** True where the class is derived from, or `run` is called as any function: then somebody may get the error. */
function isRunOtherwise(file: SourceFile, owner: SyntaxNode): boolean {
  const name = childIn(owner, 'name');
  const isBase = file
    .nodes('class_definition')
    .some((node) => !!name && basesOf(file, node).includes(file.textOf(name)));
  if (isBase) return true;
  const imported = new Set(file.nodes('import_statement').flatMap((node) => file.textOf(node).match(/\w+/g) ?? []));
  return file.nodes('call').some((call) => {
    const callee = childIn(call, 'function');
    const object = callee && childIn(callee, 'object');
    return !!object && lastName(file, callee) === 'run' && !imported.has(file.textOf(object));
  });
}

/** True where each use of the name is as the target of a thread. */
function isOnlyTarget(file: SourceFile, definition: SyntaxNode, name: string): boolean {
  const uses = file.nodes('identifier').filter((node) => file.textOf(node) === name && node.parent !== definition);
  // `getattr(self, name)()`: which function that is, only the running program knows.
  const isQuoted =
    file.nodes('string_content').some((node) => file.textOf(node) === name) ||
    file.nodes('call').some((node) => isOpenCall(file, node));
  return uses.length > 0 && !isQuoted && uses.every((use) => isTarget(file, use));
}

function isOpenCall(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  return callee?.type === 'call' && /^getattr\((?:self|cls)\b/.test(file.textOf(callee));
}

function isTarget(file: SourceFile, use: SyntaxNode): boolean {
  const value = use.parent?.type === 'attribute' && use.field === 'attribute' ? use.parent : use;
  const argument = value.parent;
  const key = argument?.type === 'keyword_argument' ? childIn(argument, 'name') : undefined;
  const call = argument?.parent?.parent;
  const callee = call && childIn(call, 'function');
  const isThread = !!callee && isFrom(file, file.textOf(callee), 'threading', 'Thread');
  return (
    isThread &&
    value.field === 'value' &&
    !!key &&
    file.textOf(key) === 'target' &&
    lastName(file, value) === file.textOf(use)
  );
}

/** What the file asks threads for, or does when one ends by an error. */
function watched(file: SourceFile): string | undefined {
  const asked =
    file.nodes('identifier').find((node) => /^(?:is_alive|excepthook|active_count)$/.test(file.textOf(node))) ??
    file.nodes('attribute').find((node) => file.textOf(node) === 'threading.enumerate') ??
    file.nodes('call').find((call) => isAwaitedEnd(file, call));
  if (!asked) return undefined;
  return `The file acts on the end of a thread (${oneLine(file.textOf(asked))} in line ${file.lineOf(asked.start) + 1}), which does not come with the change.`;
}

/** True for `thread.join()` that nothing told the thread to stop before, and behind which something is done. */
function isAwaitedEnd(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  const given = childIn(call, 'arguments')?.children ?? [];
  const statement = call.parent;
  const block = statement?.parent;
  if (!callee || !statement || !block || lastName(file, callee) !== 'join') return false;
  if (statement.type !== 'expression_statement' || given.some(({ type }) => type !== 'keyword_argument')) return false;
  const behind = block.children.filter((node) => node.start >= statement.end && node.type !== 'comment');
  const scope = [...ancestors(call)].find(isFunction) ?? file.root;
  const before = file.text.slice(scope.start, call.start);
  const isTold = /\.(?:set|close|term|destroy)\(|= (?:True|False)\b/.test(before);
  return behind.length > 0 && !isTold;
}
