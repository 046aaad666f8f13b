/** msgpack: https://github.com/msgpack/msgpack/blob/master/spec.md */
import { once, withLate } from '../lazy';
import { checkTree, type Warning } from '../msgpack/check';
import { evidenceBits, fittingBits, hasForgedLength, plausibleBits } from '../msgpack/evidence';
import { msgpackFields } from '../msgpack/fields';
import { treeOf } from '../msgpack/show';
import { isContainer, readStream, type Stream } from '../msgpack/stream';
import type { MsgpackNode } from '../msgpack/tree';
import { bodyOf, extName, extType, pairsOf, strOf } from '../msgpack/value';
import { errorLines, fillsSummary, msgpackDetails, msgpackSummary, summaryValue, warningLines } from '../msgpack/words';
import type { ReadingConfidence, ReadingNode } from '../reading';
import { isAsciiText } from '../text';
import { type BegunMessage, begunMessages } from '../vllm/begins';
import type { ExplainedMessage } from '../vllm/explain';
import { explainObjects } from '../vllm/objects';
import type { KindReader, KindReading, Payload } from './kind';

/** Keys of the outermost maps that are words: what foreign bytes do not have by chance. */
function wordKeys(bytes: Uint8Array, root: MsgpackNode): number {
  const maps = root.format.family === 'map' ? [root] : root.children.filter((child) => child.format.family === 'map');
  const keys = maps.flatMap((map) => map.children.filter((_, i) => i % 2 === 0));
  return keys.filter((key) => /^[\w.:/ -]{2,}$/.test(key.format.family === 'str' ? (strOf(bytes, key) ?? '') : ''))
    .length;
}

/** How sure a reading is, or that it is mentioned only. */
type Sureness = ReadingConfidence | 'guess';

/** Bits from which a cut object is mentioned as a possibility. */
const guessBits = 4;
/** Bits that a known message of vLLM is worth: what stands here could contradict its schema, and does not. */
const begunBits = 6;
/** Bits that it is worth that the text says it was cut: then an object that does not end is what is to be expected. */
const cutBits = 1;

/** How sure it is that the bytes are msgpack; undefined where nothing speaks for it. `known`: the message of vLLM that the first object is. */
function confidenceOf(
  payload: Payload,
  stream: Stream,
  begun: readonly BegunMessage[],
  known: () => ExplainedMessage | undefined,
): Sureness | undefined {
  const { bytes } = payload;
  const root = stream.first.root;
  if (payload.hint === 'msgpack') return isAsciiText(bytes) && bytes.length > 1 ? undefined : 'proven';
  if (!root || isAsciiText(bytes)) return undefined;
  const bits = evidenceBits(bytes, root);
  if (stream.first.error || stream.end < bytes.length)
    return confidenceOfPart(payload, stream, root, bits, begun) ?? (bits >= guessBits && known() ? 'fits' : undefined);
  if (!isContainer(root)) return confidenceOfScalar(bytes, root);
  // An object of so many bytes that ends with the last of them is none by chance.
  if (bytes.length > provenSize && bits > 0) return 'proven';
  return root.count > 0 && (bits + endBits(bytes.length) >= plausibleBits - 3 || known()?.sure) ? 'fits' : 'weak';
}

/** Bytes from which the end alone proves an object. */
const provenSize = 4096;

/** An object that ends with the last of many bytes does not do so by chance. */
function endBits(length: number): number {
  return Math.min(8, Math.log2(length + 1));
}

/** Fewer bytes of a cut object are not looked at. */
const leastPart = 4;

/** An object that is cut or broken, or has other bytes behind it. */
function confidenceOfPart(
  payload: Payload,
  stream: Stream,
  root: MsgpackNode,
  bits: number,
  begun: readonly BegunMessage[],
): Sureness | undefined {
  if (hasForgedLength(payload.bytes, stream.first.error)) return 'weak';
  if (!isContainer(root)) return undefined;
  const words = wordKeys(payload.bytes, root);
  if (words > 0 && bits >= plausibleBits) return 'fits';
  if (stream.first.error?.code === 'reserved-byte' && bits >= guessBits) return 'weak';
  if (stream.first.error?.code !== 'truncated' || payload.bytes.length < leastPart) return undefined;
  const all = bits + (begun.length > 0 ? begunBits : 0) + (payload.truncated ? cutBits : 0);
  if (all < plausibleBits) return bits >= guessBits ? 'guess' : undefined;
  return all < fittingBits ? 'weak' : 'fits';
}

