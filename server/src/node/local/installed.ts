/** Places of messages in installed packages, for the command line. */
import { readFileSync, statSync } from 'node:fs';
import type { CatalogSite } from '../../core/catalog/catalog';
import type { IndexReport } from '../../core/local/jobs';
import { digestOfLines, type InstalledPackage, linesOf } from '../../core/local/localFact';
import { LocalPlaces } from '../../core/local/localPlaces';

/** Longest source file read, in bytes; most places told of one message. */
const maxSource = 2_000_000;
const maxPlaces = 5;

/** A place, as it is now. */
interface InstalledPlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly package: InstalledPackage;
  /** Whether the statement still stands there. */
  readonly stands: boolean;
}

/** Gives the places of a site. */
export type FindPlaces = (site: CatalogSite) => readonly InstalledPlace[];

/** Looks places up in what was indexed. */
export function installedPlaces({ sources }: IndexReport): FindPlaces {
  const places = new LocalPlaces(sources);
  return (site) =>
    places
      .of(site)
      .slice(0, maxPlaces)
      .flatMap(({ path, line, endLine, digest, package: installed }) =>
        installed ? [{ path, line, package: installed, stands: digestOf(path, line, endLine) === digest }] : [],
      );
}

function digestOf(path: string, line: number, endLine: number): number | undefined {
  try {
    const about = statSync(path);
    if (!about.isFile() || about.size > maxSource) return undefined;
    return digestOfLines(linesOf(readFileSync(path, 'utf8')), line, endLine);
  } catch {
    return undefined;
  }
}
