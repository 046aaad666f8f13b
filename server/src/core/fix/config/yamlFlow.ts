/** Reads the flow style of YAML, `{a: [b, "c"]}`, which may span lines and hold comments. */
import { plainScalar, quotedScalar } from './yamlScalar';
import type { YamlEntry, YamlNode } from './yamlTree';

/** A value and the offset behind it. */
interface Read {
  readonly value: YamlNode | undefined;
  readonly next: number;
}

/** The collection that opens at an offset and closes before `end`; undefined where it does not, or is too deep. */
export function readFlow(
  text: string,
  open: number,
  end: number,
  depth: number,
  anchors: ReadonlyMap<string, YamlNode>,
): YamlNode | undefined {
  return new FlowReader(text.slice(0, end), anchors).collection(open, depth)?.value;
}

class FlowReader {
  constructor(
    private readonly text: string,
    private readonly anchors: ReadonlyMap<string, YamlNode>,
  ) {}

  collection(open: number, depth: number): Read | undefined {
    if (depth <= 0) return undefined;
    const isMap = this.text[open] === '{';
    const close = isMap ? '}' : ']';
    const entries: YamlEntry[] = [];
    const items: YamlNode[] = [];
    let at = this.gap(open + 1);
    while (at < this.text.length && this.text[at] !== close) {
      if (this.text[at] === ',') {
        at = this.gap(at + 1);
        continue;
      }
      const read = this.value(at, depth);
      if (!read) return undefined;
      at = this.gap(read.next);
      const isPair = this.text[at] === ':' && read.value?.kind === 'scalar';
      const behind = isPair ? this.pairValue(at + 1, depth) : undefined;
      if (isPair && !behind) return undefined;
      at = behind ? this.gap(behind.next) : at;
      if (isMap && read.value?.kind === 'scalar') entries.push(entryFor(read.value, behind?.value));
      else if (!isMap && read.value && !isPair) items.push(read.value);
    }
    if (at >= this.text.length) return undefined;
    const place = { start: open, end: at + 1, isFlow: true };
    return { value: isMap ? { kind: 'map', ...place, entries } : { kind: 'list', ...place, items }, next: at + 1 };
  }

  private pairValue(from: number, depth: number): Read | undefined {
    const at = this.gap(from);
    return /[,}\]]/.test(this.text[at] ?? '') ? { value: undefined, next: at } : this.value(at, depth);
  }

  private value(from: number, depth: number): Read | undefined {
    let at = from;
    while (this.text[at] === '&' || this.text[at] === '!') at = this.gap(this.wordEnd(at));
    const mark = this.text[at] ?? '';
    if (mark === '[' || mark === '{') return this.collection(at, depth - 1);
    if (mark === '"' || mark === "'") {
      const value = quotedScalar(this.text, at);
      return value && { value, next: value.end };
    }
    if (mark === '*') {
      const next = this.wordEnd(at);
      return { value: this.anchors.get(this.text.slice(at + 1, next)), next };
    }
    return this.plain(at);
  }

  private wordEnd(from: number): number {
    let at = from + 1;
    while (at < this.text.length && /[^\s,[\]{}]/.test(this.text[at] ?? '')) at++;
    return at;
  }

  private plain(start: number): Read | undefined {
    let at = start;
    while (at < this.text.length && !/[,[\]{}]/.test(this.text[at] ?? '')) {
      const here = this.text[at];
      if (here === ':' && /^(?:[\s,[\]{}]|$)/.test(this.text.slice(at + 1, at + 2))) break;
      if (here === '#' && /\s/.test(this.text[at - 1] ?? '')) break;
      at++;
    }
    if (at === start && this.text[at] !== ':') return undefined;
    const end = start + this.text.slice(start, at).trimEnd().length;
    return { value: plainScalar(this.text, start, end), next: at };
  }

  /** Offset behind blanks, line ends and comments. */
  private gap(from: number): number {
    let at = from;
    for (;;) {
      while (at < this.text.length && (this.text[at] ?? '').trim() === '') at++;
      if (this.text[at] !== '#' || !/\s/.test(this.text[at - 1] ?? ' ')) return at;
      const end = this.text.indexOf('\n', at);
      at = end < 0 ? this.text.length : end;
    }
  }
}

function entryFor(key: YamlNode & { kind: 'scalar' }, value: YamlNode | undefined): YamlEntry {
  return { key: key.piece.text, start: key.start, end: key.end, value };
}
