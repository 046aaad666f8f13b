/** Texts in expressions of C and C++. */

import type { Node } from 'web-tree-sitter';
import { unknownText } from './cppCode';
import { controlEscapes } from './escapes';
import { formatFields, formatPrintf, noValues } from './format';
import { holeOf, literalLength, type Message, type Part, product } from './message';
import { namedChildren } from './tree';

/** Finds what a name may hold where it is used; undefined where that is not known. */
export type CppNames = (name: Node) => readonly Message[] | undefined;

/** Most wordings of one message. */
const maxWordings = 16;

/** Deepest nesting of an expression that is read. */
const maxDepth = 12;

/** Functions that put text together, by how they do it. */
const builders: readonly (readonly [RegExp, 'join' | 'fields' | 'printf' | 'same'])[] = [
  [/^(str|StrCat|StrAppend|to_string_all|concat|ConcatString|formatv_str)$/, 'join'],
  [/^(format|sformat|format_to|vformat)$/, 'fields'],
  [/^(StrFormat|StringPrintf|SPrintf|strprintf|StrPrintf|format_string|fmtstr|stringFormat)$/, 'printf'],
  [/^(string|string_view|String|StringRef|Twine|move|_|c_str|str|data|operator)$/, 'same'],
];

/** Every wording that an expression can have; undefined where it is no text that can be read. */
export function readCppText(node: Node, names: CppNames, depth = 0): Message[] | undefined {
  if (depth > maxDepth) return undefined;
  const read = (inner: Node | null | undefined): Message[] | undefined =>
    inner ? readCppText(inner, names, depth + 1) : undefined;
  switch (node.type) {
    case 'string_literal':
    case 'raw_string_literal':
      return [literalParts(node)];
    case 'concatenated_string':
      return [concatenated(node)];
    case 'parenthesized_expression':
      return read(namedChildren(node)[0]);
    case 'cast_expression':
      return read(node.childForFieldName('value'));
    case 'conditional_expression':
      return eitherText(read(node.childForFieldName('consequence')), read(node.childForFieldName('alternative')));
    case 'identifier':
      return names(node)?.map((message) => [...message]);
    case 'binary_expression':
      return sumText(node, read) ?? streamText(node, names, depth);
    case 'compound_literal_expression':
      return read(namedChildren(node.childForFieldName('value') ?? node)[0]);
    case 'call_expression':
      return builtText(node, names, depth);
    default:
      return undefined;
  }
}

/** A value that is printed: its text, or a hole named after it. */
export function readCppValue(node: Node, names: CppNames): Message[] {
  if (node.type === 'number_literal') return [[node.text]];
  if (node.type === 'char_literal') return [literalParts(node)];
  return readCppText(node, names) ?? [[holeOf(node.text)]];
}

/** Texts put one after the other, each with its wordings. */
export function joinTexts(texts: readonly (readonly Message[])[]): Message[] {
  return product(texts, maxWordings);
}

/** Arguments of a call or an initializer in braces. */
export function cppArguments(call: Node): Node[] {
  const list = call.childForFieldName('arguments') ?? call.childForFieldName('value');
  return list ? namedChildren(list) : [];
}

/** The last part of a qualified name, without template arguments. */
export function cppName(node: Node | null): string {
  if (!node) return '';
  if (node.type === 'field_expression') return cppName(node.childForFieldName('field'));
  if (/^(qualified_identifier|template_(function|type|method))$/.test(node.type))
    return cppName(node.childForFieldName('name'));
  return node.text;
}

/** How a text takes the values after it, from its own form: as C’s formats do, as `std::format`, or not at all. */
export function formatLike(message: Message, values: readonly Node[]): Message {
  if (values.length === 0) return message;
  const texts = values.map(({ text }) => text);
  const asC = formatPrintf(message, texts);
  if (holesIn(asC) > holesIn(message)) return asC;
  return formatFields(message, { ...noValues, positional: texts });
}

/** True where a text has places for values. */
export function hasPlaces(message: Message): boolean {
  const holes = holesIn(message);
  return holesIn(formatPrintf(message, [])) > holes || holesIn(formatFields(message, noValues)) > holes;
}

function holesIn(message: Message): number {
  return message.filter((part) => typeof part !== 'string').length;
}

function eitherText(left: Message[] | undefined, right: Message[] | undefined): Message[] | undefined {
  if (!left && !right) return undefined;
  return [...(left ?? [[holeOf('…')]]), ...(right ?? [[holeOf('…')]])];
}

function sumText(node: Node, read: (inner: Node | null) => Message[] | undefined): Message[] | undefined {
  const operator = node.childForFieldName('operator')?.text;
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  if (!left || !right) return undefined;
  // `assert(condition && "text")`, and `assert(either || or && "text")`, whose right side holds the text.
  if (operator === '&&' || operator === '||') return read(right);
  if (operator !== '+') return undefined;
  const texts = [read(left), read(right)];
  if (texts.every((text) => !text)) return undefined;
  return joinTexts([texts[0] ?? [[holeOf(left.text)]], texts[1] ?? [[holeOf(right.text)]]]);
}

