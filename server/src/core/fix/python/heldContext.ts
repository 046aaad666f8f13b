/** Tells which items of a `with` close a ZMQ socket or its context and do nothing else, whatever ends their body. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { importedName, moduleName } from './layout';
import { lastName } from './scope';
import { boundValues, socketType, typeNamed } from './socketType';

/**
 * True for an item that makes the socket (source text), a socket or a context of pyzmq, or closes one that is shown to be
 * such. A name like `ctx` alone shows nothing.
 */
export function holdsSocket(file: SourceFile, item: SyntaxNode, socket: string): boolean {
  const value = childIn(item, 'value') ?? item.children[0];
  if (!value) return false;
  const isNamed = value.type === 'as_pattern';
  const alias = isNamed ? childIn(value, 'alias') : undefined;
  const held = isNamed ? (value.children[0] ?? value) : value;
  if (alias && file.textOf(alias) === socket && typeNamed(file, held) !== undefined) return true;
  return isHeld(file, held, maxNames);
}

/** How often a socket or context may change its name before it is no longer followed. */
const maxNames = 3;

function isHeld(file: SourceFile, value: SyntaxNode, left: number): boolean {
  if (left === 0) return false;
  if (value.type === 'call') {
    const callee = childIn(value, 'function');
    const given = childIn(value, 'arguments')?.children ?? [];
    const [only] = given;
    if (!callee) return false;
    const name = lastName(file, callee);
    if (name === 'closing' && given.length === 1 && only) return isHeld(file, only, left - 1);
    return isContext(file, callee) || (name === 'socket' && given.some((argument) => isType(file, argument)));
  }
  const isName = value.type === 'identifier' || value.type === 'attribute';
  if (!isName) return false;
  const text = file.textOf(value);
  if (socketType(file, value, text) !== undefined || isAnnotated(file, value)) return true;
  const made = boundValues(file, value, text);
  return made.length > 0 && made.every((node) => node !== value && isHeld(file, node, left - 1));
}

/** True for a type of sockets, by the name that pyzmq gives it. */
function isType(file: SourceFile, argument: SyntaxNode): boolean {
  return typeNamed(file, argument) !== undefined || /^(?:PUSH|PUB|STREAM)$/.test(lastName(file, argument));
}

/** True for `zmq.Context`, `zmq.asyncio.Context`, their `instance`, and names imported from there. */
function isContext(file: SourceFile, callee: SyntaxNode): boolean {
  const text = file.textOf(callee).replace(/\.(?:instance|shadow)$/, '');
  const zmq = moduleName(file, 'zmq');
  const tasks = importedName(file, 'zmq', 'asyncio') ?? moduleName(file, 'zmq.asyncio');
  const known = [
    ...(zmq ? [`${zmq}.Context`, `${zmq}.asyncio.Context`, `${zmq}.green.Context`] : []),
    ...(tasks ? [`${tasks}.Context`] : []),
    ...['zmq', 'zmq.asyncio', 'zmq.green', 'zmq.sugar', 'zmq.sugar.context'].flatMap(
      (module) => importedName(file, module, 'Context') ?? [],
    ),
  ];
  return known.includes(text);
}

/** True for a parameter that is declared as a context or a socket of pyzmq. */
function isAnnotated(file: SourceFile, name: SyntaxNode): boolean {
  const text = file.textOf(name);
  return [...file.nodes('typed_parameter'), ...file.nodes('typed_default_parameter')].some((parameter) => {
    const declared = childIn(parameter, 'name') ?? parameter.children[0];
    const type = childIn(parameter, 'type');
    const owner = parameter.parent?.parent;
    const isVisible = !!owner && owner.start <= name.start && name.end <= owner.end;
    return (
      isVisible &&
      !!declared &&
      !!type &&
      file.textOf(declared) === text &&
      /\bzmq\b.*\b(?:Context|Socket)\b/.test(file.textOf(type))
    );
  });
}
