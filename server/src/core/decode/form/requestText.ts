/** Finds an HTTP request inside other text, whole or as ZMTP framing left it. */

/** A method, or what is left of one; a target; the version. */
const requestShape = /(?:^|[^\w])([A-Z]{1,10} (?:\/[^\s"'`]{0,2000}|\*) HTTP\/1\.[01])/;

/** A quote behind a request line and a status: a server's log of a request that it answered, so no bytes of one. */
const answered = /^(?:\\{0,4}["']) {1,4}(?:- )?[1-5]\d\d(?!\d)/;

/** A request line in quotes with a status behind it; the line may hold escapes, as servers write odd characters. */
const answeredLine =
  /["'][A-Z]{1,10} [^"'\n]{1,2000} HTTP\/(?:1\.[01]|2(?:\.0)?)\\{0,4}["'] {1,4}(?:- )?[1-5]\d\d(?!\d)/g;

/** True where the character at an offset stands in the log of a request that a server read and answered. */
export function isAnswered(text: string, offset: number): boolean {
  for (const match of text.slice(0, 20_000).matchAll(answeredLine))
    if (match.index <= offset && offset < match.index + match[0].length) return true;
  return false;
}

/** Offset of the first request line that does not begin the text, or -1. */
export function requestStart(text: string): number {
  const match = requestShape.exec(text);
  if (match?.[1] === undefined) return -1;
  const end = match.index + match[0].length;
  return answered.test(text.slice(end, end + 16)) ? -1 : end - match[1].length;
}

/** The first line and one header: what begins like this is a message of HTTP as it came, and quotes in its body are its own. */
const messageShape =
  /^\s{0,20}(?:[A-Z]{1,10} \S{1,2000} HTTP\/1\.[01]|HTTP\/1\.[01] \d{3}[^\n]{0,200})\n[A-Za-z][\w-]{0,60}: /;

/** True for a message of HTTP over several lines, whole or as ZMTP framing left it. */
export function isMessageText(text: string): boolean {
  return messageShape.test(text);
}

/** First words of SSH, of an answer, and of other protocols with a version in them. */
const banner = /(?:^|\W)(SSH-\d\.\d|HTTP\/1\.[01] \d{3}|[A-Z]{3,10} \/[^\s]{0,2000} (?:RTSP|SIP)\/\d)/;

/** Offset of the first words of a text protocol that do not begin the text, or -1. */
export function protocolStart(text: string): number {
  const request = requestStart(text);
  const match = request > 0 ? null : banner.exec(text);
  return match?.[1] === undefined ? request : match.index + match[0].length - match[1].length;
}
