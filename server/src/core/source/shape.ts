/**
 * Shapes: messages with every run-time part replaced by one mark, so that the template of a catalog can be compared
 * with the message that a statement builds, whatever the parts are called.
 */

/** Stands for a run-time part. NUL never occurs in the literal text of a message. */
export const hole = '\0';

/** Shape of a catalog template: `{name}` becomes a hole, doubled braces become single ones. */
export function templateShape(template: string): string {
  return normalizeShape(replaceFields(template));
}

/** Adjacent holes are one hole: where one part ends and the next begins cannot be seen in a line. */
export function normalizeShape(shape: string): string {
  return shape.replace(/\0+/g, hole);
}

/** Text in which `{…}` fields of `str.format` or of Rust become holes. An unclosed brace stays as it is. */
export function replaceFields(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if ((char === '{' || char === '}') && text[i + 1] === char) {
      out += char;
      i++;
    } else if (char === '{') {
      const end = endOfField(text, i);
      if (end < 0) return out + text.slice(i);
      out += hole;
      i = end;
    } else {
      out += char;
    }
  }
  return out;
}

/** A shape for a person: holes are shown as `{…}`. */
export function showShape(shape: string): string {
  return shape.replaceAll(hole, '{…}');
}

/** Position of the brace that closes the field opened at `start`; -1 where there is none. */
export function endOfField(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  return -1;
}
