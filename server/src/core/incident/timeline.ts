/** When the errors of a log came: counts in a few buckets, over the time that the log states or else over its length. */

/** Most buckets. */
const maxBuckets = 60;

/** Share of the errors that must have a time of one form for an axis of time. */
const neededShare = 0.5;

/** Most errors before the first time that are held until it comes. */
const maxHeld = 10_000;

/** Counts of a log in buckets of one width. */
export interface Timeline {
  /** time: buckets are stretches of time. place: stretches of the file, where the log states too few times. */
  readonly axis: 'time' | 'place';
  /** Earliest and latest time as printed; null where there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly buckets: number;
  /** Count in each bucket, by the key that was added. */
  readonly counts: ReadonlyMap<string, readonly number[]>;
}

/** Gathers a timeline. Memory grows with the number of keys alone. */
export class TimelineBuilder {
  readonly #places = new Histogram();
  readonly #times = new Histogram();
  #form: string | undefined;
  #earliest = { seconds: Number.POSITIVE_INFINITY, text: '' };
  #latest = { seconds: Number.NEGATIVE_INFINITY, text: '' };
  #count = 0;
  #timed = 0;
  /** Seconds of the last time read. */
  #now: number | undefined;
  /** Errors before the first time. */
  #held: string[] = [];

  /**
   * Adds an error.
   *
   * @param at its place in the log, in bytes
   * @param time its time stamp as printed
   */
  add(key: string, at: number, time: string | null): void {
    this.#count++;
    this.#places.add(key, at);
    const read = time === null ? undefined : readTime(time);
    this.#form ??= read?.form;
    // Times without a year, or without a day, cannot be compared with others.
    if (!read || time === null || read.form !== this.#form) {
      this.#addUntimed(key);
      return;
    }
    this.#timed++;
    for (const held of this.#held) this.#times.add(held, read.seconds);
    this.#held = [];
    this.#now = read.seconds;
    this.#times.add(key, read.seconds);
    if (read.seconds < this.#earliest.seconds) this.#earliest = { seconds: read.seconds, text: time };
    if (read.seconds > this.#latest.seconds) this.#latest = { seconds: read.seconds, text: time };
  }

  /** Tracebacks stand in logs without a time of their own: an error counts at the time of the one before. */
  #addUntimed(key: string): void {
    if (this.#now !== undefined) this.#times.add(key, this.#now);
    else if (this.#held.length < maxHeld) this.#held.push(key);
  }

  /** The timeline so far, of a log of so many bytes. */
  timeline(size: number): Timeline {
    if (this.#count > 0) this.#places.cover(0, Math.max(0, size - 1));
    const times = this.#times.counts();
    // Where all came within a second, their places say more.
    const isTimed = times.buckets > 1 && this.#timed >= neededShare * this.#count;
    const { buckets, counts } = isTimed ? times : this.#places.counts();
    const [from, to] = isTimed ? [this.#earliest.text, this.#latest.text] : [null, null];
    return { axis: isTimed ? 'time' : 'place', from, to, buckets, counts };
  }
}

/** Counts in buckets whose width doubles whenever they become too many. */
class Histogram {
  #width = 1;
  #first = 0;
  #last = -1;
  #counts = new Map<string, Map<number, number>>();

  add(key: string, value: number): void {
    const bucket = this.#reach(value);
    const counts = this.#counts.get(key) ?? new Map<number, number>();
    this.#counts.set(key, counts);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }

  /** Makes the axis reach from a value to another, whatever was added. */
  cover(from: number, to: number): void {
    this.#reach(from);
    this.#reach(to);
  }

  /** The bucket of a value, which the axis holds from now on. */
  #reach(value: number): number {
    let bucket = Math.floor(value / this.#width);
    if (this.#last < this.#first) this.#first = this.#last = bucket;
    while (Math.max(this.#last, bucket) - Math.min(this.#first, bucket) >= maxBuckets) {
      this.#double();
      bucket = Math.floor(bucket / 2);
    }
    this.#first = Math.min(this.#first, bucket);
    this.#last = Math.max(this.#last, bucket);
    return bucket;
  }

  counts(): Pick<Timeline, 'buckets' | 'counts'> {
    const buckets = this.#last - this.#first + 1;
    const listed = [...this.#counts].map(([key, counts]) => {
      return [key, Array.from({ length: buckets }, (_, i) => counts.get(this.#first + i) ?? 0)] as const;
    });
    return { buckets, counts: new Map(listed) };
  }

  #double(): void {
    this.#width *= 2;
    this.#first = Math.floor(this.#first / 2);
    this.#last = Math.floor(this.#last / 2);
    for (const [key, counts] of this.#counts) {
      const halved = new Map<number, number>();
      for (const [bucket, count] of counts) {
        const half = Math.floor(bucket / 2);
        halved.set(half, (halved.get(half) ?? 0) + count);
      }
      this.#counts.set(key, halved);
    }
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const clock = '(\\d\\d):(\\d\\d):(\\d\\d)';

/** Forms of time stamps and the year, month (from 1), day, hour, minute and second in each. */
const forms: readonly {
  name: string;
  pattern: RegExp;
  read(groups: readonly string[]): readonly (number | string)[];
}[] = [
  { name: 'date', pattern: new RegExp(`^(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T _]${clock}`), read: (it) => it },
  // Without a year: one that has a 29th of February.
  { name: 'day', pattern: new RegExp(`^(\\d\\d)[-/](\\d\\d)[T _]${clock}`), read: (it) => [2000, ...it] },
  {
    name: 'month',
    pattern: new RegExp(`^(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2}) {1,2}(\\d{1,2}) ${clock}`),
    read: ([month = '', ...rest]) => [2000, months.indexOf(month) + 1, ...rest],
  },
  { name: 'clock', pattern: new RegExp(`^${clock}`), read: (it) => [2000, 1, 1, ...it] },
];

/** Seconds since some moment that is the same for all times of a form; undefined for a form that is not known. */
function readTime(text: string): { form: string; seconds: number } | undefined {
  if (/^\d{10}\.\d/.test(text)) return { form: 'seconds', seconds: Number(text.slice(0, 10)) };
  for (const { name, pattern, read } of forms) {
    const [found, ...groups] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = read(groups).map(Number);
    return { form: name, seconds: Date.UTC(year, month - 1, day, hour, minute, second) / 1000 };
  }
  return undefined;
}
