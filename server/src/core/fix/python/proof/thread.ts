/** Shows that nobody gets to see how a function ends: it only runs as a thread. */

import { oneLine } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../../syntax';
import { importedName, moduleName } from '../layout';
import { isBlock } from '../receive';
import { functionName, isAsync, isFunction, lastName, walkOwn } from '../scope';
import { boundValues } from '../socketType';
import { basesOf } from './acting';
import { isReplaced } from './meaning';
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
  return isRunDirectly(file);
}

/** True where `run` of what may be a thread is called as any function is: who does so gets the error. */
function isRunDirectly(file: SourceFile): boolean {
  const imported = new Set(file.nodes('import_statement').flatMap((node) => file.textOf(node).match(/\w+/g) ?? []));
  return file.nodes('attribute').some((node) => {
    const object = childIn(node, 'object');
    return !!object && lastName(file, node) === 'run' && !imported.has(file.textOf(object)) && !runsOther(file, object);
  });
}

/** True for an object that the file makes by a class that it does not define, such as an application's. */
function runsOther(file: SourceFile, object: SyntaxNode): boolean {
  const made = boundValues(file, object, file.textOf(object));
  const own = file.nodes('class_definition').map((node) => file.textOf(childIn(node, 'name') ?? node));
  return (
    made.length > 0 &&
    made.every((value) => {
      const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
      const kind = callee ? lastName(file, callee) : '';
      const isThread = !!callee && isFrom(file, file.textOf(callee), 'threading', 'Thread');
      return /^[A-Z]/.test(kind) && !own.includes(kind) && !isThread;
    })
  );
}

/** True where each use of the name is as the target of a thread. */
function isOnlyTarget(file: SourceFile, definition: SyntaxNode, name: string): boolean {
  const uses = file.nodes('identifier').filter((node) => file.textOf(node) === name && node.parent !== definition);
  const isQuoted = file.nodes('string_content').some((node) => file.textOf(node) === name);
  return uses.length > 0 && !isQuoted && uses.every((use) => isTarget(file, use)) && !isRunDirectly(file);
}

function isTarget(file: SourceFile, use: SyntaxNode): boolean {
  const value = use.parent?.type === 'attribute' && use.field === 'attribute' ? use.parent : use;
  const argument = value.parent;
  const key = argument?.type === 'keyword_argument' ? childIn(argument, 'name') : undefined;
  const call = argument?.parent?.parent;
  const callee = call && childIn(call, 'function');
  const isThread = !!callee && isFrom(file, file.textOf(callee), 'threading', 'Thread') && !isOwnThread(file, callee);
  return (
    isThread &&
    value.field === 'value' &&
    !!key &&
    file.textOf(key) === 'target' &&
    lastName(file, value) === file.textOf(use)
  );
}

/** True where the file has a class or a function of that name, or puts something in place of it. */
function isOwnThread(file: SourceFile, callee: SyntaxNode): boolean {
  const name = file.textOf(callee).split('.')[0] ?? '';
  const declared = [...file.nodes('class_definition'), ...file.nodes('function_definition')];
  return isReplaced(file, callee, name) || declared.some((node) => file.textOf(childIn(node, 'name') ?? node) === name);
}

/** What the file asks threads for, or does when one ends by an error. */
function watched(file: SourceFile): string | undefined {
  const asked =
    file
      .nodes('identifier')
      .find((node) =>
        /^(?:is_alive|excepthook|active_count|_current_frames|_active|num_threads)$/.test(file.textOf(node)),
      ) ??
    file
      .nodes('attribute')
      .find((node) => file.textOf(node) === 'threading.enumerate' || file.textOf(node) === 'weakref.finalize') ??
    file.nodes('call').find((call) => isListing(file, call) || isAwaitedEnd(file, call));
  if (!asked) return undefined;
  return `The file acts on the end of a thread (${oneLine(file.textOf(asked))} in line ${file.lineOf(asked.start) + 1}), which does not come with the change.`;
}

/** True for `threads()` behind `from threading import enumerate as threads`. */
function isListing(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  return !!callee && file.textOf(callee) === importedName(file, 'threading', 'enumerate');
}

/** True for `thread.join()` that nothing told the thread to stop before, and behind which something is done. */
function isAwaitedEnd(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  // `",".join(words)` as a statement of its own does nothing, so this is the end of a thread.
  if (!callee || call.parent?.type !== 'expression_statement' || lastName(file, callee) !== 'join') return false;
  if (/\((?:timeout=)?0\)$/.test(file.textOf(call))) return false;
  const scope = [...ancestors(call)].find(isFunction) ?? file.root;
  const before = file.text.slice(scope.start, call.start);
  const isTold = /\.(?:set|close|term|destroy)\(|= (?:True|False)\b/.test(before);
  return !isTold && goesOn(file, call.parent, 2);
}

/** True where something runs behind a statement: in its blocks, in another turn of a loop, or in who calls its function. */
function goesOn(file: SourceFile, statement: SyntaxNode, left: number): boolean {
  for (const [at, around] of pairs(statement)) {
    if (around.type === 'while_statement' || (around.type === 'for_statement' && !isOfEach(file, around, statement)))
      return true;
    const behind = around.children.filter(({ type, start }) => start >= at.end && type !== 'comment');
    if (isBlock(around) && behind.length > 0) return true;
    if (around.type !== 'function_definition') continue;
    const name = functionName(file, around);
    const calls = file.nodes('call').filter((call) => lastName(file, childIn(call, 'function') ?? call) === name);
    return calls.some((call) => {
      const outer = call.parent;
      return outer?.type !== 'expression_statement' || left === 0 || goesOn(file, outer, left - 1);
    });
  }
  return false;
}

/** True for `for thread in threads: thread.join()`, where each turn waits for another one. */
function isOfEach(file: SourceFile, loop: SyntaxNode, statement: SyntaxNode): boolean {
  const left = childIn(loop, 'left');
  const names = left ? [left, ...file.nodes('identifier', left)].map((node) => file.textOf(node)) : [];
  return names.includes(/^\w+/.exec(file.textOf(statement))?.[0] ?? '');
}

/** Each node around another with the one within it, innermost first. */
function* pairs(node: SyntaxNode): Generator<readonly [SyntaxNode, SyntaxNode]> {
  let at = node;
  for (const around of ancestors(node)) {
    yield [at, around];
    at = around;
  }
}
