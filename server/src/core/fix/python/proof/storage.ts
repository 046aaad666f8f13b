/** What a file shows about the places that outlive a round: plain tables, locks, coders. */
import type { SourceFile } from '../../sourceFile';
import { childIn, type SyntaxNode } from '../../syntax';
import { importedName, moduleName } from '../layout';
import { isFunction, lastName } from '../scope';
import { boundValues } from '../socketType';
import { actsOnSetting, actsWhenMade, derivesTable, isAbstract } from './acting';
import { derivedFrom, isBuiltIn, isGivenOtherwise, isImported, isMethodReplaced, isReplaced } from './meaning';

/** True where every place (source text) is a list, set, dictionary or deque of Python, which changes as a whole or not at all. */
export function areTables(file: SourceFile, place: SyntaxNode, roots: readonly string[]): boolean {
  return roots.length > 0 && roots.every((root) => isTable(file, place, root));
}

/** True where every place is a tuple, a frozen set or a string of the file, or a name in capitals. */
export function areConstants(file: SourceFile, place: SyntaxNode, roots: readonly string[]): boolean {
  return roots.every((root) => {
    const made = boundValues(file, place, root);
    const isFixed = made.every(
      (value) => /^(?:tuple|string)$/.test(value.type) || /^frozenset\(/.test(file.textOf(value)),
    );
    return made.length > 0 ? isFixed : /^(?:\w+\.)*[A-Z][A-Z0-9_]*$/.test(root);
  });
}

/** True where every place is a dictionary of Python, which takes any key that is one. */
export function areMappings(file: SourceFile, place: SyntaxNode, roots: readonly string[]): boolean {
  return roots.every((root) => {
    const made = boundValues(file, place, root);
    if (made.length === 0) return /^(?:[Dd]ict|OrderedDict)\b/.test(declaredType(file, place, root) ?? '');
    return made.every(
      (value) => /^dictionary/.test(value.type) || /^(?:[\w.]*\.)?(?:dict|OrderedDict)\(/.test(file.textOf(value)),
    );
  });
}

function isTable(file: SourceFile, place: SyntaxNode, root: string): boolean {
  const made = boundValues(file, place, root);
  if (isGivenOtherwise(file, place, root)) return false;
  return made.length > 0 ? made.every((value) => makesTable(file, value)) : isDeclared(file, place, root);
}

const displays = /^(?:list|dictionary|set)(?:_comprehension)?$/;

function makesTable(file: SourceFile, value: SyntaxNode): boolean {
  if (displays.test(value.type)) return true;
  const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
  const name = callee ? file.textOf(callee) : '';
  if (['list', 'dict', 'set'].includes(name)) return isBuiltIn(file, value, name);
  return ['deque', 'OrderedDict'].some((kind) => isFrom(file, name, 'collections', kind));
}

/** True for a name (source text) that stands for `kind` of a module. */
export function isFrom(file: SourceFile, name: string, module: string, kind: string): boolean {
  const owner = moduleName(file, module);
  return (owner !== undefined && name === `${owner}.${kind}`) || name === importedName(file, module, kind);
}

/** True for a parameter of a function around a place that is declared as a table. */
function isDeclared(file: SourceFile, place: SyntaxNode, root: string): boolean {
  const type = declaredType(file, place, root);
  return (
    type !== undefined && !derivesTable(file) && /^(?:dict|list|set|deque|Dict|List|Set|Deque|OrderedDict)\b/.test(type)
  );
}

/** The type, as source text, of a parameter of a function around a place. */
function declaredType(file: SourceFile, place: SyntaxNode, root: string): string | undefined {
  for (let scope: SyntaxNode | null = place; scope; scope = scope.parent) {
    const parameters = isFunction(scope) ? (childIn(scope, 'parameters')?.children ?? []) : [];
    const declared = parameters.find((node) => file.textOf(childIn(node, 'name') ?? node.children[0] ?? node) === root);
    const type = declared && childIn(declared, 'type');
    if (declared) return type && file.textOf(type);
  }
  return undefined;
}

/** True where every place is a lock of `threading`. */
export function areLocks(file: SourceFile, place: SyntaxNode, roots: readonly string[]): boolean {
  return areMade(file, place, roots, (name) => ['Lock', 'RLock'].some((kind) => isFrom(file, name, 'threading', kind)));
}

/** True where every place is an encoder or decoder of msgspec without a function of the program in it. */
export function areCoders(file: SourceFile, place: SyntaxNode, roots: readonly string[]): boolean {
  return areMade(
    file,
    place,
    roots,
    (name, given) =>
      /^msgspec\.(?:msgpack|json)\.(?:De|En)coder$/.test(name) &&
      !/hook/.test(given) &&
      !(given.match(/\w+/g) ?? []).some((type) => actsWhenMade(file, type)),
  );
}

function areMade(
  file: SourceFile,
  place: SyntaxNode,
  roots: readonly string[],
  isKnown: (name: string, given: string) => boolean,
): boolean {
  return (
    roots.length > 0 &&
    roots.every((root) => {
      const made = boundValues(file, place, root);
      return (
        made.length > 0 &&
        !isGivenOtherwise(file, place, root) &&
        made.every((value) => {
          const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
          const given = childIn(value, 'arguments');
          return !!callee && !!given && isKnown(file.textOf(callee), file.textOf(given));
        })
      );
    })
  );
}

/** The function of the file that a call means, where only one can be: a method of the same class for `self.name()`. */
export function calledFunction(file: SourceFile, callee: SyntaxNode, within: SyntaxNode): SyntaxNode | undefined {
  const name = lastName(file, callee);
  const object = childIn(callee, 'object');
  const isMethod = object !== undefined;
  if (name === '' || (object && file.textOf(object) !== 'self')) return undefined;
  const owner = isMethod ? classAround(within) : undefined;
  if (isMethod && !owner) return undefined;
  const named = file.nodes('function_definition', owner ?? file.root).filter((definition) => {
    const given = childIn(definition, 'name');
    return !!given && file.textOf(given) === name && (!isMethod || classAround(definition) === owner);
  });
  const [only, ...others] = named;
  if (!only || others.length > 0 || (!isMethod && !isOfModule(only))) return undefined;
  if (isMethod ? isOverridden(file, owner, name) : isReplaced(file, callee, name) || isImported(file, name))
    return undefined;
  return isMethod && isAbstract(file, only) ? undefined : only;
}

/** True for a method that an object or a derived class of the file has another one for. */
function isOverridden(file: SourceFile, owner: SyntaxNode | undefined, name: string): boolean {
  if (isMethodReplaced(file, name)) return true;
  const isBase = !!owner && derivedFrom(file, nameOf(file, owner)).length > 0;
  // What is derived may take the method of another class beside this one.
  const others = file.nodes('function_definition').filter((method) => nameOf(file, method) === name);
  return isBase && others.length > 1;
}

function classAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.type === 'class_definition') return at;
  return undefined;
}

