/** The names that a piece of code gives values. */
import type { SourceFile } from '../../sourceFile';
import { childIn, type SyntaxNode } from '../../syntax';
import { walkOwn } from '../scope';

/** The names that `code`, a part of `definition` or all of it, binds for the function itself. */
export function ownNames(file: SourceFile, code: SyntaxNode, definition: SyntaxNode): Set<string> {
  const names = new Set<string>();
  const body = code === definition ? (childIn(definition, 'body') ?? code) : code;
  for (const node of walkOwn(body)) for (const name of boundBy(file, node)) names.add(name);
  if (code === definition) {
    const parameters = childIn(definition, 'parameters')?.children ?? [];
    for (const node of parameters) names.add(file.textOf(childIn(node, 'name') ?? node.children[0] ?? node));
  }
  for (const type of ['global_statement', 'nonlocal_statement']) {
    for (const node of file.nodes(type, definition)) for (const name of node.children) names.delete(file.textOf(name));
  }
  return names;
}

function* boundBy(file: SourceFile, node: SyntaxNode): Generator<string> {
  if (node.type === 'function_definition' || node.type === 'class_definition') {
    const name = childIn(node, 'name');
    if (name) yield file.textOf(name);
    return;
  }
  const target =
    node.type === 'named_expression'
      ? childIn(node, 'name')
      : /^(?:(?:augmented_)?assignment|for_statement)$/.test(node.type)
        ? childIn(node, 'left')
        : node.type === 'as_pattern_target' || node.type === 'case_pattern'
          ? node
          : undefined;
  if (target) yield* namesOf(file, target);
}

/** The names of a comprehension, which are its own. */
export function clauseNames(file: SourceFile, comprehension: SyntaxNode): string[] {
  const clauses = comprehension.children.filter(({ type }) => type === 'for_in_clause');
  return clauses.flatMap((clause) => [...namesOf(file, childIn(clause, 'left') ?? clause)]);
}

/** The plain names of a target or pattern: not those of the objects whose attributes or items it sets. */
function* namesOf(file: SourceFile, target: SyntaxNode): Generator<string> {
  if (target.type === 'identifier') yield file.textOf(target);
  if (target.type === 'attribute' || target.type === 'subscript') return;
  for (const child of target.children) yield* namesOf(file, child);
}