/** A lone value proves little: a length that fits and a body that is text, or a known ext, is the most there is. */
function confidenceOfScalar(bytes: Uint8Array, root: MsgpackNode): ReadingConfidence | undefined {
  const { family } = root.format;
  if (family === 'str' && strOf(bytes, root) === undefined) return undefined;
  if (family === 'str') return bytes.length > 3 && isAsciiText(bodyOf(bytes, root)) ? 'fits' : 'weak';
  if (family === 'bin') return bytes.length > 8 ? 'fits' : 'weak';
  if (family === 'ext') return extName(extType(bytes, root)) !== undefined ? 'fits' : 'weak';
  return bytes.length > 1 ? 'weak' : undefined;
}

/** Of a longer body the beginning is looked at: magic bytes stand there. */
const innerLimit = 65_536;
const innerBeginning = 4096;

/** What a bin value holds. */
interface Nested {
  readonly reading: KindReading;
  /** Bytes of it that were looked at, where that was not all. */
  readonly looked?: number;
}

function nestedIn(payload: Payload, node: MsgpackNode): Nested | undefined {
  const body = bodyOf(payload.bytes, node);
  const long = body.length > innerLimit;
  const reading = long ? payload.inner(body.subarray(0, innerBeginning), true) : payload.inner(body, !node.complete);
  if (!reading || reading.confidence === 'weak' || reading.kind === 'text') return undefined;
  return { reading, ...(long && { looked: innerBeginning }) };
}

/** Bodies of bin values near the root that are something by themselves, such as a message packed twice. */
function allNested(payload: Payload, root: MsgpackNode | undefined): Nested[] {
  if (!root) return [];
  const values = root.format.family === 'map' ? pairsOf(root).map(([, value]) => value) : root.children;
  const bodies = [root, ...values].filter((node) => node.format.family === 'bin').slice(0, 8);
  return bodies.flatMap((node) => nestedIn(payload, node) ?? []);
}

function nestedLine({ reading, looked }: Nested): string {
  const part = looked === undefined ? '' : `, of which the first ${looked} bytes were looked at`;
  return `Inside a bin value${part}: ${reading.summary}`;
}

/** Values in which a known ext code is looked for. */
const extSearchLimit = 1000;

/** Name of the first ext code that is known, in the order of the bytes. */
function extNameIn(bytes: Uint8Array, root: MsgpackNode | undefined): string | undefined {
  const pending = root ? [root] : [];
  for (let looks = 0; looks < extSearchLimit; looks++) {
    const node = pending.pop();
    if (!node) return undefined;
    const name = node.format.family === 'ext' ? extName(extType(bytes, node)) : undefined;
    if (name !== undefined) return name;
    pending.push(...node.children.slice(0, 100).reverse());
  }
  return undefined;
}

/** The name of a message of vLLM, with "may be" where its shape proves nothing or only its beginning is here. */
function titleOf(message: ExplainedMessage | undefined, begun: readonly BegunMessage[]): string | undefined {
  if (message) {
    const fault = message.fault === undefined ? '' : `, but ${message.fault}`;
    return `${message.sure ? '' : 'may be '}${message.title}${fault}`;
  }
  return begun.length === 0 ? undefined : `may be ${begun.map(({ title }) => title).join('; or ')}`;
}

/** Longer messages are tensors and lists of prompts: no schema is looked for, and values are kept when someone looks at them. */
const largeSize = 1_000_000;
/** Values that begin a large message, as many as are weighed. */
const firstValues = 64;

/** A message as far as its summary needs it. */
interface Beginning {
  readonly stream: Stream;
  /** Values that no summary shows were passed over. */
  readonly partial: boolean;
  /** The first object on one line. */
  readonly shown: string;
}

/** What a large message begins with, where it is one whole object and that is enough for a summary; otherwise all that can be kept. */
function beginningOf(bytes: Uint8Array): Beginning {
  const begun = bytes.length > largeSize ? readStream(bytes, firstValues) : undefined;
  const { root, error } = begun?.first ?? {};
  if (begun && root && !error && begun.end === bytes.length) {
    const shown = summaryValue(bytes, begun);
    if (fillsSummary(shown)) return { stream: begun, partial: begun.first.skipped > 0, shown };
  }
  const stream = readStream(bytes);
  return { stream, partial: false, shown: summaryValue(bytes, stream) };
}

