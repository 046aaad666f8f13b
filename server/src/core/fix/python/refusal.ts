/** Shows that a loop refuses, by an error, every identity that is none of those which the file itself makes. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { widthOf } from './identityWidth';
import { isLogStatement } from './layout';
import { isProperty } from './proof/acting';
import { statementsOf } from './receive';
import { enclosingFunction, isFunction, lastName } from './scope';

/** What is looked for: an identity (a name), of what width, and the statement that makes a number of it. */
interface Sought {
  readonly file: SourceFile;
  readonly identity: string;
  readonly width: number;
  readonly use: SyntaxNode;
}

/**
 * True where an identity of another width than `width` runs into an error before anything else is done with its message:
 * it is looked up in a table of this function that holds only identities of that width, or compared with those of
 * objects whose class makes them so. Names are followed by their scope; `use` makes the number, in the block that receives.
 */
export function refusesOthers(file: SourceFile, use: SyntaxNode, identity: string, width: number): boolean {
  const sought = { file, identity, width, use };
  if (!use.parent || isCaught(use) || isBoundBy(file, use, identity)) return false;
  const behind = statementsOf(use.parent).filter(({ start }) => start >= use.end);
  let found: string | undefined;
  for (const statement of behind) {
    if (isLogStatement(file, statement)) continue;
    if (removes(sought, statement) || refuses(sought, statement, found)) return true;
    const next = searchedName(sought, statement);
    if (next === undefined || found !== undefined) return false;
    found = next;
  }
  return false;
}

/** True within a `try` of the function, whose clauses may take the error. */
function isCaught(use: SyntaxNode): boolean {
  for (const ancestor of ancestors(use)) {
    if (isFunction(ancestor)) return false;
    if (ancestor.type === 'try_statement') return true;
  }
  return false;
}

/** True where a statement is more than a log line or `number = …`, or gives the identity another value. */
function isBoundBy(file: SourceFile, use: SyntaxNode, identity: string): boolean {
  if (isLogStatement(file, use)) return false;
  const only = use.type === 'expression_statement' ? use.children[0] : undefined;
  const left = only?.type === 'assignment' ? childIn(only, 'left') : undefined;
  const right = only && childIn(only, 'right');
  const callee = right?.type === 'call' ? childIn(right, 'function') : undefined;
  return (
    left?.type !== 'identifier' || file.textOf(left) === identity || !callee || file.textOf(callee) !== 'int.from_bytes'
  );
}

/** `known.remove(identity)` and `known.pop(identity)`, alone in their line. */
function removes(sought: Sought, statement: SyntaxNode): boolean {
  const { file, identity } = sought;
  const call = statement.type === 'expression_statement' ? statement.children[0] : undefined;
  const callee = call?.type === 'call' ? childIn(call, 'function') : undefined;
  const object = callee && childIn(callee, 'object');
  const given = call ? (childIn(call, 'arguments')?.children ?? []) : [];
  if (object?.type !== 'identifier' || given.length !== 1) return false;
  const isTaken =
    /^(?:remove|pop)$/.test(lastName(file, callee ?? object)) && file.textOf(given[0] ?? object) === identity;
  const value = isTaken ? tableValue(sought, object) : undefined;
  return !!value && (lastName(file, callee ?? object) === 'remove' || value.type.startsWith('dictionary'));
}

/** An `if` for an identity that is not known, which logs and raises. */
function refuses(sought: Sought, statement: SyntaxNode, found: string | undefined): boolean {
  const { file, identity } = sought;
  const condition = statement.type === 'if_statement' ? childIn(statement, 'condition') : undefined;
  const block = childIn(statement, 'consequence');
  if (!condition || !block || !raisesAlone(file, block)) return false;
  const text = file.textOf(condition);
  if (found !== undefined && (text === `${found} is None` || text === `not ${found}`)) return true;
  const [left, right] = condition.children;
  if (condition.type !== 'comparison_operator' || !left || right?.type !== 'identifier') return false;
  const isMissing = file.textOf(left) === identity && file.text.slice(left.end, right.start).trim() === 'not in';
  return isMissing && tableValue(sought, right) !== undefined;
}

