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
  within,
} from '../../proof/value';
import { oneLine } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { childIn, type SyntaxNode } from '../../syntax';
import { loggerOf } from '../layout';
import { lastName } from '../scope';
import { boundValues } from '../socketType';
import { actsWhenMade } from './acting';
import { followCall } from './follow';
import { argumentsOf, failing, functionValue, isOfLanguage, nameOf, valuesOf } from './functions';
import * as library from './library';
import { isReplaced } from './meaning';
import { isText, nameIn, type Reading, readPlaces, takeKey, type Use } from './reading';
import { areCoders, areTables, calledFunction } from './storage';
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
  const method = callee.type === 'attribute' ? methodValue(reading, call, callee, use) : undefined;
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
  return file.textOf(callee) === 'print' && isWhole && isOfLanguage(reading, 'print');
}

/** True for what only has the name of a logger: something else than a function with "logg" in its name made it. */
function isOwnLogger({ file }: Reading, call: SyntaxNode, logger: string): boolean {
  return boundValues(file, call, logger).some(
    (value) =>
      file.nodes('class_definition').some((node) => file.textOf(value).startsWith(`${className(file, node)}(`)) ||
      !/^(?:[\w.]*\.)?(?:\w*logg\w*|getChild|bind)\(|^[\w.]*(?:log|logger|logging)$/i.test(file.textOf(value)),
  );
}

function className(file: SourceFile, definition: SyntaxNode): string {
  const name = childIn(definition, 'name');
  return name ? file.textOf(name) : '';
}

/** Logging takes what it is given and reckons with nothing; printing may come upon text that has no bytes. */
function logged(reading: Reading, call: SyntaxNode): Value {
  const isPrint = childIn(call, 'function')?.type === 'identifier';
  for (const argument of argumentsOf(call)) {
    const node = argument.type === 'keyword_argument' ? (childIn(argument, 'value') ?? argument) : argument;
    const value = reading.all.expression(reading, node, { quiet: true });
    if (isPrint && isReceived(value)) emit(reading, { does: 'show' });
  }
  return plain;
}

/** A method of something that is known; undefined where it is none. */
function methodValue(reading: Reading, call: SyntaxNode, callee: SyntaxNode, use: Use): Value | undefined {
  const object = childIn(callee, 'object');
  const name = lastName(reading.file, callee);
  if (!object) return undefined;
  if (name === 'poll' && isPoller(reading, object)) return madePlain(reading, call);
  const isOwnMethod = reading.file.nodes('function_definition').some((node) => nameOf(reading, node) === name);
  if (name === 'is_set' && argumentsOf(call).length === 0 && !isOwnMethod) return plain;
  const before = reading.steps.length;
  const owner = reading.all.expression(reading, object, { quiet: true });
  if (owner.kind === 'shared' && owner.roots.join() === reading.all.socket)
    return socketMethod(reading, call, callee, name);
  const value = methodOfRound(reading, call, name, owner) ?? sharedMethod(reading, call, callee, name, owner, use);
  if (value === undefined) reading.steps.length = before;
  return value;
}

/** True for a poller that the file shows to be one of pyzmq. */
function isPoller({ file }: Reading, object: SyntaxNode): boolean {
  const made = boundValues(file, object, file.textOf(object));
  return made.length > 0 && made.every((value) => /^(?:\w+\.)*Poller\(\)$/.test(file.textOf(value)));
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
  // With this option the answer fails where the peer has gone.
  const isRefused = /router_mandatory/i.test(reading.file.text);
  if (isRefused || values.some(isDecoded)) emit(reading, { does: 'raise' });
  emit(reading, { does: 'change', what: reading.file.textOf(callee), of: [] });
  return plain;
}

/** A method of what was made in this round: those of bytes and text take them in any form. */
function methodOfRound(reading: Reading, call: SyntaxNode, name: string, owner: Value): Value | undefined {
  if (owner.kind === 'item') {
    const [key] = argumentsOf(call);
    return name === 'get' && key && isText(key) ? somewhere : undefined;
  }
  if (!isOwn(owner)) return undefined;
  const isOfText = library.textMethods.has(name);
  const changes =
    library.puttingMethods.has(name) || library.takingMethods.has(name) || library.fillingMethods.has(name);
  if (!isOfText && !changes && !library.readingMethods.has(name)) return undefined;
  const values = valuesOf(reading, call);
  // A list of this round may hold less than is taken out of it, or asked for.
  const isTaking = library.takingMethods.has(name) || name === 'index' || /^pop/.test(name);
  const isSafe = owner.kind === 'plain' && !values.some(isReceived) && !isTaking;
  const isTotal = owner.kind === 'bytes' && isOfText && !values.some(({ kind }) => kind === 'message');
  if (!isSafe && !isTotal) emit(reading, { does: 'raise' });
  // Text that was made of a message may hold what has no bytes.
  if (name === 'encode' && isReceived(owner)) emit(reading, { does: 'show' });
  if (changes) emit(reading, { does: 'forget' });
  const object = childIn(childIn(call, 'function') ?? call, 'object');
  // Frames may be none once one is taken out.
  if (changes && owner.kind === 'frames' && object?.type === 'identifier')
    reading.values.set(reading.file.textOf(object), message);
  if (owner.kind === 'frames' && name === 'pop') return bytes;
  if (owner.kind === 'bytes' && (name === 'decode' || isOfText)) return /split|partition/.test(name) ? message : bytes;
  return isReceived(owner) || values.some(isReceived) ? madeOf([message, ...values]) : madeOf(values);
}

/** A method of a plain table that outlives the round, or of a coder. */
function sharedMethod(
  reading: Reading,
  call: SyntaxNode,
  callee: SyntaxNode,
  name: string,
  owner: Value,
  use: Use,
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
    const [key] = argumentsOf(call);
    const [first] = stored(reading, call);
    if (/^pop/.test(name)) emit(reading, { does: 'raise' });
    // What cannot be a key was never in it, and so is out of it.
    if (key && first && !/^append/.test(name)) takeKey(reading, key, first, name === 'discard');
    if (name === 'move_to_end') requireKey(reading, key, owner);
    changeTable(reading, object, owner, what);
    return taken(reading, name, call, owner, use);
  }
  if (library.takingMethods.has(name)) {
    const values = stored(reading, call);
    const hasDefault = name === 'pop' && values.length === 2;
    const [key] = argumentsOf(call);
    const [first] = values;
    if (hasDefault && key && first) takeKey(reading, key, first, true);
    else if (name !== 'insert' || values.some(isReceived)) emit(reading, { does: 'raise' });
    changeTable(reading, object, owner, what);
    return taken(reading, name, call, owner, use);
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
  const [first] = valuesOf(reading, call);
  const [key] = argumentsOf(call);
  if (name === 'get' && key && first) takeKey(reading, key, first);
  return name === 'get' || name === 'copy' ? somewhere : shared(owner.roots);
}

/** What an earlier round left in a table and a method gives back: to use it is to reckon with that. */
function taken(reading: Reading, name: string, { parent }: SyntaxNode, { roots }: Value, use: Use): Value {
  if (!giving.has(name)) return plain;
  if (parent?.type !== 'expression_statement') readPlaces(reading, roots, use);
  return within(roots);
}

const giving = new Set(['pop', 'popleft', 'popitem', 'setdefault']);

/** The key of `move_to_end` has to be in the table, as one that was just put there is. */
function requireKey(reading: Reading, key: SyntaxNode | undefined, { roots }: Value): void {
  if (key?.type !== 'identifier') emit(reading, { does: 'raise' });
  else emit(reading, { does: 'look', name: nameIn(reading, reading.file.textOf(key)), key: `in ${roots.join()}` });
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
    isReplaced(reading.file, callee, name) ||
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
  const isNamed =
    /^(?:is|has)_\w+$|^get_\w*(?:role|rank|size|name|mode|kind|type|state|status|version|address|host|port)$/.test(
      reading.file.textOf(callee),
    );
  const others = operands.filter((other) => other !== operand);
  return (
    isNamed &&
    others.every(({ type }) => /^(?:attribute|identifier|string|integer|none)$/.test(type)) &&
    !calledFunction(reading.file, callee, reading.definition)
  );
}
