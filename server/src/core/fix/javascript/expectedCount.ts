/** Reads from an array pattern how many frames it expects. */
import type { SourceFile } from '../sourceFile';
import type { SyntaxNode } from '../syntax';

/** How many frames a pattern expects; no test where any number will do. */
export function expectedCount(
  file: SourceFile,
  pattern: SyntaxNode,
  frames: string,
): { readonly test: string | undefined; readonly words: string } {
  const last = pattern.children.at(-1);
  const isOpen = last?.type === 'rest_pattern';
  // Elements may be left out, as in `[, body]`, so commas count; those inside an element belong to it.
  const gaps = file.text.slice(pattern.start + 1, pattern.end - 1);
  const inside = pattern.children.reduce((sum, child) => sum + commasIn(file.textOf(child)), 0);
  const trailing = /,\s*$/.test(gaps) ? 1 : 0;
  const count = commasIn(gaps) - inside - trailing + (isOpen ? 0 : 1);
  const words = `${isOpen ? 'at least ' : ''}${count} ${count === 1 ? 'frame' : 'frames'}`;
  if (isOpen && count < 2) return { test: undefined, words };
  return { test: `${frames}.length ${isOpen ? '<' : '!=='} ${count}`, words };
}

function commasIn(text: string): number {
  return text.split(',').length - 1;
}
