/**
 * C and C++ source made ready for search and for the grammar, without changing any position: the text with comments and
 * literals blanked, and the text with what the grammar cannot read blanked.
 */

/** Stands for a macro beside a string literal, whose text is only known to the preprocessor. */
export const unknownText = '\ue000';

/** Comments become spaces, literals keep their quotes only; line breaks stay. Same length as the text. */
export function blankLiterals(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = nextLiteral(text, at);
    pieces.push(text.slice(at, start));
    if (start >= text.length) break;
    const end = endOfLiteral(text, start);
    pieces.push(blank(text.slice(start, end), text[start] === '/' ? 0 : 1));
    at = end;
  }
  return pieces.join('');
}

/** Where the next comment or literal starts; the length of the text where there is none. */
function nextLiteral(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === '"') return i;
    if (char === "'" && !isSeparator(text, i)) return i;
    if (char === '/' && (text[i + 1] === '/' || text[i + 1] === '*')) return i;
  }
  return text.length;
}

/** The quote in `1'000'000`. */
function isSeparator(text: string, at: number): boolean {
  return /[0-9a-fA-F]/.test(text[at - 1] ?? '') && /[0-9a-fA-F]/.test(text[at + 1] ?? '') && text[at + 2] !== "'";
}

function endOfLiteral(text: string, start: number): number {
  if (text.startsWith('/*', start)) return endAfter(text, '*/', start + 2);
  if (text[start] === '/') return endOfLine(text, start, text.length);
  const raw = text[start] === '"' && text[start - 1] === 'R' ? /"([^\s()\\"]{0,16})\(/y : undefined;
  if (raw) {
    raw.lastIndex = start;
    const delimiter = raw.exec(text)?.[1];
    if (delimiter !== undefined) return endAfter(text, `)${delimiter}"`, start + 1);
  }
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i += text[i + 1] === '\r' ? 2 : 1;
    else if (text[i] === text[start]) return i + 1;
    // A literal that is not closed on its line is none: an apostrophe in a directive.
    else if (text[i] === '\n') return i;
  }
  return text.length;
}

function endAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

/** End of a line comment, which a backslash before the line break carries on. */
function endOfLine(text: string, start: number, limit: number): number {
  for (let i = text.indexOf('\n', start); i >= 0; i = text.indexOf('\n', i + 1)) {
    if (text[i - 1] !== '\\') return i;
  }
  return limit;
}

function blank(piece: string, quotes: number): string {
  const inner = piece.slice(quotes, piece.length - quotes).replace(/[^\n]/g, ' ');
  return piece.slice(0, quotes) + inner + piece.slice(piece.length - quotes);
}

/** What the grammar of C++ does not know: CUDA’s launches and qualifiers, attributes. */
const unread = [
  /<<<[^;{}<]{0,400}?>>>/g,
  /\b__(?:global|device|host|forceinline|noinline|inline|constant|shared|restrict|grid_constant)__\b/g,
  /\b__launch_bounds__\s*\([^()]*(?:\([^()]*\)[^()]*)*\)/g,
  /\b__attribute__\s*\(\([^()]*(?:\([^()]*\)[^()]*)*\)\)/g,
];

/** A macro after a string literal, such as `PRIu64` or `STR(MAJOR)`: the grammar wants a literal there. */
const besideString = /"(\s*)([A-Za-z_]\w{2,}(?:\([\w\s]*\))?)(?=\s*(?:"|,|\)|;))/g;

/** The text for the parser, the same positions as `text`. */
export function readableCpp(text: string, code: string): string {
  const changes: { readonly at: number; readonly end: number; readonly by: string }[] = [];
  for (const pattern of unread) {
    for (const { index, 0: found } of code.matchAll(pattern)) {
      changes.push({ at: index, end: index + found.length, by: blank(found, 0) });
    }
  }
  for (const { index, 1: space = '', 2: name = '' } of code.matchAll(besideString)) {
    const at = index + 1 + space.length;
    changes.push({ at, end: at + name.length, by: literalFor(name) });
  }
  const pieces: string[] = [];
  let at = 0;
  for (const change of changes.sort((a, b) => a.at - b.at)) {
    if (change.at < at) continue;
    pieces.push(text.slice(at, change.at), change.by);
    at = change.end;
  }
  return pieces.join('') + text.slice(at);
}

/** A string literal as long as the name: the conversion of `PRIx64` and its like (C17, 7.8.1), else unknown text. */
function literalFor(name: string): string {
  const conversion = /^PRI([diouxX])/.exec(name)?.[1];
  const inner = conversion ?? unknownText.repeat(name.length - 2);
  return `"${inner}"`.padEnd(name.length);
}
