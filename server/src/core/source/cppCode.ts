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

/** The text for the parser, the same positions as `text`. */
export function readableCpp(text: string, code: string): string {
  const changes: { readonly at: number; readonly end: number; readonly by: string }[] = [];
  for (const pattern of unread) {
    for (const { index, 0: found } of code.matchAll(pattern)) {
      changes.push({ at: index, end: index + found.length, by: blank(found, 0) });
    }
  }
  for (const { at, end } of macrosBesideLiterals(code)) {
    changes.push({ at, end, by: literalFor(code.slice(at, end)) });
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

/** A name with or without arguments, such as `PRIu64` or `STR(MAJOR)`. */
const macro = /[A-Za-z_]\w*(?:\([\w \t]*\))?/y;

/** Most macros in a row. */
const maxMacros = 6;

/**
 * Macros between or beside string literals: the grammar wants a literal there. What stands behind a literal is taken
 * where the expression ends after it, and what stands before one where it has arguments: no other call does.
 */
function* macrosBesideLiterals(code: string): Generator<{ readonly at: number; readonly end: number }> {
  for (let open = code.indexOf('"'); open >= 0; ) {
    const close = code.indexOf('"', open + 1);
    if (close < 0) return;
    open = code.indexOf('"', close + 1);
    const at = skipSpace(code, close + 1);
    const end = endOfMacros(code, at);
    if (end > at + 2 && /[",);]/.test(code[skipSpace(code, end)] ?? '')) yield { at, end };
  }
  for (const { index, 0: found } of code.matchAll(/(?<!\w)[A-Za-z_]\w*\([\w \t]*\)(?=\s*")/g)) {
    let before = index - 1;
    while (before >= 0 && (code[before] ?? '').trim() === '') before--;
    if (code[before] === '(' || code[before] === ',') yield { at: index, end: index + found.length };
  }
}

function endOfMacros(code: string, at: number): number {
  let end = at;
  for (let i = 0; i < maxMacros; i++) {
    macro.lastIndex = skipSpace(code, end);
    const [name] = macro.exec(code) ?? [];
    if (name === undefined) break;
    end = macro.lastIndex;
  }
  return end;
}

function skipSpace(code: string, at: number): number {
  let i = at;
  while (i < code.length && /\s/.test(code.charAt(i))) i++;
  return i;
}

/** A string literal as long as the macros: the conversion of `PRIx64` and its like (C17, 7.8.1), else unknown text. */
function literalFor(macros: string): string {
  const conversion = /^PRI([diouxX])\w*$/.exec(macros)?.[1];
  const lines = macros.split('\n');
  const inner = conversion ?? unknownText.repeat(Math.max(1, (lines[0]?.length ?? 0) - 2));
  return [`"${inner}"`.padEnd(lines[0]?.length ?? 0), ...lines.slice(1).map((line) => ' '.repeat(line.length))].join(
    '\n',
  );
}
