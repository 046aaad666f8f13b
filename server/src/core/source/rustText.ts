/** Texts in expressions of Rust, which inside of macros are bare tokens. */
import type { Node } from 'web-tree-sitter';
import { formatFields } from './format';
import type { Message } from './message';
import { namedChildren } from './tree';

/** Deepest nesting of an expression that is read. */
const maxDepth = 8;

/** Arguments between brackets, each as its nodes or tokens. */
export function rustArguments(list: Node): Node[][] {
  const args: Node[][] = [[]];
  for (const child of list.children.slice(1, -1)) {
    if (!child || child.type.endsWith('comment')) continue;
    if (child.type === ',') args.push([]);
    else args.at(-1)?.push(child);
  }
  return args.filter((arg) => arg.length > 0);
}

/** Text that an argument gives; undefined where it is none that can be read. */
export function readRustText(arg: readonly Node[], depth = 0): Message[] | undefined {
  const [first, ...rest] = arg;
  if (!first || depth > maxDepth) return undefined;
  switch (first.type) {
    case 'string_literal':
    case 'raw_string_literal':
      return [[rustLiteral(first)]];
    case '&':
    case 'move':
      return readRustText(rest, depth + 1);
    case '|': {
      const end = rest.findIndex(({ type }) => type === '|');
      return readRustText(rest.slice(end + 1), depth + 1);
    }
    case '||':
      return readRustText(rest, depth + 1);
    case 'reference_expression':
    case 'parenthesized_expression':
      return readRustText(namedChildren(first).slice(-1), depth + 1);
    case 'block':
      return readRustText(namedChildren(first).slice(-1), depth + 1);
    case 'token_tree':
      return first.text.startsWith('{')
        ? readRustText(first.children.slice(1, -1).filter(isNode), depth + 1)
        : undefined;
    case 'closure_expression': {
      const body = first.childForFieldName('body');
      return body ? readRustText([body], depth + 1) : undefined;
    }
    case 'macro_invocation':
      return macroText(first.childForFieldName('macro')?.text ?? '', first.children.at(-1));
    case 'call_expression':
      return builtText(first, depth);
    case 'identifier':
      if (rest[0]?.type === '!') return macroText(first.text, rest[1]);
      return first.text === 'String' && rest.at(-1)?.type === 'token_tree'
        ? readRustText(rustArguments(rest.at(-1) ?? first)[0] ?? [], depth + 1)
        : undefined;
    default:
      return undefined;
  }
}

/** Text of the arguments of a formatting macro; undefined where the first one is no literal. */
export function readRustFormat(args: readonly (readonly Node[])[]): Message[] | undefined {
  const [format, ...values] = args;
  const texts = format && readRustText(format);
  if (!texts) return undefined;
  const named = new Map<string, string>();
  const positional: string[] = [];
  for (const value of values) {
    const [name, sign] = value;
    // In a macro `name = value` is three tokens; where it is none, it is an assignment.
    if (name?.type === 'identifier' && sign?.type === '=') named.set(name.text, sourceOf(value.slice(2)));
    else positional.push(sourceOf(value));
  }
  return texts.map((text) => formatFields(text, { positional, named }));
}

/** Source of tokens on one line. */
export function sourceOf(tokens: readonly Node[]): string {
  let source = '';
  let end = -1;
  for (const { text, startIndex, endIndex } of tokens) {
    source += end >= 0 && startIndex > end ? ` ${text}` : text;
    end = endIndex;
  }
  return source;
}

/** Text of a string literal with escapes undone. */
export function rustLiteral(node: Node): string {
  let text = '';
  let continued = false;
  for (const part of namedChildren(node)) {
    // A backslash at the end of a line eats the line break and the indentation after it.
    if (part.type === 'escape_sequence' && /^\\\r?\n/.test(part.text)) {
      continued = true;
      continue;
    }
    const piece = part.type === 'escape_sequence' ? unescapeRust(part.text) : part.text;
    text += continued ? piece.trimStart() : piece;
    continued = false;
  }
  return text;
}

function isNode(node: Node | null): node is Node {
  return node !== null;
}

function macroText(name: string, list: Node | null | undefined): Message[] | undefined {
  const last = name.split('::').at(-1) ?? '';
  if (!list) return undefined;
  if (last === 'format' || last === 'format_args') return readRustFormat(rustArguments(list));
  if (last !== 'concat') return undefined;
  const texts = rustArguments(list).map((arg) => readRustText(arg)?.[0] ?? [{ name: sourceOf(arg) }]);
  return [texts.flat()];
}

/** `"…".to_string()`, `"…".into()`, `String::from("…")`, `Some("…")`. */
function builtText(call: Node, depth: number): Message[] | undefined {
  const callee = call.childForFieldName('function');
  const list = call.childForFieldName('arguments');
  if (callee?.type === 'field_expression') {
    const method = callee.childForFieldName('field')?.text ?? '';
    const value = callee.childForFieldName('value');
    return value && /^(to_string|into|to_owned|into_boxed_str|clone|trim)$/.test(method)
      ? readRustText([value], depth + 1)
      : undefined;
  }
  const isMaker = /^(String::from|Some|Box::from|Cow::(Borrowed|Owned|from))$/.test(callee?.text ?? '');
  return isMaker && list ? readRustText(rustArguments(list)[0] ?? [], depth + 1) : undefined;
}

const simpleEscapes = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\r', '\r'],
  ['\\\\', '\\'],
  ['\\"', '"'],
  ["\\'", "'"],
]);

function unescapeRust(text: string): string {
  const hex = /^\\(?:u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2}))$/.exec(text);
  const digits = hex?.[1] ?? hex?.[2];
  if (digits !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff));
  return simpleEscapes.get(text) ?? text;
}
