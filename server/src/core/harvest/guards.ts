/** Names in a condition of a language with the expressions of C. */

/** Most names of a condition that are kept. */
const maxGuards = 6;

/** Longest condition that is looked at, in UTF-16 units. */
const maxLength = 1000;

const noNames =
  /^(if|let|mut|ref|as|in|not|and|or|true|false|nullptr|null|nil|NULL|undefined|this|self|sizeof|const|auto|Some|None|Ok|Err|typeof|instanceof|new|void|await|static_cast|reinterpret_cast)$/;

/** Dotted names that a condition tests, without the functions it calls and the literals in it. */
export function testedNames(condition: string): string[] {
  const code = condition.slice(0, maxLength).replace(/"[^"\n]*"|'[^'\n]*'/g, ' ');
  const names = [...code.matchAll(/[A-Za-z_]\w*(?:(?:->|\.|::|\?\.)[A-Za-z_]\w*)*(?!\w|\s*[(!]\s*[^=\s])/g)].map(
    ([name]) => name,
  );
  return [...new Set(names.filter((name) => !noNames.test(name)))].slice(0, maxGuards);
}
