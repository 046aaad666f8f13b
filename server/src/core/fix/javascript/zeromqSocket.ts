/** Tells which expressions of JavaScript and TypeScript are sockets of zeromq.js, by what they are made of or declared as. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { type Declaration, declarationOf, isFunction } from './declaration';
import { memberValues } from './memberValues';

/**
 * The classes of zeromq.js 6 whose messages are arrays of buffers. Server and Dish, of `zeromq/draft`, add an object
 * to each, and what `zeromq/v5-compat` makes cannot be iterated over.
 */
const socketClasses = new Set([
  ...['Router', 'Dealer', 'Pull', 'Subscriber', 'XSubscriber', 'XPublisher', 'Reply', 'Request', 'Pair', 'Stream'],
  ...['Client', 'Gather', 'Datagram'],
]);

const modules = /^["'](?:node_modules\/)?zeromq(?:\/draft)?["']$/;

/** How often a value may be handed on before it is no longer followed. */
const maxSteps = 5;

/** True for a file that takes something from zeromq.js. */
export function importsZeromq(file: SourceFile): boolean {
  return /["']zeromq(?:\/draft)?["']/.test(file.text);
}

/** The classes that a socket may have; undefined where the expression may be something else, or nothing shows what it is. */
export function socketClassesOf(
  file: SourceFile,
  expression: SyntaxNode,
  steps = maxSteps,
): ReadonlySet<string> | undefined {
  if (steps === 0) return undefined;
  const inner = expression.children[0];
  switch (expression.type) {
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'await_expression':
      return inner && socketClassesOf(file, inner, steps);
    case 'as_expression':
    case 'satisfies_expression':
      return typeClasses(file, expression.children[1], steps) ?? (inner && socketClassesOf(file, inner, steps));
    case 'new_expression':
      return classOf(file, childIn(expression, 'constructor'));
    case 'identifier':
      return declaredClasses(file, declarationOf(file, expression), steps);
    case 'member_expression':
      return memberClasses(file, expression, steps);
    case 'call_expression':
      return returnedClasses(file, expression, steps);
    default:
      return undefined;
  }
}

/** The class that a constructor's expression or a type's name stands for. */
function classOf(file: SourceFile, made: SyntaxNode | undefined): ReadonlySet<string> | undefined {
  if (!made) return undefined;
  const space = childIn(made, 'object') ?? childIn(made, 'module');
  const member = childIn(made, 'property') ?? childIn(made, 'name');
  const name = space && member ? (isModule(file, space) ? file.textOf(member) : undefined) : importedName(file, made);
  return name !== undefined && socketClasses.has(name) ? new Set([name]) : undefined;
}

/** True for a name that stands for all of zeromq.js. */
function isModule(file: SourceFile, space: SyntaxNode): boolean {
  const node = space.type === 'identifier' ? declarationOf(file, space)?.node : undefined;
  if (!node) return false;
  if (node.type === 'variable_declarator')
    return childIn(node, 'name')?.type === 'identifier' && isRequired(file, node);
  return ['import_clause', 'namespace_import', 'import_require_clause'].includes(node.type) && isFromZeromq(file, node);
}

/** The name under which zeromq.js exports what a local name stands for. */
function importedName(file: SourceFile, local: SyntaxNode): string | undefined {
  const found = declarationOf(file, local);
  if (found?.node.type === 'import_specifier' && isFromZeromq(file, found.node)) {
    return file.textOf(childIn(found.node, 'name') ?? found.name);
  }
  const value = found?.node.type === 'variable_declarator' ? childIn(found.node, 'value') : undefined;
  if (!found || !value) return undefined;
  if (childIn(found.node, 'name')?.type === 'object_pattern') {
    const pair = found.name.parent?.type === 'pair_pattern' ? childIn(found.name.parent, 'key') : undefined;
    const isTaken = isRequired(file, found.node) || isModule(file, value);
    return isTaken ? file.textOf(pair ?? found.name) : undefined;
  }
  // `const Router = zmq.Router`, or the same of a call of require.
  const object = childIn(value, 'object');
  const property = childIn(value, 'property');
  const isTaken = object && (isModule(file, object) || requiresZeromq(file, object));
  return isTaken && property ? file.textOf(property) : undefined;
}

function isRequired(file: SourceFile, declarator: SyntaxNode): boolean {
  const value = childIn(declarator, 'value');
  return !!value && requiresZeromq(file, value);
}

/** True for a call of require, or an awaited one of import, with the name of zeromq.js. */
function requiresZeromq(file: SourceFile, value: SyntaxNode): boolean {
  const call = value.type === 'await_expression' ? value.children[0] : value;
  const callee = call?.type === 'call_expression' ? childIn(call, 'function') : undefined;
  const given = call && childIn(call, 'arguments')?.children[0];
  return !!callee && !!given && /^(?:require|import)$/.test(file.textOf(callee)) && modules.test(file.textOf(given));
}

function isFromZeromq(file: SourceFile, node: SyntaxNode): boolean {
  const source = [node, ...ancestors(node)].map((outer) => childIn(outer, 'source')).find((found) => found);
  return !!source && modules.test(file.textOf(source));
}

/** What a type says, such as `: zmq.Router`, `Router | null`, `Promise<Router>`. */
function typeClasses(file: SourceFile, type: SyntaxNode | undefined, steps: number): ReadonlySet<string> | undefined {
  if (!type || steps === 0) return undefined;
  const [first] = type.children;
  if (type.type === 'type_annotation') return typeClasses(file, first, steps);
  if (type.type === 'generic_type') {
    const name = childIn(type, 'name');
    const isPromise = !!name && file.textOf(name) === 'Promise';
    return isPromise ? typeClasses(file, childIn(type, 'type_arguments')?.children[0], steps - 1) : undefined;
  }
  if (type.type !== 'union_type') return classOf(file, type);
  return all(
    type.children
      .filter((part) => !/^(?:null|undefined)$/.test(file.textOf(part)))
      .map((part) => typeClasses(file, part, steps - 1)),
  );
}

/** The classes of all parts, where each is a socket. */
function all(parts: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  const classes = new Set<string>();
  for (const part of parts) {
    if (!part) return undefined;
    for (const name of part) classes.add(name);
  }
  return classes.size > 0 ? classes : undefined;
}

function declaredClasses(
  file: SourceFile,
  found: Declaration | undefined,
  steps: number,
): ReadonlySet<string> | undefined {
  if (!found) return undefined;
  const { node, name } = found;
  const type = childIn(node, 'type');
  const typed = type && typeClasses(file, type, steps);
  if (typed) return typed;
  if (type) return undefined;
  if (childIn(node, 'pattern')) return givenClasses(file, found, steps);
  const bound = childIn(node, 'name');
  const value = childIn(node, 'value');
  if (node.type !== 'variable_declarator' || bound !== name) return undefined;
  const assigned = file.nodes('assignment_expression').filter((other) => assigns(file, other, found));
  return valueClasses(
    file,
    [...(value ? [value] : []), ...assigned.flatMap((other) => childIn(other, 'right') ?? [])],
    steps,
  );
}

/** The classes of the values that a name takes in turn; `null` and `undefined` stand for a socket that is not there. */
function valueClasses(file: SourceFile, values: readonly SyntaxNode[], steps: number): ReadonlySet<string> | undefined {
  const made = values.filter((value) => !/^(?:null|undefined)$/.test(file.textOf(value)));
  return all(made.map((value) => socketClassesOf(file, value, steps - 1)));
}

function assigns(file: SourceFile, assignment: SyntaxNode, { name }: Declaration): boolean {
  const left = childIn(assignment, 'left');
  return (
    left?.type === 'identifier' && file.textOf(left) === file.textOf(name) && declarationOf(file, left)?.name === name
  );
}

/** What the callers of a function of this file give for its parameter; a function that others may call says nothing. */
function givenClasses(file: SourceFile, { node, scope }: Declaration, steps: number): ReadonlySet<string> | undefined {
  const name =
    childIn(scope, 'name') ??
    (scope.parent?.type === 'variable_declarator' ? childIn(scope.parent, 'name') : undefined);
  const isExported = [...ancestors(scope)].some(({ type }) => type === 'export_statement');
  if (name?.type !== 'identifier' || isExported || /\b(?:module\.)?exports\b|^export\s*\{/m.test(file.text))
    return undefined;
  const index = childIn(scope, 'parameters')?.children.indexOf(node) ?? 0;
  const uses = file
    .nodes('identifier')
    .filter((use) => file.textOf(use) === file.textOf(name) && declarationOf(file, use)?.name === name && use !== name);
  if (!uses.every((use) => use.field === 'function' && use.parent?.type === 'call_expression')) return undefined;
  return valueClasses(
    file,
    uses.map((use) => (use.parent && childIn(use.parent, 'arguments')?.children[index]) ?? use),
    steps,
  );
}

/** What a function of this file gives back. */
function returnedClasses(file: SourceFile, call: SyntaxNode, steps: number): ReadonlySet<string> | undefined {
  const callee = childIn(call, 'function');
  const node = callee?.type === 'identifier' ? declarationOf(file, callee)?.node : undefined;
  const made = node && (isFunction(node) ? node : childIn(node, 'value'));
  if (!made || !isFunction(made)) return undefined;
  const type = childIn(made, 'return_type');
  if (type) return typeClasses(file, type, steps);
  const own = file.nodes('return_statement', made).filter((other) => [...ancestors(other)].find(isFunction) === made);
  return valueClasses(
    file,
    own.map((other) => other.children[0] ?? other),
    steps,
  );
}

/** What a field of the class around is declared as or made of, for `this.socket`. */
function memberClasses(file: SourceFile, expression: SyntaxNode, steps: number): ReadonlySet<string> | undefined {
  const values = memberValues(file, expression);
  if (!values) return undefined;
  const types = values.flatMap(({ type }) => type ?? []);
  if (types.length > 0) return all(types.map((type) => typeClasses(file, type, steps)));
  return valueClasses(
    file,
    values.flatMap(({ value }) => value ?? []),
    steps,
  );
}
