/**
 * Splits code of an entry’s page into what is coloured: a scan by hand that knows strings, comments, numbers and words, and
 * nothing of grammar. What it does not know stays as it is.
 */

/** What a stretch of code is; `plain` is not coloured. */
type TokenKind = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'option' | 'plain';

/** A stretch of code. The texts of all tokens, joined, are the code. */
export interface CodeToken {
  readonly kind: TokenKind;
  readonly text: string;
}

interface Language {
  /** What begins a comment that ends with the line. */
  readonly comment: string;
  readonly quotes: string;
  readonly keywords: ReadonlySet<string>;
  /** A word before `:` is a key, as in YAML; a word that begins with `-` is an option, as in a shell. */
  readonly keys?: boolean;
  readonly options?: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const script: Language = {
  comment: '//',
  quotes: '"\'`',
  keywords: words(
    'async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof interface let new null of return switch this throw true try type typeof undefined var void while yield',
  ),
};

/** Keywords: Python language reference 2.3, POSIX shell 2.4, YAML core schema 10.3, Rust reference 3.1, ECMA-262 12.7. */
const languages: ReadonlyMap<string, Language> = new Map<string, Language>([
  [
    'python',
    {
      comment: '#',
      quotes: '"\'',
      keywords: words(
        'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
      ),
    },
  ],
  [
    'shell',
    {
      comment: '#',
      quotes: '"\'',
      keywords: words('case do done elif else esac export fi for if in then until while'),
      options: true,
    },
  ],
  ['yaml', { comment: '#', quotes: '"\'', keywords: words('true false null'), keys: true }],
  ['json', { comment: '//', quotes: '"', keywords: words('true false null') }],
  [
    'rust',
    {
      comment: '//',
      quotes: '"',
      keywords: words(
        'as async await break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self static struct super trait true type unsafe use where while',
      ),
    },
  ],
  ['javascript', script],
  ['typescript', script],
]);

/** Splits code; of a language that is not known all of it is plain. */
export function codeTokens(code: string, name: string): CodeToken[] {
  const language = languages.get(name);
  if (!language) return [{ kind: 'plain', text: code }];
  const tokens: CodeToken[] = [];
  let plain = 0;
  for (let at = 0; at < code.length; ) {
    const kind = kindAt(code, at, language);
    const end = endOf(code, at, kind);
    const token = { kind: refined(code, at, end, kind, language), text: code.slice(at, end) };
    if (token.kind !== 'plain') {
      if (plain < at) tokens.push({ kind: 'plain', text: code.slice(plain, at) });
      tokens.push(token);
      plain = end;
    }
    at = end;
  }
  if (plain < code.length) tokens.push({ kind: 'plain', text: code.slice(plain) });
  return tokens;
}

/** What begins at a place; a word is a `name` until it is known better. */
function kindAt(code: string, at: number, { comment, quotes, options }: Language): TokenKind {
  const char = code.charAt(at);
  const isFirst = at === 0 || isBlank(code.charAt(at - 1));
  // In a shell and in YAML a `#` inside a word begins nothing.
  if (code.startsWith(comment, at) && (comment !== '#' || isFirst)) return 'comment';
  if (quotes.includes(char)) return 'string';
  if (options && char === '-' && isFirst && isOptionChar(code.charAt(at + 1))) return 'option';
  if (isDigit(char)) return 'number';
  return isWordChar(char) ? 'name' : 'plain';
}

/** Where that ends. */
function endOf(code: string, at: number, kind: TokenKind): number {
  switch (kind) {
    case 'comment':
      return lineEnd(code, at);
    case 'string':
      return stringEnd(code, at);
    case 'option':
      return endWhile(code, at, isOptionChar);
    case 'number':
      return endWhile(code, at, (char) => isWordChar(char) || char === '.');
    case 'name':
      return endWhile(code, at, isWordChar);
    default:
      return at + 1;
  }
}

/** A word is a keyword, a key, or plain; digits that a word or an address goes on with are plain as well. */
function refined(code: string, at: number, end: number, kind: TokenKind, language: Language): TokenKind {
  if (kind === 'number')
    return /^(0x[\da-f_]+|[\d_]+(\.\d+)?(e\d+)?)$/i.test(code.slice(at, end)) && stands(code, at, end) ? kind : 'plain';
  if (kind !== 'name') return kind;
  const word = code.slice(at, end);
  if (language.keywords.has(word) && stands(code, at, end)) return 'keyword';
  return language.keys && code.charAt(end) === ':' ? 'name' : 'plain';
}

/** Whether a word stands alone, and is no part of a path, an address or a name with hyphens. */
function stands(code: string, at: number, end: number): boolean {
  return !'-./@'.includes(code.charAt(at - 1) || ' ') && !'-/@'.includes(code.charAt(end) || ' ');
}

/** Behind the closing quote; a string of one quote ends with its line, one of three goes on. */
function stringEnd(code: string, at: number): number {
  const quote = code.charAt(at);
  if (quote !== '`' && code.startsWith(quote.repeat(3), at)) {
    const end = code.indexOf(quote.repeat(3), at + 3);
    return end < 0 ? code.length : end + 3;
  }
  for (let i = at + 1; i < code.length; i++) {
    const char = code.charAt(i);
    if (char === '\\') i++;
    else if (char === quote) return i + 1;
    else if (char === '\n' && quote !== '`') return i;
  }
  return code.length;
}

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function endWhile(code: string, at: number, isPart: (char: string) => boolean): number {
  let end = at + 1;
  while (end < code.length && isPart(code.charAt(end))) end++;
  return end;
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function isWordChar(char: string): boolean {
  return /^[\p{L}\p{N}_]$/u.test(char);
}

function isOptionChar(char: string): boolean {
  return char === '-' || isWordChar(char);
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t';
}