/** True for a block that logs and raises an error, and does nothing else. */
function raisesAlone(file: SourceFile, block: SyntaxNode): boolean {
  const statements = statementsOf(block);
  const last = statements.at(-1);
  const made = last?.type === 'raise_statement' ? last.children[0] : undefined;
  const kind = made ? lastName(file, childIn(made, 'function') ?? made) : '';
  return /^[A-Z]\w*Error$/.test(kind) && statements.every((node) => node === last || isLogStatement(file, node));
}

/**
 * The value of a table of the same function that holds nothing but identities of the width: given once, and used in no way
 * by which something else could come in.
 */
function tableValue({ file, use, width }: Sought, name: SyntaxNode): SyntaxNode | undefined {
  const text = file.textOf(name);
  const definition = enclosingFunction(use);
  const uses = definition ? file.nodes('identifier', definition).filter((node) => file.textOf(node) === text) : [];
  const given = uses.filter((node) => node.parent?.type === 'assignment' && node.field === 'left');
  const value = given[0]?.parent ? childIn(given[0].parent, 'right') : undefined;
  if (given.length !== 1 || !value || enclosingFunction(given[0] ?? use) !== definition) return undefined;
  const isClosed = uses.every((node) => node === given[0] || onlyReads(file, node));
  return isClosed && keysOf(file, value).every((key) => widthOf(file, key) === width) && keysOf(file, value).length > 0
    ? value
    : undefined;
}

/** What a table that is written out holds, or has for keys; none where that is not in sight. */
function keysOf(file: SourceFile, value: SyntaxNode): readonly SyntaxNode[] {
  if (/^(?:set|list|generator|dictionary)_(?:comprehension|expression)$/.test(value.type)) {
    const body = childIn(value, 'body');
    const key = body?.type === 'pair' ? childIn(body, 'key') : body;
    return key ? [key] : [];
  }
  if (/^(?:set|list|tuple|dictionary)$/.test(value.type)) {
    return value.children.filter(({ type }) => type !== 'comment').map((item) => childIn(item, 'key') ?? item);
  }
  const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
  const given = childIn(value, 'arguments');
  const only = given?.type === 'argument_list' && given.children.length === 1 ? given.children[0] : given;
  return callee && only && /^(?:set|frozenset|list)$/.test(file.textOf(callee)) ? keysOf(file, only) : [];
}

/** True for a use of a table by which nothing comes in: it is asked, counted, looked into, or loses something. */
function onlyReads(file: SourceFile, node: SyntaxNode): boolean {
  const { parent, field } = node;
  if (!parent) return false;
  if (/^(?:comparison_operator|not_operator|boolean_operator|while_statement|if_statement)$/.test(parent.type))
    return true;
  if (parent.type === 'subscript') return field === 'value' && parent.field !== 'left';
  if (parent.type === 'attribute')
    return /^(?:remove|pop|discard|get|keys|values|items|index|clear)$/.test(lastName(file, parent));
  const call = parent.type === 'argument_list' ? parent.parent : undefined;
  const callee = call && childIn(call, 'function');
  if (call?.parent && isLogStatement(file, call.parent)) return true;
  return !!callee && /^(?:len|any|all|sorted|sum)$/.test(file.textOf(callee));
}

