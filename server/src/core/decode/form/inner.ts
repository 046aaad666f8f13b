/** Texts inside a pasted text that were escaped once more: values of a JSON log line, a field of a CSV table, a printed string, a fence. */
import { latin1 } from '../bytes';
import { unmarked } from './clean';
import { latin1Dialect, unescapeText } from './unescape';

/** Longer texts are not looked into. */
const textLimit = 1_000_000;
/** Inner texts that are tried. */
const innerLimit = 8;
const visitLimit = 10_000;

/** Something that may be bytes: escapes, percent signs, hex, numbers in a list. */
const promising = /\\|%[0-9a-f]{2}|[0-9a-f]{8}|0x[0-9a-f]|[A-Za-z0-9+/]{12}|\d{1,3}[\s,]{1,3}\d/i;

/** A value is read with its name in front: `payload: …`. */
function stringsOf(root: unknown): string[] {
  const found: string[] = [];
  const pending: [string, unknown][] = [['', root]];
  for (let visits = 0; pending.length > 0 && visits < visitLimit; visits++) {
    const [name, value] = pending.pop() ?? ['', undefined];
    if (typeof value === 'string') {
      if (promising.test(value)) found.push(/^[\w.-]{1,40}$/.test(name) ? `${name}: ${value}` : value);
    } else if (typeof value === 'object' && value !== null) {
      const entries = Array.isArray(value)
        ? value.map((each): [string, unknown] => [name, each])
        : Object.entries(value);
      pending.push(...entries.slice(0, visitLimit).reverse());
    }
  }
  return found;
}

function fromJson(text: string): string[] {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end <= start) return [];
  const document = text.slice(start, end + 1);
  // No string holds a line end as it is (RFC 8259 7): a terminal broke one.
  const root = parsed(document) ?? (document.includes('\n') ? parsed(document.replaceAll('\n', '')) : undefined);
  return stringsOf(root);
}

function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return undefined;
  }
}

/** Fields of a table whose quotes are doubled (RFC 4180 2.7). */
function fromCsv(text: string): string[] {
  const found: string[] = [];
  if (!text.includes('""')) return found;
  const opening = /(?:^|[,;\t\n])"(?!"(?!"))/g;
  for (let start = opening.exec(text); start && found.length < innerLimit; start = opening.exec(text)) {
    const from = opening.lastIndex;
    const end = endOfField(text, from);
    if (end < 0) continue;
    const field = text.slice(from, end);
    if (field.includes('""')) found.push(field.replaceAll('""', '"'));
    opening.lastIndex = end + 1;
  }
  return found;
}

/** Offset of the quote that closes a field, or -1 where none does. */
function endOfField(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charAt(at + 1) === '"') continue;
    return /^\s*(?:[,;\t\n]|$)/.test(text.slice(at + 1, at + 20)) ? at : -1;
  }
  return -1;
}

/** No backslash but before a quote stands alone. */
function isDoubled(body: string): boolean {
  let doubled = false;
  for (let at = body.indexOf('\\'); at >= 0; at = body.indexOf('\\', at)) {
    let end = at;
    while (body.charAt(end) === '\\') end++;
    if ((end - at) % 2 === 1 && !/['"]/.test(body.charAt(end))) return false;
    doubled ||= end - at > 1 && /[xu0-7rn]/.test(body.charAt(end));
    at = end;
  }
  return doubled;
}

/** Lines of a dump in a string. */
const printedDump = /\\n(?:0x)?[0-9a-f]{4,16}[: ]/i;

/** A string that a program printed with `repr`: its backslashes are doubled, and it is all there is. */
function fromPrinted(text: string): string[] {
  // PostgreSQL puts an E in front of a string with escapes.
  if (/^E'/.test(text)) return fromPrinted(text.slice(1));
  const quote = text.charAt(0);
  if ((quote !== "'" && quote !== '"') || !(isDoubled(text.slice(1)) || printedDump.test(text))) return [];
  const read = unescapeText(text, 1, quote, latin1Dialect, text.length);
  if (!read.closed || read.end < text.length) return [];
  return [latin1(read.bytes)];
}

/** Lines of a dump that a program wrote in one, with `\n` between. */
function fromOneLine(text: string): string[] {
  const lines = text.includes('\n') || !printedDump.test(text) ? [] : [text.replaceAll('\\n', '\n')];
  return lines.filter(() => !/^["']/.test(text));
}

/** Narrower texts, to be read before the whole. */
export function innerTexts(text: string, raw: string): string[] {
  if (text.length > textLimit) return [];
  const trimmed = text.trim();
  const fence = unmarked(raw);
  const found = [...fromJson(trimmed), ...fromCsv(trimmed), ...fromPrinted(trimmed), ...fromOneLine(trimmed)].slice(
    0,
    innerLimit,
  );
  return fence !== undefined && fence.length < trimmed.length && promising.test(fence) ? [fence, ...found] : found;
}
