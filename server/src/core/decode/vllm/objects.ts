/**
 * vLLM's messages among the objects of a payload that is odd in itself: bytes or another object behind the message, a text that
 * is no UTF-8. The message keeps its name, and what its receiver says is told.
 */
import { latin1 } from '../bytes';
import type { Warning } from '../msgpack/check';
import type { Stream } from '../msgpack/stream';
import type { MsgpackNode } from '../msgpack/tree';
import { unicodeError } from '../msgpack/unicodeError';
import { bodyOf, pairsOf, strOf } from '../msgpack/value';
import { count } from '../text';
import { type ExplainedMessage, explainMessage } from './explain';

/** Objects of one payload that are looked at. */
const objectLimit = 20;

/** Oddities that leave the structure as it is. */
const harmless = new Set<Warning['code']>(['non-minimal', 'invalid-utf8']);

/** Messages that vLLM packs with the msgpack package; msgspec packs the others (moriio_engine.py, moriio_connector.py). */
const packedByMsgpack = /^(?:moriio\.(?:notify|heartbeat|handshake\.layer)|p2pnccl)/;

/** Offsets of texts that are no UTF-8. */
function brokenTexts(warnings: readonly Warning[]): ReadonlySet<number> {
  return new Set(warnings.filter(({ code }) => code === 'invalid-utf8').map(({ offset }) => offset));
}

/** A text that is no UTF-8, with the path of the value or key that it is. */
interface BrokenText {
  readonly node: MsgpackNode;
  readonly path: string;
}

function stepTo(bytes: Uint8Array, key: MsgpackNode): string {
  return `.${strOf(bytes, key) ?? '<key>'}`;
}

