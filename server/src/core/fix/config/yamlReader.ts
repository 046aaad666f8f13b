/**
 * Reads YAML into a tree that keeps places. What cannot be read is left out and the rest is read on: manifests are
 * edited while they are looked at, and templates leave gaps. Time and depth are bounded.
 */

import { lineEnd } from './lines';
import { gone } from './templates';
import { readFlow } from './yamlFlow';
import { blockScalar, plainScalar, quotedScalar } from './yamlScalar';
import type { YamlDocument, YamlEntry, YamlNode } from './yamlTree';

/** Longest text read, in UTF-16 units. */
const maxLength = 1_000_000;

/** Deepest nesting read. */
const maxDepth = 60;

/** Deepest nesting read in the flow style, which is tried anew on each line that nothing closes. */
const maxFlowDepth = 12;

/** Longest key, in UTF-16 units. */
const maxKey = 1024;

/** Most values read of one text. */
const maxNodes = 100_000;

/** The documents of a text whose templates are hidden. */
export function yamlDocuments(text: string): YamlDocument[] {
  if (text.length > maxLength) return [];
  const documents: YamlDocument[] = [];
  let start = 0;
  const end = (at: number) => {
    documents.push({ start, end: at, root: new Reader(text, start, at).read() });
  };
  for (let at = 0; at < text.length; at = lineEnd(text, at) + 1) {
    if (at === 0 || !/^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(at, at + 4))) continue;
    end(at);
    start = at;
  }
  end(text.length);
  return documents;
}

/** Where a line begins to hold something. */
interface Spot {
  readonly at: number;
  /** Columns before it. */
  readonly indent: number;
}

class Reader {
  private at: number;
  private nodes = 0;
  private readonly anchors = new Map<string, YamlNode>();

