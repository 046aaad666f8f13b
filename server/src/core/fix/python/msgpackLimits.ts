/** Finds calls of msgpack on network data whose limits were taken away. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { moduleName } from './layout';
import { findReceives, isZmqReceive, statementsOf } from './receive';
import { followMessages, mentions } from './risk';
import { enclosingFunction } from './scope';

/** The library's own limit (msgpack-python 1.0, `Unpacker`). */
const defaultBuffer = '100 * 1024 * 1024';

/** The places of a file. */
export function limitPlaces(file: SourceFile): FixPlace[] {
  const msgpack = moduleName(file, 'msgpack');
  if (!msgpack) return [];
  return file.nodes('call').flatMap((call) => {
    const callee = childIn(call, 'function');
    const name = callee ? file.textOf(callee) : '';
    if (name === `${msgpack}.Unpacker`) return bufferPlace(file, call) ?? [];
    if (name !== `${msgpack}.unpackb` && name !== `${msgpack}.loads`) return [];
    return takesMessage(file, call) ? (keyPlace(file, call) ?? []) : [];
  });
}

/** `Unpacker(max_buffer_size=0)`: the library reads 0 as 2 GiB or more. */
function bufferPlace(file: SourceFile, call: SyntaxNode): FixPlace | undefined {
  const argument = keyword(file, call, 'max_buffer_size');
  const value = argument && childIn(argument, 'value');
  if (!value || file.textOf(value) !== '0') return undefined;
  const why =
    'Without a limit one peer can make this process hold gigabytes; the limit of the library is 100 MiB, beyond which BufferFull is raised.';
  return place(call, why, { start: value.start, end: value.end, newText: defaultBuffer });
}

/** `strict_map_key=False`: keys of any type. */
function keyPlace(file: SourceFile, call: SyntaxNode): FixPlace | undefined {
  const argument = keyword(file, call, 'strict_map_key');
  const value = argument && childIn(argument, 'value');
  if (!argument || value?.type !== 'false') return undefined;
  const why =
    'A key that is an array or a map raises TypeError here, and integer keys can be chosen to collide; take this away if genuine peers send text keys only.';
  return place(call, why, without(file, call, argument));
}

function place({ start, end }: SyntaxNode, why: string, edit: Edit): FixPlace {
  return { start, end, applicability: 'unsafe', why, edits: [edit] };
}

/** Takes an argument away together with the comma before it. */
function without(file: SourceFile, call: SyntaxNode, argument: SyntaxNode): Edit {
  const given = (childIn(call, 'arguments')?.children ?? []).filter((node) => node.type !== 'comment');
  const before = given[given.indexOf(argument) - 1];
  const between = before ? file.text.slice(before.end, argument.start) : '';
  const start = before && /^\s*,\s*$/.test(between) ? before.end : argument.start;
  return { start, end: argument.end, newText: '' };
}

function keyword(file: SourceFile, call: SyntaxNode, name: string): SyntaxNode | undefined {
  return (childIn(call, 'arguments')?.children ?? []).find((node) => {
    const key = node.type === 'keyword_argument' ? childIn(node, 'name') : undefined;
    return !!key && file.textOf(key) === name;
  });
}

/** True when the call reads a message that its function received. */
function takesMessage(file: SourceFile, call: SyntaxNode): boolean {
  const definition = enclosingFunction(call);
  const body = definition ? childIn(definition, 'body') : file.root;
  const given = childIn(call, 'arguments');
  if (!body || !given) return false;
  const receives = findReceives(file, body).filter((receive) => isZmqReceive(file, receive));
  return receives.length > 0 && mentions(file, given, followMessages(file, receives, statementsOf(body)));
}
