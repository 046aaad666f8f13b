/** Functions and classes that the handling of a message defines: what runs at once. */
import { unknown } from '../../proof/emit';
import { plain } from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import type { Reading } from './reading';
import { bindTarget } from './target';

/** A function: only what stands for arguments that are left out is made at once. */
export function functionDefinition(reading: Reading, node: SyntaxNode): void {
  defaults(reading, node);
  const name = childIn(node, 'name');
  if (name) bindTarget(reading, name, plain, undefined);
}

function defaults(reading: Reading, node: SyntaxNode): void {
  const parameters = childIn(node, 'parameters')?.children ?? [];
  for (const given of parameters.flatMap((parameter) => childIn(parameter, 'value') ?? []))
    reading.all.expression(reading, given);
}

/** A class: its body runs at once, and a class above it may act on that. */
export function classDefinition(reading: Reading, node: SyntaxNode): void {
  const { file } = reading;
  const statements = childIn(node, 'body')?.children ?? [];
  const bases = (childIn(node, 'superclasses')?.children ?? []).map((base) => file.textOf(base));
  const isPlain = bases.every((base) => /^(?:[A-Z]\w*(?:Error|Exception)|Exception|object)$/.test(base));
  const methods = statements.filter(({ type }) => type === 'function_definition');
  const others = statements.filter(({ type, children }) => {
    const isText = type === 'expression_statement' && children[0]?.type === 'string';
    return !isText && !/^(?:function_definition|pass_statement|comment)$/.test(type);
  });
  if (!isPlain || others.length > 0) unknown(reading, `holds ${oneLine(file.textOf(node))}, whose body runs at once`);
  for (const method of methods) defaults(reading, method);
  const name = childIn(node, 'name');
  if (name) bindTarget(reading, name, plain, undefined);
}
