/** Finds wordings in a document: a log, or the text inside a quoted field of one. */
import { APOSTROPHE, hasText, isSpace, OPEN_BRACE, QUOTE, skipSpaces } from './bytes';
import { type Hit, merged, type Scope } from './engine/search';
import { factsFromFields } from './fields';
import type { TemplateGroup } from './groups';
import { isOccurrence, type Miss, type Occurrence, occurrenceIn, occurrenceOn } from './occurrence';
import type { Place } from './place';
import type { PrefixFacts } from './prefix/layer';
import { type Quoted, quotedAt, tupleAt } from './quoted';
import { Reader, type ReadLine } from './reader';
import { isAlone, linesBefore, MAX_LINES_BEFORE, reachAfter, reachBefore } from './record';
import { headsFrom, innerStarts, type Start } from './starts';
import { isNearStart, vainTest } from './vain';
import type { Wordings } from './wordings';

/** Quoted texts inside quoted texts, at most. */
const MAX_DEPTH = 4;
/** Wordings tried on one line, holes looked into, quoted texts read: bounds for hostile lines. */
const MAX_TRIES = 64;

/** Where results go. */
interface Sink {
  found(occurrence: Occurrence): void;
  /** A wording that came near on a line. */
  missed?(miss: Miss, line: ReadLine): void;
  /** A quoted text is looked into. */
  entered?(): void;
}

/** What is looked for. */
interface Search {
  readonly wordings: Wordings;
  /** `severe`: mild wordings are looked for only where one of the others stands, with which they compete. */
  readonly scope: Scope;
  readonly sink: Sink;
}

/** Finds every wording in [start, end) of a document. */
export function findIn(search: Search, place: Place, start: number, end: number, depth = 0): void {
  const { wordings, scope } = search;
  // Mild wordings would be looked for on the same lines, so that only severe ones alone can be in vain.
  const isLog = scope === 'severe' && depth === 0;
  const hits = wordings.search(place.reader.view.bytes, { start, end, limit: end, isLog }, scope);
  // Inside a quoted text the line around it has decided what is looked for.
  if (scope === 'severe' && depth === 0 && wordings.hasMild) searchSevere(search, place, hits, end);
  else searchLines(search, place, hits, [], depth);
}

/** Looks through the lines that hold hits of severe wordings, and again, with the mild ones, where one of them stands. */
function searchSevere(search: Search, place: Place, hits: readonly Hit[], end: number): void {
  const { wordings } = search;
  const { reader } = place;
  let around: readonly Occurrence[] = [];
  let done = 0;
  for (let i = 0; i < hits.length; ) {
    const first = i;
    if (hits[first]?.vain) {
      i++;
      continue;
    }
    const line = reader.at(hits[first]?.position ?? 0);
    i = pastLine(hits, first, line);
    const alone = severeOn(search, place, line, hits.slice(first, i));
    if (alone.found.length === 0) continue;
    const own = i - first;
    const from = Math.max(done, reachBefore(reader, line));
    let to = Math.min(end, reachAfter(reader, line));
    while (i < hits.length && (hits[i]?.position ?? 0) < to) {
      const next = reader.at(hits[i]?.position ?? 0);
      to = Math.max(to, Math.min(end, reachAfter(reader, next)));
      i = pastLine(hits, i, next);
    }
    const mild = wordings.search(reader.view.bytes, { start: from, end: to, limit: end }, 'mild');
    const severe = hits.slice(firstFrom(hits, first, from), i);
    if (mild.length === 0 && severe.length === own && around.length === 0 && !alone.entered) {
      for (const occurrence of alone.found) search.sink.found(occurrence);
      around = reachingOver(reader, line, alone.found);
    } else around = searchLines({ ...search, scope: 'all' }, place, merged(severe, mild), around, 0);
    done = to;
  }
}

/** What severe wordings say of a line, without others to compete with; `entered`: a quoted text was looked into. */
interface Alone {
  readonly found: Occurrence[];
  entered: boolean;
}

function severeOn(search: Search, place: Place, line: ReadLine, hits: readonly Hit[]): Alone {
  const alone: Alone = { found: [], entered: false };
  const sink = {
    found: (occurrence: Occurrence) => {
      alone.found.push(occurrence);
    },
    entered: () => {
      alone.entered = true;
    },
  };
  searchLine({ ...search, sink }, place, line, hits, [], 0);
  return alone;
}

/** Occurrences that go on after a line. */
function reachingOver(reader: Reader, { line }: ReadLine, found: readonly Occurrence[]): readonly Occurrence[] {
  const end = reader.view.rawAt(line.end);
  return found.filter(({ view, comparison }) => view.rawAt(comparison.end) > end);
}

/** Number of the first hit at or after a position, not after the given one. */
function firstFrom(hits: readonly Hit[], number: number, position: number): number {
  let first = number;
  while (first > 0 && (hits[first - 1]?.position ?? 0) >= position) first--;
  return first;
}

