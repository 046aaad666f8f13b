/** Finds what can let an exception out of the handling of a received message. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { catchesEnding, catchesReceiveErrors, isGuarded, readHandler } from './handler';
import { isLengthChecked } from './listLength';
import { decodeErrors, indexError, keyError, type Raised, raisedBy, typeError, valueError } from './raised';
import { type Receive, unpacks } from './receive';
import { functionName, lastName, walkOwn, withoutAwait } from './scope';

/** A node that can raise because of what was received. */
export interface Risk {
  /**
   * `unpack`: the frames are named or indexed. `shape`: something decoded is unpacked. `call`: the message is handed to
   * a function that may or may not raise.
   */
  readonly kind: 'raise' | 'assert' | 'unpack' | 'shape' | 'decode' | 'call';
  readonly node: SyntaxNode;
}

/** What a node may raise. */
interface Danger {
  readonly kind: Risk['kind'];
  readonly raised: readonly Raised[];
}

/** Names of calls that fail on bytes of another form. */
export const decoders = new Set(['loads', 'unpackb', 'unpack', 'decode', 'from_bytes', 'load', 'model_validate_json']);

/** How code refers to messages: the calls that receive them, and the names that hold them or something made from them. */
export interface Received {
  readonly calls: readonly SyntaxNode[];
  readonly names: ReadonlySet<string>;
  /** The names that hold a list of frames, with the smallest number that there can be. */
  readonly lists: ReadonlyMap<string, number>;
}

/** Follows messages through the assignments of the statements that handle them. */
export function followMessages(
  file: SourceFile,
  receives: readonly Receive[],
  statements: readonly SyntaxNode[],
): Received {
  const names = new Set<string>();
  const lists = new Map(receives.flatMap((receive) => listsOf(file, receive)));
  const received: Received = { calls: receives.map((receive) => receive.call), names, lists };
  for (const statement of [...receives.map((receive) => receive.statement), ...statements]) {
    for (const node of walkOwn(statement)) {
      const left = childIn(node, 'left') ?? childIn(node, 'name');
      const right = childIn(node, 'right') ?? childIn(node, 'value');
      const subject = node.type === 'match_statement' ? childIn(node, 'subject') : undefined;
      if (subject && mentions(file, subject, received)) {
        for (const pattern of file.nodes('case_pattern', node))
          for (const name of namesIn(file, pattern)) names.add(name);
      }
      if (!left || !right || !bindsNames.has(node.type)) continue;
      if (mentions(file, right, received)) for (const name of boundNames(file, left)) names.add(name);
    }
  }
  return received;
}

/** libzmq never gives a message without a frame. */
function listsOf(file: SourceFile, { method, target, call }: Receive): [string, number][] {
  if (method !== 'recv_multipart') return [];
  const around = call.parent?.type === 'named_expression' ? childIn(call.parent, 'name') : target;
  if (around?.type === 'identifier') return [[file.textOf(around), 1]];
  const rest = around?.children.find(({ type }) => type === 'list_splat_pattern')?.children[0];
  return rest ? [[file.textOf(rest), 0]] : [];
}

const bindsNames = new Set(['assignment', 'named_expression', 'for_statement', 'augmented_assignment']);

/** The names that a target binds: `self.last = …` and `table[key] = …` bind none. */
function* boundNames(file: SourceFile, target: SyntaxNode): Generator<string> {
  for (const node of walkOwn(target)) {
    const around = node.parent?.type;
    const isPart = node !== target && (around === 'attribute' || around === 'subscript');
    if (node.type === 'identifier' && !isPart) yield file.textOf(node);
  }
}

/** True when an expression refers to the message. */
export function mentions(file: SourceFile, node: SyntaxNode, received: Received): boolean {
  if (received.calls.some((call) => node.start <= call.start && call.end <= node.end)) return true;
  for (const name of namesIn(file, node)) if (received.names.has(name)) return true;
  return false;
}

/** The plain names in an expression, attributes and keywords left out. */
export function* namesIn(file: SourceFile, node: SyntaxNode): Generator<string> {
  for (const inner of walkOwn(node)) {
    if (inner.type !== 'identifier' || inner.field === 'attribute') continue;
    if (inner.field === 'name' && inner.parent?.type === 'keyword_argument') continue;
    yield file.textOf(inner);
  }
}

