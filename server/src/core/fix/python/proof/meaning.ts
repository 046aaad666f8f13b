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

/** True for a name of the language to which the file gives no other meaning where `place` stands. */
export function isBuiltIn(file: SourceFile, place: SyntaxNode, name: string): boolean {
  if (isReplaced(file, place, name) || isImported(file, name)) return false;
  return ![...file.nodes('function_definition'), ...file.nodes('class_definition')].some((node) => {
    const declared = childIn(node, 'name');
    return !!declared && file.textOf(declared) === name;
  });
}

/**
 * True where a place (source text) gets a value in another way than by `place = value`: as one of several targets, by a
 * loop, or from outside as an attribute of another object.
 */
export function isGivenOtherwise(file: SourceFile, place: SyntaxNode, root: string): boolean {
  const name = root.split('.').at(-1) ?? root;
  const isAttribute = root.includes('.');
  return file.nodes(isAttribute ? 'attribute' : 'identifier').some((node) => {
    if ((isAttribute ? lastName(file, node) : file.textOf(node)) !== name) return false;
    if (!isAttribute && !isSeenFrom(node, place)) return false;
    if (isTargetPart(node)) return true;
    const isSet = node.parent?.type === 'assignment' && node.field === 'left';
    return isAttribute && isSet && (file.textOf(node) !== root || isOfDerived(file, node, place));
  });
}

/** True for a name of the module, or of a function around a place. */
function isSeenFrom(node: SyntaxNode, place: SyntaxNode): boolean {
  const inside = [...ancestors(node)].find(isFunction);
  return !inside || inside === place || [...ancestors(place)].includes(inside);
}

/** True for one of several targets of an assignment or a loop; a comprehension has names of its own. */
function isTargetPart({ parent, field }: SyntaxNode): boolean {
  if (parent?.type === 'for_statement') return field === 'left';
  const isPart = /^(?:pattern_list|(?:tuple|list|list_splat)_pattern)$/.test(parent?.type ?? '');
  return isPart && parent?.parent?.type !== 'for_in_clause';
}

/** True within a class of the file that is derived from the one around a place. */
function isOfDerived(file: SourceFile, node: SyntaxNode, place: SyntaxNode): boolean {
  const [own, other] = [place, node].map((at) => [...ancestors(at)].find(({ type }) => type === 'class_definition'));
  const name = own && childIn(own, 'name');
  return !!name && !!other && derivedFrom(file, file.textOf(name)).includes(other);
}

/** The classes of the file that are derived from one, directly or not. */
export function derivedFrom(file: SourceFile, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const names = [name];
  for (let next = names.shift(); next !== undefined; next = names.shift()) {
    const base = next;
    for (const node of file.nodes('class_definition')) {
      const bases = childIn(node, 'superclasses')?.children ?? [];
      if (found.includes(node) || !bases.some((given) => file.textOf(given) === base)) continue;
      found.push(node);
      const derived = childIn(node, 'name');
      if (derived) names.push(file.textOf(derived));
    }
  }
  return found;
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
  const exchanged = file.nodes('attribute').find((node) => isExchanged(file, node));
  if (exchanged)
    return `${oneLine(file.textOf(exchanged.parent ?? exchanged))} may give any name or attribute of the file another meaning.`;
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

/** True for `self.__dict__.update(…)`, `self.__class__ = …`, `sys.modules[…] = …` and the like. */
function isExchanged(file: SourceFile, node: SyntaxNode): boolean {
  const name = lastName(file, node);
  if (name === '__class__' || name === '__code__') return node.parent?.type === 'assignment' && node.field === 'left';
  const isTable = name === '__dict__' || file.textOf(node) === 'sys.modules';
  if (!isTable || !node.parent) return false;
  const isSet = node.parent.type === 'subscript' && node.parent.field === 'left';
  return (
    isSet || (node.parent.type === 'attribute' && !/^(?:get|keys|items|values|copy)$/.test(lastName(file, node.parent)))
  );
}

/** Methods by which a class says what operators, reading and comparing do; those that nothing calls by chance are left out. */
const unseen =
  /^__(?:eq|ne|lt|le|gt|ge|hash|bool|len|contains|getitem|iter|next|reversed|str|repr|format|bytes|int|float|index|abs|neg|pos|invert|round|instancecheck|subclasscheck|r?(?:add|sub|mul|or|and|xor|mod|truediv|floordiv|divmod|pow|[lr]shift|matmul))__$/;

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
