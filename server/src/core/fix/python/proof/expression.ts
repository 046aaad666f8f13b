/** Translates expressions of Python into the steps that evaluate them. */

import { apart, emit, unknown } from '../../proof/emit';
import {
  bytes,
  either,
  isDecoded,
  isOwn,
  isReceived,
  item,
  message,
  mixed,
  number,
  plain,
  shared,
  somewhere,
  telling,
  type Value,
  within,
} from '../../proof/value';
import { oneLine } from '../../proof/words';
import { ancestors, childIn, type SyntaxNode } from '../../syntax';
import { boundValues } from '../socketType';
import { basesOf, isProperty } from './acting';
import { callValue, isGetter } from './call';
import { isImported } from './meaning';
import { clauseNames } from './names';
import { isText, nameIn, type Reading, readPlaces, showText, takeKey, type Use } from './reading';
import { areConstants, areTables } from './storage';
import { bindTarget } from './target';

type Translate = (reading: Reading, node: SyntaxNode, use: Use) => Value;

/** Emits what evaluating an expression does, and gives its value. */
export function expressionValue(reading: Reading, node: SyntaxNode, use: Use = {}): Value {
  reading.all.budget--;
  if (reading.all.budget < 0) {
    unknown(reading, 'is longer than what is looked at');
    return plain;
  }
  const translate = translations.get(node.type);
  if (translate) return translate(reading, node, use);
  unknown(reading, `holds ${oneLine(reading.file.textOf(node))}, of which nothing is known`);
  return plain;
}

const constant: Translate = () => plain;

/** All values that its parts give, as one made of them. */
const display: Translate = (reading, node, use) => {
  const parts = node.children.map((child) => {
    const part = expressionValue(reading, child, { ...use, stored: false });
    if (node.type === 'set' || (node.type === 'pair' && child.field === 'key')) takeKey(reading, child, part);
    return part;
  });
  return parts.reduce((all, part) => either(all, part.kind === 'item' ? somewhere : part), plain);
};

const inner: Translate = (reading, node, use) => {
  const [only] = node.children.filter(({ type }) => type !== 'comment');
  return only ? expressionValue(reading, only, use) : plain;
};

const translations = new Map<string, Translate>([
  ...['integer', 'float', 'true', 'false', 'none', 'ellipsis', 'type_conversion'].map((type): [string, Translate] => [
    type,
    constant,
  ]),
  ...['string_start', 'string_content', 'string_end', 'escape_sequence', 'comment'].map((type): [string, Translate] => [
    type,
    constant,
  ]),
  ...['tuple', 'list', 'set', 'expression_list', 'dictionary', 'pair'].map((type): [string, Translate] => [
    type,
    display,
  ]),
  ...['parenthesized_expression'].map((type): [string, Translate] => [type, inner]),
  ...['list_comprehension', 'set_comprehension', 'dictionary_comprehension', 'generator_expression'].map(
    (type): [string, Translate] => [type, comprehension],
  ),
  ...['list_splat', 'dictionary_splat'].map((type): [string, Translate] => [type, splat]),
  ...['string', 'concatenated_string', 'interpolation'].map((type): [string, Translate] => [type, text]),
  ['identifier', name],
  ['attribute', attribute],
  ['subscript', subscript],
  ['slice', display],
  ['binary_operator', reckoned],
  ['unary_operator', reckoned],
  ['not_operator', negated],
  ['boolean_operator', chosen],
  ['conditional_expression', conditional],
  ['comparison_operator', comparison],
  ['named_expression', named],
  ['call', callValue],
  ['await', awaited],
]);

function negated(reading: Reading, node: SyntaxNode, use: Use): Value {
  return telling(plain, [inner(reading, node, { ...use, asks: true })]);
}

function name(reading: Reading, node: SyntaxNode, use: Use): Value {
  const text = reading.file.textOf(node);
  const isOfScope = reading.own.has(text);
  if (isOfScope) emit(reading, { does: 'use', name: nameIn(reading, text), followed: !reading.loop });
  // A name of the module that is spelled like one of the function around the loop.
  if (!isOfScope && !reading.loop && reading.all.locals.has(text)) return somewhere;
  const value = isOfScope ? (reading.values.get(text) ?? plain) : shared([text]);
  readPlaces(reading, value.roots, use);
  return value;
}

