/** The matcher: which catalogued messages stand in a text. Bytes in, byte spans out. */
import type { CatalogSite } from '../catalog/catalog';
import { withPlainSpaces } from './clean';
import { findIn } from './document';
import { isBelow } from './evidence';
import { defaultLevel, type LineTrial, type Match, type MatchOptions } from './match';
import type { Occurrence } from './occurrence';
import { Reader } from './reader';
import { resolve } from './resolve';
import { StatedVersions } from './stated';
import { tryLine } from './trial';
import { type IndexedSites, indexSites, Wordings } from './wordings';

/**
 * Bytes around a record that can change what is found in it: lines above and below, the rest of a long line. A block
 * with that much on both sides of [from, to) gives what the whole text would.
 */
export const LOOK = 1 << 17;

/** Bytes around a part of a stream in which messages are looked for: one that reaches over its border begins or ends there. */
const SEARCHED = LOOK / 2;

const defaults: MatchOptions = { level: defaultLevel };

/** Part of a stream, with enough text around what is asked for. */
interface Block {
  readonly bytes: Uint8Array;
  /** Position where the line begins that holds byte 0; negative if it began before these bytes. */
  readonly firstStart: number;
  /** Only records that begin in [from, to) are reported. */
  readonly from: number;
  readonly to: number;
  /** What the stream stated before; takes in what the block states. Left out: nothing was stated. */
  readonly stated?: StatedVersions;
}

/** Finds messages of one catalog. It keeps no state between calls. */
export interface Matcher {
  /** Matches in a whole text, by line, the best of a line first. */
  match(text: Uint8Array, options: MatchOptions): Match[];
  /** Matches in a part of a stream; spans count within the block. */
  matchBlock(block: Block, options: MatchOptions): Match[];
  /** What was tried on the line that holds the byte at `offset`. */
  trial(text: Uint8Array, offset: number, options?: MatchOptions): LineTrial;
}

/** Makes the matcher of a catalog, whose sites are given with their index, or alone: an index is then built. */
export function createMatcher(catalog: readonly CatalogSite[] | readonly IndexedSites[]): Matcher {
  const parts = isIndexed(catalog) ? catalog : [indexSites(catalog)];
  const prepared = new Map<string, Wordings>();
  const wordingsOf = (project = ''): Wordings => {
    const known = prepared.get(project) ?? new Wordings(parts, project === '' ? undefined : project);
    prepared.set(project, known);
    return known;
  };
  const matchBlock = (block: Block, options: MatchOptions): Match[] => {
    const occurrences: Occurrence[] = [];
    const view = withPlainSpaces(block.bytes);
    const place = { reader: new Reader(view, block.firstStart), outer: null };
    const start = view.positionOf(Math.max(0, block.from - SEARCHED));
    const end = view.positionOf(Math.min(block.bytes.length, block.to + SEARCHED));
    const scope = isBelow(options.level, defaultLevel) ? 'all' : 'severe';
    const sink = { found: (found: Occurrence) => occurrences.push(found) };
    findIn({ wordings: wordingsOf(options.project), scope, sink }, place, start, end);
    const knowledge = { stated: block.stated ?? new StatedVersions(), until: block.to };
    return resolve(occurrences, options, knowledge).filter(
      ({ record }) => record.start >= block.from && record.start < block.to,
    );
  };
  return {
    match: (text, options) =>
      matchBlock({ bytes: text, firstStart: 0, from: 0, to: Number.POSITIVE_INFINITY }, options),
    matchBlock,
    trial: (text, offset, options = defaults) => tryLine(wordingsOf(options.project), text, offset, options),
  };
}

function isIndexed(catalog: readonly CatalogSite[] | readonly IndexedSites[]): catalog is readonly IndexedSites[] {
  return catalog[0] !== undefined && 'index' in catalog[0];
}
