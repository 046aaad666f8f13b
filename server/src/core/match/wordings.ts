/** The wordings of a catalog: found in bytes by the index, made from their sites when a text may hold them. */
import type { CatalogSite } from '../catalog/catalog';
import { buildIndex } from './engine/build';
import { CandidateIndex, type Hit, merged, type Scope, type SearchRange } from './engine/search';
import { LazyGroup, type TemplateGroup, wordingsOf } from './groups';

/** Sites with the index over their wordings. */
export interface IndexedSites {
  readonly index: CandidateIndex;
  readonly sites: { at(number: number): CatalogSite | undefined };
}

/** Builds the index over sites. */
export function indexSites(sites: readonly CatalogSite[]): IndexedSites {
  return { index: new CandidateIndex(buildIndex(wordingsOf(sites))), sites };
}

/** Wordings by number, those of several indexes one after the other. */
export class Wordings {
  private readonly groups = new Map<number, TemplateGroup | undefined>();

  /** @param project only sites of this project count; undefined: all do */
  constructor(
    private readonly parts: readonly IndexedSites[],
    private readonly project: string | undefined,
  ) {}

  /** True where some wording is mild. */
  get hasMild(): boolean {
    return this.parts.some(({ index }) => index.hasMild);
  }

  /** Number of wordings, those of other projects counted as well. */
  get count(): number {
    return this.parts.reduce((sum, { index }) => sum + index.count, 0);
  }

  /** Every place in a range that holds a piece of a wording, in order of position. */
  search(bytes: Uint8Array, range: SearchRange, scope: Scope): readonly Hit[] {
    const [only] = this.parts;
    if (only && this.parts.length === 1) return only.index.search(bytes, range, scope);
    let first = 0;
    return this.parts
      .map(({ index }) => {
        const offset = first;
        first += index.count;
        const hits = index.search(bytes, { ...range, isLog: false }, scope);
        return hits.map((hit) => ({ ...hit, template: hit.template + offset }));
      })
      .reduce(merged, []);
  }

  /** True where all sites of a wording raise it, or log it as a warning or worse. */
  isLoud(template: number): boolean {
    let number = template;
    for (const { index } of this.parts) {
      if (number < index.count) return index.isLoud(number);
      number -= index.count;
    }
    return false;
  }

  /** The wording of a number; undefined where no site of the project has it. */
  group(template: number): TemplateGroup | undefined {
    if (!this.groups.has(template)) this.groups.set(template, this.read(template));
    return this.groups.get(template);
  }

  private read(template: number): TemplateGroup | undefined {
    let number = template;
    for (const { index, sites } of this.parts) {
      if (number < index.count) {
        return this.groupAmong(Array.from(index.sitesOf(number)), sites);
      }
      number -= index.count;
    }
    return undefined;
  }

  /** The group of the sites of these numbers that the project has. */
  private groupAmong(numbers: readonly number[], sites: IndexedSites['sites']): TemplateGroup | undefined {
    const isOwn = (site: CatalogSite | undefined): site is CatalogSite =>
      site !== undefined && (this.project === undefined || site.project === this.project);
    for (const number of numbers) {
      const first = sites.at(number);
      if (isOwn(first)) return new LazyGroup(first, () => numbers.map((each) => sites.at(each)).filter(isOwn));
    }
    return undefined;
  }
}
