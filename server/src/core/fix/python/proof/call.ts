/** Translates calls of Python: known functions and methods, changes of plain tables, answers, functions of the file. */

import { emit, unknown } from '../../proof/emit';
import {
  bytes,
  frames,
  isDecoded,
  isOwn,
  isReceived,
  madeOf,
  message,
  mixed,
  plain,
  shared,
  somewhere,
  type Value,
} from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { loggerOf, moduleName } from '../layout';
import { lastName } from '../scope';
import { boundValues } from '../socketType';
import { actsWhenMade, isReplaced } from './acting';
import { followCall } from './follow';
import * as library from './library';
import { nameIn, type Reading, type Use } from './reading';
import { areCoders, areConstants, areTables, calledFunction } from './storage';
import { changeTable } from './target';

/** Emits what a call does, and gives its value. */
export function callValue(reading: Reading, call: SyntaxNode, use: Use): Value {
  const { file } = reading;
  const callee = childIn(call, 'function');
  if (!callee) return plain;
  if (reading.all.receives.has(call)) return received(reading, callee);
  if (isLog(reading, call, callee)) return logged(reading, call);
  const known = functionValue(reading, call, callee, use);
  if (known) return known;
  const followed = calledFunction(file, callee, reading.definition);
  if (followed) return followCall(reading, call, followed);
  const method = callee.type === 'attribute' ? methodValue(reading, call, callee) : undefined;
  if (method) return method;
  if (use.stored === true && isMade(reading, call, callee)) return plain;
  for (const argument of argumentsOf(call)) {
    const value = argument.type === 'keyword_argument' ? (childIn(argument, 'value') ?? argument) : argument;
    reading.all.expression(reading, value, { quiet: true });
  }
  unknown(reading, notFollowed(reading, callee));
  return plain;
}

/** Says why a call is not known. */
function notFollowed(reading: Reading, callee: SyntaxNode): string {
  const { file } = reading;
  const what = oneLine(file.textOf(callee));
  if (!/^(?:self\.)?\w+$/.test(what)) return `calls ${what}, and nothing shows what that changes`;
  const defined = [...file.nodes('function_definition'), ...file.nodes('class_definition')];
  const isHere = defined.some((node) => nameOf(reading, node) === lastName(file, callee));
  return `calls ${what}, which ${isHere ? 'is not followed' : 'is not in this file'}`;
}

function nameOf({ file }: Reading, definition: SyntaxNode): string {
  const name = childIn(definition, 'name');
  return name ? file.textOf(name) : '';
}

/** The arguments of a call, by their values. */
function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const given = childIn(call, 'arguments');
  // `any(x for x in y)`: the generator stands in the place of the list.
  return given?.type === 'argument_list'
    ? given.children.filter(({ type }) => type !== 'comment')
    : given
      ? [given]
      : [];
}

/** The values of the arguments; a named one that may hold a function of the program is not known. */
function valuesOf(reading: Reading, call: SyntaxNode, use: Use = {}): Value[] {
  return argumentsOf(call).map((argument) => {
    const isNamed = argument.type === 'keyword_argument';
    const key = isNamed ? childIn(argument, 'name') : undefined;
    if (key && !library.harmlessKeys.test(reading.file.textOf(key))) {
      unknown(reading, `gives ${oneLine(reading.file.textOf(argument))} to a function, which may call it`);
    }
    return reading.all.expression(reading, isNamed ? (childIn(argument, 'value') ?? argument) : argument, use);
  });
}

function received(reading: Reading, callee: SyntaxNode): Value {
  emit(reading, { does: 'receive' });
  const method = lastName(reading.file, callee);
  if (method === 'recv_multipart') return frames;
  if (method === 'recv') return bytes;
  emit(reading, { does: 'raise' });
  return method === 'recv_string' ? bytes : message;
}

/** True for a logger, by its whole name, and for `print`. */
function isLog(reading: Reading, call: SyntaxNode, callee: SyntaxNode): boolean {
  const { file } = reading;
  const logger = loggerOf(file, call);
  if (logger !== undefined)
    return /(?:^|[._])(?:log|logger|logging)$/i.test(logger) && !isOwnLogger(reading, call, logger);
  // What goes to a file, or stays on its line, may be a part of something that is told apart by lines.
  const isWhole = argumentsOf(call).every(
    (argument) => argument.type !== 'keyword_argument' || /^flush\b/.test(file.textOf(argument)),
  );
  return file.textOf(callee) === 'print' && isWhole && !isRedefined(reading, 'print');
}