/** `"text" << value`, which some macros take as one argument. */
function streamText(node: Node, names: CppNames, depth: number): Message[] | undefined {
  const [first, ...more] = streamParts(node);
  const texts = first && more.length > 0 ? readCppText(first, names, depth + 1) : undefined;
  return texts && joinTexts([texts, ...more.map((part) => readCppValue(part, names))]);
}

function builtText(call: Node, names: CppNames, depth: number): Message[] | undefined {
  const callee = call.childForFieldName('function');
  const name = cppName(callee);
  const args = cppArguments(call);
  const [first, ...values] = args;
  const object = callee?.type === 'field_expression' ? callee.childForFieldName('argument') : null;
  const way = builders.find(([pattern, kind]) => pattern.test(name) && (kind !== 'join' || args.length > 0))?.[1];
  if (!way) return undefined;
  if (way === 'same') return object ? streamed(object, names, depth) : first && readCppText(first, names, depth + 1);
  if (way === 'join') return joinTexts(args.map((arg) => readCppValue(arg, names)));
  const texts = first && readCppText(first, names, depth + 1);
  const texts2 = values.map(({ text }) => text);
  return texts?.map((text) =>
    way === 'printf' ? formatPrintf(text, texts2) : formatFields(text, { ...noValues, positional: texts2 }),
  );
}

/** `(std::ostringstream() << a << b).str()`, or a name that holds text. */
function streamed(object: Node, names: CppNames, depth: number): Message[] | undefined {
  const inner = object.type === 'parenthesized_expression' ? namedChildren(object)[0] : object;
  if (inner?.type === 'binary_expression' && inner.childForFieldName('operator')?.text === '<<') {
    return joinTexts(
      streamParts(inner)
        .slice(1)
        .map((part) => readCppValue(part, names)),
    );
  }
  return readCppText(object, names, depth + 1);
}

/** Manipulators of streams, which print nothing. */
const manipulators =
  /^(endl|ends|flush|hex|dec|oct|fixed|scientific|boolalpha|noboolalpha|left|right|setw|setprecision|setfill|showbase)$/;

/** What a chain of `<<` prints, its stream first. */
export function streamParts(chain: Node): Node[] {
  const parts: Node[] = [];
  let at: Node | null = chain;
  while (at?.type === 'binary_expression' && at.childForFieldName('operator')?.text === '<<') {
    const right: Node | null = at.childForFieldName('right');
    const name = right?.type === 'call_expression' ? right.childForFieldName('function') : right;
    if (right && !manipulators.test(cppName(name))) parts.unshift(right);
    at = at.childForFieldName('left');
  }
  return at ? [at, ...parts] : parts;
}

/** Literals side by side; a conversion whose letters a macro holds is part of what the macro stands for. */
function concatenated(node: Node): Part[] {
  const parts = namedChildren(node).flatMap((part) =>
    part.type.endsWith('literal') ? literalParts(part) : [holeOf(part.text)],
  );
  let next: Part | undefined;
  const cut = parts.reverse().map((part) => {
    const isCut = typeof part === 'string' && next instanceof Object;
    if (part !== '') next = part;
    return isCut ? part.replace(/(?<!%)(?:%%)*%[-#0 +]*(?:[1-9]\d*)?$/, '') : part;
  });
  return cut.reverse();
}

/** Parts of a literal; what the preprocessor puts in is a hole. */
function literalParts(node: Node): Part[] {
  const text = namedChildren(node)
    .map((part) => {
      if (part.type === 'escape_sequence') return unescapeC(part.text);
      return part.type.endsWith('delimiter') ? '' : part.text;
    })
    .join('');
  return text.split(unknownRun).flatMap((piece, i): Part[] => (i > 0 ? [holeOf('…'), piece] : [piece]));
}

const unknownRun = new RegExp(`${unknownText}+`);

/** GCC and Clang know `\e` as well. */
const simpleEscapes = new Map([...controlEscapes, ['e', '\x1b']]);

/** Text of one escape sequence (C17, 6.4.4.4); a line continuation is nothing. */
function unescapeC(text: string): string {
  const digits = /^\\(?:x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))$/.exec(text);
  const hex = digits?.[1] ?? digits?.[2] ?? digits?.[3];
  if (hex !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16) || 0xfffd, 0x10ffff));
  if (/^\\[0-7]+$/.test(text)) return String.fromCharCode(Number.parseInt(text.slice(1), 8));
  const char = text.slice(1);
  if (char.startsWith('\n') || char.startsWith('\r')) return '';
  return simpleEscapes.get(char) ?? char;
}

/** True where a message has text worth naming. */
export function hasText(message: Message): boolean {
  return literalLength(message) > 0;
}
