/** Translates expressions of JavaScript and TypeScript into the steps that evaluate them. */
import { apart, emit, unknown } from '../../proof/emit';
import { either, isOwn, isReceived, message, mixed, plain, shared, somewhere, type Value } from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { callValue } from './call';
import { goThrough, isTable, nameOf, ownDeclaration, type Reading, readPlaces, runsCode, type Use } from './reading';

type Translate = (reading: Reading, node: SyntaxNode, use: Use) => Value;

/** Emits what evaluating an expression does, and gives its value. */
export function expressionValue(reading: Reading, node: SyntaxNode, use: Use = {}): Value {
  reading.budget--;
  const translate = reading.budget < 0 ? undefined : translations.get(node.type);
  if (translate) return translate(reading, node, use);
  unknown(reading, `holds ${oneLine(reading.file.textOf(node))}, of which nothing is known`);
  return plain;
}

const constant: Translate = () => plain;

/** What is written out, and what only wraps one expression. */
const display: Translate = (reading, node, use) => {
  const parts = node.children.map((child) => expressionValue(reading, child, use));
  return parts.reduce((all, part) => either(all, part), plain);
};

const translations = new Map<string, Translate>([
  ...[
    ...['string', 'number', 'true', 'false', 'null', 'undefined', 'regex', 'string_fragment', 'escape_sequence'],
    ...['property_identifier', 'comment', 'predefined_type', 'type_identifier', 'generic_type', 'array_type', 'this'],
  ].map((type): [string, Translate] => [type, constant]),
  ...[
    ...['array', 'object', 'pair', 'parenthesized_expression', 'non_null_expression'],
    ...['template_string', 'template_substitution', 'computed_property_name'],
  ].map((type): [string, Translate] => [type, display]),
  ['identifier', name],
  ['as_expression', typed],
  ['satisfies_expression', typed],
  ['shorthand_property_identifier', name],
  ['member_expression', member],
  ['subscript_expression', subscript],
  ['unary_expression', unary],
  ['binary_expression', binary],
  ['ternary_expression', ternary],
  ['spread_element', spread],
  ['await_expression', awaited],
  ['call_expression', callValue],
]);

function name(reading: Reading, node: SyntaxNode, use: Use): Value {
  const declared = ownDeclaration(reading, node);
  const text = reading.file.textOf(node);
  if (!declared && text === 'undefined') return plain;
  const value = declared ? (reading.values.get(declared) ?? plain) : shared([text]);
  readPlaces(reading, value.roots, use);
  return value;
}

/** A value with a type, which does nothing when the program runs. */
function typed(reading: Reading, { children: [value] }: SyntaxNode, use: Use): Value {
  return value ? expressionValue(reading, value, use) : plain;
}

function member(reading: Reading, node: SyntaxNode, use: Use): Value {
  const object = childIn(node, 'object');
  const property = childIn(node, 'property');
  if (!object || !property) return plain;
  if (runsCode(reading.file, reading.file.textOf(property), 'get')) {
    unknown(reading, `reads ${oneLine(reading.file.textOf(node))}, which runs code`);
    return plain;
  }
  if (object.type === 'this') return place(reading, [`this.${reading.file.textOf(property)}`], use);
  const owner = expressionValue(reading, object, { quiet: true });
  if (isReceived(owner)) {
    const declared = object.type === 'identifier' ? ownDeclaration(reading, object) : undefined;
    // What has one property is not nothing, and so has all.
    emit(reading, declared ? { does: 'look', name: nameOf(declared), key: 'any' } : { does: 'raise' });
    return owner.kind === 'mixed' ? mixed : message;
  }
  // What a table gives, or what another property is, may be nothing.
  if (/^(?:call|member|subscript)_expression$/.test(object.type)) emit(reading, { does: 'raise' });
  if (owner.kind !== 'shared') return owner;
  return place(
    reading,
    owner.roots.map((root) => `${root}.${reading.file.textOf(property)}`),
    use,
  );
}

function place(reading: Reading, roots: readonly string[], use: Use): Value {
  readPlaces(reading, roots, use);
  return shared(roots);
}

function subscript(reading: Reading, node: SyntaxNode): Value {
  const object = childIn(node, 'object');
  const index = childIn(node, 'index');
  if (!object || !index) return plain;
  const owner = expressionValue(reading, object);
  const key = expressionValue(reading, index);
  if (isReceived(owner)) emit(reading, { does: 'raise' });
  if (isOwn(owner)) return isReceived(owner) || isReceived(key) ? message : plain;
  if (!isTable(reading, object))
    unknown(reading, `looks into ${oneLine(reading.file.textOf(object))}, which nothing shows to be a plain table`);
  return somewhere;
}

function unary(reading: Reading, node: SyntaxNode): Value {
  const argument = childIn(node, 'argument');
  const operator = argument ? reading.file.text.slice(node.start, argument.start).trim() : '';
  if (!argument || operator === 'delete')
    unknown(reading, `holds ${oneLine(reading.file.textOf(node))}, of which nothing is known`);
  else expressionValue(reading, argument, { asks: true });
  return plain;
}

const compared = /^(?:[!=]==?|instanceof)$/;

/** Everything can be compared for being the same; what is reckoned with or looked into must be of a kind. */
function binary(reading: Reading, node: SyntaxNode, use: Use): Value {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  if (!left || !right) return plain;
  const operator = reading.file.text.slice(left.end, right.start).trim();
  if (['&&', '||', '??'].includes(operator)) return chosen(reading, left, right, use);
  const isCompared = compared.test(operator);
  const values = [left, right].map((side) => expressionValue(reading, side, { quiet: isCompared }));
  const asked = isCompared ? values.flatMap(({ roots }) => roots) : [];
  if (asked.length > 0) emit(reading, { does: 'ask', of: asked, compared: values.some(isReceived) });
  if (isCompared) return plain;
  if (values.some(isReceived)) emit(reading, { does: 'raise' });
  return values.some(isReceived) ? message : plain;
}

function chosen(reading: Reading, left: SyntaxNode, right: SyntaxNode, use: Use): Value {
  const first = expressionValue(reading, left, { asks: true });
  let second = first;
  const steps = apart(reading, () => {
    second = expressionValue(reading, right, { ...use, quiet: true });
  });
  emit(reading, { does: 'choose', ways: [{ steps }, { steps: [] }] });
  return either(first, second);
}

function ternary(reading: Reading, node: SyntaxNode): Value {
  const condition = childIn(node, 'condition');
  if (condition) expressionValue(reading, condition, { asks: true });
  let value: Value | undefined;
  const ways = ['consequence', 'alternative'].map((field) => ({
    steps: apart(reading, () => {
      const way = childIn(node, field);
      if (way) value = either(expressionValue(reading, way), value);
    }),
  }));
  emit(reading, { does: 'choose', ways });
  return value ?? plain;
}

function spread(reading: Reading, node: SyntaxNode, use: Use): Value {
  const value = display(reading, node, use);
  const [only] = node.children;
  if (only && node.parent?.type !== 'object') goThrough(reading, only, value);
  if (isReceived(value)) emit(reading, { does: 'raise' });
  return value;
}

/** Nothing may be waited for but the answer on the socket itself. */
function awaited(reading: Reading, node: SyntaxNode, use: Use): Value {
  const [only] = node.children;
  const callee = only?.type === 'call_expression' ? childIn(only, 'function') : undefined;
  if (only && callee && reading.file.textOf(callee) === `${reading.found.socket}.send`)
    return expressionValue(reading, only, use);
  unknown(reading, `waits for ${oneLine(reading.file.textOf(only ?? node))}`);
  return plain;
}