/**
 * Looks through the lines that hold hits.
 *
 * @param around occurrences that began on lines before and reach further
 * @returns those that reach over the last line
 */
function searchLines(
  search: Search,
  place: Place,
  hits: readonly Hit[],
  around: readonly Occurrence[],
  depth: number,
): readonly Occurrence[] {
  const { reader } = place;
  let before = around;
  for (let i = 0; i < hits.length; ) {
    // All hits of such a line are in vain; where another tier is looked through as well, they may stand in its values.
    if (hits[i]?.vain && search.scope === 'severe' && before.length === 0) {
      i++;
      continue;
    }
    const line = reader.at(hits[i]?.position ?? 0);
    const next = pastLine(hits, i, line);
    const found = searchLine(search, place, line, hits.slice(i, next), before, depth);
    // A message of several lines can hold another one on a later line.
    before = reachingOver(reader, line, before.length === 0 ? found : [...before, ...found]);
    i = next;
  }
  return before;
}

/** Number of the first hit behind a line. */
function pastLine(hits: readonly Hit[], first: number, { line }: ReadLine): number {
  let next = first + 1;
  while (next < hits.length && (hits[next]?.position ?? 0) < line.end) next++;
  return next;
}

/** The hits that can be a message: a line by itself holds no message of several lines. */
function standing(reader: Reader, line: ReadLine, hits: readonly Hit[]): readonly Hit[] {
  if (!hits.some(({ joined }) => joined)) return hits;
  return isAlone(reader, line) ? hits.filter(({ joined }) => !joined) : hits;
}

/**
 * @param around occurrences that began on lines before and reach into this one
 * @returns what was found
 */
function searchLine(
  search: Search,
  place: Place,
  line: ReadLine,
  hits: readonly Hit[],
  around: readonly Occurrence[],
  depth: number,
): Occurrence[] {
  const { wordings, sink } = search;
  // Who asks for misses wants to know what was compared.
  const isVain = sink.missed ? () => false : vainTest(wordings, place, line);
  const allVain = around.length === 0 && hits.every(isVain);
  if (allVain && !mayBeQuoted(place, line, hits)) return [];
  const open = openWordings(standing(place.reader, line, hits));
  const found: Occurrence[] = [];
  const misses: Miss[] = [];
  const take = (template: number, result: Occurrence | Miss | undefined): boolean => {
    if (isOccurrence(result)) {
      found.push(result);
      open.delete(template);
      return true;
    }
    if (result) misses.push(result);
    return false;
  };
  const lineStart = place.reader.view.rawAt(line.line.start);
  const held = heldBy(wordings, place, around, open);
  for (const [template, hit] of allVain ? [] : [...open]) {
    if (!held.has(template) && isVain(hit)) continue;
    const group = wordings.group(template);
    if (!group || take(template, better(held.get(template), occurrenceOn(place, line, group)))) continue;
    const before = mayBeginBefore(line, group, hit) ? linesBefore(place.reader, line, MAX_LINES_BEFORE) : [];
    for (const earlier of before) {
      const result = occurrenceOn(place, earlier, group);
      // The same message can stand on the line before as well: this line’s own is still to be found.
      if (isOccurrence(result) && result.view.rawAt(result.comparison.end) <= lineStart) continue;
      if (take(template, result)) break;
    }
  }
  // What is found in a hole is looked into as well: the list grows.
  searchHoles(wordings, place, found, open, take);
  for (const occurrence of found) sink.found(occurrence);
  if (depth < MAX_DEPTH) searchQuoted(search, place, line, open.values(), depth);
  for (const miss of misses) sink.missed?.(miss, line);
  return found;
}

/** What stands in the values of messages that began before: there a text ends where the value does. */
function heldBy(
  wordings: Wordings,
  place: Place,
  around: readonly Occurrence[],
  open: ReadonlyMap<number, Hit>,
): Map<number, Occurrence> {
  const held = new Map<number, Occurrence>();
  searchHoles(wordings, place, around, open, (template, result) => {
    if (isOccurrence(result) && !held.has(template)) held.set(template, result);
  });
  return held;
}

/** The one of which more agrees; the first of two that agree as well. */
function better(held: Occurrence | undefined, own: Occurrence | Miss | undefined): Occurrence | Miss | undefined {
  return held && !(isOccurrence(own) && own.rank > held.rank) ? held : own;
}

/** True where the message can have begun on a line before: its first bytes do not stand well inside this one. */
function mayBeginBefore(line: ReadLine, group: TemplateGroup, hit: Hit): boolean {
  return (!group.weak || group.template.multiline) && isNearStart(line, hit);
}

