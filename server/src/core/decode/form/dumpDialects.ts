/** Dumps of other programs, rewritten line by line as `hexdump -C` and `od` lay them out. */

/** Netty and Vert.x draw a box: `|00000000| 83 a6 … |..status|`. */
const boxed = /^\s{0,8}\|([0-9a-f]{8})\|(?= [0-9a-f]{2} )/i;
/** WinDbg: `00000000`00000010  83 a6 … 73-a5 …`. */
const ticked = /^([0-9a-f]{8})`([0-9a-f]{8})(?= )/i;
/** A dash between the eighth and the ninth byte, as WinDbg and DEBUG write it. */
const dashed = /^(\S{4,20}\s{1,4}(?:[0-9a-f]{2} ){7}[0-9a-f]{2})-(?=[0-9a-f]{2}\b)/i;
/** Groups of four bytes with two blanks between: hex dumps of Rust crates. */
const fours =
  /^(?:[0-9a-f]{4,8}:?\s{1,4})(?:[0-9a-f]{2} ){3}[0-9a-f]{2}(?: {2}(?:[0-9a-f]{2} ){3}[0-9a-f]{2}){3}(?!\S)/i;
/** `od -tx1c`: two blanks before each byte, since a row of characters stands below. */
const paired = /^[0-9a-f]{6,8}(?: {2}[0-9a-f]{2}){2,16}\s{0,4}$/i;
/** `od -t a -t x1`: the bytes stand below the row of names, without an offset. */
const below = /^ {6,8}(?: {2}[0-9a-f]{2}){1,16}\s{0,4}$/i;
/** An offset with the row of characters that `below` repeats as bytes. */
const above = /^([0-9a-f]{6,8}) .{3,80}$/i;
/** A colon, and two blanks in the middle of sixteen bytes: the hexdump module of Python. */
const eights = /^[0-9a-f]{4,8}:\s{1,2}(?:[0-9a-f]{2} ){7}[0-9a-f]{2} {2}(?:[0-9a-f]{2} ){7}[0-9a-f]{2}(?!\S)/i;
/** hexyl draws a table: `│00000000│ 83 a6 … ┊ 6c … │×status…`. */
const drawn =
  /^│([0-9a-f]{8})│ ((?:[0-9a-f]{2} ){0,7}[0-9a-f]{2})? {0,24}┊ ((?:[0-9a-f]{2} ){0,7}[0-9a-f]{2})? {0,24}│.{0,60}$/i;
/** A longer line is no line of these. */
const lineLimit = 200;

/** Two blanks between groups of four become one; the columns are those of the first line, so that a text beside them stays. */
function withoutGaps(line: string, columns: readonly number[]): string {
  let text = line;
  for (const column of [...columns].reverse())
    if (text.slice(column, column + 2) === '  ') text = text.slice(0, column) + text.slice(column + 1);
  return text;
}

/** Columns of the two blanks behind the fourth, eighth and twelfth byte of a whole line, or behind the eighth alone. */
function gapColumns(line: string): readonly number[] {
  const lead = /^[0-9a-f]{4,8}:?\s{1,4}/i.exec(line)?.[0].length ?? 0;
  return (fours.test(line) ? [11, 24, 37] : [23]).map((offset) => lead + offset);
}

/** Each offset with the bytes that stand in the line below it. */
function withRowsBelow(lines: readonly string[]): string[] {
  return lines.flatMap((line, i) => {
    const next = lines[i + 1] ?? '';
    const offset = above.exec(line)?.[1];
    if (offset !== undefined && next.length < lineLimit && below.test(next) && !paired.test(line))
      return [`${offset} ${next.trim().replaceAll('  ', ' ')}`];
    const last = lines[i - 1] ?? '';
    return below.test(line) && above.test(last) && !paired.test(last) ? [] : [line];
  });
}

/** The lines as other dumps have them; lines that need nothing stay as they are. */
export function plainDumpLines(all: readonly string[]): string[] {
  const short = (line: string): boolean => line.length < lineLimit;
  const lines = all.some((line) => short(line) && below.test(line)) ? withRowsBelow(all) : all;
  const wide = lines.find((line) => short(line) && (fours.test(line) || eights.test(line)));
  const columns = wide === undefined ? [] : gapColumns(wide);
  const doubled = lines.some((line) => short(line) && paired.test(line));
  return lines.map((line) => {
    if (!short(line)) return line;
    if (columns.length > 0) return withoutGaps(line, columns);
    if (doubled && paired.test(line)) return line.replaceAll('  ', ' ');
    return line.replace(drawn, '$1  $2  $3').replace(boxed, '$1 ').replace(ticked, '$1$2').replace(dashed, '$1  ');
  });
}
