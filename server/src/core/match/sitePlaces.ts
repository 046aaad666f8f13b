/** The files, functions and lines of a site, now and in earlier versions, against those that a log names. */
import type { CatalogSite } from '../catalog/catalog';
import { type PlaceInVersion, placeIn, versionsAround, versionsAt } from '../catalog/history';
import type { Frame } from './frame';
import type { SourceTag } from './match';

/** Raise, assert and warning sites are printed behind a class name. */
export function isRaise(site: CatalogSite): boolean {
  return site.statement === 'raise' || site.statement === 'assert' || site.statement === 'warn';
}

/** The last part of a dotted or `::` name. */
export function lastName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

/** Files and functions in which a site stands or stood, the present one first. */
export function placesOf(site: CatalogSite): readonly Pick<CatalogSite, 'file' | 'function'>[] {
  return site.history && site.history.places.length > 1 ? [site, ...site.history.places] : [site];
}

/** Exception classes that a site raises or raised, the present one first; empty for a plain log line. */
export function exceptionsOf(site: CatalogSite): readonly string[] {
  const known = exceptions.get(site);
  if (known) return known;
  const all = [site.exception, ...(site.history?.places ?? []).map((place) => place.exception)];
  const names = [...new Set(all.filter((name) => name !== null))];
  exceptions.set(site, names);
  return names;
}

/** The classes of sites that were asked for. */
const exceptions = new WeakMap<CatalogSite, readonly string[]>();

/** The place that a frame fits best: by its whole path, then by its function. */
export function nearestPlace(site: CatalogSite, frame: Frame): Pick<CatalogSite, 'file' | 'function'> | undefined {
  const fits = (place: Pick<CatalogSite, 'file' | 'function'>): number => {
    const agreement = pathAgreement(frame.file, place.file);
    if (agreement === 'none') return 0;
    return (agreement === 'whole' ? 3 : 1) + (frame.function === lastName(place.function) ? 1 : 0);
  };
  const ranked = placesOf(site).map((place) => ({ place, fit: fits(place) }));
  const best = ranked.reduce((a, b) => (b.fit > a.fit ? b : a));
  return best.fit > 0 ? best.place : undefined;
}

/** True where the site stands at that line, or stood there in some version. */
export function stoodAt(site: CatalogSite, file: string, line: number): boolean {
  const fits = (path: string): boolean => pathAgreement(file, path) !== 'none';
  if (!site.history) return line === site.line && fits(site.file);
  return versionsAt(site.history, fits, line).length > 0;
}

/**
 * The place in the version that wrote the line, where the line or the log proves it: by the version that was stated, else
 * by the line number in the line’s own tag or in the traceback, newest version first. Null where nothing proves one.
 */
export function provenPlace(
  site: CatalogSite,
  { tag, frame }: { readonly tag: SourceTag | null; readonly frame: Frame | undefined },
  stated: string | undefined,
): PlaceInVersion | null {
  const { history } = site;
  if (!history) return null;
  const named = isRaise(site) ? frame : tag;
  const seen =
    named?.line == null ? [] : versionsAt(history, (file) => pathAgreement(named.file, file) !== 'none', named.line);
  const around = stated === undefined ? undefined : versionsAround(history.versions, stated);
  const told = around?.find((version) => (seen.length === 0 ? around[0] === around[1] : seen.includes(version)));
  const version = told ?? seen.at(-1);
  const place = version === undefined ? undefined : placeIn(history, version);
  if (!place) return null;
  return seen.length > 0 && named?.line != null ? { ...place, line: named.line } : place;
}

/** How far a printed path can be a site’s file: the whole path, no more than its name, or not at all. */
type PathAgreement = 'whole' | 'name' | 'none';

/**
 * Compares paths from their ends. A printed path may have less before it (`core.py`) or more
 * (`/usr/lib/python3/site-packages/vllm/v1/engine/core.py`), and lack the repository’s own first folder (`src/`).
 */
export function pathAgreement(printed: string, file: string): PathAgreement {
  // Nearly all paths have other names.
  if (!printed.endsWith(file.slice(file.lastIndexOf('/') + 1))) return 'none';
  const a = printed.split(/[\\/]/).reverse();
  const b = file.split('/').reverse();
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  if (same === 0) return 'none';
  if (same === Math.min(a.length, b.length) || same >= b.length - 1) return 'whole';
  // Where the package’s own folder is printed, the rest of the path counts as well.
  return a.slice(same).includes(b.at(-1) ?? '') ? 'none' : 'name';
}