/** The first hit of each wording on a line; one from the wording’s first bytes counts more. */
function openWordings(hits: readonly Hit[]): Map<number, Hit> {
  const open = new Map<number, Hit>();
  for (const hit of hits) {
    const known = open.get(hit.template);
    if (known ? hit.begins && !known.begins : open.size < MAX_TRIES) open.set(hit.template, hit);
  }
  return open;
}

/** Looks for the wordings that are left inside the holes of those that were found. */
function searchHoles(
  wordings: Wordings,
  place: Place,
  found: readonly Occurrence[],
  open: ReadonlyMap<number, Hit>,
  take: (template: number, result: Occurrence | Miss | undefined) => unknown,
): void {
  let tries = 0;
  for (let i = 0; i < found.length && open.size > 0; i++) {
    const outer = found[i];
    if (!outer) continue;
    for (const { start, end } of outer.comparison.holes) {
      if (tries >= MAX_TRIES) return;
      const starts = startsInHole(outer, start, end);
      for (const template of [...open.keys()]) {
        const group = wordings.group(template);
        if (group && tries++ < MAX_TRIES) take(template, occurrenceIn(place, outer, group, starts, end));
      }
    }
  }
}

/** Position where the text of a hole begins, past quote marks. */
function textOfHole(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (isSpace(bytes[at]) || bytes[at] === QUOTE || bytes[at] === APOSTROPHE)) at++;
  return at;
}

/** Where a message may begin inside a hole. */
export function startsInHole({ view }: Occurrence, start: number, end: number): Start[] {
  const text = textOfHole(view.bytes, start, end);
  const heads = headsFrom(view.bytes, text, end);
  return [
    ...[...heads].reverse(),
    { at: text, kind: 'prefix', exception: null },
    { at: start, kind: 'prefix', exception: null },
    ...innerStarts(view.bytes, heads.at(-1)?.at ?? text, end),
  ];
}

/** Reads the quoted texts that hold hits which nothing explains yet, each as a document of its own. */
function searchQuoted(search: Search, place: Place, line: ReadLine, hits: Iterable<Hit>, depth: number): void {
  const seen = new Set<number>();
  for (const { position } of hits) {
    const quoted = quotedWith(line, line.view.positionOf(place.reader.view.rawAt(position)));
    if (!quoted || seen.has(quoted.start)) continue;
    seen.add(quoted.start);
    search.sink.entered?.();
    const inner: Place = { reader: new Reader(quoted.view), outer: outerOf(place, line, quoted) };
    findIn(search, inner, 0, quoted.view.length, depth + 1);
  }
}

const comments = ['# ', '// '];

/** True where a quoted text can hold a hit of the line. */
function mayBeQuoted({ reader }: Place, { view, firstQuote }: ReadLine, hits: readonly Hit[]): boolean {
  return firstQuote <= view.positionOf(reader.view.rawAt(hits.at(-1)?.position ?? 0)) + 1;
}

/** The quoted text of a line that holds a position. */
export function quotedWith(line: ReadLine, position: number): Quoted | undefined {
  const { view, prefix, end } = line;
  // The mark that opens it stands before the position, or right behind a parenthesis there.
  if (line.firstQuote > position + 1) return undefined;
  for (const { at, kind } of line.starts) {
    const tuple = kind === 'class' ? tupleAt(view, at, end) : undefined;
    if (tuple && at <= position) return tuple;
  }
  // A comment of source code quotes for people.
  if (!prefix.log && comments.some((mark) => hasText(view.bytes, prefix.textStart, end, mark))) return undefined;
  const quoted = quotedAt(view, prefix.textStart, position, view.length, prefix.log);
  // Deep inside source code an exception’s constructor looks like its repr.
  return quoted?.exception && prefix.names.length === 0 && prefix.indent >= 4 ? undefined : quoted;
}

/** What a quoted text inherits from its line. */
export function outerOf(place: Place, line: ReadLine, quoted: Quoted): Place['outer'] {
  const { prefix, view, starts } = line;
  const facts = place.outer ? overlaid(place.outer.facts, prefix.facts) : prefix.facts;
  const object = skipSpaces(view.bytes, prefix.textStart, view.length);
  const start = starts.find(({ at, kind }) => kind === 'class' && (at === quoted.start - 1 || at === quoted.start - 2));
  return {
    place,
    line,
    facts: view.bytes[object] === OPEN_BRACE ? factsFromFields(view.bytes, object, view.length, facts) : facts,
    exception: quoted.exception ?? start?.exception ?? null,
    log: prefix.log || place.outer?.log === true || quoted.key !== null,
    closed: quoted.closed,
  };
}

/** Facts of a line over those of what is around it. */
function overlaid(outer: PrefixFacts, { level, processes, time, logger, tag }: PrefixFacts): PrefixFacts {
  return {
    level: level ?? outer.level,
    processes: processes.length > 0 ? processes : outer.processes,
    time: time ?? outer.time,
    logger: logger ?? outer.logger,
    tag: tag ?? outer.tag,
  };
}
