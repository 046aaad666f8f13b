/**
 * Histories of sites as bytes: numbers of seven bits a byte, the lowest first (LEB128, as in the DWARF standard). Lines
 * move little from version to version, so each is written as its distance to the one before.
 */
import type { CatalogSite } from '../catalog';
import type { SiteHistory, SitePlace } from '../history';
import type { Section } from './packedFile';
import type { StringReader, StringWriter } from './strings';

/** Most bytes that one history is read from. */
const MAX_LENGTH = 1 << 16;
/** Bytes read at once: most histories are shorter. */
const USUAL_LENGTH = 256;
/** A run of versions begins with a byte for both: how many lines (0 to 3, 3: a number follows), and how many versions. */
const LINE_COUNTS = 4;

/** Gathers histories. */
export class HistoryWriter {
  private readonly bytes: number[] = [0];
  private readonly byProject = new Map<string, readonly string[]>();

  constructor(private readonly strings: StringWriter) {}

  /** Versions of each project that has a history. */
  get versions(): Record<string, readonly string[]> {
    return Object.fromEntries(this.byProject);
  }

  /** Adds the history of a site; gives its place, 0 for none. */
  add({ history, project }: CatalogSite): number {
    if (!history) return 0;
    const known = this.byProject.get(project) ?? history.versions;
    if (known !== history.versions && known.join() !== history.versions.join()) {
      throw new Error(`the sites of ${project} count in different versions`);
    }
    this.byProject.set(project, known);
    const start = this.bytes.length;
    this.number(history.places.length);
    for (const place of history.places) this.place(place);
    return start;
  }

  encode(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }

  private place({ file, function: name, exception, first, lines }: SitePlace): void {
    this.number(this.strings.of(file));
    this.number(this.strings.of(name));
    this.number(exception === null ? 0 : this.strings.of(exception) + 1);
    this.number(first);
    const runs = lines.split(' ');
    this.number(runs.length);
    let previous = 0;
    for (const run of runs) {
      const [text = '', count = '1'] = run.split('*');
      const numbers = text.split('+').map(Number);
      const short = Math.min(numbers.length, LINE_COUNTS - 1);
      this.number(Number(count) * LINE_COUNTS + short);
      if (short === LINE_COUNTS - 1) this.number(numbers.length);
      for (const line of numbers) {
        const distance = line - previous;
        this.number(distance < 0 ? -2 * distance - 1 : 2 * distance);
        previous = line;
      }
    }
  }

  private number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.bytes.push(rest);
  }
}

/** Reads histories where they lie. */
export class HistoryReader {
  constructor(
    private readonly section: Section,
    private readonly strings: StringReader,
    private readonly versions: Readonly<Record<string, readonly string[]>>,
  ) {}

  /** The history at a place, of a site of that project; undefined for place 0. */
  read(place: number, project: string): SiteHistory | undefined {
    if (place === 0) return undefined;
    return this.decode(place, USUAL_LENGTH, project) ?? this.decode(place, MAX_LENGTH, project);
  }

  /** Undefined where the history is longer than `length` bytes. */
  private decode(place: number, length: number, project: string): SiteHistory | undefined {
    const bytes = this.section.read(place, place + length);
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let shift = 0; shift < 35; shift += 7) {
        const byte = bytes[at++] ?? 0;
        value += (byte & 127) * 2 ** shift;
        if (byte < 128) break;
      }
      return value;
    };
    const places = Array.from({ length: number() }, (): SitePlace => {
      const file = this.strings.at(number());
      const name = this.strings.at(number());
      const exception = number();
      const first = number();
      const lines = readLines(number);
      return { file, function: name, exception: exception === 0 ? null : this.strings.at(exception - 1), first, lines };
    });
    return at > bytes.length ? undefined : { versions: this.versions[project] ?? [], places };
  }
}

/** The lines of a place as a facts file has them. */
function readLines(number: () => number): string {
  let previous = 0;
  const runs = Array.from({ length: number() }, () => {
    const head = number();
    const short = head % LINE_COUNTS;
    const lines = Array.from({ length: short === LINE_COUNTS - 1 ? number() : short }, () => {
      const distance = number();
      previous += distance % 2 === 1 ? -(distance + 1) / 2 : distance / 2;
      return previous;
    });
    const versions = Math.floor(head / LINE_COUNTS);
    return `${lines.join('+')}${versions === 1 ? '' : `*${versions}`}`;
  });
  return runs.join(' ');
}
