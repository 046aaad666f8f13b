/**
 * Hits that need no comparison: the line alone tells that their wording is not found on it. A message begins at one of a
 * few places of a line, and most pieces of a wording stand where none of them can be its first byte. Most such lines are
 * logged as plain information besides, and what is raised, or logged as a warning or worse, does not begin them.
 */
import { SPACE } from './bytes';
import { HOLE } from './engine/layout';
import type { Hit } from './engine/search';
import { isPlainInformation } from './evidence';
import { isSameByte } from './literal';
import type { Place } from './place';
import type { ReadLine } from './reader';
import { linesBefore } from './record';
import type { Start } from './starts';
import type { Wordings } from './wordings';

/** A message that begins this near to a line’s text may belong to an exception whose class a wrap left behind. */
const NEAR_START = 16;

/** A test of a line’s hits: true where nothing on the line, nor on lines before or after it, can be the hit’s wording. */
export function vainTest(wordings: Wordings, { reader, outer }: Place, line: ReadLine): (hit: Hit) => boolean {
  if (!line.line.head || isOneWord(line)) return () => false;
  const { starts } = line;
  // `contradicts` of `evidence.ts` decides alike.
  const isCalm = outer === null && line.prefix.log && isPlainInformation(line.prefix.facts);
  const indirect = isCalm ? starts.filter(({ kind }) => kind !== 'prefix') : starts;
  let continues: boolean | undefined;
  return (hit) => {
    if (mayBegin(hit, line, isCalm && wordings.isLoud(hit.template) ? indirect : starts)) return false;
    if (!isNearStart(line, hit)) return true;
    continues ??= linesBefore(reader, line, 1).length > 0;
    return !continues;
  };
}

/** True where the window of a hit may be part of a message that began on a line before. */
export function isNearStart({ line, prefix }: ReadLine, { begins, position }: Hit): boolean {
  return !begins || position <= line.start + prefix.textStart + NEAR_START;
}

/** True where a hit’s wording can begin at one of the starts. */
function mayBegin({ first }: Hit, { view, end }: ReadLine, starts: readonly Start[]): boolean {
  return starts.some(({ at }) => first === HOLE || at >= end || isSameByte(first, view.bytes[at]));
}

/** True for a text without a blank, as an exception’s class is: its message may stand on the next line. */
function isOneWord({ view, prefix, end }: ReadLine): boolean {
  const blank = view.bytes.indexOf(SPACE, prefix.textStart);
  return blank < 0 || blank >= end;
}
