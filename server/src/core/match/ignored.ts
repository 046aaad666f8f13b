/**
 * The errors that somebody does not want to see, as a text: one code a line, `#` begins a comment. The file
 * `.error-lookup/ignore` of a workspace holds such a text.
 */

/** Most codes read; a list that is longer has no person behind it. */
const maxCodes = 10_000;

/** The codes of a text. What is no code is passed over: the text may be half written. */
export function readIgnored(text: string): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const line of text.split('\n')) {
    const code = line.replace(/#.*/, '').trim();
    if (isCode(code) && codes.size < maxCodes) codes.add(code);
  }
  return codes;
}

/** True for what can be the code of an error: `vllm/moriio/unexpected-frame`. */
export function isCode(text: string): boolean {
  return text.length <= 200 && /^[\w.@+-]+(?:\/[\w.@+-]+)+$/.test(text);
}

/** The text with a code added; unchanged where it holds the code. */
export function withIgnored(text: string, code: string): string {
  if (readIgnored(text).has(code)) return text;
  const head = text === '' ? '# Errors that Error Lookup does not show here: one code a line.\n' : text;
  return `${head}${head.endsWith('\n') ? '' : '\n'}${code}\n`;
}
