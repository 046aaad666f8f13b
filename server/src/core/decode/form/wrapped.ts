/** Joins lines where a terminal broke a string literal at its width, also in the middle of an escape. */

/** Narrower and wider terminals are not in use. */
export const leastWidth = 30;
export const mostWidth = 1000;
/** Blanks at the end of a line are lost when it is copied: lines that lack so many are filled up. */
const blanksLost = 2;
/** Lines and characters that one literal may take, looks for its end, and openings that are followed. */
const lineLimit = 400;
const lengthLimit = 65_536;
const lookLimit = 20;
const openingLimit = 16;

/**
 * Where a literal of bytes begins: `b'`, `b"`, also with backslashes before the quote, behind a `\n` of JSON, and at the
 * beginning of another string; or a string that begins with an escape.
 */
const opening =
  /(?:(?<![\w\\])|(?<=\\[nt]))(?:r?b(?<bytes>\\*['"])|(?<text>")(?=\\(?:x[\da-f]{2}|u00|[0-3][0-7]{2})))/gi;

/** An opening that its line does not close. */
interface Open {
  /** The closing mark: the quote, with the backslashes before it. */
  readonly mark: string;
  /** Offset behind the opening. */
  readonly body: number;
}

/**
 * Offset of the mark that closes a literal, or -1. An escaped quote has as many backslashes as every other escape: two in a
 * JSON string, four in one inside another.
 */
function closing(text: string, { mark, body }: Open): number {
  const quote = mark.slice(-1);
  let unit = 0;
  for (let at = body; at < text.length; at++) {
    const character = text.charAt(at);
    if (character !== '\\' && character !== quote) continue;
    let end = at;
    while (text.charAt(end) === '\\') end++;
    const run = end - at;
    if (text.charAt(end) === quote) {
      if (mark.length > 1 ? run === mark.length - 1 : Math.floor(run / (unit || 1)) % 2 === 0) return end;
      at = end;
    } else {
      if (!/['"]/.test(text.charAt(end)) && (unit === 0 || run < unit)) unit = run;
      at = end - 1;
    }
  }
  return -1;
}

/** The literal that is still open at the end of a line; its quote may stand in the next one. */
function openAtEnd(line: string, next: string): Open | undefined {
  const finder = new RegExp(opening);
  for (let found = finder.exec(line); found; found = finder.exec(line)) {
    const open = { mark: found.groups?.bytes ?? '"', body: finder.lastIndex };
    // Between two equal quotes stands the text b.
    if (open.mark === line.charAt(found.index - 1)) continue;
    const end = closing(line, open);
    if (end < 0) return open;
    finder.lastIndex = end + 1;
  }
  const mark = /(?<![\w'"\\])b$/i.test(line) ? /^\\*['"]/.exec(next)?.[0] : undefined;
  return mark === undefined ? undefined : { mark, body: line.length + mark.length };
}

/** True where the quote ends a literal rather than beginning one or standing in a word. */
function endsLiteral(text: string, quote: number, mark: string): boolean {
  const before = text.slice(0, quote + 1 - mark.length);
  return (
    !/(?:^|[^\w\\])b$/i.test(before) &&
    /^(?:$|[\s,)\]}>.;:!"'`]|\\+(?:["'nrt]|$))/.test(text.slice(quote + 1, quote + 9))
  );
}

/** True where no backslash but one before a quote stands alone: the literal stands in another string. */
function isDoubled(text: string): boolean {
  return !/(?<!\\)(?:\\\\)*\\(?![\\'"])/.test(text);
}

/** True for source code that goes on behind a backslash at the end of each line. */
function isContinuation(lines: readonly string[], joined: string): boolean {
  const behind = lines.every((line, i) => {
    const next = lines[i + 1];
    if (next === undefined) return true;
    const backslashes = /(?<!\\)\\*$/.exec(line)?.[0].length ?? 0;
    return backslashes % 2 === 1 && !/^(?:(?:\\\\)?x[\da-f]{2}|[nrt'"])/i.test(next);
  });
  return behind && !isDoubled(joined);
}

/** The lines as one, filled to the width at which they were broken; undefined where they were not broken at one width. */
function joinAtWidth(lines: readonly string[], body: number): string | undefined {
  const [first = '', ...others] = lines;
  const last = others.at(-1) ?? '';
  const full = others.slice(0, -1);
  const width = Math.max(...[first, ...full].map((line) => line.length));
  if (full.some((line) => line.length < width - blanksLost) || last.length > width) return undefined;
  // What stood in front of the first line may have been taken off.
  const joined = [first, ...full.map((line) => line.padEnd(width)), last].join('');
  return isContinuation(lines, joined.slice(body)) ? undefined : joined;
}

const anyEscape = /\\(?:x[\da-f]{2}|[nrt0-7])/i;

/** A literal that was broken and cut: all that follows are lines of it, each with an escape. */
function joinOpen(lines: readonly string[], body: number): string | undefined {
  const goesOn = lines.every((line, i) => {
    const before = /\\(?:x[\da-f]?)?$/.exec(lines[i - 1] ?? '')?.[0] ?? '';
    return i === 0 || anyEscape.test(before + line);
  });
  return goesOn ? joinAtWidth(lines, body) : undefined;
}

/** A literal that goes on from the first of these lines, joined, and how many lines it takes. */
function joinLiteral(lines: readonly string[], open: Open): { text: string; count: number } | undefined {
  const width = lines[0]?.length ?? 0;
  const most = Math.min(lines.length, lineLimit, Math.ceil(lengthLimit / width));
  for (let count = 2, looks = 0; count <= most && looks < lookLimit; count++) {
    const line = lines[count - 1] ?? '';
    if (line.includes(open.mark.slice(-1))) {
      looks++;
      const text = joinAtWidth(lines.slice(0, count), open.body);
      const quote = text === undefined ? -1 : closing(text, open);
      if (text !== undefined && quote >= 0) return endsLiteral(text, quote, open.mark) ? { text, count } : undefined;
    }
    const isLast = lines.slice(count).every((each) => each === '');
    const cut = isLast ? joinOpen(lines.slice(0, count), open.body) : undefined;
    if (cut !== undefined) return { text: cut, count };
    if (count > 2 && Math.abs(line.length - (lines[1]?.length ?? 0)) > blanksLost) return undefined;
  }
  return undefined;
}

/** What closes the values around a literal. */
const closers = /^\\*["')\]}>]/;

/** Lines with each literal that a terminal broke in one of them. */
export function withoutBreaks(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let openings = 0;
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] ?? '';
    // Of a line that was joined, what stands behind the last break is as wide as the terminal.
    let width = line.length;
    while (width >= leastWidth && width <= mostWidth && openings < openingLimit && !/(?:\.{3}|…)$/.test(line)) {
      const open = openAtEnd(line, lines[at + 1] ?? '');
      if (!open) break;
      openings++;
      const before = line.length - width;
      const rows = [line.slice(before), ...lines.slice(at + 1, at + lineLimit)];
      const rest = joinLiteral(rows, { ...open, body: open.body - before });
      if (!rest) break;
      at += rest.count - 1;
      line = line.slice(0, before) + rest.text;
      width = lines[at]?.length ?? 0;
      // The line that the literal ends is full: it goes on as well.
      const next = lines[at + 1] ?? '';
      if (line.endsWith(open.mark.slice(-1)) || /\\$/.test(line))
        if (closers.test(next) && width >= (rows[1]?.length ?? 0) && next.length <= width) {
          line += next;
          at++;
        }
    }
    joined.push(line);
  }
  return joined;
}
