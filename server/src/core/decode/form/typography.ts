/** Undoes what word processors, chats and web pages do to text: curly quotes, no-break blanks, HTML's entities. */

const entities = new Map([
  ['&#39;', "'"],
  ['&#x27;', "'"],
  ['&apos;', "'"],
  ['&#34;', '"'],
  ['&#x22;', '"'],
  ['&quot;', '"'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
]);

/** An entity where a literal, a Buffer, a Frame or an Erlang binary begins: only such text was escaped as a whole. */
const escapedStart = /\b[bB]&(?:#39|#x27|apos|#34|#x22|quot);|&lt;(?:&lt;|Buffer\b|zmq\.|memory\b)/;
const entity = /&(?:#39|#x27|apos|#34|#x22|quot|lt|gt|amp);/g;

/** Quotes as word processors set them; other marks that stand for a blank or for nothing. */
const curly = /[\u2018\u2019\u201c\u201d]/g;
const invisible = /[\u200b\u2060\ufeff]/g;
const blank = /[\u00a0\u2007\u202f]/g;
/** All of these, and the ellipsis, which marks a cut. */
const typographic = new Set('\u00a0\u2007\u202f\u200b\u2060\ufeff\u2018\u2019\u201c\u201d\u2026');

/** Quotes or angle brackets as entities and none as a character: the whole text was escaped. */
function isEscapedWhole(text: string): boolean {
  return !/["'<>]/.test(text) && /&(?:#39|#x27|apos|#34|#x22|quot|lt);/.test(text);
}

/** An escaped byte of 0x80 or more: who wrote it would have escaped 0xa0 too, so that a no-break blank is a blank. */
const highEscape = /\\(?:x[89a-f][0-9a-f]|u00[89a-f][0-9a-f]|[23][0-7]{2})/i;

/** True where the text has such characters, and no other one beyond ASCII. */
function isTypographic(text: string): boolean {
  let found = false;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 128) continue;
    if (!typographic.has(text.charAt(at))) return false;
    found = true;
  }
  return found;
}

/**
 * The text with plain quotes and blanks. Text with other characters beyond ASCII is left alone: there, each of them may be
 * a byte. Beside escapes of control characters alone a no-break blank may be a byte too (0xa0).
 */
export function withoutTypography(text: string): string {
  const unescaped =
    escapedStart.test(text) || isEscapedWhole(text)
      ? text.replaceAll(entity, (found) => entities.get(found) ?? found)
      : text;
  if (!isTypographic(unescaped)) return unescaped;
  const quoted = unescaped
    .replaceAll(invisible, '')
    .replaceAll(curly, (mark) => (mark === '\u2018' || mark === '\u2019' ? "'" : '"'));
  return !quoted.includes('\\') || highEscape.test(quoted) || !quoted.includes(' ')
    ? quoted.replaceAll(blank, ' ')
    : quoted;
}
