/** Statements of Rust that emit a message: macros, methods of results, attributes of error types, errors made. */
import type { Node } from 'web-tree-sitter';
import type { Level } from '../match/match';
import type { Emitted } from './emission';
import { literalLength, type Message } from './message';
import { readRustFormat, readRustText, rustArguments, sourceOf } from './rustText';

/** What a macro or method does with its arguments. */
interface Site extends Pick<Emitted, 'kind' | 'level'> {
  /** Arguments before the text; -1: as many as there are before the first literal. */
  readonly skip: number;
  /** What the standard library prints before the text. */
  readonly prefix?: string;
}

const raise: Site = { kind: 'raise', level: null, skip: 0 };
const print: Site = { kind: 'print', level: null, skip: 0 };
const log = (level: Level | null): Site => ({ kind: 'log', level, skip: -1 });
const assert = (skip: number, prefix = ''): Site => ({ kind: 'assert', level: null, skip, prefix });

const macros = new Map<string, Site>([
  ['trace', log('DEBUG')],
  ['debug', log('DEBUG')],
  ['info', log('INFO')],
  ['warn', log('WARNING')],
  ['error', log('ERROR')],
  ['log', log(null)],
  ['event', log(null)],
  ['panic', raise],
  // Prefixes: library/core/src/panicking.rs and macros/mod.rs of Rust.
  ['unreachable', { ...raise, prefix: 'internal error: entered unreachable code: ' }],
  ['unimplemented', { ...raise, prefix: 'not implemented: ' }],
  ['todo', { ...raise, prefix: 'not yet implemented: ' }],
  ['anyhow', raise],
  ['bail', raise],
  ['eyre', raise],
  ['format_err', raise],
  ['ensure', { ...raise, skip: 1 }],
  ['assert', assert(1)],
  ['debug_assert', assert(1)],
  ['assert_eq', assert(2, 'assertion `left == right` failed: ')],
  ['debug_assert_eq', assert(2, 'assertion `left == right` failed: ')],
  ['assert_ne', assert(2, 'assertion `left != right` failed: ')],
  ['debug_assert_ne', assert(2, 'assertion `left != right` failed: ')],
  ['print', print],
  ['println', print],
  ['eprint', print],
  ['eprintln', print],
  ['write', { kind: 'display', level: null, skip: 1 }],
  ['writeln', { kind: 'display', level: null, skip: 1 }],
]);

/** Macros of projects, such as those that thiserror-ext makes of error variants: `bail_invalid_request!`. */
const errorMacro = /(^|_)(bail|throw|err|error|fail|failed|invalid)(_|$)/;

/** Methods of results and options that give an error a text. */
const methods = new Set(['expect', 'context', 'with_context', 'wrap_err', 'wrap_err_with']);

/** Types of which every constructor makes an error. */
export const errorType = /(Error|Err|Failure|Exception)$/;

/** The level of a macro that logs; undefined for any other. */
export function rustLogLevel(macro: string): Level | undefined {
  const site = macros.get(macro);
  return site?.kind === 'log' ? (site.level ?? undefined) : undefined;
}

/** What the macro of that name emits with the arguments in `list`. */
export function readRustMacro(name: string, list: Node): Emitted | undefined {
  const site = macros.get(name) ?? (errorMacro.test(name) ? { ...raise, skip: -1 } : undefined);
  if (!site) return undefined;
  const args = rustArguments(list);
  const skip = site.skip >= 0 ? site.skip : args.findIndex(([first]) => first !== undefined && isText(first));
  const texts = skip < 0 ? undefined : readRustFormat(args.slice(skip));
  if (!texts) return undefined;
  const level = name === 'log' || name === 'event' ? levelNamed(args) : site.level;
  return emitted({ kind: site.kind, level }, site.prefix ? texts.map((text) => [site.prefix ?? '', ...text]) : texts);
}

/** What the method of that name emits: `.expect("…")`, `.with_context(|| format!("…"))`. */
export function readRustMethod(name: string, list: Node): Emitted | undefined {
  if (!methods.has(name)) return undefined;
  const [text, ...more] = rustArguments(list);
  const texts = text && more.length === 0 ? readRustText(text) : undefined;
  return texts && emitted({ kind: 'raise', level: null }, texts);
}

/** Text of `#[error("…")]` of thiserror, or of `#[snafu(display("…"))]`; `transparent` has none. */
export function readRustAttribute(list: Node): Emitted | undefined {
  const inner = /^\(\s*display\s*\(/.test(list.text) ? list.namedChild(1) : list;
  const texts = inner ? readRustFormat(rustArguments(inner)) : undefined;
  return texts && emitted({ kind: 'display', level: null }, texts);
}

/** An error made with a text: `ServerError::internal("…")`, `Error::Config { message: format!("…") }`. */
export function readRustMade(type: string, list: Node): Emitted | undefined {
  for (const arg of rustArguments(list)) {
    const texts = readRustText(fieldValue(arg));
    if (texts) return { ...emitted({ kind: 'raise', level: null }, texts), exception: pythonClass(type) };
  }
  return undefined;
}

/** `name: value` of a struct, as a node or as tokens. */
function fieldValue(arg: readonly Node[]): readonly Node[] {
  const [first, colon] = arg;
  if (first?.type === 'field_initializer') return [first.childForFieldName('value') ?? first];
  return colon?.type === ':' ? arg.slice(2) : arg;
}

/** PyO3 calls Python’s `ValueError` `PyValueError`. */
function pythonClass(type: string): string {
  return /^Py[A-Z]/.test(type) ? type.slice(2) : type;
}

function emitted({ kind, level }: Pick<Emitted, 'kind' | 'level'>, texts: readonly Message[]): Emitted {
  return { kind, level, exception: null, messages: texts.filter((text) => literalLength(text) > 0) };
}

function isText(node: Node): boolean {
  return /^(raw_)?string_literal$/.test(node.type) || (node.type === 'identifier' && node.text === 'concat');
}

function levelNamed(args: readonly (readonly Node[])[]): Level | null {
  const named = args.map(sourceOf).find((text) => /\bLevel::\w+$/.test(text));
  return macros.get(named?.split('::').at(-1)?.toLowerCase() ?? '')?.level ?? null;
}
