/** Finds an HTTP request inside other text, whole or as ZMTP framing left it. */

/** A method, or what is left of one; a target; the version. */
const requestShape = /(?:^|[^\w])([A-Z]{1,10} (?:\/[^\s"'`]{0,2000}|\*) HTTP\/1\.[01])/;

/** Offset of the first request line that does not begin the text, or -1. */
export function requestStart(text: string): number {
  const match = requestShape.exec(text);
  return match?.[1] === undefined ? -1 : match.index + match[0].length - match[1].length;
}