/** True for what only has the name of a logger: something else than a function with "logg" in its name made it. */
function isOwnLogger({ file }: Reading, call: SyntaxNode, logger: string): boolean {
  return boundValues(file, call, logger).some(
    (value) => !/^(?:[\w.]*\.)?(?:\w*logg\w*|getChild|bind)\(|^[\w.]*(?:log|logger|logging)$/i.test(file.textOf(value)),
  );
}

/** Logging takes what it is given and reckons with nothing. */
function logged(reading: Reading, call: SyntaxNode): Value {
  for (const argument of argumentsOf(call)) {
    const value = argument.type === 'keyword_argument' ? (childIn(argument, 'value') ?? argument) : argument;
    reading.all.expression(reading, value, { quiet: true });
  }
  return plain;
}

/** A function of the language or of a library; undefined where it is none that is known. */
function functionValue(reading: Reading, call: SyntaxNode, callee: SyntaxNode, use: Use): Value | undefined {
  const { file } = reading;
  const name = file.textOf(callee);
  if (callee.type === 'identifier' && isRedefined(reading, name)) return undefined;
  const made = library.total.get(name);
  if (made !== undefined)
    return valuesOf(reading, call, { quiet: true }).some(isReceived) && made === 'bytes' ? bytes : plain;
  if (name === 'next' && argumentsOf(call)[0]?.type === 'generator_expression') return searched(reading, call);
  if (name === 'int.from_bytes') return valuesOf(reading, call).some(isDecoded) ? failing(reading, message) : plain;
  const isScalar = library.scalar.has(name);
  if (isScalar || library.partial.has(name)) {
    const isSearch = name === 'any' || name === 'all';
    const values = valuesOf(
      reading,
      call,
      isSearch ? { searched: true, quiet: true } : { searched: use.searched ?? false, quiet: use.searched ?? false },
    );
    const open =
      isScalar && !isSearch
        ? []
        : argumentsOf(call).filter((argument, index) => isUsedUp(reading, argument, values[index]));
    if (open[0]) unknown(reading, `goes through ${oneLine(file.textOf(open[0]))}, which may be used up by that`);
    const isCounted = name === 'len' && values.every(({ kind }) => kind === 'bytes' || kind === 'frames');
    if (values.some(isReceived) && !isCounted) emit(reading, { does: 'raise' });
    if (isScalar) return values.some(isReceived) && name !== 'len' ? message : plain;
    // What is gone through in another order is still the same table.
    return use.searched === true && values.length === 1 && values[0] ? values[0] : madeOf(values);
  }
  const full = moduleFunction(reading, callee);
  if (library.clocks.has(full)) return plain;
  if (!library.coding.has(full)) return undefined;
  const values = valuesOf(reading, call);
  return values.some(isReceived) ? failing(reading, message) : plain;
}

/** True for what outlives the round and may be an iterator, which gives each thing once. */
function isUsedUp({ file }: Reading, argument: SyntaxNode, value: Value | undefined): boolean {
  if (!value || value.roots.length === 0) return false;
  return !areTables(file, argument, value.roots) && !areConstants(file, argument, value.roots);
}

function failing(reading: Reading, value: Value): Value {
  emit(reading, { does: 'raise' });
  return value;
}

/** True for a built-in name to which the file gives another meaning. */
function isRedefined(reading: Reading, name: string): boolean {
  const { file } = reading;
  if (reading.own.has(name) || file.nodes('wildcard_import').length > 0) return true;
  if (isReplaced(file, reading.definition, name)) return true;
  const declared = [...file.nodes('function_definition'), ...file.nodes('class_definition')].some(
    (node) => nameOf(reading, node) === name,
  );
  return (
    declared ||
    file
      .nodes('import_from_statement')
      .some((node) =>
        node.children.some((child) => child.field === 'name' && file.textOf(childIn(child, 'alias') ?? child) === name),
      )
  );
}

/** The full name of a function of a module, `json.loads` for `j.loads` behind `import json as j` and for an imported `loads`. */
function moduleFunction({ file, own }: Reading, callee: SyntaxNode): string {
  const text = file.textOf(callee);
  const [first = '', ...rest] = text.split('.');
  if (own.has(first)) return '';
  if (rest.length > 0) {
    const module = modules.find((name) => moduleName(file, name) === first);
    return text === 'bytes.fromhex' ? text : module ? [module, ...rest].join('.') : '';
  }
  for (const statement of file.root.children) {
    const from = statement.type === 'import_from_statement' ? childIn(statement, 'module_name') : undefined;
    const item = statement.children.find(
      (child) => child.field === 'name' && file.textOf(childIn(child, 'alias') ?? child) === text,
    );
    if (from && item) return `${file.textOf(from)}.${file.textOf(childIn(item, 'name') ?? item)}`;
  }
  return '';
}

const modules = ['json', 'msgpack', 'msgspec', 'struct', 'base64', 'zlib', 'binascii', 'time'];

/** `next(… for … in table if …)`: looks for something in a table. */
function searched(reading: Reading, call: SyntaxNode): Value {
  const [generator, otherwise] = argumentsOf(call);
  if (generator) reading.all.expression(reading, generator, { searched: true, quiet: true });
  if (otherwise) reading.all.expression(reading, otherwise);
  else emit(reading, { does: 'raise' });
  return somewhere;
}

/** A method of something that is known; undefined where it is none. */
function methodValue(reading: Reading, call: SyntaxNode, callee: SyntaxNode): Value | undefined {
  const object = childIn(callee, 'object');
  const name = lastName(reading.file, callee);
  if (!object) return undefined;
  if (reading.file.textOf(object) === reading.all.socket) return socketMethod(reading, call, callee, name);
  if (name === 'poll' && /poll/i.test(reading.file.textOf(object))) return madePlain(reading, call);
  if (name === 'is_set' && argumentsOf(call).length === 0) return plain;
  const before = reading.steps.length;
  const owner = reading.all.expression(reading, object, { quiet: true });
  const value = ownMethod(reading, call, name, owner, object) ?? sharedMethod(reading, call, callee, name, owner);
  if (value === undefined) reading.steps.length = before;
  return value;
}

/** A value of which only the arguments matter. */
function madePlain(reading: Reading, call: SyntaxNode): Value {
  valuesOf(reading, call);
  return plain;
}

/** Polls the socket, or answers on it at once. */
function socketMethod(reading: Reading, call: SyntaxNode, callee: SyntaxNode, name: string): Value | undefined {
  if (name === 'poll') return madePlain(reading, call);
  const [parts, ...others] = argumentsOf(call);
  const isWhole = name === 'send_multipart' && !!parts && others.length === 0;
  if (!isWhole || reading.all.socketType !== 'ROUTER' || !/^(?:list|tuple)$/.test(parts.type)) return undefined;
  const values = parts.children.map((part) => reading.all.expression(reading, part));
  if (values.some(isDecoded)) emit(reading, { does: 'raise' });
  emit(reading, { does: 'change', what: reading.file.textOf(callee), of: [] });
  return plain;
}

/** A method of what was made in this round. */
function ownMethod(
  reading: Reading,
  call: SyntaxNode,
  name: string,
  owner: Value,
  object: SyntaxNode,
): Value | undefined {
  if (owner.kind === 'item') return name === 'get' && argumentsOf(call)[0]?.type === 'string' ? somewhere : undefined;
  if (!isOwn(owner)) return undefined;
  const isText = library.textMethods.has(name);
  const changes =
    library.puttingMethods.has(name) || library.takingMethods.has(name) || library.fillingMethods.has(name);
  if (!isText && !changes && !library.readingMethods.has(name)) return undefined;
  const values = valuesOf(reading, call);
  const isSafe = owner.kind === 'plain' && !values.some(isReceived);
  const isTotal = owner.kind === 'bytes' && isText && !values.some(({ kind }) => kind === 'message');
  if (!isSafe && !isTotal) emit(reading, { does: 'raise' });
  if (changes && object.type === 'identifier')
    emit(reading, { does: 'bind', name: nameIn(reading, reading.file.textOf(object)) });
  if (owner.kind === 'frames' && name === 'pop') return bytes;
  if (owner.kind === 'bytes' && (name === 'decode' || isText)) return /split|partition/.test(name) ? message : bytes;
  return isReceived(owner) || values.some(isReceived) ? madeOf([message, ...values]) : madeOf(values);
}

/** A method of a plain table that outlives the round, or of a coder. */
function sharedMethod(
  reading: Reading,
  call: SyntaxNode,
  callee: SyntaxNode,
  name: string,
  owner: Value,
): Value | undefined {
  const { file } = reading;
  const object = childIn(callee, 'object');
  if (!object || owner.kind !== 'shared') return undefined;
  if ((name === 'decode' || name === 'encode') && areCoders(file, call, owner.roots)) {
    return valuesOf(reading, call).some(isReceived) ? failing(reading, message) : plain;
  }
  if (!areTables(file, call, owner.roots)) return undefined;
  const what = oneLine(file.textOf(callee));
  if (library.puttingMethods.has(name)) {
    stored(reading, call);
    if (/^pop/.test(name)) emit(reading, { does: 'raise' });
    changeTable(reading, object, owner, what);
    return somewhere;
  }
  if (library.takingMethods.has(name)) {
    const values = stored(reading, call);
    const hasDefault = name === 'pop' && values.length === 2;
    if (values.some(isReceived) && !hasDefault) emit(reading, { does: 'raise' });
    changeTable(reading, object, owner, what);
    return somewhere;
  }
  if (library.fillingMethods.has(name)) {
    const values = stored(reading, call);
    changeTable(reading, object, owner, what);
    const isWritten = argumentsOf(call).every(({ type }) => /^(?:list|dictionary|tuple|set)$/.test(type));
    // Where the message itself is gone through, it may turn out to be of another shape in the midst of the change.
    if (values.some(isReceived) && !isWritten) emit(reading, { does: 'raise' });
    return plain;
  }
  if (!['get', 'keys', 'values', 'items', 'copy'].includes(name)) return undefined;
  emit(reading, { does: 'read', of: owner.roots });
  valuesOf(reading, call);
  return name === 'get' || name === 'copy' ? somewhere : shared(owner.roots);
}

/** The values of arguments that are put into a table as they are. */
function stored(reading: Reading, call: SyntaxNode): Value[] {
  return argumentsOf(call).map((argument) => {
    const value = argument.type === 'keyword_argument' ? (childIn(argument, 'value') ?? argument) : argument;
    return reading.all.expression(reading, value, { stored: true });
  });
}

/**
 * True for a class, by its name, that is called with plain names and constants: where what it makes is stored as the last
 * step, it is taken to do no more than to hold them.
 */
function isMade(reading: Reading, call: SyntaxNode, callee: SyntaxNode): boolean {
  const name = reading.file.textOf(callee);
  if (
    !/^[A-Z]\w*$/.test(name) ||
    !/[a-z]/.test(name) ||
    callee.type !== 'identifier' ||
    actsWhenMade(reading.file, name)
  )
    return false;
  const before = reading.steps.length;
  const values = argumentsOf(call).map((argument) => {
    const value = argument.type === 'keyword_argument' ? (childIn(argument, 'value') ?? argument) : argument;
    return /^(?:identifier|attribute|integer|string|none|true|false)$/.test(value.type)
      ? reading.all.expression(reading, value)
      : mixed;
  });
  if (values.some(({ kind }) => kind === 'mixed')) {
    reading.steps.length = before;
    return false;
  }
  if (values.some(isReceived)) emit(reading, { does: 'raise' });
  return true;
}

/** True for `get_role()` that is compared with a constant: what it gives is only looked at. */
export function isGetter(reading: Reading, operand: SyntaxNode, operands: readonly SyntaxNode[]): boolean {
  const callee = operand.type === 'call' ? childIn(operand, 'function') : undefined;
  if (callee?.type !== 'identifier' || argumentsOf(operand).length > 0) return false;
  const isNamed = /^(?:get|is|has)_(?!.*(?:next|new|free|fresh|unique|seq|ticket))/.test(reading.file.textOf(callee));
  const others = operands.filter((other) => other !== operand);
  return (
    isNamed &&
    others.every(({ type }) => /^(?:attribute|identifier|string|integer|none)$/.test(type)) &&
    !calledFunction(reading.file, callee, reading.definition)
  );
}
