/** The body of a zeromq.js loop that is translated into steps. */
import { type Emitter, emit, unknown } from '../../proof/emit';
import { isOwn, type Value } from '../../proof/value';
import { oneLine } from '../../proof/words';
import type { SourceFile } from '../../sourceFile';
import { childIn, type SyntaxNode } from '../../syntax';
import { declarationOf } from '../declaration';
import type { SocketLoop } from '../socketLoop';

/**
 * How an expression is used: `quiet` where its places are not reckoned with, only compared, changed or logged, `asks` where
 * it is a condition or a part of one.
 */
export interface Use {
  readonly quiet?: boolean;
  readonly asks?: boolean;
}

/** One body under translation. */
export interface Reading extends Emitter {
  readonly file: SourceFile;
  readonly found: SocketLoop;
  /** What the names stand for that the round gives a value, each by its declaration. */
  readonly values: Map<SyntaxNode, Value>;
  /** How many loops and choices of its own stand around the statement. */
  depth: number;
  /** How many nodes may still be read. */
  budget: number;
  /** Translates an expression; here, since calls hold expressions and expressions calls. */
  readonly expression: (reading: Reading, node: SyntaxNode, use?: Use) => Value;
}

/** Emits that places which outlive the round are reckoned with, asked, or only looked at. */
export function readPlaces(reading: Reading, of: readonly string[], { quiet, asks }: Use): void {
  if (of.length === 0) return;
  if (asks) emit(reading, { does: 'ask', of, compared: false });
  else if (!quiet) emit(reading, { does: 'read', of });
}

/** The declaration of a name, where it stands in the loop and is made anew in each round. */
export function ownDeclaration({ file, found }: Reading, identifier: SyntaxNode): SyntaxNode | undefined {
  const declared = declarationOf(file, identifier)?.name;
  const isInside = declared && found.loop.start <= declared.start && declared.end <= found.loop.end;
  const isVar = declared?.parent?.parent?.type === 'variable_declaration';
  return isInside && !isVar ? declared : undefined;
}

/** True for a name that `const` binds to a Map, a Set, an array or an object of the file, which change as a whole. */
export function isTable({ file }: Reading, expression: SyntaxNode): boolean {
  const declared = expression.type === 'identifier' ? declarationOf(file, expression)?.node : undefined;
  const value = declared?.type === 'variable_declarator' ? childIn(declared, 'value') : undefined;
  if (!declared?.parent || !value || !file.textOf(declared.parent).startsWith('const')) return false;
  if (value.type === 'array' || value.type === 'object') return true;
  const made = childIn(value, 'constructor');
  const isKnown = !!made && /^(?:Map|Set)$/.test(file.textOf(made)) && isBuiltIn(file, made);
  return isKnown && !isChanged(file, file.textOf(expression));
}

/** True for an object one of whose methods the file replaces. */
function isChanged(file: SourceFile, name: string): boolean {
  return file.nodes('assignment_expression').some((node) => {
    const left = childIn(node, 'left');
    return !!left && file.textOf(left).startsWith(`${name}.`);
  });
}

/** Emits that something is gone through from its start to its end, which an iterator lets one do only once. */
export function goThrough(reading: Reading, expression: SyntaxNode, value: Value): void {
  if (isOwn(value) || isTable(reading, expression)) return;
  unknown(reading, `goes through ${oneLine(reading.file.textOf(expression))}, which may be used up by that`);
}

/** A name of the round, other than one of the same spelling elsewhere. */
export function nameOf(declared: SyntaxNode): string {
  return `${declared.start}`;
}

/** True for a name to which the file gives no meaning of its own, and whose methods it leaves as they are. */
export function isBuiltIn(file: SourceFile, name: SyntaxNode): boolean {
  if (name.type !== 'identifier' || declarationOf(file, name) !== undefined) return false;
  const text = file.textOf(name);
  return !file.nodes('assignment_expression').some((node) => {
    const left = childIn(node, 'left');
    const set = left ? file.textOf(left) : '';
    return set === text || set.startsWith(`${text}.`) || set === `globalThis.${text}`;
  });
}

/** True for a property whose reading (`get`) or setting (`set`) runs code of the file. */
export function runsCode(file: SourceFile, property: string, how: 'get' | 'set'): boolean {
  return file.nodes('method_definition').some((method) => {
    const name = childIn(method, 'name');
    const isSo = name !== undefined && new RegExp(`\\b${how}\\s*$`).test(file.text.slice(method.start, name.start));
    return isSo && file.textOf(name) === property;
  });
}
