/** Tells what kind of ZMQ socket a name stands for, as far as the file shows it. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';
import { givenArguments, parameterIndex } from './callSites';
import { enclosingFunction, lastName } from './scope';

/** The socket types of libzmq that receive; a name after `zmq.` in the expression that made the socket. */
const receivingTypes = new Set(['ROUTER', 'DEALER', 'PULL', 'SUB', 'XSUB', 'XPUB', 'REP', 'REQ', 'PAIR']);

/** How often a socket may change its name before it is no longer followed. */
const maxNames = 4;

/**
 * The type of the socket that `name` (source text, such as `self.socket`) stands for at `place`: what the nearest
 * function around it, the class, or the module binds the name to, or what the callers of the function give. Undefined
 * when nothing shows it or when several types are possible.
 */
export function socketType(file: SourceFile, place: SyntaxNode, name: string): string | undefined {
  const types = typesOf(file, place, name, maxNames);
  return types.size === 1 ? [...types][0] : undefined;
}

function typesOf(file: SourceFile, place: SyntaxNode, name: string, left: number): Set<string> {
  const bindings = left > 0 ? (bindingsOf(file).get(name) ?? []) : [];
  if (left === 0) return new Set();
  if (name.includes('.')) return boundTypes(file, attributeBindings(file, place, name, bindings), left);
  for (const scope of [...functionsAround(place), undefined]) {
    const own = boundTypes(
      file,
      bindings.filter((binding) => enclosingFunction(binding.node) === scope),
      left,
    );
    if (own.size > 0) return own;
    const index = scope ? parameterIndex(file, scope, name) : undefined;
    if (scope && index !== undefined) return givenTypes(file, scope, name, index, left);
  }
  return new Set();
}

function functionsAround(place: SyntaxNode): SyntaxNode[] {
  return [place, ...ancestors(place)].filter(({ type }) => type === 'function_definition' || type === 'lambda');
}

/** Those of the object itself for `self.name`: in the class around the place, or one of this file that it is derived from. */
function attributeBindings(
  file: SourceFile,
  place: SyntaxNode,
  name: string,
  bindings: readonly Binding[],
): readonly Binding[] {
  if (!name.startsWith('self.')) return bindings;
  let owner = classAround(place);
  for (let depth = 0; owner && depth < maxNames; depth++) {
    const within = owner;
    const own = bindings.filter((binding) => classAround(binding.node) === within);
    if (own.length > 0) return own;
    const bases = (childIn(within, 'superclasses')?.children ?? []).map((base) => lastName(file, base));
    owner = file.nodes('class_definition').find((other) => {
      const declared = childIn(other, 'name');
      return !!declared && bases.includes(file.textOf(declared));
    });
  }
  return [];
}

function classAround(place: SyntaxNode): SyntaxNode | undefined {
  return [...ancestors(place)].find(({ type }) => type === 'class_definition');
}

/** What the callers give for a parameter. */
function givenTypes(file: SourceFile, scope: SyntaxNode, name: string, index: number, left: number): Set<string> {
  const types = new Set<string>();
  for (const given of givenArguments(file, scope, name, index)) {
    for (const type of valueTypes(file, given, left - 1)) types.add(type);
  }
  return types;
}

/** A node that gives a name a value. */
interface Binding {
  readonly node: SyntaxNode;
  readonly value: SyntaxNode;
}

function boundTypes(file: SourceFile, bindings: readonly Binding[], left: number): Set<string> {
  return new Set(bindings.flatMap(({ value }) => [...valueTypes(file, value, left - 1)]));
}

/** The types that an expression names, or those of the name that it is. */
function valueTypes(file: SourceFile, value: SyntaxNode, left: number): Set<string> {
  const isName = value.type === 'identifier' || value.type === 'attribute';
  if (isName && !receivingTypes.has(lastName(file, value))) return typesOf(file, value, file.textOf(value), left);
  return typeNames(file, value);
}

/** The one socket type that an expression names, such as the `ROUTER` of `ctx.socket(zmq.ROUTER)`. */
export function typeNamed(file: SourceFile, value: SyntaxNode): string | undefined {
  const types = typeNames(file, value);
  return types.size === 1 ? [...types][0] : undefined;
}

function typeNames(file: SourceFile, value: SyntaxNode): Set<string> {
  return new Set([...walk(value)].map((node) => lastName(file, node)).filter((name) => receivingTypes.has(name)));
}

/** The expressions that a file binds a name to where `place` stands: in the nearest function, or for `self.name` in the class. */
export function boundValues(file: SourceFile, place: SyntaxNode, name: string): SyntaxNode[] {
  const bindings = bindingsOf(file).get(name) ?? [];
  if (name.includes('.')) return attributeBindings(file, place, name, bindings).map(({ value }) => value);
  for (const scope of [...functionsAround(place), undefined]) {
    const own = bindings.filter((binding) => enclosingFunction(binding.node) === scope);
    if (own.length > 0) return own.map(({ value }) => value);
  }
  return [];
}

const knownBindings = new WeakMap<SourceFile, ReadonlyMap<string, readonly Binding[]>>();

/** What a file binds names to, by `name = value`, `name: T = value` and `with value as name`. */
function bindingsOf(file: SourceFile): ReadonlyMap<string, readonly Binding[]> {
  const known = knownBindings.get(file);
  if (known) return known;
  const found = new Map<string, Binding[]>();
  for (const node of [...file.nodes('assignment'), ...file.nodes('as_pattern'), ...file.nodes('named_expression')]) {
    const name = childIn(node, 'left') ?? childIn(node, 'alias') ?? childIn(node, 'name');
    const value = childIn(node, 'right') ?? childIn(node, 'value') ?? node.children[0];
    if (!name || !value || name === value) continue;
    const text = file.textOf(name);
    found.set(text, [...(found.get(text) ?? []), { node, value }]);
  }
  knownBindings.set(file, found);
  return found;
}
