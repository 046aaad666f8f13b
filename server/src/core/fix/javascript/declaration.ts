/** Finds where names of JavaScript and TypeScript are declared, by the scopes of the language. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';

/** A declaration of one name. */
export interface Declaration {
  /** The identifier that is declared. */
  readonly name: SyntaxNode;
  /** The node in which the name stands for this declaration. */
  readonly scope: SyntaxNode;
  /** The declarator, parameter, import specifier, function or class. */
  readonly node: SyntaxNode;
}

const functionTypes = new Set([
  ...['arrow_function', 'function_expression', 'function_declaration', 'method_definition'],
  ...['generator_function', 'generator_function_declaration'],
]);

const blockTypes = new Set([
  ...['program', 'statement_block', 'for_statement', 'for_in_statement', 'switch_body', 'class_static_block'],
]);

/** True for a node with a body that runs when it is called. */
export function isFunction({ type }: SyntaxNode): boolean {
  return functionTypes.has(type);
}

/** The declaration that an identifier refers to; undefined for a global one. */
export function declarationOf(file: SourceFile, identifier: SyntaxNode): Declaration | undefined {
  const candidates = declarationsOf(file).get(file.textOf(identifier));
  if (!candidates) return undefined;
  const around = new Set([...ancestors(identifier)]);
  // The innermost scope starts last.
  const visible = candidates.filter(({ scope }) => around.has(scope));
  return visible.reduce<Declaration | undefined>(
    (best, next) => (best && best.scope.start >= next.scope.start && best.scope.end <= next.scope.end ? best : next),
    undefined,
  );
}

const known = new WeakMap<SourceFile, ReadonlyMap<string, readonly Declaration[]>>();

function declarationsOf(file: SourceFile): ReadonlyMap<string, readonly Declaration[]> {
  const before = known.get(file);
  if (before) return before;
  const found = new Map<string, Declaration[]>();
  for (const type of declaring) {
    for (const node of file.nodes(type)) {
      const scope = scopeOf(file, node);
      for (const name of scope ? declaredNames(node) : []) {
        const text = file.textOf(name);
        found.set(text, [...(found.get(text) ?? []), { name, scope: scope ?? file.root, node }]);
      }
    }
  }
  known.set(file, found);
  return found;
}

const parameters = ['required_parameter', 'optional_parameter'];

/** The nodes that declare names. */
const declaring = [
  ...['variable_declarator', 'import_clause', 'import_specifier', 'namespace_import', 'import_require_clause'],
  ...['for_in_statement'],
  ...['function_declaration', 'generator_function_declaration', 'class_declaration', 'catch_clause', 'arrow_function'],
  ...parameters,
];

function scopeOf(file: SourceFile, node: SyntaxNode): SyntaxNode | undefined {
  if (node.type.startsWith('import') || node.type === 'namespace_import') return file.root;
  // Without const, let or var the loop takes a name that is declared elsewhere.
  if (node.type === 'for_in_statement')
    return /^for\s*(?:await\s*)?\(\s*(?:const|let|var)\b/.test(file.textOf(node).slice(0, 80)) ? node : undefined;
  if (node.type === 'catch_clause' || node.type === 'arrow_function') return node;
  if (parameters.includes(node.type)) return [...ancestors(node)].find(isFunction);
  const isVar = node.type === 'variable_declarator' && node.parent?.type === 'variable_declaration';
  return [...ancestors(node)].find((outer) =>
    isVar ? outer.type === 'program' || isFunction(outer) : blockTypes.has(outer.type),
  );
}

/** The identifiers that a node declares itself. */
function declaredNames(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'import_clause' || node.type === 'import_require_clause')
    return node.children.filter(({ type }) => type === 'identifier');
  if (node.type === 'namespace_import') return node.children.slice(0, 1);
  if (node.type === 'import_specifier') return [childIn(node, 'alias') ?? childIn(node, 'name') ?? node];
  const field = fields.get(node.type) ?? 'pattern';
  const bound = childIn(node, field);
  return bound ? [...walk(bound)].filter(({ type }) => identifierTypes.has(type)) : [];
}

const fields = new Map([
  ['variable_declarator', 'name'],
  ['function_declaration', 'name'],
  ['generator_function_declaration', 'name'],
  ['class_declaration', 'name'],
  ['for_in_statement', 'left'],
  ['catch_clause', 'parameter'],
  ['arrow_function', 'parameter'],
]);

const identifierTypes = new Set(['identifier', 'type_identifier', 'shorthand_property_identifier_pattern']);
