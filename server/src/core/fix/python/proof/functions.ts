/** Functions of the language and of libraries that are called: what they take and make. */
import { emit, unknown } from '../../proof/emit';
import {
  bytes,
  foundIn,
  isDecoded,
  isOwn,
  isReceived,
  madeOf,
  message,
  number,
  plain,
  telling,
  type Value,
} from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { moduleName } from '../layout';
import * as library from './library';
import { isBuiltIn, isReplaced } from './meaning';
import { type Reading, showText, type Use } from './reading';
import { areConstants, areTables } from './storage';

/** A function of the language or of a library; undefined where it is none that is known. */
export function functionValue(reading: Reading, call: SyntaxNode, callee: SyntaxNode, use: Use): Value | undefined {
  const name = reading.file.textOf(callee);
  if (isOfLanguage(reading, name.split('.')[0] ?? name)) return builtInValue(reading, call, name, use);
  const full = moduleFunction(reading, callee);
  if (library.clocks.has(full)) return plain;
  if (!library.coding.has(full)) return undefined;
  const values = valuesOf(reading, call);
  return values.some(isReceived) ? failing(reading, message) : plain;
}

/** A function of the language; undefined where it is none that is known. */
function builtInValue(reading: Reading, call: SyntaxNode, name: string, use: Use): Value | undefined {
  const made = library.total.get(name);
  if (made !== undefined) return totalValue(reading, call, name, made, use);
  if (name === 'next' && argumentsOf(call)[0]?.type === 'generator_expression') return searched(reading, call);
  if (name === 'int.from_bytes') return numberOf(reading, call);
  if (name === 'bytes.fromhex') return valuesOf(reading, call).some(isReceived) ? failing(reading, bytes) : plain;
  return library.scalar.has(name) || library.partial.has(name) ? partialValue(reading, call, name, use) : undefined;
}

/** A number that is read from bytes. */
function numberOf(reading: Reading, call: SyntaxNode): Value {
  const values = valuesOf(reading, call);
  if (values.some((value) => isDecoded(value) || value.kind === 'number')) emit(reading, { does: 'raise' });
  return values.some(isReceived) ? number : plain;
}

/** A function that raises for values of another kind. */
function partialValue(reading: Reading, call: SyntaxNode, name: string, use: Use): Value {
  const isScalar = library.scalar.has(name);
  const isSearch = name === 'any' || name === 'all';
  const values = valuesOf(
    reading,
    call,
    isSearch
      ? { searched: true, quiet: true }
      : { searched: use.searched ?? false, quiet: use.searched === true || isOnlyTold(name, use) },
  );
  const open =
    isScalar && !isSearch
      ? []
      : argumentsOf(call).filter((argument, index) => isUsedUp(reading, argument, values[index]));
  if (open[0]) unknown(reading, `goes through ${oneLine(reading.file.textOf(open[0]))}, which may be used up by that`);
  const isCounted = name === 'len' && values.every(({ kind }) => kind === 'bytes' || kind === 'frames');
  // `max(table)` fails where that is empty, whatever came.
  const isOpen = picking.has(name) && values.some((value) => !isOwn(value));
  if ((values.some(isReceived) || isOpen) && !isCounted && !isSearch) emit(reading, { does: 'raise' });
  if (isSearch && values.some(isReceived)) emit(reading, { does: 'raise' });
  if (name === 'len') return telling(values.some(isReceived) ? number : plain, values);
  if (isScalar) return telling(values.some(isReceived) ? message : plain, values);
  // The numbers below another one are small enough.
  if (name === 'range' && values.every(({ kind }) => kind === 'number' || kind === 'plain')) return plain;
  // What is gone through in another order is still the same table.
  return use.searched === true && values.length === 1 && values[0] ? values[0] : madeOf(values);
}

/** True for a length that goes into a log, or gets a name. */
function isOnlyTold(name: string, { quiet, compared }: Use): boolean {
  return name === 'len' && quiet === true && compared !== true;
}

