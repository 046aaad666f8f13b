/** The part of the protocol that is about installed packages. */

/** Asks to harvest installed Python packages, so that matches name their files and lines. */
export interface IndexPackagesParams {
  /** URI of a folder of packages, of an environment, or of an interpreter. */
  readonly uri: string;
  /** Names the work in its {@link PackageProgress}. */
  readonly token: string;
}

/** How far the harvest is. */
export interface PackageProgress {
  readonly token: string;
  /** Package and version. */
  readonly name: string;
  /** Files of it that were read, and all. */
  readonly done: number;
  readonly total: number;
}

/** What was harvested. */
export interface IndexedPackages {
  /** Paths of the folders of packages. */
  readonly environments: readonly string[];
  readonly packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly files: number;
    readonly messages: number;
    /** It had been read before. */
    readonly cached: boolean;
    /** Files that could not be read. */
    readonly skipped: number;
  }[];
}
