/** What gdb writes in place of bytes when it prints an array: counts of repeats, parts of characters. */

/** `0x61 <repeats 60 times>` in a list of numbers. */
const repeated = /(?<![\w.])(0x[0-9a-f]{1,2}|-?\d{1,3}) <repeats (\d{1,6}) times>/gi;
/** `"abc", <incomplete sequence \\302>`: bytes that are no whole character. */
const incomplete = /", <incomplete sequence ((?:\\[0-7]{3}){1,4})>/g;
/** Numbers of all repeats of a text. */
const fillLimit = 1_000_000;

/** A list of numbers with each as often as its count says; counts beyond a million in all stay as they are. */
export function withRepeats(text: string): string {
  if (!text.includes('<repeats')) return text;
  let left = fillLimit;
  return text.replaceAll(repeated, (all: string, value: string, times: string) => {
    if (Number(times) > left) return all;
    left -= Number(times);
    return Array.from({ length: Number(times) }, () => value).join(', ');
  });
}

/** Strings with the parts of characters that gdb keeps out of them. */
export function withIncomplete(text: string): string {
  return text.includes('<incomplete') ? text.replaceAll(incomplete, '$1"') : text;
}
