/** Which exceptions of Python a piece of code raises for bytes of another kind. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { moduleName } from './layout';
import { lastName } from './scope';

/** One exception: the last name of its class, and of those that it is derived from up to `Exception`. */
export type Raised = readonly string[];

export const valueError: Raised = ['ValueError'];
export const typeError: Raised = ['TypeError'];
export const keyError: Raised = ['KeyError', 'LookupError'];
export const indexError: Raised = ['IndexError', 'LookupError'];
const unicodeError: Raised = ['UnicodeDecodeError', 'UnicodeError', 'ValueError'];

/** Classes of the interpreter and of libraries that people raise and catch, with those that they are derived from. */
const derived = new Map<string, readonly string[]>([
  ['KeyError', ['LookupError']],
  ['IndexError', ['LookupError']],
  ['UnicodeDecodeError', ['UnicodeError', 'ValueError']],
  ['JSONDecodeError', ['ValueError']],
  ['NotImplementedError', ['RuntimeError']],
  ['RecursionError', ['RuntimeError']],
  ['ConnectionError', ['OSError']],
  ['TimeoutError', ['OSError']],
  ['ValidationError', ['DecodeError', 'MsgspecError', 'ValueError']],
]);

/** What a `raise` raises, when it makes or names the exception in place. */
export function raisedBy(file: SourceFile, statement: SyntaxNode): Raised[] {
  const value = statement.children[0];
  const name = value ? lastName(file, childIn(value, 'function') ?? value) : '';
  return name === '' ? [[]] : [[name, ...(derived.get(name) ?? [])]];
}

/**
 * What a call that decodes raises: `json.loads` and msgpack's `unpackb` only kinds of `ValueError`, msgspec its
 * `DecodeError`, `bytes.decode` a `UnicodeDecodeError`, `struct.unpack` its `error`. A list with nothing in it stands
 * for an exception that is not known.
 */
export function decodeErrors(file: SourceFile, call: SyntaxNode): Raised[] {
  const callee = childIn(call, 'function');
  const name = callee ? lastName(file, callee) : '';
  const object = callee && childIn(callee, 'object');
  const owner = object ? file.textOf(object) : '';
  if (name === 'loads' || name === 'unpackb') return owner.includes('pickle') ? [[]] : [valueError];
  if (name === 'unpack') return owner === (moduleName(file, 'struct') ?? 'struct') ? [['error']] : [[]];
  if (name === 'decode') {
    const isCodec = moduleName(file, 'msgspec') !== undefined && /decoder|msgspec/i.test(owner);
    return isCodec ? [['DecodeError', 'MsgspecError']] : [unicodeError];
  }
  return name === 'model_validate_json' ? [['ValidationError', 'ValueError']] : [[]];
}
