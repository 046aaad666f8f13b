/** Where a message stands on this machine, in the words of a hover. */
import type { Catalog, CatalogSite } from '../catalog/catalog';
import { versionsAround } from '../catalog/history';
import { codeSpan, link, list, plain } from './markdown';
import { english, type Words } from './words';

/** What is said of an entry that the workspace holds, wherever it is shown. */
export const fromWorkspace = 'from your workspace';

/** A place on this machine. */
export interface HerePlace {
  /** Path as a person knows the file by. */
  readonly name: string;
  readonly function: string;
  /** 1-based line where the statement stands now; left out where it no longer does. */
  readonly line?: number;
  /** Address that opens it. */
  readonly url?: string;
  /** The installed package that it is of; left out for source of the workspace. */
  readonly package?: { readonly name: string; readonly version: string };
  /** Nothing of the message was found in the package. */
  readonly absent?: boolean;
}

/** The places, one a row; undefined for none. */
export function hereList(
  places: readonly HerePlace[],
  site: CatalogSite,
  catalog: Catalog,
  words: Words = english,
): string | undefined {
  return places.length > 0 ? list(places.map((place) => row(place, site, catalog, words))) : undefined;
}

/** The place as a link: `app/server.py:120`. */
export function hereLink({ name, line, url }: HerePlace): string {
  const title = line === undefined ? name : `${name}:${line}`;
  return url ? link(title, url) : plain(title);
}

function row(place: HerePlace, site: CatalogSite, catalog: Catalog, { say }: Words): string {
  const installed = place.package && `${plain(place.package.name)} ${plain(place.package.version)}`;
  if (place.absent) return say('{0} is installed, and this text was not found in it', installed ?? '');
  if (place.line === undefined) {
    const file = installed ? say('{0} of {1}', plain(place.name), installed) : plain(place.name);
    return say('{0} has changed since it was read, and holds this text no more', file);
  }
  const where = say('{0} in {1}', hereLink(place), codeSpan(place.function));
  if (!place.package) return where;
  const record = recordVersion(site, catalog);
  const differs = record !== undefined && !isVersion(site, record, place.package.version);
  return `${where}, ${installed}${differs ? say('; what is written here is of {0}', plain(record)) : ''}`;
}

/** The version that the catalog’s record of a site is of; undefined for a site that is not of the catalog. */
function recordVersion({ origin, lineIn, history, project }: CatalogSite, catalog: Catalog): string | undefined {
  if (origin) return undefined;
  const pin = catalog.pin(project);
  const state = pin && (/^v?\d/.test(pin.commit) && pin.commit.includes('.') ? pin.commit : `main@${pin.date}`);
  return lineIn ?? history?.versions.at(-1) ?? state;
}

function isVersion({ history }: CatalogSite, record: string, installed: string): boolean {
  const plainName = (version: string): string => version.replace(/^v/, '').split('+', 1)[0] ?? version;
  if (plainName(record) === plainName(installed)) return true;
  const around = history && versionsAround(history.versions, installed);
  return around !== undefined && around[0] === around[1] && history?.versions[around[0]] === record;
}
