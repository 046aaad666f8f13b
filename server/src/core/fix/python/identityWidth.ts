/** Reads from a file how many bytes the identities have that peers give themselves. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { lastName } from './scope';

/** What a file shows about identities. */
export interface IdentityWidths {
  /** Bytes of the identities that it makes. */
  readonly known: ReadonlySet<number>;
  /** True when it gives a socket an identity of a width that is not in sight. */
  readonly hasOthers: boolean;
}

/** Words by which code calls an identity. */
const identityWords = ['ident', 'routing_id', 'routing'];

/** Bytes of one item of `struct.pack`, in the standard sizes that `<`, `>` and `!` ask for. */
const packed = new Map([
  ['B', 1],
  ['H', 2],
  ['I', 4],
  ['L', 4],
  ['Q', 8],
]);

/**
 * The widths that the file gives to identities: `identity = rank.to_bytes(2, "little")`, an option `zmq.IDENTITY`, a
 * set of such numbers in which `identity` is looked up. Numbers written as bytes for anything else do not count.
 */
export function identityWidths(file: SourceFile, identity: string): IdentityWidths {
  const known = new Set<number>();
  for (const node of [...file.nodes('call'), ...file.nodes('string')]) {
    const width = widthOf(file, node);
    if (width !== undefined && becomesIdentity(file, node, identity)) known.add(width);
  }
  const given = [...file.nodes('call'), ...file.nodes('assignment')].flatMap((node) => optionValue(file, node) ?? []);
  const widths = given.map((value) => widthOf(file, value) ?? widthOfName(file, value));
  for (const width of widths) if (width !== undefined) known.add(width);
  const hasOthers = widths.includes(undefined);
  return { known, hasOthers };
}

/** Bytes of what an expression makes: `x.to_bytes(2, …)`, `struct.pack("<H", x)`, a literal of bytes without escapes. */
export function widthOf(file: SourceFile, node: SyntaxNode): number | undefined {
  if (node.type === 'string')
    return /^b(["'])[^\\"']*\1$/.test(file.textOf(node)) ? file.textOf(node).length - 3 : undefined;
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  const [first] = childIn(node, 'arguments')?.children ?? [];
  if (!callee || !first) return undefined;
  if (file.textOf(callee) === 'struct.pack') {
    const format = /^["'][<>!=]([A-Z])["']$/.exec(file.textOf(first))?.[1];
    return format === undefined ? undefined : packed.get(format);
  }
  if (lastName(file, callee) !== 'to_bytes') return undefined;
  const named = childIn(node, 'arguments')?.children.find((given) => keyOf(file, given) === 'length');
  const length = named ? childIn(named, 'value') : first;
  return length?.type === 'integer' ? Number(file.textOf(length)) : undefined;
}

function keyOf(file: SourceFile, argument: SyntaxNode): string {
  const name = argument.type === 'keyword_argument' ? childIn(argument, 'name') : undefined;
  return name ? file.textOf(name) : '';
}

/** True where bytes are bound to, or given as, an identity. */
function becomesIdentity(file: SourceFile, node: SyntaxNode, identity: string): boolean {
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'keyword_argument') return saysIdentity(keyOf(file, ancestor));
    if (ancestor.type === 'assignment') return bindsIdentity(file, ancestor, identity);
    if (ancestor.type === 'return_statement') return returnsIdentity(file, ancestor);
    const callee = ancestor.type === 'call' ? childIn(ancestor, 'function') : undefined;
    if (!collections.has(callee ? file.textOf(callee) : ancestor.type)) return false;
  }
  return false;
}

/** What may stand between the bytes and the name of all of them. */
const collections = new Set([
  ...['set', 'list', 'tuple', 'dictionary', 'pair', 'parenthesized_expression'],
  ...[
    'argument_list',
    'frozenset',
    'dict',
    'sorted',
    'set_comprehension',
    'list_comprehension',
    'dictionary_comprehension',
    'generator_expression',
  ],
]);

function bindsIdentity(file: SourceFile, assignment: SyntaxNode, identity: string): boolean {
  const left = childIn(assignment, 'left');
  if (!left) return false;
  return saysIdentity(lastName(file, left)) || looksUp(file, file.textOf(left), identity);
}

function returnsIdentity(file: SourceFile, statement: SyntaxNode): boolean {
  const definition = [...ancestors(statement)].find(({ type }) => type === 'function_definition');
  const name = definition && childIn(definition, 'name');
  return !!name && saysIdentity(file.textOf(name));
}

/** True where the identity is looked for in a collection: `identity in pending`, `pending[identity]`, `pending.remove(identity)`. */
function looksUp(file: SourceFile, collection: string, identity: string): boolean {
  const asks = [`${identity} in ${collection}`, `${identity} not in ${collection}`, `${collection}[${identity}]`];
  const calls = ['remove', 'discard', 'pop', 'get', 'index'].map((method) => `${collection}.${method}(${identity}`);
  return [...asks, ...calls].some((text) => file.text.includes(text));
}

/** The value that a call gives to `zmq.IDENTITY` or `zmq.ROUTING_ID`, or an assignment to that attribute of a socket. */
function optionValue(file: SourceFile, node: SyntaxNode): SyntaxNode | undefined {
  const left = childIn(node, 'left');
  if (left) return /sock\w*\.(?:identity|routing_id)$/i.test(file.textOf(left)) ? childIn(node, 'right') : undefined;
  const callee = childIn(node, 'function');
  const [option, value] = childIn(node, 'arguments')?.children ?? [];
  if (!callee || !option || !value || !/^set(?:sockopt)?(?:_string)?$/.test(lastName(file, callee))) return undefined;
  return ['IDENTITY', 'ROUTING_ID'].includes(lastName(file, option)) ? value : undefined;
}

/** The width of what the file assigns to a name, where that is one. */
function widthOfName(file: SourceFile, name: SyntaxNode): number | undefined {
  const widths = file.nodes('assignment').map((node) => {
    const left = childIn(node, 'left');
    const right = childIn(node, 'right');
    return left && right && file.textOf(left) === file.textOf(name) ? widthOf(file, right) : undefined;
  });
  return widths.find((width) => width !== undefined);
}

function saysIdentity(name: string): boolean {
  return identityWords.some((word) => name.toLowerCase().includes(word));
}
