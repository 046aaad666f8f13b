/** Escapes whose digits are not those of C: `\\0203` of a shell's echo, `\\131` of OCaml, Lua and Haskell. */
import { type Dialect, decimalDialect, echoDialect } from './unescape';

/** Escapes that must agree before the digits are read in another way than C's. */
const least = 2;
/** Characters of a string that are looked at. */
const lookLimit = 100_000;

/**
 * The dialect that fits the digits of a string better than C's: decimal where every escape is a byte and some of three digits
 * are no octal number; echo's where every escape is a zero and three octal digits of a byte.
 */
export function oddDialect(body: string): Dialect | undefined {
  const text = body.slice(0, lookLimit);
  if (/\\[xu]/.test(text)) return undefined;
  const runs = [...text.matchAll(/\\(\d+)/g)].map((match) => match[1] ?? '');
  if (runs.length < least) return undefined;
  if (runs.every((run) => /^0[0-3][0-7]{2}/.test(run))) return echoDialect;
  const bytes = runs.map((run) => run.slice(0, 3));
  if (bytes.some((digits) => Number(digits) > 255)) return undefined;
  const whole = bytes.every((digits) => digits.length === 3);
  const foreign = bytes.filter((digits) => digits.length === 3 && /[89]/.test(digits)).length;
  // Haskell drops zeros in front; who writes octal digits before the digit 8 or 9 writes three.
  return foreign >= (whole ? 1 : least) ? decimalDialect : undefined;
}
