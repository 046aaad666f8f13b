/** Whether names mean in a file what they say, and what runs without being called. */
import { oneLine } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../../syntax';
import { isLogStatement } from '../layout';
import { functionName, isFunction, lastName, walkOwn } from '../scope';
import { boundValues } from '../socketType';
import { ownNames } from './names';

/** True for a name that an import of the file, wherever it stands, gives a meaning. */
export function isImported(file: SourceFile, name: string): boolean {
  const statements = [...file.nodes('import_statement'), ...file.nodes('import_from_statement')];
  return statements.some((statement) =>
    statement.children.some((item) => {
      if (item.field !== 'name') return false;
      const text = file.textOf(childIn(item, 'alias') ?? item);
      return (statement.type === 'import_statement' ? text.split('.')[0] : text) === name;
    }),
  );
}

/** True for a name of a function, a class or a module that may stand for something else at a place: what it was is set anew. */
export function isReplaced(file: SourceFile, place: SyntaxNode, name: string): boolean {
  if (boundValues(file, place, name).length > 0 || file.nodes('wildcard_import').length > 0) return true;
  const isGlobal = file
    .nodes('global_statement')
    .some((statement) => statement.children.some((node) => file.textOf(node) === name));
  return (
    isGlobal ||
    isPatched(file, name) ||
    [...ancestors(place)].some(
      (scope) => isFunction(scope) && scope.type !== 'lambda' && ownNames(file, scope, scope).has(name),
    )
  );
}

/** True where the file puts something in place of what a module, a class or the language itself has. */
function isPatched(file: SourceFile, name: string): boolean {
  return file.nodes('assignment').some((node) => {
    const left = childIn(node, 'left');
    const text = left?.type === 'attribute' ? file.textOf(left) : '';
    // A hook replaces no function; what acts on the end of a thread is asked for elsewhere.
    return (text.startsWith(`${name}.`) && !text.endsWith('.excepthook')) || text === `builtins.${name}`;
  });
}

/** True for a method that something else is put in place of, on a class or on an object. */
export function isMethodReplaced(file: SourceFile, name: string): boolean {
  return file.nodes('assignment').some((node) => {
    const left = childIn(node, 'left');
    if (!left || lastName(file, left) !== name) return false;
    return left.type === 'attribute' || node.parent?.parent?.parent?.type === 'class_definition';
  });
}

/** A sentence where the file has code that runs unseen, or gives names and attributes values under names that only the running program knows. */
export function hiddenReason(file: SourceFile): string | undefined {
  const open = file.nodes('call').find((call) => opens(file, call));
  if (open) return `${oneLine(file.textOf(open))} may give any name or attribute of the file another meaning.`;
  const acting = file.nodes('function_definition').find((node) => runsUnseen(file, node));
  return (
    acting &&
    `The file says itself what ${functionName(file, acting)} does (line ${file.lineOf(acting.start) + 1}), which runs where nothing is called.`
  );
}

/** True for `exec`, `globals()` and the like, and for `getattr(self, name)` with a name that no line shows. */
function opens(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  const given = childIn(call, 'arguments')?.children ?? [];
  const name = callee?.type === 'identifier' ? file.textOf(callee) : '';
  if (/^(?:exec|eval|globals|locals|vars|setattr|delattr|__import__)$/.test(name)) return true;
  const [object, attribute] = given;
  return name === 'getattr' && !!object && /^(?:self|cls)$/.test(file.textOf(object)) && attribute?.type !== 'string';
}

/** Methods by which a class says what operators, reading and comparing do; those that nothing calls by chance are left out. */
const unseen =
  /^__(?:eq|ne|lt|le|gt|ge|hash|bool|len|contains|getitem|iter|next|reversed|str|repr|format|bytes|int|float|index|r?(?:add|sub|mul|or|and|xor|mod|truediv|floordiv))__$/;

/** Methods that answer for every attribute, or for items that are not there. */
const answering = /^__(?:getattr|getattribute|missing|get|set|setattr|setitem|delitem|i(?:add|sub|or|and))__$/;

function runsUnseen(file: SourceFile, definition: SyntaxNode): boolean {
  const name = functionName(file, definition);
  return answering.test(name) || (unseen.test(name) && actsInside(file, definition));
}

/** True where the body of a function changes something, as far as that is plain to see. */
function actsInside(file: SourceFile, definition: SyntaxNode): boolean {
  const body = childIn(definition, 'body') ?? definition;
  return [...walkOwn(body)].some((node) => {
    if (/^(?:augmented_assignment|delete_statement|global_statement|nonlocal_statement)$/.test(node.type)) return true;
    if (node.type === 'assignment') return childIn(node, 'left')?.type !== 'identifier';
    if (node.type === 'expression_statement') return node.children[0]?.type === 'call' && !isLogStatement(file, node);
    const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
    return (
      !!callee &&
      /^(?:next|append|add|pop|popleft|remove|insert|update|extend|setdefault|put|send)$/.test(lastName(file, callee))
    );
  });
}