/** The name of `name = next((e for e in engines if e.identity == identity), None)`, where the engines' class makes such. */
function searchedName(sought: Sought, statement: SyntaxNode): string | undefined {
  const { file, identity } = sought;
  const only = statement.type === 'expression_statement' ? statement.children[0] : undefined;
  const left = only?.type === 'assignment' ? childIn(only, 'left') : undefined;
  const call = only && childIn(only, 'right');
  const callee = call?.type === 'call' ? childIn(call, 'function') : undefined;
  const [generator, otherwise, ...more] = call ? (childIn(call, 'arguments')?.children ?? []) : [];
  if (left?.type !== 'identifier' || !callee || file.textOf(callee) !== 'next' || more.length > 0) return undefined;
  if (generator?.type !== 'generator_expression' || otherwise?.type !== 'none') return undefined;
  const [body, clause, condition, ...others] = generator.children;
  const item = clause?.type === 'for_in_clause' ? childIn(clause, 'left') : undefined;
  const from = clause && childIn(clause, 'right');
  const asked = condition?.type === 'if_clause' ? condition.children[0] : undefined;
  if (!body || item?.type !== 'identifier' || from?.type !== 'identifier' || !asked || others.length > 0)
    return undefined;
  if (file.textOf(body) !== file.textOf(item)) return undefined;
  const attribute = comparedAttribute(file, asked, file.textOf(item), identity);
  return attribute !== undefined && areMadeSo(sought, from, attribute) ? file.textOf(left) : undefined;
}

/** The attribute of `item` that is compared with the identity, as in `e.identity == identity`. */
function comparedAttribute(file: SourceFile, asked: SyntaxNode, item: string, identity: string): string | undefined {
  const [left, right, ...more] = asked.children;
  if (asked.type !== 'comparison_operator' || !left || !right || more.length > 0) return undefined;
  if (file.text.slice(left.end, right.start).trim() !== '==') return undefined;
  const attribute = left.type === 'attribute' ? left : right;
  const other = attribute === left ? right : left;
  const object = attribute.type === 'attribute' ? childIn(attribute, 'object') : undefined;
  if (!object || file.textOf(object) !== item || file.textOf(other) !== identity) return undefined;
  return lastName(file, attribute);
}

/** True for a list of objects, by its declared type or as the function makes it, whose class gives this attribute the width. */
function areMadeSo({ file, use, width }: Sought, list: SyntaxNode, attribute: string): boolean {
  const definition = enclosingFunction(use);
  const name = file.textOf(list);
  const made = definition && classOf(file, definition, name);
  if (!made || isProperty(file, attribute)) return false;
  const given = file.nodes('assignment').filter((node) => {
    const left = childIn(node, 'left');
    return !!left && lastName(file, left) === attribute;
  });
  return (
    given.length > 0 &&
    given.every((node) => {
      const left = childIn(node, 'left');
      const value = childIn(node, 'right');
      const owner = [...ancestors(node)].find(({ type }) => type === 'class_definition');
      const isSelf = !!left && file.textOf(left) === `self.${attribute}`;
      const isOfClass = !!owner && file.textOf(childIn(owner, 'name') ?? owner) === made;
      return isSelf && isOfClass && !!value && widthOf(file, value) === width;
    })
  );
}

/** The class of the items of a list: `engines: list[Engine]`, or `engines = [Engine(i) for i in …]`, given nowhere else. */
function classOf(file: SourceFile, definition: SyntaxNode, name: string): string | undefined {
  const uses = file.nodes('identifier', definition).filter((node) => file.textOf(node) === name);
  const given = uses.filter((node) => node.field === 'left' || node.parent?.type === 'as_pattern_target');
  const parameter = (childIn(definition, 'parameters')?.children ?? []).find(
    (node) => file.textOf(childIn(node, 'name') ?? node.children[0] ?? node) === name,
  );
  if (parameter) {
    const type = childIn(parameter, 'type');
    const declared =
      type && /^(?:[Ll]ist|[Ss]equence|[Ii]terable|tuple)\[(\w+)(?:, \.\.\.)?\]$/.exec(file.textOf(type));
    return given.length === 0 && declared ? declared[1] : undefined;
  }
  const value = given.length === 1 && given[0]?.parent ? childIn(given[0].parent, 'right') : undefined;
  const body = value?.type === 'list_comprehension' ? childIn(value, 'body') : undefined;
  const callee = body?.type === 'call' ? childIn(body, 'function') : undefined;
  return callee?.type === 'identifier' ? file.textOf(callee) : undefined;
}
