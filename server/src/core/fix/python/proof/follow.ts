/** Follows calls of functions that stand in the same file. */

import { apart, emit, unknown } from '../../proof/emit';
import { plain, shared, somewhere, type Value } from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { functionName, isAsync, walkOwn } from '../scope';
import { ownNames } from './names';
import { nameIn, type Reading } from './reading';
import { classDecorator } from './storage';

/** How many functions may be open at once, that of the loop among them. */
const maxDepth = 5;

/** Emits the steps of a function with the arguments of a call, and gives what it returns. */
export function followCall(reading: Reading, call: SyntaxNode, definition: SyntaxNode): Value {
  const { all, file } = reading;
  const name = functionName(file, definition);
  const problem = problemOf(reading, definition);
  const given = problem === undefined ? parametersOf(reading, call, definition) : undefined;
  if (!given) {
    unknown(reading, `calls ${name}, ${problem ?? 'whose arguments are not followed'}`);
    return plain;
  }
  all.active.push(definition);
  const inner: Reading = {
    all,
    file,
    id: all.scopes++,
    definition,
    loop: undefined,
    own: ownNames(file, definition, definition),
    inner: new Set(),
    values: new Map([...given].map(([parameter, { value }]) => [parameter, value])),
    returned: undefined,
    depth: 0,
    steps: [],
  };
  const body = childIn(definition, 'body');
  const steps = apart(inner, () => {
    for (const [parameter, { from }] of given)
      emit(inner, { does: 'bind', name: nameIn(inner, parameter), ...(from !== undefined && { from }) });
    if (body) all.block(inner, body);
  });
  all.active.pop();
  emit(reading, { does: 'follow', body: steps });
  return inner.returned ?? plain;
}

function problemOf({ all, file }: Reading, definition: SyntaxNode): string | undefined {
  if (all.active.includes(definition)) return 'which calls itself';
  if (all.active.length >= maxDepth) return 'deeper than calls are followed';
  if (isAsync(file, definition)) return 'which is a coroutine';
  const around = definition.parent?.type === 'decorated_definition' ? definition.parent : undefined;
  const decorator = around?.children.find(
    (node) => node.type === 'decorator' && !/^@(?:static|class)method$/.test(file.textOf(node)),
  );
  const wrapping = decorator ?? classDecorator(file, definition);
  if (wrapping) return `which ${oneLine(file.textOf(wrapping))} wraps`;
  return [...walkOwn(childIn(definition, 'body') ?? definition)].some(({ type }) => type === 'yield')
    ? 'which is a generator'
    : undefined;
}

/** What is given for a parameter: a value, and the name of the caller that it has there. */
interface Given {
  readonly value: Value;
  readonly from?: string;
}

/** What each parameter stands for; undefined where a call or a definition takes any number of arguments. */
function parametersOf(reading: Reading, call: SyntaxNode, definition: SyntaxNode): Map<string, Given> | undefined {
  const { file } = reading;
  const values = new Map<string, Given>();
  const callee = childIn(call, 'function');
  const parameters = (childIn(definition, 'parameters')?.children ?? []).filter(({ type }) => type !== 'comment');
  const [first] = parameters;
  const isBound = callee?.type === 'attribute' && first !== undefined && /^(?:self|cls)$/.test(file.textOf(first));
  if (isBound) values.set(file.textOf(first), { value: shared(['self']) });
  const open = parameters.slice(isBound ? 1 : 0);
  const names = open.map((node) => file.textOf(childIn(node, 'name') ?? node.children[0] ?? node));
  if (open.some(({ type }) => /splat|separator/.test(type))) return undefined;
  for (const [index, node] of open.entries()) {
    const standard = childIn(node, 'value');
    const isConstant = /^(?:integer|float|string|true|false|none)$/.test(standard?.type ?? '');
    if (standard) values.set(names[index] ?? '', { value: isConstant ? plain : somewhere });
  }
  const given = (childIn(call, 'arguments')?.children ?? []).filter(({ type }) => type !== 'comment');
  for (const [index, argument] of given.entries()) {
    const isNamed = argument.type === 'keyword_argument';
    if (/splat|generator/.test(argument.type)) return undefined;
    const key = isNamed ? childIn(argument, 'name') : undefined;
    const name = key ? file.textOf(key) : names[index];
    if (name === undefined || !names.includes(name)) return undefined;
    values.set(name, givenValue(reading, isNamed ? (childIn(argument, 'value') ?? argument) : argument));
  }
  return names.every((name) => values.has(name)) ? values : undefined;
}

/** The value of an argument; what only a name of the function around the loop stands for has none where that is not known. */
function givenValue(reading: Reading, argument: SyntaxNode): Given {
  const { all, file } = reading;
  const value = all.expression(reading, argument);
  const isLocal = value.roots.some((root) => root !== all.socket && all.locals.has(root.split('.')[0] ?? ''));
  const known = isLocal && value.kind === 'shared' && value.roots.join() !== 'self' ? somewhere : value;
  const text = argument.type === 'identifier' ? file.textOf(argument) : '';
  return reading.own.has(text) ? { value: known, from: nameIn(reading, text) } : { value: known };
}
