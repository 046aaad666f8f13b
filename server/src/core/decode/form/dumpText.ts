/** Lines of a dump without what other text stands around them: a sentence before the first offset, marks behind the last. */

import { plainDumpLines } from './dumpDialects';

const lineLimit = 1_000_000;
/** Characters of a line that are looked at for its offset. */
const lookLimit = 400;

/** The first offset of a dump, behind other text: zeros, or an address with its symbol. */
const firstOffset =
  /(?:^|[\s(`"'[{<:=>|│])(?:0{4,16}:?(?=[ \t]+[0-9a-f\\ ]{2,})|0x[0-9a-f]{4,16}(?: <[^>\n]{1,200}>)?:(?=\s))/i;
/** An offset that ends a dump, with text behind it. */
const lastOffset = /^(\s*(?:0x)?[0-9a-f]{6,16})(?:[^0-9a-z\s:<|>].*|\s+(?=[a-z]{2})[a-f]{0,20}[g-z].*)$/i;

/** The line without the blanks that indent the dump. */
function dedented(line: string, indent: number): string {
  let at = 0;
  while (at < indent && (line.charAt(at) === ' ' || line.charAt(at) === '\t')) at++;
  return line.slice(at);
}

/** All lines, the first of a dump beginning with its offset, an offset alone at its end without what follows. */
export function dumpLines(text: string): string[] {
  const lines = plainDumpLines(text.split('\n', lineLimit));
  const first = lines.findIndex((line) => firstOffset.test(line.slice(0, lookLimit)));
  const found = first < 0 ? null : firstOffset.exec((lines[first] ?? '').slice(0, lookLimit));
  if (found) {
    const lead = found.index + found[0].search(/[0-9]/);
    // Blanks in front are the indent of all lines.
    const line = lines[first] ?? '';
    if (/\S/.test(line.slice(0, lead))) lines[first] = line.slice(lead);
  }
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const end = lastOffset.exec((lines[last] ?? '').slice(0, lookLimit));
  if (end && last > first) lines[last] = end[1] ?? '';
  const indent = found ? (lines[first] ?? '').search(/\S/) : 0;
  return indent <= 0 ? lines : lines.map((line) => dedented(line, indent));
}