/** Functions that fail for an empty table or another number. */
const picking = new Set(['min', 'max', 'int', 'float', 'ord', 'hex', 'chr', 'divmod', 'pow', 'bytes', 'range']);

/** A function that takes anything; `str(data, "utf-8")` decodes, and `type` with more than one argument makes a class. */
function totalValue(reading: Reading, call: SyntaxNode, name: string, made: 'plain' | 'bytes', use: Use): Value {
  const isAsking = made === 'plain' && !use.quiet;
  const values = valuesOf(reading, call, use.compared ? {} : isAsking ? { asks: true } : use);
  if (made === 'bytes')
    argumentsOf(call).forEach((argument, index) => {
      showText(reading, argument, values[index] ?? plain);
    });
  if (values.length > 1 && (name !== 'isinstance' || values.slice(1).some(isReceived))) {
    if (name === 'type') unknown(reading, 'makes a class');
    emit(reading, { does: 'raise' });
  }
  return telling(made === 'bytes' && values.some(isReceived) ? bytes : plain, values);
}

/** True for what outlives the round and may be an iterator, which gives each thing once. */
function isUsedUp({ file }: Reading, argument: SyntaxNode, value: Value | undefined): boolean {
  if (!value || isOwn(value) || value.roots.length === 0) return false;
  return !areTables(file, argument, value.roots) && !areConstants(file, argument, value.roots);
}

/** Says that something may raise for the message, and gives its value. */
export function failing(reading: Reading, value: Value): Value {
  emit(reading, { does: 'raise' });
  return value;
}

/** True for a name of the language that means what it says where a function is read. */
export function isOfLanguage({ file, own, definition }: Reading, name: string): boolean {
  return !own.has(name) && isBuiltIn(file, childIn(definition, 'body') ?? definition, name);
}

/** The full name of a function of a module, `json.loads` for `j.loads` behind `import json as j` and for an imported `loads`. */
function moduleFunction({ file, own }: Reading, callee: SyntaxNode): string {
  const text = file.textOf(callee);
  const [first = '', ...rest] = text.split('.');
  if (own.has(first) || isReplaced(file, callee, first)) return '';
  if (rest.length > 0) {
    const module = modules.find((name) => moduleName(file, name) === first);
    return module ? [module, ...rest].join('.') : '';
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
  const found = generator ? reading.all.expression(reading, generator, { searched: true, quiet: true }) : plain;
  if (otherwise) reading.all.expression(reading, otherwise);
  else emit(reading, { does: 'raise' });
  return foundIn(found.roots);
}

/** The arguments of a call, by their values. */
export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const given = childIn(call, 'arguments');
  // `any(x for x in y)`: the generator stands in the place of the list.
  return given?.type === 'argument_list'
    ? given.children.filter(({ type }) => type !== 'comment')
    : given
      ? [given]
      : [];
}

/** The values of the arguments; a named one that may hold a function of the program is not known. */
export function valuesOf(reading: Reading, call: SyntaxNode, use: Use = {}): Value[] {
  return argumentsOf(call).map((argument) => {
    const isNamed = argument.type === 'keyword_argument';
    const key = isNamed ? childIn(argument, 'name') : undefined;
    if (/splat/.test(argument.type)) unknown(reading, `gives ${oneLine(reading.file.textOf(argument))} to a function`);
    if (key && !library.harmlessKeys.test(reading.file.textOf(key))) {
      unknown(reading, `gives ${oneLine(reading.file.textOf(argument))} to a function, which may call it`);
    }
    return reading.all.expression(reading, isNamed ? (childIn(argument, 'value') ?? argument) : argument, use);
  });
}

/** The name of a function or class. */
export function nameOf({ file }: Reading, definition: SyntaxNode): string {
  const name = childIn(definition, 'name');
  return name ? file.textOf(name) : '';
}
