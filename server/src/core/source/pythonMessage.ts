/** Reads Python expressions that make a text: literals, formatting, concatenation, conditions, joined lists, names. */
import type { Node } from 'web-tree-sitter';
import { type FormatValues, formatFields, formatPercent } from './format';
import { type Hole, holeOf, type Message, mapText, product } from './message';
import { cleandoc, dedent } from './pythonIndent';
import { stringPieces } from './pythonText';
import { namedChildren } from './tree';

/** What names mean where an expression stands. */
export interface Names {
  /** Every expression that a name may hold; undefined where that is not known. */
  values(name: Node): readonly Node[] | undefined;
}

/** How a reader deals with what it cannot see. */
export interface MessageReader {
  readonly names: Names;
  /** True: a name may also be a hole, and names inside f-strings are followed too. For comparison with a known text. */
  readonly loose: boolean;
}

/** Depth of expressions and names followed. */
const maxDepth = 12;

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
      return readCall(node, read, limitOf(reader));
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
  const texts = plain && (reader.loose || isConditional(expression)) ? readMessages(expression, reader, depth + 1) : [];
  if (reader.loose) return [...(texts ?? []), [named]];
  const literal = texts?.every((text) => text.every((part) => typeof part === 'string'));
  return literal && texts && texts.length > 0 ? texts : [[named]];
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

function readCall(node: Node, read: Read, limit: number): Message[] | undefined {
  const callee = node.childForFieldName('function');
  const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : undefined;
  const name = callee && (callee.type === 'attribute' ? callee.childForFieldName('attribute')?.text : callee.text);
  const { positional, named } = argumentsOf(node);
  const [first] = positional;
  if (object && name === 'format') {
    return read(object)?.map((text) => formatFields(text, formatValues(positional, named)));
  }
  if (object && name === 'join' && first) return readJoin(object, first, read, limit);
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

function readName(node: Node, reader: MessageReader, depth: number): Message[] | undefined {
  const values = reader.names.values(node);
  const texts = values?.map((value) => readMessages(value, reader, depth + 1));
  if (reader.loose) return [...(texts ?? []).flatMap((text) => text ?? []), [holeOf(node.text)]];
  if (!texts || texts.length === 0 || texts.some((text) => !text)) return undefined;
  return texts.flatMap((text) => text ?? []);
}

function stripped(text: string, method: 'strip' | 'lstrip' | 'rstrip'): string {
  if (method === 'strip') return text.trim();
  return method === 'lstrip' ? text.trimStart() : text.trimEnd();
}
