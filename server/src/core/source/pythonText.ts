/** Python string literals as messages. */

import type { Node } from 'web-tree-sitter';
import { controlEscapes } from './escapes';
import type { Message } from './message';
import { namedChildren } from './tree';

/** Reads an interpolation of an f-string: every text it may put in. */
export type ReadInterpolation = (interpolation: Node) => readonly Message[];

/** The pieces of a `string` node, each with its wordings; undefined for bytes, which are no message. */
export function stringPieces(node: Node, read: ReadInterpolation): (readonly Message[])[] | undefined {
  const prefix = node.firstChild?.text.toLowerCase() ?? '';
  if (prefix.includes('b')) return undefined;
  const pieces: (readonly Message[])[] = [];
  for (const part of namedChildren(node)) {
    if (part.type === 'interpolation') pieces.push(read(part));
    if (part.type === 'string_content') pieces.push([[contentText(part.text, prefix)]]);
  }
  return pieces;
}

function contentText(source: string, prefix: string): string {
  // Python reads every line end of a file as one line feed.
  const text = source.replace(/\r\n?/g, '\n');
  const single = prefix.includes('f') ? text.replace(/\{\{|\}\}/g, (braces) => braces.charAt(0)) : text;
  return prefix.includes('r') ? single : unescapePython(single);
}

const simpleEscapes = new Map([...controlEscapes, ['\n', ''], ['\\', '\\'], ["'", "'"], ['"', '"']]);

/** Text with escapes undone; unknown ones stay as written, as in Python. Named characters (`\N{…}`) stay as well. */
function unescapePython(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (found, x, u, long, octal, char) => {
      const digits: string | undefined = x ?? u ?? long;
      const value = digits === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(digits, 16);
      if (!Number.isNaN(value)) return value <= 0x10ffff ? String.fromCodePoint(value) : found;
      return simpleEscapes.get(char) ?? found;
    },
  );
}
