/** What is odd about a msgpack object that can be read all the same. */
import { toHex } from '../bytes';
import { isUtf8 } from '../text';
import { isMinimal } from './minimal';
import { readTimestamp } from './timestamp';
import type { MsgpackNode } from './tree';
import { bodyOf, extType, intOf, pairsOf } from './value';

/** A remark about the value whose first byte is at `offset`. */
export interface Warning {
  readonly code: 'invalid-utf8' | 'duplicate-key' | 'bad-timestamp' | 'non-minimal';
  readonly offset: number;
}

/** Warnings kept for one object. */
const warningLimit = 100;

/** All remarks about a tree, in the order of the bytes. */
export function checkTree(bytes: Uint8Array, root: MsgpackNode): Warning[] {
  const found: Warning[] = [];
  const pending: MsgpackNode[] = [root];
  for (let node = pending.pop(); node && found.length < warningLimit; node = pending.pop()) {
    checkNode(bytes, node, found);
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child) pending.push(child);
    }
  }
  return found;
}

function checkNode(bytes: Uint8Array, node: MsgpackNode, found: Warning[]): void {
  // Of a body that is cut, nothing can be said.
  if (!node.complete && node.children.length === 0) return;
  if (!isMinimal(bytes, node)) found.push({ code: 'non-minimal', offset: node.start });
  const { family } = node.format;
  if (family === 'str' && !isUtf8(bytes, node.body, node.end)) found.push({ code: 'invalid-utf8', offset: node.start });
  if (family === 'ext' && extType(bytes, node) === -1 && readTimestamp(bodyOf(bytes, node)) === undefined) {
    found.push({ code: 'bad-timestamp', offset: node.start });
  }
  if (family === 'map') found.push(...duplicateKeys(bytes, node));
}

function duplicateKeys(bytes: Uint8Array, node: MsgpackNode): Warning[] {
  const seen = new Set<string>();
  const found: Warning[] = [];
  for (const [key] of pairsOf(node)) {
    const name = `${key.format.family} ${keyIdentity(bytes, key)}`;
    if (seen.has(name)) found.push({ code: 'duplicate-key', offset: key.start });
    seen.add(name);
  }
  return found;
}

function keyIdentity(bytes: Uint8Array, key: MsgpackNode): string {
  return key.format.family === 'int'
    ? String(intOf(bytes, key))
    : toHex(bytes.subarray(key.body, Math.min(key.end, key.body + 4096)));
}