  constructor(
    private readonly text: string,
    start: number,
    private readonly end: number,
  ) {
    this.at = start;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(start, start + 4))) this.at = start + 3;
  }

  read(): YamlNode | undefined {
    return this.block(-1, 0);
  }

  /** The next line that holds something, from the cursor on. */
  private next(): Spot | undefined {
    for (let at = this.at; at < this.end; at = lineEnd(this.text, at) + 1) {
      const lineStart = this.text.lastIndexOf('\n', at - 1) + 1;
      const stop = Math.min(lineEnd(this.text, at), this.end);
      while (at < stop && ((this.text[at] ?? '').trim() === '' || this.text[at] === gone)) at++;
      if (at < stop && this.text[at] !== '#') return { at, indent: at - lineStart };
      at = stop;
    }
    return undefined;
  }

  /** The value on the lines that stand further right than a column, or a list in that column. */
  private block(indent: number, depth: number, mayBeList = false): YamlNode | undefined {
    const spot = this.next();
    if (!spot || depth > maxDepth || ++this.nodes > maxNodes) return undefined;
    const isList = this.isDash(spot.at);
    if (spot.indent <= indent && !(mayBeList && isList && spot.indent === indent)) return undefined;
    // An anchor or a tag may stand above the value it belongs to.
    if (/[&!]/.test(this.text[spot.at] ?? '')) return this.behind(spot.at, indent, depth, true);
    return this.valueAt(spot, indent, depth);
  }

  /** The value that begins at a spot: a list, a mapping or a scalar. */
  private valueAt(spot: Spot, indent: number, depth: number): YamlNode | undefined {
    if (depth > maxDepth) {
      this.at = lineEnd(this.text, spot.at) + 1;
      return undefined;
    }
    if (this.isDash(spot.at)) return this.list(spot, depth);
    if (this.keyAt(spot.at)) return this.map(spot, depth);
    return this.inline(spot.at, indent);
  }

  private isDash(at: number): boolean {
    return this.text[at] === '-' && (at + 1 >= this.end || /\s/.test(this.text[at + 1] ?? ''));
  }

  private list(first: Spot, depth: number): YamlNode {
    const items: YamlNode[] = [];
    let end = first.at + 1;
    for (let spot: Spot | undefined = first; spot; spot = this.next()) {
      if (spot.indent < first.indent || (spot.indent === first.indent && !this.isDash(spot.at))) break;
      if (spot.indent > first.indent) {
        this.skip(spot);
        continue;
      }
      const value = this.behind(spot.at + 1, first.indent, depth, true);
      if (value) {
        items.push(value);
        end = value.end;
      }
    }
    return { kind: 'list', start: first.at, end, isFlow: false, items };
  }

  private map(first: Spot, depth: number): YamlNode {
    const entries: YamlEntry[] = [];
    let end = first.at;
    for (let spot: Spot | undefined = first; spot; spot = this.next()) {
      if (spot.indent < first.indent) break;
      const key = spot.indent === first.indent ? this.keyAt(spot.at) : undefined;
      if (!key) {
        if (spot.indent === first.indent && this.isDash(spot.at)) break;
        this.skip(spot);
        continue;
      }
      const value = this.behind(key.colon + 1, first.indent, depth, false);
      entries.push({ key: key.text, start: spot.at, end: key.end, value });
      end = value?.end ?? key.colon + 1;
    }
    return { kind: 'map', start: first.at, end, isFlow: false, entries };
  }

  /** Leaves out a line that fits nowhere. */
  private skip({ at }: Spot): void {
    this.at = lineEnd(this.text, at) + 1;
  }

  /** The value behind a dash or a colon, on its line or below it. */
  private behind(from: number, indent: number, depth: number, isItem: boolean): YamlNode | undefined {
    const { at, anchor } = this.properties(from);
    const stop = Math.min(lineEnd(this.text, at), this.end);
    const isEmpty = at >= stop || this.text[at] === '#' || this.text.slice(at, stop).trim() === '';
    let value: YamlNode | undefined;
    if (isEmpty) {
      this.at = stop + 1;
      value = this.block(indent, depth + 1, !isItem);
    } else if (isItem && ++this.nodes <= maxNodes) {
      const lineStart = this.text.lastIndexOf('\n', at - 1) + 1;
      value = this.valueAt({ at, indent: at - lineStart }, indent, depth + 1);
    } else {
      value = this.inline(at, indent);
    }
    if (value && anchor) this.anchors.set(anchor, value);
    return value;
  }

  /** Where a value begins behind its blanks, tags and anchor. */
  private properties(from: number): { readonly at: number; readonly anchor: string | undefined } {
    let at = from;
    let anchor: string | undefined;
    for (;;) {
      while (at < this.end && (this.text[at] === ' ' || this.text[at] === '\t')) at++;
      const mark = this.text[at];
      if (mark !== '&' && mark !== '!') return { at, anchor };
      let stop = at + 1;
      while (stop < this.end && /[^\s,[\]{}]/.test(this.text[stop] ?? '')) stop++;
      if (mark === '&') anchor = this.text.slice(at + 1, stop);
      at = stop;
    }
  }

  /** A value that begins on the line of its key or dash and is no block of its own. */
  private inline(at: number, indent: number): YamlNode | undefined {
    const mark = this.text[at] ?? '';
    if (mark === '|' || mark === '>') {
      const value = blockScalar(this.text.slice(0, this.end), at, indent);
      this.at = lineEnd(this.text, Math.max(value.end, at)) + 1;
      return value;
    }
    if (mark === '*') return this.alias(at);
    const flow =
      mark === '[' || mark === '{' ? readFlow(this.text, at, this.end, maxFlowDepth, this.anchors) : undefined;
    const value = mark === '"' || mark === "'" ? quotedScalar(this.text.slice(0, this.end), at) : flow;
    if (value) {
      this.nodes += value.kind === 'scalar' ? 1 : (value.end - value.start) >> 2;
      this.at = lineEnd(this.text, value.end) + 1;
      return value;
    }
    // What is opened and never closed holds nothing that can be trusted.
    if (/["'[{]/.test(mark)) this.at = lineEnd(this.text, at) + 1;
    return /["'[{]/.test(mark) ? undefined : this.plain(at, indent);
  }

  private alias(at: number): YamlNode | undefined {
    const name = /^\*([^\s,[\]{}]+)/.exec(this.text.slice(at, at + 200))?.[1] ?? '';
    this.at = lineEnd(this.text, at) + 1;
    return this.anchors.get(name);
  }

  /** A scalar without quotes; lines that stand further right go on with it. */
  private plain(start: number, indent: number): YamlNode {
    let end = this.plainEnd(start);
    this.at = lineEnd(this.text, start) + 1;
    for (
      let spot = this.next();
      spot && spot.indent > indent && spot.at === this.lineText(spot.at);
      spot = this.next()
    ) {
      if (this.text.slice(end, spot.at).includes('#')) break;
      end = this.plainEnd(spot.at);
      this.at = lineEnd(this.text, spot.at) + 1;
    }
    return plainScalar(this.text, start, end);
  }

  /** Where the text of a line begins; a line behind a template has none of its own. */
  private lineText(at: number): number {
    const from = this.text.lastIndexOf('\n', at - 1) + 1;
    return from + (this.text.slice(from, at + 1).match(/^\s*/)?.[0].length ?? 0);
  }

  /** End of a plain scalar on its line, before a comment. */
  private plainEnd(at: number): number {
    const stop = Math.min(lineEnd(this.text, at), this.end);
    const line = this.text.slice(at, stop);
    const comment = line.search(/\s#/);
    return at + (comment < 0 ? line : line.slice(0, comment)).trimEnd().length;
  }

  /** The key that a line begins with at an offset, and its colon. */
  private keyAt(at: number): { readonly text: string; readonly end: number; readonly colon: number } | undefined {
    const stop = Math.min(lineEnd(this.text, at), this.end, at + maxKey);
    const quote = this.text[at] ?? '';
    if (/[[{|>*&!#%@`]/.test(quote)) return undefined;
    let end = at;
    if (quote === '"' || quote === "'") {
      end = this.text.indexOf(quote, at + 1) + 1;
      if (end <= 0 || end > stop) return undefined;
    }
    let colon = end;
    while (
      colon < stop &&
      !(this.text[colon] === ':' && /^\s?$/.test(this.text.slice(colon + 1, Math.min(colon + 2, stop))))
    ) {
      if (this.text[colon] === '#' && /\s/.test(this.text[colon - 1] ?? '')) return undefined;
      colon++;
    }
    if (colon >= stop || (end > at && this.text.slice(end, colon).trim() !== '')) return undefined;
    const text = end > at ? this.text.slice(at + 1, end - 1) : this.text.slice(at, colon).trimEnd();
    return { text, end: end > at ? end : at + text.length, colon };
  }
}