function attribute(reading: Reading, node: SyntaxNode, use: Use): Value {
  const { file } = reading;
  const object = childIn(node, 'object');
  const field = childIn(node, 'attribute');
  if (!object || !field) return plain;
  if (isProperty(reading.file, reading.file.textOf(field))) {
    unknown(reading, `reads ${oneLine(reading.file.textOf(node))}, which runs code`);
    return plain;
  }
  const owner = expressionValue(reading, object, { quiet: true });
  if (isReceived(owner)) {
    emit(reading, { does: 'raise' });
    return owner.kind === 'mixed' ? mixed : message;
  }
  if (owner.kind !== 'shared') return owner;
  if (file.textOf(object) === 'self' && mayBeInherited(reading, file.textOf(field)))
    unknown(reading, `reads ${oneLine(file.textOf(node))}, which a base class may make`);
  const roots = owner.roots.map((root) => `${root}.${reading.file.textOf(field)}`);
  // What an attribute gives may be nothing, which has no attributes.
  if (!isSure(reading, object)) {
    emit(reading, { does: 'raise' });
    unknown(reading, `reads ${oneLine(file.textOf(node))}, and nothing shows what that runs`);
  }
  readPlaces(reading, roots, use);
  return shared(roots);
}

/** True for an attribute that the class nowhere sets, and that a base class of another file may have. */
function mayBeInherited({ file, definition }: Reading, attribute: string): boolean {
  const owner = [...ancestors(definition)].find(({ type }) => type === 'class_definition');
  const bases = owner ? basesOf(file, owner) : [];
  const isKnown = bases.every((base) => /^(?:object|ABC|abc\.ABC|(?:threading\.)?Thread)$/.test(base));
  return !isKnown && boundValues(file, definition, `self.${attribute}`).length === 0;
}

/** True for the object itself, the socket, a module, and a class by its name: what they have, they always have. */
function isSure({ file, all }: Reading, object: SyntaxNode): boolean {
  const text = file.textOf(object);
  if (text === all.socket) return true;
  if (object.type !== 'identifier') return false;
  return text === 'self' || text === 'cls' || /^[A-Z]/.test(text) || isImported(file, text);
}

function subscript(reading: Reading, node: SyntaxNode, use: Use): Value {
  const { file } = reading;
  const object = childIn(node, 'value');
  const places = node.children.filter(({ field }) => field === 'subscript');
  const [place] = places;
  if (!object || !place || places.length > 1) return plain;
  const owner = expressionValue(reading, object, { ...use, stored: false });
  const key = expressionValue(reading, place);
  const isSlice = place.type === 'slice';
  if (owner.kind === 'item') return isText(place) ? somewhere : look(reading, node, somewhere);
  if (isOwn(owner)) {
    // Bounds may be of any kind, and a step of nought is none.
    const isStepped = isReceived(key) && file.textOf(place).split(':').length > 2;
    if (isSlice && (isDecoded(key) || isStepped)) emit(reading, { does: 'raise' });
    // A part of the frames may be empty.
    if (isSlice && owner.kind === 'frames') return message;
    if (isSlice && owner.kind === 'bytes') return owner;
    if (owner.kind === 'frames') {
      // libzmq never gives a message without a frame.
      if (!['0', '-1'].includes(file.textOf(place))) emit(reading, { does: 'raise' });
      return bytes;
    }
    if (isReceived(owner) || isReceived(key)) return look(reading, node, message);
    // What was made in this round need not have such a part either, unless the part is written out.
    if (!isSlice && !isText(place) && place.type !== 'integer') emit(reading, { does: 'raise' });
    return plain;
  }
  if (owner.kind === 'mixed' || !areTables(file, node, owner.roots)) {
    unknown(reading, `looks into ${oneLine(file.textOf(object))}, which nothing shows to be a plain table`);
    return somewhere;
  }
  // A key need not be there, whoever made it.
  if (!isSlice) emit(reading, { does: 'raise' });
  return within(owner.roots);
}

/** Reads a part of the message, which raises where it is not there; not a second time on the same way. */
function look(reading: Reading, node: SyntaxNode, value: Value): Value {
  const object = childIn(node, 'value');
  const place = childIn(node, 'subscript');
  const isPlain = object?.type === 'identifier' && !!place && (isText(place) || place.type === 'integer');
  if (!object || !place || !isPlain) emit(reading, { does: 'raise' });
  else {
    const key = reading.file.textOf(place).replaceAll('"', "'");
    emit(reading, { does: 'look', name: nameIn(reading, reading.file.textOf(object)), key });
  }
  return value;
}

