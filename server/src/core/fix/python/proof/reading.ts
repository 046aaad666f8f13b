/** A function or the body of a receive loop that is translated into steps. */
import { type Emitter, emit } from '../../proof/emit';
import { asKey } from '../../proof/step';
import { isDecoded, isReceived, type Value } from '../../proof/value';
import type { SourceFile } from '../../sourceFile';
import { childIn, type SyntaxNode } from '../../syntax';

/** How an expression is used. */
export interface Use {
  /** Its places are not reckoned with: they are compared for being the same, searched, locked, changed or logged. */
  readonly quiet?: boolean;
  /** What it makes is stored as it is. */
  readonly stored?: boolean;
  /** It is a condition, or a part of one. */
  readonly asks?: boolean;
  /** It is compared: what is made of places for that is the same to the handling as the places. */
  readonly compared?: boolean;
  /** It is searched for the place of something. */
  readonly searched?: boolean;
}

/** What all scopes of one proof have in common. */
interface Shared {
  readonly file: SourceFile;
  /** Source text of the socket, and the calls that take its messages. */
  readonly socket: string;
  readonly socketType: string;
  readonly receives: ReadonlySet<SyntaxNode>;
  /** The names of the function that holds the loop, which mean something else in those that are followed. */
  readonly locals: ReadonlySet<string>;
  /** Functions that are being followed, outermost first. */
  readonly active: SyntaxNode[];
  /** How many nodes may still be read. */
  budget: number;
  scopes: number;
  /** Translate a node, giving its value, or the statements of a block; here, since they need each other. */
  readonly expression: (reading: Reading, node: SyntaxNode, use?: Use) => Value;
  readonly block: (reading: Reading, block: SyntaxNode) => void;
}

/** One scope under translation. */
export interface Reading extends Emitter {
  readonly all: Shared;
  readonly file: SourceFile;
  readonly id: number;
  /** The function whose code this is. */
  readonly definition: SyntaxNode;
  /** The receive loop, where this is its body. */
  readonly loop: SyntaxNode | undefined;
  /** The names that this code itself gives values, those of a comprehension around it, and what they stand for. */
  readonly own: ReadonlySet<string>;
  readonly inner: ReadonlySet<string>;
  readonly values: Map<string, Value>;
  /** What `return` gives, as far as it was read. */
  returned: Value | undefined;
  /** How many loops of its own stand around the statement. */
  depth: number;
}

/** A name of this scope, other than one of the same spelling in another. */
export function nameIn({ id, inner }: Reading, name: string): string {
  return inner.has(name) ? `${id} inside:${name}` : `${id}:${name}`;
}

/** Emits that places which outlive the round are read: reckoned with, asked, or only looked at. */
export function readPlaces(reading: Reading, of: readonly string[], { quiet, asks }: Use): void {
  if (of.length === 0) return;
  if (asks) emit(reading, { does: 'ask', of, compared: false });
  else if (!quiet) emit(reading, { does: 'read', of });
}

/**
 * Emits that a value is taken for a key: what a message holds may be of a kind that is none, such as a list. Known from then
 * on, also where `sure` says that it can be taken for one.
 */
export function takeKey(reading: Reading, key: SyntaxNode, value: Value, sure = false): void {
  if (!isDecoded(value)) return;
  const object = key.type === 'subscript' ? childIn(key, 'value') : key;
  const part = key.type === 'subscript' ? childIn(key, 'subscript') : undefined;
  const isNamed = object?.type === 'identifier' && (key === object || (part !== undefined && isText(part)));
  if (!isNamed) {
    if (!sure) emit(reading, { does: 'raise' });
    return;
  }
  const name = nameIn(reading, reading.file.textOf(object));
  emit(reading, { does: sure ? 'know' : 'look', name, key: `${part ? reading.file.textOf(part) : ''}${asKey}` });
}

/** True for a string that is the same each time. */
export function isText(node: SyntaxNode): boolean {
  return node.type === 'string' && node.children.every(({ type }) => type !== 'interpolation');
}

/** Emits that a value is made into text. */
export function showText(reading: Reading, node: SyntaxNode, value: Value): void {
  if (!isReceived(value) || value.kind === 'bytes' || value.kind === 'frames') return;
  const name = node.type === 'identifier' ? nameIn(reading, reading.file.textOf(node)) : undefined;
  emit(reading, { does: 'show', ...(name !== undefined && { name }) });
}
