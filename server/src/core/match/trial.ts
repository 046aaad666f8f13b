/** What was tried on one line: the answer to “Why does this line not match?”. */
import { missingText } from './belief';
import { decode } from './bytes';
import { findIn } from './document';
import { isBelow } from './evidence';
import type { TemplateGroup } from './groups';
import { agree, find } from './literal';
import type { LineTrial, MatchOptions, Rejection } from './match';
import type { Miss, Occurrence } from './occurrence';
import { Reader, type ReadLine } from './reader';
import { weightOf } from './template';
import { TextView } from './view';
import type { Wordings } from './wordings';

const MAX_REJECTIONS = 10;
/** A first literal of this length that stands in the line makes a wording near. */
const NEAR_LITERAL = 8;
/** So does the beginning of one, from this length on. */
const NEAR_BEGINNING = 12;
/** Bytes of a line that every wording is compared with. */
const REACH = 4096;

/** Tries every wording on the line that holds a byte and says why those that came near were not taken. */
export function tryLine(wordings: Wordings, text: Uint8Array, offset: number, options: MatchOptions): LineTrial {
  const view = new TextView(text, null, 0);
  const reader = new Reader(view);
  const line = reader.at(Math.max(0, Math.min(offset, text.length)));
  const found: Occurrence[] = [];
  const misses = new Map<TemplateGroup, string>();
  const missed = ({ group, reason }: Miss): void => {
    misses.set(group, reason);
  };
  const sink = { found: (one: Occurrence) => found.push(one), missed };
  findIn({ wordings, scope: 'near', sink }, { reader, outer: null }, line.line.start, line.line.end);
  const taken = new Set(found.map(({ group }) => group));
  const near = [...belowLevel(found, options), ...nearMisses(wordings, line, taken, misses)];
  return {
    message: messageOf(line),
    peeled: line.prefix.names,
    rejections: near
      .sort((a, b) => b.near - a.near)
      .slice(0, MAX_REJECTIONS)
      .map(({ rejection }) => rejection),
  };
}

interface Near {
  readonly near: number;
  readonly rejection: Rejection;
}

function belowLevel(found: readonly Occurrence[], options: MatchOptions): Near[] {
  return found.flatMap(({ sites, rank }) =>
    sites
      .filter(({ site }) => site.level !== null && isBelow(site.level, options.level))
      .map(({ site }) => ({
        near: rank,
        rejection: { site, reason: `logged at ${site.level}, below the level shown (${options.level})` },
      })),
  );
}

function nearMisses(
  wordings: Wordings,
  line: ReadLine,
  taken: ReadonlySet<TemplateGroup>,
  misses: ReadonlyMap<TemplateGroup, string>,
): Near[] {
  const near: Near[] = [];
  for (let number = 0; number < wordings.count; number++) {
    const group = wordings.group(number);
    const site = group?.sites[0];
    if (!group || !site || taken.has(group)) continue;
    const { shared, reason, begun } = sharedText(group, line);
    const first = group.template.literals[0]?.length ?? 0;
    const known = misses.get(group);
    const isNear =
      known !== undefined ||
      begun ||
      shared * 2 >= group.template.literalBytes ||
      (shared >= first && first >= NEAR_LITERAL);
    if (isNear && shared > 0) near.push({ near: shared, rejection: { site, reason: known ?? reason } });
  }
  return near;
}

/** Literal bytes that stand in the line in order, and the first thing that speaks against the wording. */
function sharedText({ template }: TemplateGroup, line: ReadLine): { shared: number; reason: string; begun: boolean } {
  const { bytes } = line.view;
  const end = Math.min(line.end, REACH);
  let at = line.prefix.textStart;
  let shared = 0;
  let reason = '';
  let begun = false;
  for (const literal of template.literals) {
    const found = find(literal, bytes, at, end, 0);
    if (found) {
      at = found.end;
      shared += weightOf(literal);
      continue;
    }
    const beginning = shared === 0 ? longestBeginning(literal, line, end) : 0;
    shared += beginning;
    begun ||= beginning > 0;
    reason ||= beginning > 0 ? differsAfter(literal, beginning) : missingText(literal);
  }
  return { shared, reason: reason || 'it does not begin where a message begins', begun };
}

/** Bytes of a literal that stand where a message may begin, if they are enough to mean something. */
function longestBeginning(literal: Uint8Array, line: ReadLine, end: number): number {
  let longest = 0;
  for (const { at } of line.starts) {
    const { agreed } = agree(literal, line.view.bytes, at, end, 0);
    longest = Math.max(longest, agreed);
  }
  return longest < NEAR_BEGINNING ? 0 : longest;
}

function differsAfter(literal: Uint8Array, agreed: number): string {
  return `the text differs after “${decode(literal, 0, agreed)}”, where “${decode(literal, agreed).trim()}” is expected`;
}

function messageOf(line: ReadLine): string {
  const start = line.starts.find(({ kind }) => kind === 'class' || kind === 'prefix')?.at ?? line.prefix.textStart;
  return decode(line.view.bytes, start, line.end);
}