/** All that is said about a message beyond its summary; each part is made when it is first asked for. */
interface Contents {
  readonly stream: () => Stream;
  readonly warnings: () => readonly Warning[];
  readonly nested: () => readonly Nested[];
  /** The message of vLLM that each object is, where it is one. */
  readonly messages: () => readonly (ExplainedMessage | undefined)[];
}

function contentsOf(payload: Payload, beginning: Beginning): Contents {
  const { bytes } = payload;
  const stream = once(() => (beginning.partial ? readStream(bytes) : beginning.stream));
  const warnings = once(() => nodesOf(stream()).flatMap((node) => checkTree(bytes, node)));
  return {
    stream,
    warnings,
    nested: once(() => allNested(payload, stream().first.root)),
    messages: once(() => (bytes.length > largeSize ? [] : explainObjects(bytes, stream(), warnings()))),
  };
}

function nodesOf({ first, rest }: Stream): readonly MsgpackNode[] {
  return first.root ? [first.root, ...rest] : [];
}

function detailsOf(bytes: Uint8Array, contents: Contents): string[] {
  const messages = contents.messages();
  const titles = messages.map((message) => titleOf(message, []));
  return [
    ...messages.flatMap((message) => message?.problems ?? []),
    ...(messages[0]?.remarks ?? []),
    ...msgpackDetails(bytes, contents.stream(), contents.warnings(), titles),
    ...contents.nested().map(nestedLine),
  ];
}

function problemsOf(bytes: Uint8Array, contents: Contents): string[] | undefined {
  // Of a known message the problem tells of the text itself, with what follows from it.
  const known = contents.messages()[0] !== undefined;
  const problems = [
    ...contents.messages().flatMap((message) => message?.problems ?? []),
    ...errorLines(bytes, contents.stream().first),
    ...warningLines(known ? contents.warnings().filter(({ code }) => code !== 'invalid-utf8') : contents.warnings()),
  ];
  return problems.length > 0 ? problems : undefined;
}

function fieldsOf(bytes: Uint8Array, contents: Contents, begun: readonly BegunMessage[]): KindReading['fields'] {
  const [stream, nested] = [contents.stream(), contents.nested()];
  const [message, ...others] = contents.messages();
  const extension = extNameIn(bytes, stream.first.root);
  return {
    ...msgpackFields(bytes, stream, contents.warnings()),
    ...(message && { schema: message.name }),
    ...(others.some((other) => other) && { schemas: [message, ...others].map((each) => each?.name ?? null) }),
    ...(begun.length > 0 && { possible_schemas: begun.map(({ name }) => name) }),
    ...(extension !== undefined && { ext_name: extension }),
    ...(nested.length > 0 && { nested: nested.map(({ reading }) => reading.kind) }),
  };
}

function read(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  if (bytes.length === 0) return undefined;
  const beginning = beginningOf(bytes);
  const { stream, shown } = beginning;
  const { first } = stream;
  const begun = first.root && first.error?.code === 'truncated' ? begunMessages(bytes, first.root) : [];
  const contents = contentsOf(payload, beginning);
  const sureness = confidenceOf(payload, stream, begun, () => contents.messages()[0]);
  if (!sureness) return undefined;
  const confidence = sureness === 'guess' ? 'weak' : sureness;
  const title = titleOf(contents.messages()[0], begun);
  const ready = {
    kind: 'msgpack',
    confidence,
    summary: msgpackSummary(stream, shown, { perhaps: confidence === 'weak', title }),
    ...(first.error?.code === 'truncated' && { incomplete: true }),
    ...(sureness === 'guess' && { guess: true as const }),
  };
  return withLate(ready, {
    details: () => detailsOf(bytes, contents),
    problems: () => problemsOf(bytes, contents),
    fields: () => fieldsOf(bytes, contents, begun),
    tree: () => treesOf(bytes, nodesOf(contents.stream())),
  });
}

function treesOf(bytes: Uint8Array, nodes: readonly MsgpackNode[]): ReadingNode[] {
  return nodes.map((node, i) => treeOf(bytes, node, nodes.length > 1 ? `object ${i}` : 'object'));
}

export const msgpack: KindReader = {
  kinds: ['msgpack'],
  source: 'msgpack specification, Formats',
  read,
};
