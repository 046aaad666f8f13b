/** What looks like reading, setting or calling something plain, but runs code that the file defines or that is not in sight. */
import type { SourceFile } from '../../sourceFile';
import { childIn, type SyntaxNode } from '../../syntax';

/** True for an attribute whose reading or setting runs a function of the file, by its name or for all names. */
export function isProperty(file: SourceFile, attribute: string): boolean {
  if (isDescribed(file, attribute)) return true;
  return file.nodes('function_definition').some((node) => {
    const isDecorated =
      node.parent?.type === 'decorated_definition' &&
      node.parent.children.some(
        (child) => child.type === 'decorator' && !/^@(?:static|class)method$/.test(file.textOf(child)),
      );
    return isDecorated && nameOf(file, node) === attribute;
  });
}

/** True where the file says what happens when any attribute, or one through a descriptor, is set. */
export function actsOnSetting(file: SourceFile, attribute: string): boolean {
  if (isProperty(file, attribute)) return true;
  return file.nodes('function_definition').some((node) => /^__set(?:attr)?__$/.test(nameOf(file, node)));
}

/** True for `width = Positive()` or `width = positive` in the body of a class: a property or a descriptor, wherever its class stands. */
function isDescribed(file: SourceFile, attribute: string): boolean {
  return file.nodes('assignment').some((node) => {
    const left = childIn(node, 'left');
    const value = childIn(node, 'right');
    return !!left && isOfClass(node) && !!value && !written.test(value.type) && file.textOf(left) === attribute;
  });
}

/** Values that are no descriptors, since they are written out. */
const written =
  /^(?:integer|float|string|concatenated_string|true|false|none|unary_operator|tuple|(?:list|dictionary|set)(?:_comprehension)?)$/;

/** True for a statement in the body of a class. */
function isOfClass(assignment: SyntaxNode): boolean {
  return assignment.parent?.parent?.parent?.type === 'class_definition';
}

/** True where the file derives a class from a plain table of Python, so that a declared type says less. */
export function derivesTable(file: SourceFile): boolean {
  return file
    .nodes('class_definition')
    .some((node) => basesOf(file, node).some((base) => /(?:^|\.)(?:dict|list|set|deque|\w*Dict|\w*List)$/.test(base)));
}

/** True for a class of the file, or one that it derives from, that runs code of its own when one is made. */
export function actsWhenMade(file: SourceFile, name: string, depth = 0): boolean {
  const own = file.nodes('class_definition').find((node) => nameOf(file, node) === name);
  if (!own) return false;
  if (depth > 8) return true;
  const acts = file
    .nodes('function_definition', own)
    .some((node) => /^__(?:init|post_init|new)__$/.test(nameOf(file, node)));
  // `n: int = field(default_factory=next_id)`, and what stands above the class or makes it.
  const calls = file.nodes('assignment', own).some((node) => isOfClass(node) && file.nodes('call', node).length > 0);
  const isWrapped =
    own.parent?.type === 'decorated_definition' &&
    own.parent.children.some(
      (node) => node.type === 'decorator' && !/^@(?:dataclasses\.)?dataclass\b/.test(file.textOf(node)),
    );
  const isOfMeta = basesOf(file, own).some((base) => /^metaclass\b/.test(base));
  return (
    acts || calls || isWrapped || isOfMeta || basesOf(file, own).some((base) => actsWhenMade(file, base, depth + 1))
  );
}

/** The classes that a class is derived from, as source text. */
export function basesOf(file: SourceFile, definition: SyntaxNode): string[] {
  return (childIn(definition, 'superclasses')?.children ?? []).map((base) => file.textOf(base));
}

/** True for a method that only stands for those of derived classes. */
export function isAbstract(file: SourceFile, definition: SyntaxNode): boolean {
  const statements = (childIn(definition, 'body')?.children ?? []).filter(
    (node) => node.type !== 'comment' && node.children[0]?.type !== 'string',
  );
  return statements.every((node) => /^(?:pass|\.\.\.|raise NotImplementedError\b[\s\S]*)$/.test(file.textOf(node)));
}

/** True for a name of a function that functions or lambdas within it, made before or behind a loop, read as well. */
export function isCaptured(file: SourceFile, definition: SyntaxNode, loop: SyntaxNode, name: string): boolean {
  const body = childIn(definition, 'body');
  if (!body) return false;
  const inner = [...file.nodes('function_definition', body), ...file.nodes('lambda', body)]
    .filter((node) => node.end <= loop.start || node.start >= loop.end)
    .map((node) => childIn(node, 'body') ?? node);
  return inner.some((node) => file.nodes('identifier', node).some((used) => file.textOf(used) === name));
}

function nameOf(file: SourceFile, definition: SyntaxNode): string {
  const name = childIn(definition, 'name');
  return name ? file.textOf(name) : '';
}