/** What can raise in the statements of a loop, leaving out what its own guards and checks cover. */
export function risksIn(
  file: SourceFile,
  statements: readonly SyntaxNode[],
  received: Received,
  loop: SyntaxNode,
): Risk[] {
  const risks: Risk[] = [];
  for (const statement of statements) {
    for (const node of walkOwn(statement)) {
      const danger = dangerOf(file, node, received, loop);
      if (danger && !isGuarded(file, node, loop, danger.raised)) risks.push({ kind: danger.kind, node });
    }
  }
  return risks;
}

function dangerOf(file: SourceFile, node: SyntaxNode, received: Received, loop: SyntaxNode): Danger | undefined {
  switch (node.type) {
    case 'raise_statement':
      return letsEndingPass(file, node) ? undefined : { kind: 'raise', raised: raisedBy(file, node) };
    case 'assert_statement':
      return mentions(file, node, received) ? { kind: 'assert', raised: [['AssertionError']] } : undefined;
    case 'assignment':
      return unpackDanger(file, node, received, loop);
    case 'subscript':
      return indexDanger(file, node, received, loop) ?? lookupDanger(file, node, received, loop);
    case 'call':
      return received.calls.includes(node) || !mentions(file, node, received) ? undefined : callDanger(file, node);
    default:
      return undefined;
  }
}

function callDanger(file: SourceFile, call: SyntaxNode): Danger | undefined {
  const callee = childIn(call, 'function');
  // Any bytes are a number.
  if (callee && file.textOf(callee) === 'int.from_bytes') return undefined;
  const isDecoder = callee && decoders.has(lastName(file, callee));
  if (isDecoder) return takesAnyBytes(file, call) ? undefined : { kind: 'decode', raised: decodeErrors(file, call) };
  return isHarmlessCall(file, call) || guardsItself(file, call) ? undefined : { kind: 'call', raised: [[]] };
}

/** True for a call of a function of this file whose own guards let none of its calls and raises out. */
function guardsItself(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  const name = callee ? lastName(file, callee) : '';
  const [made, ...others] = file.nodes('function_definition').filter((node) => functionName(file, node) === name);
  const body = made && childIn(made, 'body');
  if (!body || others.length > 0) return false;
  const risky = [...walkOwn(body)].filter(
    ({ type }) => type === 'call' || type === 'raise_statement' || type === 'subscript',
  );
  return risky.every((node) => isGuarded(file, node, made) || isHarmlessCall(file, node) || inClause(node, made));
}

/** True in a clause of a `try`, but not for what it raises. */
function inClause(node: SyntaxNode, top: SyntaxNode): boolean {
  const isRaised = [node, ...ancestors(node)].some(
    ({ type, start }) => type === 'raise_statement' && start >= top.start,
  );
  return !isRaised && [...ancestors(node)].some(({ type, start }) => type === 'except_clause' && start >= top.start);
}

