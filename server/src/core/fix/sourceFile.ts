/** A parsed source file and the questions about its lines that edits need. */
import type { SourceText } from './finding';
import { type SyntaxNode, walk } from './syntax';

/** A source file with its syntax tree. */
export class SourceFile {
  readonly path: string;
  readonly language: string;
  readonly text: string;
  readonly root: SyntaxNode;
  /** `\r\n` where the file's first line ends so, else `\n`. */
  readonly newline: string;
  /** Offsets of all line breaks; found when first asked for. */
  private lineEnds: readonly number[] | undefined;
  /** All nodes by type, in source order. */
  private readonly byType = new Map<string, SyntaxNode[]>();

  constructor(source: SourceText, root: SyntaxNode) {
    this.path = source.path;
    this.language = source.language;
    this.text = source.text;
    this.root = root;
    const first = source.text.indexOf('\n');
    this.newline = first > 0 && source.text[first - 1] === '\r' ? '\r\n' : '\n';
    for (const node of walk(root)) {
      const same = this.byType.get(node.type);
      if (same) same.push(node);
      else this.byType.set(node.type, [node]);
    }
  }

  /** The nodes of a type that lie in `within`, in source order. */
  nodes(type: string, within: { readonly start: number; readonly end: number } = this.root): SyntaxNode[] {
    const all = this.byType.get(type) ?? [];
    const found: SyntaxNode[] = [];
    for (let index = firstFrom(all, within.start); index < all.length; index++) {
      const node = all[index];
      if (!node || node.start >= within.end) break;
      if (node.end <= within.end) found.push(node);
    }
    return found;
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.start, node.end);
  }

  /** 0-based line of an offset. */
  lineOf(offset: number): number {
    this.lineEnds ??= lineEndsOf(this.text);
    let low = 0;
    let high = this.lineEnds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.lineEnds[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Offset of the first unit of the line that holds `offset`. */
  lineStart(offset: number): number {
    return offset === 0 ? 0 : this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Offset after the last unit of the line, before its line end. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    if (end < 0) return this.text.length;
    return this.text[end - 1] === '\r' ? end - 1 : end;
  }

  /** Offset of the first unit of the line after the one that holds `offset`. */
  nextLine(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    return end < 0 ? this.text.length : end + 1;
  }

  /** Blanks and tabs at the start of the line that holds `offset`. */
  indentAt(offset: number): string {
    const start = this.lineStart(offset);
    let end = start;
    while (this.text[end] === ' ' || this.text[end] === '\t') end++;
    return this.text.slice(start, end);
  }

  /** Start of the line that holds `offset`, or of the first of the comment lines right above it, which belong to it. */
  aboveComments(offset: number): number {
    const indent = this.indentAt(offset);
    let at = this.lineStart(offset);
    while (at > 0) {
      const before = this.lineStart(at - 1);
      const line = this.text.slice(before, at);
      if (!line.startsWith(indent) || !/^(?:#|\/\/)/.test(line.slice(indent.length))) return at;
      at = before;
    }
    return at;
  }

  /** True when nothing but blanks stands before the node, and nothing but blanks and a comment behind it. */
  ownsItsLines(node: Pick<SyntaxNode, 'start' | 'end'>): boolean {
    if (this.text.slice(this.lineStart(node.start), node.start).trim() !== '') return false;
    const tail = this.text.slice(node.end, this.lineEnd(node.end)).trim();
    return tail === '' || tail.startsWith('#') || tail.startsWith('//');
  }
}

/** Offsets of all line breaks. */
function lineEndsOf(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return ends;
}

/** Index of the first node that starts at `offset` or later. */
function firstFrom(nodes: readonly SyntaxNode[], offset: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
