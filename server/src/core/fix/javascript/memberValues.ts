/** What the fields of a JavaScript or TypeScript class are declared as and set to. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';

/** A declaration of a field, or an assignment to it. */
interface FieldValue {
  readonly type: SyntaxNode | undefined;
  readonly value: SyntaxNode | undefined;
}

/** All there is about the field of `this.name` in the class around the expression; undefined outside a class. */
export function memberValues(file: SourceFile, expression: SyntaxNode): FieldValue[] | undefined {
  const object = childIn(expression, 'object');
  const property = childIn(expression, 'property');
  const owner = object?.type === 'this' ? classOfThis(expression) : undefined;
  if (!property || !owner) return undefined;
  const name = file.textOf(property);
  const fields = [...file.nodes('public_field_definition', owner), ...parameterFields(file, owner)].flatMap((field) => {
    const declared = childIn(field, 'name') ?? childIn(field, 'pattern');
    return declared && file.textOf(declared) === name && classAround(field) === owner
      ? [{ type: childIn(field, 'type'), value: childIn(field, 'value') }]
      : [];
  });
  const assigned = file.nodes('assignment_expression', owner).flatMap((node) => {
    const left = childIn(node, 'left');
    const isField = left && file.textOf(left) === `this.${name}` && classOfThis(left) === owner;
    return isField ? [{ type: undefined, value: childIn(node, 'right') }] : [];
  });
  return [...fields, ...assigned];
}

/** Parameters of the constructor that are fields as well. */
function parameterFields(file: SourceFile, owner: SyntaxNode): SyntaxNode[] {
  return [...file.nodes('required_parameter', owner), ...file.nodes('optional_parameter', owner)].filter(
    ({ start, end }) => /^(?:public|private|protected|readonly)\b/.test(file.text.slice(start, end)),
  );
}

/** The class whose object `this` is: functions of their own have another one. */
function classOfThis(node: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'function_expression' || ancestor.type === 'function_declaration') return undefined;
    if (ancestor.type === 'class_body') return ancestor;
  }
  return undefined;
}

function classAround(node: SyntaxNode): SyntaxNode | undefined {
  return [...ancestors(node)].find(({ type }) => type === 'class_body');
}