/** True for a decoding of text that replaces what it cannot read, or for which all bytes are text. */
function takesAnyBytes(file: SourceFile, call: SyntaxNode): boolean {
  const given = childIn(call, 'arguments');
  return (
    !!given &&
    /["'](?:replace|ignore|backslashreplace|surrogateescape|latin-?1|iso-8859-1)["']/i.test(file.textOf(given))
  );
}

/** True for the `raise` of a clause that is there for cancellation or errors of the socket. */
function letsEndingPass(file: SourceFile, raise: SyntaxNode): boolean {
  const clause = [...ancestors(raise)].find((node) => node.type === 'except_clause');
  if (!clause) return false;
  const handler = readHandler(file, clause);
  return catchesEnding(handler) || catchesReceiveErrors(handler);
}

/** Naming the items of a message: of its frames, or of something decoded. */
function unpackDanger(file: SourceFile, node: SyntaxNode, received: Received, loop: SyntaxNode): Danger | undefined {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  if (!left || !right || !unpacks(left) || literal.has(right.type) || !mentions(file, right, received))
    return undefined;
  const isStarred = left.children.some(({ type }) => type === 'list_splat_pattern');
  const count = left.children.length - (isStarred ? 1 : 0);
  const wanted = { min: count, max: isStarred ? Number.POSITIVE_INFINITY : count };
  const value = withoutAwait(right);
  if (
    received.calls.some((call) => call === value || call === childIn(childIn(value, 'function') ?? value, 'object'))
  ) {
    return isStarred && count < 2 ? undefined : { kind: 'unpack', raised: [valueError] };
  }
  const list = slicedList(file, value, wanted);
  const known = list && received.lists.get(list.name);
  if (list && isLengthChecked(file, node, loop, list.name, { ...list, known: known ?? 0 })) return undefined;
  if (known !== undefined) return { kind: 'unpack', raised: [valueError] };
  if (value.type === 'conditional_expression' && file.textOf(value).includes('len(')) return undefined;
  const callee = value.type === 'call' ? childIn(value, 'function') : undefined;
  // What a function of unknown contents gives back is its own business.
  if (callee && !splitting.has(lastName(file, callee)) && !decoders.has(lastName(file, callee))) return undefined;
  return { kind: 'shape', raised: [valueError, typeError] };
}

const literal = new Set(['expression_list', 'tuple', 'list']);
const splitting = new Set(['split', 'rsplit']);

/** The name of a list that is unpacked, whole or by a slice, and the length that it must have. */
function slicedList(
  file: SourceFile,
  value: SyntaxNode,
  wanted: { readonly min: number; readonly max: number },
): { name: string; min: number; max: number } | undefined {
  if (value.type === 'identifier') return { name: file.textOf(value), ...wanted };
  const object = value.type === 'subscript' ? childIn(value, 'value') : undefined;
  const bounds = /^\[(\d*):(\d*)\]$/.exec(object ? file.text.slice(object.end, value.end) : '');
  if (object?.type !== 'identifier' || !bounds) return undefined;
  const name = file.textOf(object);
  const from = Number(bounds[1] ?? '');
  // Up to a fixed place there are never too many, only too few.
  if (bounds[2]) return { name, min: Math.min(Number(bounds[2]), wanted.min + from), max: Number.POSITIVE_INFINITY };
  return { name, min: wanted.min + from, max: wanted.max + from };
}

/** A frame beyond the first, by its place. */
function indexDanger(file: SourceFile, node: SyntaxNode, received: Received, loop: SyntaxNode): Danger | undefined {
  const name = file.textOf(childIn(node, 'value') ?? node);
  const place = childIn(node, 'subscript');
  const known = received.lists.get(name);
  const index = place && /^-?\d{1,9}$/.test(file.textOf(place)) ? Number(file.textOf(place)) : undefined;
  if (known === undefined || index === undefined || node.field === 'left') return undefined;
  const min = index < 0 ? -index : index + 1;
  const isChecked = isLengthChecked(file, node, loop, name, { min, max: Number.POSITIVE_INFINITY, known });
  return isChecked ? undefined : { kind: 'unpack', raised: [indexError] };
}

/** Looking up a key of a decoded message, as `data["type"]`; an assignment to it is none. */
function lookupDanger(file: SourceFile, node: SyntaxNode, received: Received, loop: SyntaxNode): Danger | undefined {
  const object = childIn(node, 'value');
  const key = childIn(node, 'subscript');
  if (!object || key?.type !== 'string' || node.field === 'left' || !mentions(file, object, received)) return undefined;
  const before = file.text.slice(loop.start, node.start);
  const asked = ['in', 'not in'].some((word) => before.includes(`${file.textOf(key)} ${word} ${file.textOf(object)}`));
  return asked ? undefined : { kind: 'decode', raised: [keyError, typeError] };
}

const harmless = new Set([
  ...['len', 'isinstance', 'print', 'repr', 'bytes', 'type', 'debug', 'info', 'warning', 'error', 'exception'],
  // What hands the bytes on as they are does not read them.
  ...['send', 'send_multipart', 'put', 'put_nowait', 'append', 'appendleft'],
]);

function isHarmlessCall(file: SourceFile, call: SyntaxNode): boolean {
  const callee = childIn(call, 'function');
  return !!callee && harmless.has(lastName(file, callee));
}

/** The conditions that lead to a node from within `top`, innermost first, with the branch taken. */
export function* conditionsOf(
  node: SyntaxNode,
  top: SyntaxNode,
): Generator<{ readonly condition: SyntaxNode; readonly holds: boolean }> {
  let inner = node;
  for (const ancestor of ancestors(node)) {
    if (ancestor.type === 'if_statement' || ancestor.type === 'elif_clause') {
      const condition = childIn(ancestor, 'condition');
      if (condition) yield { condition, holds: inner.field === 'consequence' };
    }
    const choice = ancestor.type === 'case_clause' ? matchAround(ancestor) : undefined;
    const subject = choice && childIn(choice, 'subject');
    if (subject) yield { condition: subject, holds: true };
    inner = ancestor;
    if (inner === top) return;
  }
}

function matchAround(clause: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(clause)) if (ancestor.type === 'match_statement') return ancestor;
  return undefined;
}
