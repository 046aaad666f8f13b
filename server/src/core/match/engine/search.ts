/**
 * The search for candidates: one pass over the bytes finds every place that holds a window of some template, whatever
 * the number of templates. Nearly all places are dismissed by one bit of a filter, nearly all others by the table of
 * windows, the rest by comparing the window and what is around it.
 */
import { BEGINS, FIRST_SHIFT, JOINED, Kernel, type KernelRange, VAIN } from './kernel';
import type { IndexData } from './layout';

/** A place that holds a window of a template. */
export interface Hit {
  /** Where the window begins. */
  readonly position: number;
  /** Number of the template as given to the builder. */
  readonly template: number;
  /** True where the template’s first literal stands there from its first byte on. */
  readonly begins: boolean;
  /** True where it stands there only if lines before or after belong to the line. */
  readonly joined: boolean;
  /** True where the line alone tells that no hit on it is its template: only a {@link SearchRange.isLog} is told so. */
  readonly vain: boolean;
  /** The template’s first byte; `HOLE` of the layout where it begins with run-time text. */
  readonly first: number;
}

/** Where windows are looked for: they begin in [start, end), and none reaches over `limit`. */
export interface SearchRange extends KernelRange {
  /** True for a log itself, as against a text that it quotes: hits that are in vain are marked. */
  readonly isLog?: boolean;
}

/** Bytes of the slots of a table without windows. */
const MIN_SLOTS = 4;
const SEVERE = 0;
const MILD = 1;

/**
 * Which templates are searched for. severe: those that are no mild ones. mild: the others. all: both. near: both, also
 * where a template cannot stand whole enough to be believed.
 */
export type Scope = 'severe' | 'mild' | 'all' | 'near';

const tiersOf: Readonly<Record<Scope, readonly number[]>> = {
  severe: [SEVERE],
  mild: [MILD],
  all: [SEVERE, MILD],
  near: [SEVERE, MILD],
};

/** Finds windows of templates in bytes. One search at a time: the working memory is shared. */
export class CandidateIndex {
  /** Number of templates. */
  readonly count: number;
  private readonly kernel: () => Kernel;
  /** Tiers that have any template. */
  private readonly filled: ReadonlySet<number>;

  constructor(data: IndexData) {
    this.count = data.templates;
    this.kernel = once(data, (given) => new Kernel(given));
    const filled = data.tiers.flatMap(({ tables }, tier) =>
      tables.some(({ slots }) => slots.length > MIN_SLOTS) ? [tier] : [],
    );
    this.filled = new Set(filled);
  }

  /** True where some template is mild. */
  get hasMild(): boolean {
    return this.filled.has(MILD);
  }

  /** Numbers of a template’s sites. */
  sitesOf(template: number): Int32Array {
    const { firstSites, sites } = this.kernel().facts;
    return sites.subarray(firstSites[template] ?? 0, firstSites[template + 1] ?? 0);
  }

  /** True where all sites of a template raise it, or log it as a warning or worse. */
  isLoud(template: number): boolean {
    return this.kernel().facts.loud[template] === 1;
  }

  /** Every hit in a range, in order of position and, at one position, of template. */
  search(bytes: Uint8Array, { start, end, limit, isLog }: SearchRange, scope: Scope = 'all'): readonly Hit[] {
    const tiers = tiersOf[scope].filter((tier) => this.filled.has(tier));
    if (tiers.length === 0) return [];
    const found: [Hit[], Hit[]] = [[], []];
    const range = { start: Math.max(0, start), end: Math.min(end, bytes.length), limit: Math.min(limit, bytes.length) };
    const how = scope === 'near' ? 'near' : isLog ? 'telling' : 'plain';
    this.kernel().search(bytes, range, tiers, how, (tier, position, template, marks) => {
      found[tier]?.push({
        position,
        template,
        begins: (marks & BEGINS) !== 0,
        joined: (marks & JOINED) !== 0,
        vain: (marks & VAIN) !== 0,
        first: marks >>> FIRST_SHIFT,
      });
    });
    return merged(...found);
  }
}

/** Makes something the first time that it is asked for, and then lets go of what it was made of. */
function once<T, R>(given: T, make: (given: T) => R): () => R {
  let source: T | undefined = given;
  let made: R | undefined;
  return () => {
    if (source !== undefined) made = make(source);
    source = undefined;
    return made as R;
  };
}

/** Two lists of hits in order as one. */
export function merged(a: readonly Hit[], b: readonly Hit[]): readonly Hit[] {
  if (b.length === 0) return a;
  return a.length === 0 ? b : [...a, ...b].sort(byPlace);
}

/** The order of hits. */
function byPlace(a: Hit, b: Hit): number {
  return a.position - b.position || a.template - b.template;
}
