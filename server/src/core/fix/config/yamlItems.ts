/** Reads list items of YAML line by line: templates of manifests are no valid YAML. */

import { lineEnd } from './lines';

/** A value of a key: a number or a plain word. */
export interface YamlValue {
  readonly text: string;
  /** Offsets of the text without its quotes. */
  readonly start: number;
  readonly end: number;
}

/** One item of a list of mappings, such as a port: its scalar values by key. */
export interface YamlItem {
  readonly start: number;
  readonly values: ReadonlyMap<string, YamlValue>;
}

/** Most items read of one file. */
const maxItems = 5000;

const pair = /^(\s*)(- +)?([\w./-]+):[ \t]+(["']?)([\w./:-]+)\4[ \t]*(?:#.*)?$/;

/** The items of a text in their order; a key of a nested list or mapping belongs to no item but its own. */
export function yamlItems(text: string): YamlItem[] {
  const items: { start: number; indent: number; values: Map<string, YamlValue> }[] = [];
  const open: typeof items = [];
  for (let at = 0; at < text.length && items.length < maxItems; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at)).replace(/\r$/, '');
    if (line.trim() === '') continue;
    const dash = /^\s*- +/.exec(line)?.[0].length;
    const indent = dash ?? line.length - line.trimStart().length;
    const outer = dash === undefined ? indent : line.length - line.trimStart().length;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) > outer) open.pop();
    if (dash !== undefined) {
      const item = { start: at, indent, values: new Map<string, YamlValue>() };
      items.push(item);
      open.push(item);
    }
    const found = pair.exec(line);
    const item = open.at(-1);
    if (!found?.[3] || !found[5] || item?.indent !== indent) continue;
    const start = at + line.indexOf(found[5], (found[1]?.length ?? 0) + (found[2]?.length ?? 0) + found[3].length + 1);
    item.values.set(found[3], { text: found[5], start, end: start + found[5].length });
  }
  return items;
}
