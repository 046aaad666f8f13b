/** Where messages stand on this machine: looked up by what a site says of itself. */
import { type CatalogSite, isOfThisMachine } from '../catalog/catalog';
import { siteId } from '../catalog/siteId';
import { pathAgreement, placesOf } from '../match/sitePlaces';
import type { InstalledPackage, LocalFact } from './localFact';
import { readLocalFacts } from './localFactLines';

/** One place. */
export interface LocalPlace extends Pick<LocalFact, 'template' | 'file' | 'function' | 'line' | 'endLine' | 'digest'> {
  /** Absolute, with forward slashes. */
  readonly path: string;
  /** Left out for source of the workspace. */
  readonly package?: InstalledPackage;
}

/** Facts of the files below one folder. Plain data, since another thread makes it. */
export interface LocalSource {
  /** Absolute path of the folder, with forward slashes. */
  readonly root: string;
  /** Project of the catalog that a package is, or the package itself; the workspace’s own name for its source. */
  readonly project: string;
  /** Left out for source of the workspace. */
  readonly package?: InstalledPackage;
  /** Facts as `writeLocalFacts` writes them: they are read when the project is first asked for. */
  readonly text: string;
}

/** Finds places of sites. */
export class LocalPlaces {
  readonly #known = new Map<LocalSource, ReadonlyMap<string, readonly LocalPlace[]>>();

  constructor(readonly sources: readonly LocalSource[]) {}

  /** Places whose statement makes the message of a site, those of the workspace first. */
  of(site: CatalogSite): readonly LocalPlace[] {
    const found = new Set<LocalPlace>();
    for (const source of this.sources) {
      if (source.package && source.project !== site.project) continue;
      for (const { file, function: name } of placesOf(site)) {
        for (const place of this.#placesIn(source).get(siteId(file, site.template, name)) ?? []) {
          if (isPlaceOf(place, source, site, file)) found.add(place);
        }
      }
    }
    return [...found];
  }

  /** Other messages of a site’s function, one a file: its own may stand there in words that are put together differently. */
  near(site: CatalogSite): readonly LocalPlace[] {
    const byFile = new Map<string, LocalPlace>();
    for (const source of this.sources) {
      if (source.package && source.project !== site.project) continue;
      for (const places of this.#placesIn(source).values()) {
        for (const place of places) {
          const isThere = placesOf(site).some(
            ({ file, function: name }) =>
              place.function === name &&
              pathAgreement(place.path, file) === 'whole' &&
              isPlaceOf(place, source, site, file),
          );
          if (isThere) byFile.set(place.path, place);
        }
      }
    }
    return [...byFile.values()];
  }

  /** What is installed of a project, as far as it was indexed. */
  packagesOf(project: string): readonly InstalledPackage[] {
    return this.sources.flatMap((source) => (source.project === project && source.package ? [source.package] : []));
  }

  #placesIn(source: LocalSource): ReadonlyMap<string, readonly LocalPlace[]> {
    const known = this.#known.get(source);
    if (known) return known;
    const places = new Map<string, LocalPlace[]>();
    for (const { template, file, function: name, line, endLine, digest } of readLocalFacts(source.text)) {
      const id = siteId(file, template, name);
      const at = { template, file, function: name, line, endLine, digest, path: `${source.root}/${file}` };
      const place = source.package ? { ...at, package: source.package } : at;
      const others = places.get(id);
      if (others) others.push(place);
      else places.set(id, [place]);
    }
    this.#known.set(source, places);
    return places;
  }
}

/** What is installed is known by its project, what lies in the workspace by its path: another program may have copied a file. */
function isPlaceOf(place: LocalPlace, source: LocalSource, { project, origin }: CatalogSite, file: string): boolean {
  if (isOfThisMachine(origin)) return source.project === project && place.file === file;
  return place.package !== undefined || pathAgreement(place.path, file) === 'whole';
}
