/** YAML as a tree with places: what the readers of manifests, charts and compose files ask. */
import type { Piece } from './piece';

/** A value. Offsets are UTF-16 units of the file, [start, end). */
export type YamlNode = YamlMap | YamlList | YamlScalar;

/** A mapping, in block or flow style. */
export interface YamlMap {
  readonly kind: 'map';
  readonly start: number;
  readonly end: number;
  readonly isFlow: boolean;
  readonly entries: readonly YamlEntry[];
}

/** A key with its value; undefined where nothing but a comment or a template stands behind it. */
export interface YamlEntry {
  readonly key: string;
  /** [start, end) of the key. */
  readonly start: number;
  readonly end: number;
  readonly value: YamlNode | undefined;
}

/** A list, in block or flow style. */
export interface YamlList {
  readonly kind: 'list';
  readonly start: number;
  readonly end: number;
  readonly isFlow: boolean;
  readonly items: readonly YamlNode[];
}

/** A string, a number, … as text. */
export interface YamlScalar {
  readonly kind: 'scalar';
  /** With quotes, without the mark of a block scalar. */
  readonly start: number;
  readonly end: number;
  /** `block` for one behind `|` or `>`. */
  readonly style: 'plain' | 'quoted' | 'block';
  readonly piece: Piece;
}

/** One document of a file. */
export interface YamlDocument {
  readonly start: number;
  readonly end: number;
  readonly root: YamlNode | undefined;
}

/** Most merges (`<<`) followed for one value. */
const maxMerges = 5;

/** The entry of a key, also one that a merge brings. */
export function entryOf(node: YamlNode | undefined, key: string, depth = 0): YamlEntry | undefined {
  if (node?.kind !== 'map' || depth > maxMerges) return undefined;
  const own = node.entries.find((entry) => entry.key === key);
  if (own) return own;
  for (const { key: name, value } of node.entries) {
    if (name !== '<<') continue;
    for (const source of value?.kind === 'list' ? value.items : [value]) {
      const found = entryOf(source, key, depth + 1);
      if (found) return found;
    }
  }
  return undefined;
}

/** The value below a path of keys. */
export function valueAt(node: YamlNode | undefined, ...path: readonly string[]): YamlNode | undefined {
  return path.reduce<YamlNode | undefined>((at, key) => entryOf(at, key)?.value, node);
}

/** The scalar below a path of keys. */
export function scalarAt(node: YamlNode | undefined, ...path: readonly string[]): YamlScalar | undefined {
  const value = valueAt(node, ...path);
  return value?.kind === 'scalar' ? value : undefined;
}

/** The text of the scalar below a path of keys. */
export function textAt(node: YamlNode | undefined, ...path: readonly string[]): string | undefined {
  return scalarAt(node, ...path)?.piece.text;
}

/** The items of the list below a path of keys. */
export function itemsAt(node: YamlNode | undefined, ...path: readonly string[]): readonly YamlNode[] {
  const value = valueAt(node, ...path);
  return value?.kind === 'list' ? value.items : [];
}

/** A node and all below it, each once, in the order of the file; with the nodes that hold it, outermost first. */
export function* walkYaml(root: YamlNode | undefined): Generator<{ node: YamlNode; above: readonly YamlMap[] }> {
  const seen = new Set<YamlNode>();
  const stack: { node: YamlNode; above: readonly YamlMap[] }[] = root ? [{ node: root, above: [] }] : [];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, above } = next;
    if (seen.has(node)) continue;
    seen.add(node);
    yield next;
    if (node.kind === 'scalar') continue;
    const inner = node.kind === 'map' ? [...above, node] : above;
    const below = node.kind === 'map' ? node.entries.flatMap(({ value }) => value ?? []) : node.items;
    for (const child of [...below].reverse()) stack.push({ node: child, above: inner });
  }
}

/** [start, end) of what a scalar holds, without its quotes. */
export function innerPlace({ piece, start, end }: YamlScalar): { readonly start: number; readonly end: number } {
  const { length } = piece.text;
  return length === 0 ? { start, end } : { start: piece.from(0), end: piece.to(length - 1) };
}
