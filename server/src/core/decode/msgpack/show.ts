/** A msgpack object on one line, and as a tree of byte ranges. */
import type { ReadingNode } from '../reading';
import { type MsgpackNode, nodeLimit } from './tree';
import { nodeText, pairsOf, strOf } from './value';

/** Collects text up to a length. */
class Line {
  text = '';
  constructor(readonly limit: number) {}

  get full(): boolean {
    return this.text.length >= this.limit;
  }

  add(part: string): void {
    if (!this.full) this.text += part;
  }

  /** The end of an array or map: what is cut in several levels at once is shown once. */
  close(mark: string, complete: boolean): void {
    if (complete) this.add(mark);
    else if (!this.text.endsWith('…')) this.add(' …');
  }
}

/** `{status: "HELLO", local: false}`; at most about `limit` characters. */
export function showValue(bytes: Uint8Array, node: MsgpackNode, limit = 200): string {
  const line = new Line(limit);
  write(bytes, node, line);
  return line.full ? `${line.text.slice(0, limit)}…` : line.text;
}

function write(bytes: Uint8Array, node: MsgpackNode, line: Line): void {
  if (line.full) return;
  const { family } = node.format;
  if (family === 'array') writeArray(bytes, node, line);
  else if (family === 'map') writeMap(bytes, node, line);
  else line.add(nodeText(bytes, node));
}

function writeArray(bytes: Uint8Array, node: MsgpackNode, line: Line): void {
  line.add('[');
  for (const [i, child] of node.children.entries()) {
    if (line.full) return;
    if (i > 0) line.add(', ');
    write(bytes, child, line);
  }
  line.close(']', node.complete);
}

function writeMap(bytes: Uint8Array, node: MsgpackNode, line: Line): void {
  line.add('{');
  for (const [i, [key, value]] of pairsOf(node).entries()) {
    if (line.full) return;
    if (i > 0) line.add(', ');
    writeKey(bytes, key, line);
    line.add(': ');
    write(bytes, value, line);
  }
  if (node.children.length % 2 === 1)
    line.add(`${node.children.length > 1 ? ', ' : ''}${keyLabel(bytes, node.children.at(-1))}: …`);
  line.close('}', node.complete);
}

function writeKey(bytes: Uint8Array, key: MsgpackNode, line: Line): void {
  if (key.format.family === 'array' || key.format.family === 'map') write(bytes, key, line);
  else line.add(keyLabel(bytes, key));
}

/** A key as it is shown before its value: plain words without quotes. */
function keyLabel(bytes: Uint8Array, key: MsgpackNode | undefined): string {
  if (!key) return '';
  const text = key.format.family === 'str' ? strOf(bytes, key) : undefined;
  return text !== undefined && /^[\w.:/-]+$/.test(text) ? text : nodeText(bytes, key);
}

/** The tree of a node for annotated hex. `label` is the node's place in its parent. */
export function treeOf(bytes: Uint8Array, node: MsgpackNode, label: string): ReadingNode {
  const value = `${nodeText(bytes, node)} (${node.format.name})`;
  return { start: node.start, end: node.end, label, value, children: childrenOf(bytes, node) };
}

/** More nodes than this are not put into a tree for people. */
const shownLimit = Math.min(nodeLimit, 5000);

function childrenOf(bytes: Uint8Array, node: MsgpackNode): ReadingNode[] {
  if (node.format.family !== 'map') {
    return node.children.slice(0, shownLimit).map((child, i) => treeOf(bytes, child, `[${i}]`));
  }
  const pairs = pairsOf(node)
    .slice(0, shownLimit)
    .map(([key, value]) => ({ ...treeOf(bytes, value, keyLabel(bytes, key)), start: key.start }));
  const lone = node.children.length % 2 === 1 ? node.children.at(-1) : undefined;
  return lone ? [...pairs, treeOf(bytes, lone, 'key without a value')] : pairs;
}
