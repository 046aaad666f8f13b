/** Reads Python expressions that make a text: literals, formatting, concatenation, conditions, joined lists, names. */
import type { Node } from 'web-tree-sitter';
import { type FormatValues, formatFields, formatPercent } from './format';
import { type Hole, holeOf, literalLength, type Message, mapText, product } from './message';
import { cleandoc, dedent } from './pythonIndent';
import { stringPieces } from './pythonText';
import { namedChildren } from './tree';

/** A text that `name += text` adds. */
export interface AddedText {
  readonly text: Node;
  /** True where it may be added any number of times. */
  readonly repeats: boolean;
}

/** An expression that a name was assigned, and what was added to it on one way to the use. */
export interface HeldValue {
  readonly value: Node;
  readonly added: readonly AddedText[];
}

/** What names mean where an expression stands. */
export interface Names {
  /** Every expression that a name may hold; undefined where that is not known. */
  values(name: Node): readonly HeldValue[] | undefined;
  /** What was appended to the list of that name, if the source shows no other items; undefined for any other name. */
  items(name: Node): readonly Node[] | undefined;
}

/** How a reader deals with what it cannot see. */
export interface MessageReader {
  readonly names: Names;
  /** True: a name may also be a hole, and names inside f-strings are followed too. For comparison with a known text. */
  readonly loose: boolean;
}

/** Depth of expressions and names followed. */
const maxDepth = 12;

/** Fewest literal characters of a text that is put into another one by its name; what is shorter is called a value. */
const minFollowed = 16;

/** Most wordings of one message, and of one that is only compared with a known text. */
const maxWordings = 16;
const maxLooseWordings = 256;

/** Most wordings that a reader makes of one message. */
function limitOf({ loose }: MessageReader): number {
  return loose ? maxLooseWordings : maxWordings;
}

/** Wordings of an expression; undefined where it is no text that can be read. */
export function readMessages(node: Node, reader: MessageReader, depth = 0): Message[] | undefined {
  if (depth > maxDepth) return undefined;
  const list = depth === 0 ? joinedList(node) : undefined;
  const items = list && readItems(list, reader);
  if (items) return items;
  const read = (inner: Node): Message[] | undefined => readMessages(inner, reader, depth + 1);
  switch (node.type) {
    case 'string': {
      const pieces = piecesOf(node, reader, depth);
      return pieces && product(pieces, limitOf(reader));
    }
    case 'concatenated_string': {
      const parts = namedChildren(node).map((part) => piecesOf(part, reader, depth));
      return parts.some((part) => !part)
        ? undefined
        : product(
            parts.flatMap((part) => part ?? []),
            limitOf(reader),
          );
    }
    case 'parenthesized_expression': {
      const [inner] = namedChildren(node);
      return inner && read(inner);
    }
    case 'conditional_expression': {
      const [yes, , no] = namedChildren(node);
      return yes && no && either(yes, no, read);
    }
    case 'binary_operator':
      return readOperator(node, read, limitOf(reader));
    case 'call':
      return readCall(node, reader, read);
    case 'identifier':
    case 'attribute':
      return readName(node, reader, depth);
    default:
      return undefined;
  }
}

/** Values of the arguments of a call as a format sees them; a splat hides those after it. */
export function formatValues(positional: readonly Node[], named: ReadonlyMap<string, Node>): FormatValues {
  return {
    positional: positional.map(({ text }) => text),
    named: new Map([...named].map(([name, { text }]) => [name, text])),
  };
}

/** Arguments of a call. */
export interface Arguments {
  readonly positional: readonly Node[];
  readonly named: ReadonlyMap<string, Node>;
}

/** Splits the arguments of a call by kind; `*args` counts as one positional argument. */
export function argumentsOf(call: Node): Arguments {
  const list = call.childForFieldName('arguments');
  const positional: Node[] = [];
  const named = new Map<string, Node>();
  for (const node of list?.type === 'argument_list' ? namedChildren(list) : []) {
    const value = node.type === 'keyword_argument' ? node.childForFieldName('value') : undefined;
    if (value) named.set(node.childForFieldName('name')?.text ?? '', value);
    else if (node.type !== 'dictionary_splat') positional.push(node);
  }
  return { positional, named };
}

type Read = (node: Node) => Message[] | undefined;

function piecesOf(node: Node, reader: MessageReader, depth: number): (readonly Message[])[] | undefined {
  return stringPieces(node, (interpolation) => readInterpolation(interpolation, reader, depth));
}

function readInterpolation(node: Node, reader: MessageReader, depth: number): Message[] {
  const expression = node.childForFieldName('expression');
  if (!expression) return [[{ name: '…' }]];
  const named: Hole = holeOf(expression.text);
  const equals = node.children.find((child) => child?.type === '=');
  if (equals) {
    // `{x = }` prints its own source up to what follows the sign.
    const end = node.children.find((child) => child && child.startIndex >= equals.endIndex)?.startIndex ?? 0;
    return [[node.text.slice(1, end - node.startIndex), named]];
  }
  const plain = !node.childForFieldName('type_conversion') && !node.childForFieldName('format_specifier');
  const isFollowed = reader.loose || isConditional(expression) || expression.type === 'identifier';
  const texts = plain && isFollowed ? readMessages(expression, reader, depth + 1) : [];
  if (reader.loose) return [...(texts ?? []), [named]];
  const isTold =
    expression.type === 'identifier'
      ? texts?.every((text) => literalLength(text) >= minFollowed)
      : texts?.every((text) => text.every((part) => typeof part === 'string'));
  return isTold && texts && texts.length > 0 ? texts : [[named]];
}

