/** What is asked of a thread that reads source on this machine, and what it answers. Plain data. */
import type { LocalPart } from '../bundle';
import type { CatalogProblem } from '../catalog/problem';
import type { InstalledPackage } from './localFact';
import type { LocalSource } from './localPlaces';

/** Reads the source and the facts of a workspace. */
export interface WorkspaceJob {
  readonly kind: 'workspace';
  readonly folders: readonly {
    /** Absolute path. */
    readonly path: string;
    readonly project: string;
    /** Whether the source is read. */
    readonly source: boolean;
    /** Whether `.error-lookup/facts` is read. */
    readonly facts: boolean;
  }[];
  /** Folder in which is kept what was read before; undefined: nothing is kept. */
  readonly store: string | undefined;
}

/** Harvests installed packages and keeps what it finds. */
export interface PackagesJob {
  readonly kind: 'packages';
  /** A folder of packages, an environment or an interpreter. */
  readonly path: string;
  /** Names of distributions beside those of the catalog’s projects; `*` stands for all. */
  readonly include: readonly string[];
  /** Paths of the workspace folders for which it is done. */
  readonly workspace: readonly string[];
  readonly store: string;
}

/** Reads what a {@link PackagesJob} kept. */
export interface InstalledJob {
  readonly kind: 'installed';
  readonly workspace: readonly string[];
  readonly store: string;
}

/** Any of them. */
export type IndexJob = WorkspaceJob | PackagesJob | InstalledJob;

/** How far a job is. */
export interface IndexProgress {
  /** What is being read: a package and its version, or a folder. */
  readonly name: string;
  /** Files that were read, and files in all. */
  readonly done: number;
  readonly total: number;
}

/** A package that was looked at. */
export interface IndexedPackage extends InstalledPackage {
  readonly project: string;
  readonly files: number;
  readonly messages: number;
  /** It had been read before. */
  readonly cached: boolean;
  /** Files that were left out: faults of syntax, too long, not readable. */
  readonly skipped: number;
}

/** What a job found. */
export interface IndexReport {
  readonly part: LocalPart;
  readonly sources: readonly LocalSource[];
  /** Faults of facts files, by absolute path; a file without faults has an empty list. */
  readonly problems: ReadonlyMap<string, readonly CatalogProblem[]>;
  readonly packages: readonly IndexedPackage[];
  /** Folders of packages that were looked at. */
  readonly environments: readonly string[];
  /** Source files that were read, and those left out. */
  readonly files: number;
  readonly skipped: number;
  /** Not all was read, and why, as half a sentence. */
  readonly incomplete?: string;
}

/**
 * Does a job beside the server. Aborted, it rejects; packages that were finished before are kept. A path that holds no
 * packages rejects with the reason.
 */
export type RunIndexJob = (
  job: IndexJob,
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
) => Promise<IndexReport>;