function childPaths(bytes: Uint8Array, node: MsgpackNode, path: string): BrokenText[] {
  if (node.format.family !== 'map') return node.children.map((child, i) => ({ node: child, path: `${path}[${i}]` }));
  return pairsOf(node).flatMap(([key, value]) => {
    const at = path + stepTo(bytes, key);
    return [
      { node: key, path: `a key of ${path === '' ? 'the message' : `\`${path}\``}` },
      { node: value, path: at },
    ];
  });
}

/** The broken texts below a value, in the order of the bytes. */
function findBroken(bytes: Uint8Array, root: MsgpackNode, broken: ReadonlySet<number>): BrokenText[] {
  const found: BrokenText[] = [];
  const pending: BrokenText[] = [{ node: root, path: '' }];
  for (let each = pending.pop(); each && found.length < broken.size; each = pending.pop()) {
    if (broken.has(each.node.start)) found.push(each);
    for (const child of childPaths(bytes, each.node, each.path).reverse()) pending.push(child);
  }
  return found;
}

/** Keys of a map, and values that are words, which were packed as bin: Python's `bytes` in place of `str`. */
interface PackedAsBin {
  readonly keys: readonly MsgpackNode[];
  readonly values: readonly MsgpackNode[];
}

const word = /^[\w.:/-]{2,64}$/;

function packedAsBin(bytes: Uint8Array, root: MsgpackNode): PackedAsBin {
  const isWord = (node: MsgpackNode): boolean =>
    node.format.family === 'bin' && node.end - node.body <= 64 && word.test(latin1(bodyOf(bytes, node)));
  const pairs = root.format.family === 'map' ? pairsOf(root) : [];
  return {
    keys: pairs.map(([key]) => key).filter(isWord),
    values: pairs.map(([, value]) => value).filter(isWord),
  };
}

/** How far the heads of str 8, 16 and 32 (d9 to db) are from those of bin 8, 16 and 32 (c4 to c6). */
const strBehindBin = 0x15;

/** The message that the object would be if its words were packed as str. */
function explainAsText(bytes: Uint8Array, root: MsgpackNode): ExplainedMessage | undefined {
  const { keys, values } = packedAsBin(bytes, root);
  const nodes = [...keys, ...values];
  if (nodes.length === 0) return undefined;
  const copy = bytes.slice(root.start, root.end);
  for (const { start } of nodes) copy[start - root.start] = (copy[start - root.start] ?? 0) + strBehindBin;
  const message = explainMessage(copy);
  if (!message?.sure) return undefined;
  const which = keys.length > 0 ? 'keys' : 'words';
  const shown = (keys.length > 0 ? keys : values).slice(0, 4).map((node) => `\`${latin1(bodyOf(bytes, node))}\``);
  const found = `Its ${which} ${shown.join(', ')} are bin (bytes of Python), where the receiver compares with str: it finds none of them`;
  return {
    ...message,
    fault: `its ${which} are bin instead of str`,
    problems: [`${found}. So ${message.consequence}.`, ...message.problems],
  };
}

/** The object with a placeholder of the same length in place of each broken text, so that its other parts can be checked. */
function mended(bytes: Uint8Array, root: MsgpackNode, texts: readonly BrokenText[]): Uint8Array {
  const whole = bytes.subarray(root.start, root.end);
  if (texts.length === 0) return whole;
  const copy = whole.slice();
  for (const { node } of texts) copy.fill(0x3f, node.body - root.start, node.end - root.start);
  return copy;
}

function brokenLine(bytes: Uint8Array, { node, path }: BrokenText, message: ExplainedMessage): string {
  const library = packedByMsgpack.test(message.name) ? 'msgpack' : 'msgspec';
  const error = `${library} raises UnicodeDecodeError (${unicodeError(bytes.subarray(node.body, node.end)) ?? 'no UTF-8'})`;
  const shown = path.startsWith('a key') ? path : `\`${path.replace(/^\./, '') || 'the message'}\``;
  return `${shown} is no valid UTF-8 (at byte ${node.start}): ${error}, and ${message.consequence}.`;
}

function behindLine(bytes: Uint8Array, root: MsgpackNode, message: ExplainedMessage): string {
  const error = packedByMsgpack.test(message.name)
    ? 'msgpack raises ExtraData'
    : `msgspec raises DecodeError (trailing characters (byte ${root.end}))`;
  return `${count(bytes.length - root.end, 'byte')} behind the message, from byte ${root.end} on: ${error}, and ${message.consequence}.`;
}

/** What is wrong first of all, in a few words. */
function faultOf(
  bytes: Uint8Array,
  root: MsgpackNode,
  texts: readonly BrokenText[],
  message: ExplainedMessage,
): { readonly fault?: string } {
  const behind = bytes.length - root.end;
  if (texts.length > 0) return { fault: 'a text is no UTF-8' };
  if (message.fault !== undefined || behind === 0 || root.start > 0) return {};
  return { fault: `${count(behind, 'byte')} behind it` };
}

function explainObject(
  bytes: Uint8Array,
  root: MsgpackNode,
  broken: ReadonlySet<number>,
): ExplainedMessage | undefined {
  const texts = broken.size === 0 ? [] : findBroken(bytes, root, broken);
  const message = explainMessage(mended(bytes, root, texts)) ?? explainAsText(bytes, root);
  if (!message) return undefined;
  const behind = root.end < bytes.length;
  // A shape that others use as well says nothing where the bytes do not end with it.
  if (!message.sure && (behind || root.start > 0 || texts.length > 0)) return undefined;
  return {
    ...message,
    ...faultOf(bytes, root, texts, message),
    // In words about values the placeholder stands for what is no text.
    remarks: texts.length === 0 ? message.remarks : message.remarks.filter((line) => !line.includes('?')),
    problems: [
      ...texts.map((text) => brokenLine(bytes, text, message)),
      ...(behind && root.start === 0 ? [behindLine(bytes, root, message)] : []),
      ...message.problems,
    ],
  };
}

/** The message of vLLM that each object is, in their order; empty where the first is broken or a map has a key twice. */
export function explainObjects(
  bytes: Uint8Array,
  { first, rest }: Stream,
  warnings: readonly Warning[],
): readonly (ExplainedMessage | undefined)[] {
  if (!first.root || first.error || warnings.some(({ code }) => !harmless.has(code))) return [];
  const broken = brokenTexts(warnings);
  return [first.root, ...rest].slice(0, objectLimit).map((root) => explainObject(bytes, root, broken));
}