/** A string; what is put into it is shown as text, which raises for many values where a format is asked for. */
function text(reading: Reading, node: SyntaxNode, use: Use): Value {
  const isFormatted = node.children.some(({ type }) => type === 'format_specifier');
  const isQuiet = use.quiet === true && use.compared !== true && !isFormatted;
  const values = node.children
    .filter(({ type }) => type !== 'format_specifier')
    .map((child) => {
      const part = expressionValue(reading, child, { quiet: isQuiet, compared: use.compared === true });
      if (node.type === 'interpolation') showText(reading, child, part);
      return part;
    });
  const isOpen = values.some((value) => value.kind !== 'number' && (isReceived(value) || !isOwn(value)));
  if (isFormatted && isOpen) emit(reading, { does: 'raise' });
  return telling(values.some(isReceived) ? bytes : plain, values);
}

/** Arithmetic, which raises for values of other kinds. */
function reckoned(reading: Reading, node: SyntaxNode): Value {
  const values = node.children.map((child) => expressionValue(reading, child));
  const right = childIn(node, 'right');
  const operator = right ? reading.file.text.slice(node.start, right.start).trimEnd() : '';
  const isDivided = /[/%]$/.test(operator) && right !== undefined && !/^(?:integer|float|tuple)$/.test(right.type);
  // Adding a written number to a number, and the like, always works.
  const isCounted = /[-+%&|^]$/.test(operator) && values[0]?.kind === 'number' && right?.type === 'integer';
  if (isDivided || (values.some(isReceived) && !isCounted)) emit(reading, { does: 'raise' });
  if (isCounted) return number;
  return values.some(isReceived) ? message : values.every(isOwn) ? plain : somewhere;
}

/** `a and b`: the second is only evaluated on some ways. */
function chosen(reading: Reading, node: SyntaxNode, use: Use): Value {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  if (!left || !right) return plain;
  const first = expressionValue(reading, left, { ...use, asks: true });
  let second = first;
  const steps = apart(reading, () => {
    second = expressionValue(reading, right, use);
  });
  emit(reading, { does: 'choose', ways: [{ steps }, { steps: [] }] });
  return either(first, second);
}

function conditional(reading: Reading, node: SyntaxNode, use: Use): Value {
  const [first, condition, second] = node.children.filter(({ type }) => type !== 'comment');
  if (!first || !condition || !second) return plain;
  expressionValue(reading, condition, { asks: true });
  let value: Value | undefined;
  const ways = [first, second].map((way) => ({
    steps: apart(reading, () => {
      value = either(expressionValue(reading, way, { ...use, quiet: true }), value);
    }),
  }));
  emit(reading, { does: 'choose', ways });
  return value ?? plain;
}

function comparison(reading: Reading, node: SyntaxNode): Value {
  const operands = node.children.filter(({ type }) => type !== 'comment');
  const operators = operands.slice(1).map((operand, index) => {
    const before = operands[index];
    return before ? reading.file.text.slice(before.end, operand.start).trim() : '';
  });
  const isOrder = operators.some((operator) => /^[<>]/.test(operator));
  const values = operands.map((operand, index) => {
    if (isGetter(reading, operand, operands)) return plain;
    const isLookedInto = operators[index - 1]?.endsWith('in') === true && !/^(?:tuple|list|set)$/.test(operand.type);
    const value = expressionValue(reading, operand, { quiet: !isOrder, compared: true });
    if (operators[index]?.endsWith('in')) takeKey(reading, operand, value);
    // What is looked into may be of any kind where it is no table.
    if (isLookedInto && !isOwn(value) && value.roots.length > 0 && !areTables(reading.file, operand, value.roots)) {
      emit(reading, { does: 'read', of: value.roots });
      if (!areConstants(reading.file, operand, value.roots))
        unknown(
          reading,
          `looks into ${oneLine(reading.file.textOf(operand))}, which nothing shows to be a plain table`,
        );
    }
    return value;
  });
  // Everything can be asked whether it is the same; only what is looked into or ordered must be of a kind.
  const isLookup = operators.every(
    (operator, index) => operator.endsWith('in') && !/^(?:tuple|list|set)$/.test(operands[index + 1]?.type ?? ''),
  );
  const asked = values.flatMap(({ roots }) => roots);
  // A search for something looks it up.
  const isHeld = !isLookup && values.some(isReceived) && !values.some(({ kind }) => kind === 'item');
  if (asked.length > 0) emit(reading, { does: 'ask', of: asked, compared: isHeld });
  const isSought = operators.some((operator, index) => operator.endsWith('in') && isShapeless(values[index + 1]));
  const isOpen = values.some((value) => isReceived(value) && value.kind !== 'number');
  if (isSought || (isOrder && isOpen)) emit(reading, { does: 'raise' });
  return telling(plain, values);
}

