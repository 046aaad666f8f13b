/**
 * The whole product on one screen: each method is one thing that Error Lookup does, with plain data in and out. Language
 * server and command line reach the engines of the core through it.
 */
import type { Bundle } from './bundle';
import type { Catalog, CatalogSite } from './catalog/catalog';
import type { Entry } from './catalog/entry';
import { type DecodeOptions, decode, decodeBytes } from './decode/decode';
import { type FoundPayload, findPayloads } from './decode/find';
import type { Hint, Reading } from './decode/reading';
import type { Finding, SourceText } from './fix/finding';
import type { ParseSource } from './fix/fixer';
import type { LineTrial, Match, MatchOptions } from './match/match';
import { createMatcher } from './match/matcher';
import { createScanner, type Scanner } from './match/scanner';
import { entriesOfReading } from './readingEntries';
import { messageOf } from './render/message';
import type { StatementSites } from './statementSites';

/** What the service needs of the world. */
export interface World {
  readonly bundle: Bundle;
  /** Gives the parsers; called when source code is first looked at, since they take time to load. */
  loadParsers(): Promise<ParseSource>;
}

/** The facade. No method throws on user input. */
export interface ErrorLookup {
  /** Entries, relations, search, pinned links. */
  readonly catalog: Catalog;
  /** Matches in UTF-8 text of any number of lines, by line, best first. */
  matchText(text: Uint8Array, options: MatchOptions): Match[];
  /** Matches in a stream that is handed over piece by piece. */
  createScanner(options: MatchOptions): Scanner;
  /** What was tried on the line that holds a byte offset, for a line without a match. */
  trial(text: Uint8Array, offset: number, options?: MatchOptions): LineTrial;
  /** What pasted bytes are. */
  decode(input: string, options?: DecodeOptions): Reading;
  /** What the bytes of a file are; `truncated` where they are only its beginning. */
  decodeBytes(bytes: Uint8Array, hint?: Hint, truncated?: boolean): Reading;
  /** Errors that a payload leads to where it arrives. */
  entriesOfReading(reading: Reading): Entry[];
  /** Values in a line that are worth decoding; UTF-16 offsets. */
  findPayloads(line: string): FoundPayload[];
  /** Payloads in the message of a match. */
  payloadsOf(match: Match): Payload[];
  /**
   * Sites whose message the statement at a 0-based line of source code makes, best first. Rejects where no parser can be
   * loaded.
   */
  findStatements(source: SourceText, line: number): Promise<readonly CatalogSite[]>;
  /**
   * The 0-based line of a source file whose statement makes the site’s message, nearest to `near`; undefined where none
   * does. Rejects where no parser can be loaded.
   */
  locateSite(source: SourceText, site: CatalogSite, near: number): Promise<number | undefined>;
  /** Fixes for a source file, and places where one was considered and withheld. Rejects where no parser can be loaded. */
  findFixes(source: SourceText): Promise<readonly Finding[]>;
}

/** Builds the service over a catalog. */
export function createErrorLookup(world: World): ErrorLookup {
  const { catalog, indexed } = world.bundle;
  const matcher = createMatcher(indexed);
  let parsers: Promise<ParseSource> | undefined;
  let statements: StatementSites | undefined;
  let locator: StatementSites | undefined;
  function loadParsers(): Promise<ParseSource> {
    parsers ??= world.loadParsers();
    return parsers;
  }
  /** What reads source is loaded when somebody opens some: most of it are the finders of fixes. */
  async function loadStatements(): Promise<() => StatementSites> {
    const [{ createStatementSites }, parse] = await Promise.all([import('./statementSites'), loadParsers()]);
    // Made when it is first asked, since it takes every site of the catalog.
    return () => {
      statements ??= createStatementSites(catalog.sites, parse);
      return statements;
    };
  }
  return {
    catalog,
    matchText: (text, options) => matcher.match(text, options),
    createScanner: (options) => createScanner(matcher, options),
    trial: (text, offset, options) => matcher.trial(text, offset, options),
    decode,
    decodeBytes,
    entriesOfReading: (reading) => entriesOfReading(reading, catalog),
    findPayloads,
    payloadsOf,
    findStatements: async (source, line) => (await loadStatements())().find(source, line),
    locateSite: async (source, site, near) => {
      // To find one site's statement the other sites need not be read.
      const [{ createStatementSites }, parse] = await Promise.all([import('./statementSites'), loadParsers()]);
      locator ??= createStatementSites([], parse);
      return locator.locate(source, site, near);
    },
    findFixes: async (source) => {
      const [{ createFixer }, parse] = await Promise.all([import('./fix/fixer'), loadParsers()]);
      const sites = await loadStatements();
      return createFixer(parse, (...lines) => sites().entryWithin(...lines)).find(source);
    },
  };
}

/** A value in a message and what its bytes are, such as the huge integer that is an HTTP request. */
export interface Payload {
  /** Name of the capture that holds it; undefined where it spans several. */
  readonly name: string | undefined;
  readonly reading: Reading;
}

/** Most payloads read in one message. */
const maxPayloads = 3;

/** Payloads in the message of a match that say something, in the order of the message. */
export function payloadsOf(match: Match): Payload[] {
  // The whole message, since the words before a value can say what it is.
  const message = messageOf(match);
  return findPayloads(message)
    .slice(0, maxPayloads)
    .map(({ start, end, text }) => ({ name: captureWith(match, message.slice(start, end)), reading: decode(text) }))
    .filter(({ reading }) => reading.kind !== 'none');
}

/** Name of the capture that holds the value, or that the value holds. */
function captureWith({ captures }: Match, value: string): string | undefined {
  return captures.find(({ text }) => text !== '' && (text.includes(value) || value.includes(text)))?.name;
}