/** True for a function of the module itself, which knows no names of another one. */
function isOfModule({ parent }: SyntaxNode): boolean {
  return (parent?.type === 'decorated_definition' ? parent.parent : parent)?.type === 'module';
}

/** A sentence where a class may run code when an attribute is set, or a method is called: a clause for "The handling …". */
export function classProblem(file: SourceFile, within: SyntaxNode, attribute: string): string | undefined {
  if (actsOnSetting(file, attribute)) return `sets ${attribute}, which runs code of the class`;
  const owner = classAround(within);
  if (!owner) return undefined;
  const bases = (childIn(owner, 'superclasses')?.children ?? []).map((base) => file.textOf(base));
  if (bases.some((base) => !/^(?:object|ABC|abc\.ABC|(?:threading\.)?Thread)$/.test(base))) {
    return `sets ${attribute}, which a base class may act on`;
  }
  if (bases.length > 0 && /^(?:name|daemon)$/.test(attribute)) return `sets ${attribute} of the thread`;
  const acting = file
    .nodes('function_definition', owner)
    .some((node) => nameOf(file, node) === attribute || nameOf(file, node) === '__setattr__');
  return acting ? `sets ${attribute}, which runs code of the class` : undefined;
}

/** What stands above the class of a method and may wrap it, such as `@retried`. */
export function classDecorator(file: SourceFile, method: SyntaxNode): SyntaxNode | undefined {
  const around = classAround(method)?.parent;
  const decorators = around?.type === 'decorated_definition' ? around.children : [];
  return decorators.find(
    (node) => node.type === 'decorator' && !/^@(?:dataclasses\.)?dataclass\b/.test(file.textOf(node)),
  );
}

function nameOf(file: SourceFile, definition: SyntaxNode): string {
  const name = childIn(definition, 'name');
  return name ? file.textOf(name) : '';
}