function isShapeless(value: Value | undefined): boolean {
  return value !== undefined && (isDecoded(value) || value.kind === 'bytes');
}

function named(reading: Reading, node: SyntaxNode, use: Use): Value {
  const target = childIn(node, 'name');
  const source = childIn(node, 'value');
  if (!target || !source) return plain;
  const value = expressionValue(reading, source, use);
  bindTarget(reading, target, value, source);
  return value;
}

function splat(reading: Reading, node: SyntaxNode): Value {
  const value = inner(reading, node, {});
  if (isReceived(value)) emit(reading, { does: 'raise' });
  return value;
}

/** Nothing but the receive itself may be waited for. */
function awaited(reading: Reading, node: SyntaxNode, use: Use): Value {
  const [only] = node.children;
  if (only && reading.all.receives.has(only)) return expressionValue(reading, only, use);
  unknown(reading, `waits for ${oneLine(reading.file.textOf(only ?? node))}`);
  return plain;
}

/** A comprehension, whose names are its own. */
function comprehension(outer: Reading, node: SyntaxNode, use: Use): Value {
  const body = childIn(node, 'body');
  const names = clauseNames(outer.file, node);
  const reading: Reading = {
    ...outer,
    own: new Set([...outer.own, ...names]),
    inner: new Set([...outer.inner, ...names]),
    values: new Map([...outer.values].filter(([known]) => !names.includes(known))),
  };
  let value = plain;
  const steps = apart(reading, () => {
    for (const part of node.children.filter((child) => child !== body)) {
      if (part.type === 'for_in_clause') turn(reading, part, use);
      else expressionValue(reading, part.children[0] ?? part, { asks: true });
    }
    if (body) value = expressionValue(reading, body, { quiet: use.searched ?? false });
  });
  // `:=` in it gives a value to a name outside.
  for (const [known, given] of reading.values) if (!names.includes(known)) outer.values.set(known, given);
  if (node.type === 'generator_expression' && !isUsedAtOnce(outer, node))
    unknown(outer, `makes a generator, ${oneLine(outer.file.textOf(node))}, which runs later`);
  // The head is evaluated at least once, which a turn of the loop stands for.
  emit(outer, { does: 'repeat', body: steps });
  return isOwn(value) ? value : shared(value.roots);
}

/** True for a generator that is given to what goes through it at once. */
function isUsedAtOnce({ file }: Reading, { parent }: SyntaxNode): boolean {
  const call = parent?.type === 'argument_list' ? parent.parent : parent;
  const callee = call?.type === 'call' ? childIn(call, 'function') : undefined;
  return !!callee && eager.test(file.textOf(callee));
}

const eager = /^(?:any|all|sum|min|max|list|tuple|set|frozenset|dict|sorted|bytes|bytearray|next|.*\.join)$/s;

function turn(reading: Reading, clause: SyntaxNode, use: Use): void {
  const left = childIn(clause, 'left');
  const right = childIn(clause, 'right');
  if (!left || !right || reading.file.text.startsWith('async', clause.start)) {
    unknown(reading, `runs ${oneLine(reading.file.textOf(clause))}`);
    return;
  }
  bindTarget(reading, left, itemsOf(reading, right, use), undefined);
}

/** What a loop over an expression gives each time. */
export function itemsOf(reading: Reading, iterated: SyntaxNode, use: Use): Value {
  const value = expressionValue(reading, iterated, { quiet: use.searched ?? false, searched: use.searched ?? false });
  if (value.kind === 'frames') return bytes;
  if (isReceived(value)) emit(reading, { does: 'raise' });
  if (value.kind === 'item') return value;
  if (isOwn(value)) return value;
  const areKnown = areTables(reading.file, iterated, value.roots);
  if (value.roots.length > 0 && !areKnown && !areConstants(reading.file, iterated, value.roots))
    unknown(reading, `goes through ${oneLine(reading.file.textOf(iterated))}, which may be used up by that`);
  const isTable = use.searched === true && value.kind === 'shared' && areKnown;
  return isTable ? telling(item, [value]) : value.kind === 'mixed' ? mixed : somewhere;
}