function isConditional(node: Node): boolean {
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : node;
  return inner?.type === 'conditional_expression';
}

function either(yes: Node, no: Node, read: Read): Message[] | undefined {
  const both = [read(yes), read(no)];
  if (both.every((texts) => !texts)) return undefined;
  return [both[0] ?? [[holeOf(yes.text)]], both[1] ?? [[holeOf(no.text)]]].flat();
}

function readOperator(node: Node, read: Read, limit: number): Message[] | undefined {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const operator = node.childForFieldName('operator')?.type;
  if (!left || !right) return undefined;
  const texts = operator === '+' || operator === '%' ? read(left) : undefined;
  if (operator === '%') return texts?.map((text) => formatPercent(text, percentValues(right)));
  if (operator !== '+') return undefined;
  const more = read(right);
  if (!texts && !more) return undefined;
  return product([texts ?? [[holeOf(left.text)]], more ?? [[holeOf(right.text)]]], limit);
}

/** Values on the right of `%`: a tuple, a mapping, or one value. */
function percentValues(right: Node): FormatValues {
  const inner = right.type === 'parenthesized_expression' ? (namedChildren(right)[0] ?? right) : right;
  if (inner.type === 'tuple') return formatValues(namedChildren(inner), new Map());
  return formatValues([inner], new Map());
}

function readCall(node: Node, reader: MessageReader, read: Read): Message[] | undefined {
  const callee = node.childForFieldName('function');
  const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : undefined;
  const name = callee && (callee.type === 'attribute' ? callee.childForFieldName('attribute')?.text : callee.text);
  const { positional, named } = argumentsOf(node);
  const [first] = positional;
  if (object && name === 'format') {
    return read(object)?.map((text) => formatFields(text, formatValues(positional, named)));
  }
  if (object && name === 'join' && first) return readJoin(object, first, read, limitOf(reader));
  if (object && positional.length === 0 && (name === 'strip' || name === 'lstrip' || name === 'rstrip')) {
    return read(object)?.map((text) => mapText(text, (it) => stripped(it, name)));
  }
  if (first && (name === 'dedent' || name === 'cleandoc') && positional.length === 1) {
    return read(first)?.map((text) => mapText(text, name === 'dedent' ? dedent : cleandoc));
  }
  return undefined;
}

function readJoin(separator: Node, items: Node, read: Read, limit: number): Message[] | undefined {
  const between = read(separator);
  if (between?.length !== 1 || (items.type !== 'list' && items.type !== 'tuple')) return undefined;
  const texts = namedChildren(items).map((item) => read(item) ?? [[holeOf(item.text)]]);
  return product(
    texts.flatMap((text, i) => (i > 0 ? [between, text] : [text])),
    limit,
  );
}

/** A list that grew item by item mostly holds one, so that each item is a wording of the whole message. */
function readItems(list: Node, reader: MessageReader): Message[] | undefined {
  const texts = reader.names.items(list)?.flatMap((item) => readMessages(item, reader, 1) ?? []);
  return texts && texts.length > 0 ? texts.slice(0, limitOf(reader)) : undefined;
}

/** The list of `', '.join(list)` and of `f"{', '.join(list)}"`. */
function joinedList(node: Node): Node | undefined {
  const parts = namedChildren(node).filter(({ type }) => type !== 'string_start' && type !== 'string_end');
  const [inner, more] = node.type === 'string' ? parts : [];
  if (!more && inner?.type === 'interpolation') {
    const expression = inner.childForFieldName('expression');
    return expression ? joinedList(expression) : undefined;
  }
  const callee = node.type === 'call' ? node.childForFieldName('function') : undefined;
  if (callee?.childForFieldName('attribute')?.text !== 'join') return undefined;
  const [first] = argumentsOf(node).positional;
  return first?.type === 'identifier' ? first : undefined;
}

function readName(node: Node, reader: MessageReader, depth: number): Message[] | undefined {
  const values = reader.names.values(node);
  const texts = values?.map((held) => {
    const list = depth === 0 ? joinedList(held.value) : undefined;
    return (list && readItems(list, reader)) ?? readHeld(held, reader, depth + 1);
  });
  if (reader.loose) return [...(texts ?? []).flatMap((text) => text ?? []), [holeOf(node.text)]];
  if (!texts || texts.length === 0 || texts.some((text) => !text)) return undefined;
  return texts.flatMap((text) => text ?? []);
}

function readHeld({ value, added }: HeldValue, reader: MessageReader, depth: number): Message[] | undefined {
  const texts = readMessages(value, reader, depth);
  if (!texts || added.length === 0) return texts;
  const more = added.map(({ text, repeats }): readonly Message[] => {
    const wordings = repeats ? undefined : readMessages(text, reader, depth);
    return wordings ?? [[holeOf(text.text)]];
  });
  return product([texts, ...more], limitOf(reader));
}

function stripped(text: string, method: 'strip' | 'lstrip' | 'rstrip'): string {
  if (method === 'strip') return text.trim();
  return method === 'lstrip' ? text.trimStart() : text.trimEnd();
}
