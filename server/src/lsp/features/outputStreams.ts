/** Known errors in output that comes piece by piece, such as that of a command in a terminal. Nothing of it is kept. */
import { createIncidents, type IncidentCollector } from '../../core/incident/incidents';
import { tellStories } from '../../core/incident/stories';
import type { ScannedMatch } from '../../core/match/match';
import type { Scanner } from '../../core/match/scanner';
import type { Words } from '../../core/render/words';
import type { ErrorLookup } from '../../core/service';
import { toLogStories } from '../logErrors';
import type { LogStory, ScanOutputParams } from '../protocol';
import type { Session } from '../session';

/** Most outputs that are read at the same time; the one that was silent longest is given up for a new one. */
const maxStreams = 32;

/** Most stories told of one output. */
const maxStories = 100;

/** Longest piece taken at once, in UTF-16 units; a client sends less. */
const maxPiece = 4_000_000;

interface Stream {
  readonly lookup: ErrorLookup;
  readonly scanner: Scanner;
  readonly incidents: IncidentCollector;
}

const encoder = new TextEncoder();

/** The outputs being read, by the id that the client gave them. */
export class OutputStreams {
  readonly #streams = new Map<string, Stream>();

  /** Takes the next piece; gives all errors of the output so far, causes first, or null where the piece holds none. */
  async scan(session: Session, { id, text, next }: ScanOutputParams): Promise<LogStory[] | null> {
    const stream = this.#streams.get(id) ?? (await this.#start(session));
    this.#streams.delete(id);
    const { scanner, incidents } = stream;
    const found = [...scanner.push(encoder.encode(text.slice(0, maxPiece))), ...settled(scanner, next)];
    for (const scanned of found) incidents.add(id, scanned);
    if (next !== 'end') this.#keep(id, stream);
    return found.length > 0 ? storiesOf(stream, session.words) : null;
  }

  async #start(session: Session): Promise<Stream> {
    const lookup = await session.lookup();
    const scanner = lookup.createScanner(session.matchOptions);
    return { lookup, scanner, incidents: createIncidents(lookup.catalog) };
  }

  /** The map is in the order of use, so its first key was silent longest. */
  #keep(id: string, stream: Stream): void {
    this.#streams.set(id, stream);
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > maxStreams && oldest !== undefined) this.#streams.delete(oldest);
  }
}

/** What is known without waiting for more. */
function settled(scanner: Scanner, next: ScanOutputParams['next']): ScannedMatch[] {
  switch (next) {
    case 'more':
      return [];
    case 'pause':
      return scanner.settle();
    case 'end':
      return scanner.end();
  }
}

/** Errors that have a page: a place in source that nobody has explained yet is no news in a terminal. */
function storiesOf({ lookup: { catalog }, incidents }: Stream, words: Words): LogStory[] {
  return toLogStories(tellStories(incidents.incidents(), catalog), catalog, words)
    .map(({ error, consequences }) => ({ error, consequences: consequences.filter(({ explained }) => explained) }))
    .filter(({ error, consequences }) => error.explained || consequences.length > 0)
    .slice(0, maxStories);
}
