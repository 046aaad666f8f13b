/** Statements of C and C++ that emit a message: checks, logs, streams, thrown exceptions. */
import type { Node } from 'web-tree-sitter';
import { bareMessage, stringified } from './cppBare';
import {
  type CppNames,
  cppArguments,
  cppName,
  formatLike,
  hasPlaces,
  hasText,
  joinTexts,
  readCppText,
  readCppValue,
  streamParts,
} from './cppMessage';
import { type CppSite, levelNamed } from './cppSites';
import type { Emitted } from './emission';
import { formatPrintf } from './format';
import { holeOf, type Message } from './message';
import { namedChildren } from './tree';

/** What a site emits, and the whole expression that does. */
export interface CppEmitted extends Emitted {
  readonly node: Node;
  /** What a check tests. */
  readonly condition?: string | undefined;
}

/** `throw X(…)`; undefined where an exception made before is thrown. */
export function readCppThrow(statement: Node, names: CppNames): CppEmitted | undefined {
  const made = namedChildren(statement)[0];
  return made && readMade(made, statement, names);
}

/** An exception made with a text: its first argument that is text, or one that formats. */
function readMade(made: Node, node: Node, names: CppNames): CppEmitted | undefined {
  if (made.type !== 'call_expression' && made.type !== 'compound_literal_expression') return undefined;
  const exception = cppName(made.childForFieldName('function') ?? made.childForFieldName('type'));
  return { kind: 'raise', level: null, exception, messages: guessedTexts(cppArguments(made), names), node };
}

/**
 * What the call or stream that starts with the name `leaf` emits; undefined where it is neither.
 *
 * @param around the nodes around the name, innermost first
 */
export function readCppSite(
  leaf: Node,
  around: readonly Node[],
  site: CppSite,
  names: CppNames,
): CppEmitted | undefined {
  const { head, above } = headOf(leaf, around);
  const isCall = head.type === 'call_expression';
  const top = chainOf(head, above);
  if (!isCall && top.id === head.id) return undefined;
  const args = isCall ? cppArguments(head) : [];
  if (isForeignFile(leaf.text, args)) return undefined;
  // `MY_THROW(std::out_of_range("…"))`
  const made = site.kind === 'raise' && args.length === 1 ? args[0] : undefined;
  const streamed = streamParts(top).slice(1);
  const bare = isCall && streamed.length === 0 ? bareMessage(args, site) : undefined;
  const thrown = made && !bare && !readCppText(made, names) ? readMade(made, top, names) : undefined;
  if (thrown) return thrown;
  const texts = isCall ? callTexts(args, site, names) : [];
  const all = bare
    ? [bare]
    : streamed.length > 0
      ? joinTexts([texts.length > 0 ? texts : [[]], ...streamed.map((part) => readCppValue(part, names))])
      : texts;
  const [first] = args;
  const named = first ? cppName(first) : '';
  return {
    kind: site.kind,
    level: site.named === 'level' ? levelNamed(named) : site.level,
    exception: (site.named === 'exception' ? named.replace(/^PyExc_/, '') : site.exception) || null,
    condition: site.kind === 'log' || site.named ? undefined : first?.text,
    messages: all.filter((message) => hasText(message) && (!builders.test(leaf.text) || isSentence(message))),
    node: top,
  };
}

/** Functions that only put text together. */
const builders = /^sn?printf$/;

/** A macro in the text, which may hold the place of a value. */
function hasUnknown(message: Message): boolean {
  return message.some((part) => typeof part !== 'string' && part.name === '…');
}

/** Two words: most of what `snprintf` makes are paths and names. */
function isSentence(message: Message): boolean {
  return message.some((part) => typeof part === 'string' && hasTwoWords(part));
}

function hasTwoWords(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '');
  return words.some(
    (word, i) => /[a-z]{2}/i.test(word.split(/\s/).at(-1) ?? '') && /^[a-z]{2}/i.test(words[i + 1] ?? ''),
  );
}

/** A format written to a file other than standard error is no message of the program. */
function isForeignFile(name: string, [file]: readonly Node[]): boolean {
  return name.endsWith('fprintf') && file?.text !== 'stderr';
}

/** The call of which the name is the function, else the whole qualified name; and what is around that. */
function headOf(leaf: Node, around: readonly Node[]): { head: Node; above: readonly Node[] } {
  let at = leaf;
  let up = 0;
  for (; isNamePart(around[up]); up++) at = around[up] ?? at;
  const call = around[up];
  return call?.type === 'call_expression' && call.childForFieldName('function')?.id === at.id
    ? { head: call, above: around.slice(up + 1) }
    : { head: at, above: around.slice(up) };
}

function isNamePart(node: Node | undefined): boolean {
  return /^(qualified_identifier|field_expression|template_function|template_method)$/.test(node?.type ?? '');
}

/** The largest chain of `<<` that starts with the node. */
function chainOf(head: Node, above: readonly Node[]): Node {
  let at = head;
  for (const up of above) {
    if (up.type !== 'binary_expression' || up.childForFieldName('operator')?.text !== '<<') break;
    if (up.childForFieldName('left')?.id !== at.id) break;
    at = up;
  }
  return at;
}

function callTexts(args: readonly Node[], site: CppSite, names: CppNames): Message[] {
  const texts = bareTexts(args, site, names);
  const { prefix, suffix } = site;
  if (suffix !== undefined) return texts.map((message) => [...message, suffix, holeOf('errno')]);
  if (prefix === undefined) return texts;
  const condition = stringified(args[0]);
  if (!prefix.includes('%s')) return joinTexts([[[prefix]], texts]);
  if (condition === '__VA_ARGS__') return [];
  // A format that could not be read prints something after the condition all the same.
  const unread = args.length > site.skip ? [[holeOf('…')]] : [[]];
  return joinTexts([[[prefix.replace('%s', () => condition)]], texts.length > 0 ? texts : unread]);
}

function bareTexts(args: readonly Node[], { form, skip }: CppSite, names: CppNames): Message[] {
  if (form === 'guess') return guessedTexts(args, names);
  const [format, ...values] = args.slice(skip);
  if (!format) return [];
  const separator = form === 'spaced' ? [[[' ']]] : [];
  if (form === 'join' || form === 'spaced')
    return joinTexts([format, ...values].flatMap((arg, i) => [...(i > 0 ? separator : []), readCppValue(arg, names)]));
  const expressions = values.map(({ text }) => text);
  return (readCppText(format, names) ?? []).map((message) => formatPrintf(message, expressions));
}

/** The first argument that is text, with the values after it put in or printed behind it. */
function guessedTexts(args: readonly Node[], names: CppNames): Message[] {
  for (const [i, arg] of args.entries()) {
    const texts = readCppText(arg, names)?.filter(hasText) ?? [];
    if (texts.length === 0) continue;
    const values = args.slice(i + 1);
    if (texts.some((text) => hasPlaces(text) || hasUnknown(text))) return texts.map((text) => formatLike(text, values));
    return joinTexts([texts, ...values.map((value) => readCppValue(value, names))]);
  }
  return [];
}
