/** Finds names in C and C++ source that may emit a message, and the text of the statement that each begins. */
import { type CppSite, cppSite } from '../source/cppSites';

/** A name that may emit a message. */
export interface CppCandidate {
  /** Offset in UTF-16 units. */
  readonly at: number;
  readonly name: string;
  /** Undefined for `throw`. */
  readonly site: CppSite | undefined;
}

/** How much is looked at to the left of a name. */
const beforeLength = 60;

/** How much is looked at to the right: a stream goes on behind the indentation of the next line. */
const afterLength = 120;

/** Longest statement that is read alone, in UTF-16 units. */
const maxStatement = 6000;

/** Candidates in the order of the text. `code` has comments and literals blanked. */
export function cppCandidates(code: string): CppCandidate[] {
  const found: CppCandidate[] = [];
  for (const { index: at, 0: name } of code.matchAll(/[A-Za-z_]\w*/g)) {
    if (name === 'throw') {
      found.push({ at, name, site: undefined });
      continue;
    }
    const site = cppSite(name, () => code.slice(Math.max(0, at - beforeLength), at));
    if (
      site &&
      /^\s*(\(|<<)/.test(code.slice(at + name.length, at + name.length + afterLength)) &&
      !isDirective(code, at)
    ) {
      found.push({ at, name, site });
    }
  }
  return found;
}

/** `#define NAME(`, and conditions such as `#if HAS_WARNING("…")`; the body of a macro is code. */
function isDirective(code: string, at: number): boolean {
  const before = code.slice(code.lastIndexOf('\n', at) + 1, at);
  return /^\s*#\s*(?:define\s+$|(?!define\b)\w)/.test(before);
}

/** End of the statement that starts at `at`: its `;`, or what closes the bracket around it. */
export function endOfStatement(code: string, at: number): number {
  let depth = 0;
  for (let i = at; i < code.length && i < at + maxStatement; i++) {
    const char = code.charAt(i);
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth < 0) return i;
    else if (char === ';' && depth === 0) return i;
    // A macro ends where its last line does not go on.
    else if (char === '\n' && depth === 0 && /^\s*#/.test(code.slice(i + 1, i + 40))) return i;
  }
  return Math.min(code.length, at + maxStatement);
}
