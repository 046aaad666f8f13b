/**
 * Histories of sites as bytes. Lines move little from version to version, so each is written as its distance to the one
 * before; the last place is mostly that of the site itself, of which only the lines are written.
 */

import type { CatalogSite } from '../catalog';
import type { SiteHistory, SitePlace } from '../history';
import { NumberReader, NumberWriter } from './numbers';
import type { Section } from './packedFile';
import type { Tables } from './siteRows';
import type { StringReader, StringWriter } from './strings';

/** A run of versions begins with a number for both: how many lines (0 to 3, 3: a number follows), and how many versions. */
const LINE_COUNTS = 4;

/** What of a site the last place of its history repeats. */
type Here = Pick<CatalogSite, 'file' | 'function' | 'exception'>;

/** Gathers histories. */
export class HistoryWriter {
  private readonly out = new NumberWriter();
  private readonly byProject = new Map<string, readonly string[]>();

  constructor(private readonly texts: Tables<StringWriter>) {}

  /** Versions of each project that has a history. */
  get versions(): Record<string, readonly string[]> {
    return Object.fromEntries(this.byProject);
  }

  /** Adds the history of a site; gives its length in bytes, 0 for none. */
  add(site: CatalogSite): number {
    const { history, project } = site;
    if (!history) return 0;
    const known = this.byProject.get(project) ?? history.versions;
    if (known !== history.versions && known.join() !== history.versions.join()) {
      throw new Error(`the sites of ${project} count in different versions`);
    }
    this.byProject.set(project, known);
    const start = this.out.length;
    const { places } = history;
    const isHere = isAt(places.at(-1), site);
    this.out.number(2 * places.length + (isHere ? 1 : 0));
    places.forEach((place, i) => {
      if (!isHere || i + 1 < places.length) this.place(place);
      this.lines(place);
    });
    return this.out.length - start;
  }

  encode(): Uint8Array {
    return this.out.encode();
  }

  private place({ file, function: name, exception }: SitePlace): void {
    this.out.number(this.texts.files.of(file));
    this.out.number(this.texts.functions.of(name));
    this.out.number(exception === null ? 0 : this.texts.words.of(exception) + 1);
  }

  private lines({ first, lines }: SitePlace): void {
    this.out.number(first);
    const runs = lines.split(' ');
    this.out.number(runs.length);
    let previous = 0;
    for (const run of runs) {
      const [text = '', count = '1'] = run.split('*');
      const numbers = text.split('+').map(Number);
      const short = Math.min(numbers.length, LINE_COUNTS - 1);
      this.out.number(Number(count) * LINE_COUNTS + short);
      if (short === LINE_COUNTS - 1) this.out.number(numbers.length);
      for (const line of numbers) {
        this.out.signed(line - previous);
        previous = line;
      }
    }
  }
}

function isAt(place: SitePlace | undefined, { file, function: name, exception }: Here): boolean {
  return place?.file === file && place.function === name && place.exception === exception;
}

/** Reads histories where they lie. */
export class HistoryReader {
  constructor(
    private readonly section: Section,
    private readonly texts: Tables<StringReader>,
    private readonly versions: Readonly<Record<string, readonly string[]>>,
  ) {}

  /** The history of a site, which stands in these bytes. */
  read(start: number, end: number, { project, ...here }: Here & Pick<CatalogSite, 'project'>): SiteHistory {
    const reader = new NumberReader(this.section.read(start, end));
    const head = reader.number();
    const count = Math.floor(head / 2);
    const isHere = head % 2 === 1;
    const places = Array.from({ length: count }, (_, i): SitePlace => {
      const place = isHere && i + 1 === count ? here : this.place(reader);
      return { ...place, first: reader.number(), lines: readLines(reader) };
    });
    return { versions: this.versions[project] ?? [], places };
  }

  private place(reader: NumberReader): Here {
    const file = this.texts.files.at(reader.number());
    const name = this.texts.functions.at(reader.number());
    const exception = reader.number();
    return { file, function: name, exception: exception === 0 ? null : this.texts.words.at(exception - 1) };
  }
}

/** The lines of a place as a facts file has them. */
function readLines(reader: NumberReader): string {
  let previous = 0;
  const runs = Array.from({ length: reader.number() }, () => {
    const head = reader.number();
    const short = head % LINE_COUNTS;
    const lines = Array.from({ length: short === LINE_COUNTS - 1 ? reader.number() : short }, () => {
      previous += reader.signed();
      return previous;
    });
    const versions = Math.floor(head / LINE_COUNTS);
    return `${lines.join('+')}${versions === 1 ? '' : `*${versions}`}`;
  });
  return runs.join(' ');
}
