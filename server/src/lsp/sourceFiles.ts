/** Finds the source file that a log names, inside the workspace folders and the source roots of the settings only. */
import { filesBelow } from './walk';
import type { Files } from './world';

/** Files that tags and tracebacks name. */
const sourceName = /\.(py|pyx|rs|c|cc|cpp|cu|cuh|h|hpp|go|js|ts)$/;

/** Age at which the list of files is made anew, in milliseconds. */
const maxAge = 60_000;

/** Paths by file name. */
type Index = ReadonlyMap<string, readonly string[]>;

/** Looks files up by the end of their path. The list of files is made when first needed, and again when it is old. */
export class SourceFiles {
  #index: Promise<Index> | undefined;
  #made = 0;

  /** @param roots paths of the folders searched, at the time of the search */
  constructor(
    private readonly files: Files,
    private readonly roots: () => readonly string[],
    private readonly now: () => number,
  ) {}

  /**
   * The file that `named` means: the only one whose path ends in it or, for an absolute path of another machine, in
   * its longest tail of at least two names. Undefined where none or several fit.
   */
  async find(named: string): Promise<string | undefined> {
    const parts = named
      .replaceAll('\\', '/')
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    const name = parts.at(-1);
    if (name === undefined || parts.includes('..')) return undefined;
    const candidates = (await this.#current()).get(name) ?? [];
    const ranked = candidates.map((path) => ({ path, shared: sharedTail(path.split('/'), parts) }));
    const best = Math.max(0, ...ranked.map(({ shared }) => shared));
    if (best < Math.min(2, parts.length)) return undefined;
    const fitting = ranked.filter(({ shared }) => shared === best);
    return fitting.length === 1 ? fitting[0]?.path : undefined;
  }

  /** Forgets the list, as after a change of folders. */
  reset(): void {
    this.#index = undefined;
  }

  #current(): Promise<Index> {
    if (this.#index && this.now() - this.#made < maxAge) return this.#index;
    this.#made = this.now();
    this.#index = makeIndex(this.files, this.roots());
    return this.#index;
  }
}

function sharedTail(path: readonly string[], named: readonly string[]): number {
  let shared = 0;
  while (shared < named.length && path.at(-1 - shared) === named.at(-1 - shared)) shared++;
  return shared;
}

async function makeIndex(files: Files, roots: readonly string[]): Promise<Index> {
  const index = new Map<string, string[]>();
  for await (const { name, path } of filesBelow(files, roots, (it) => sourceName.test(it))) {
    index.set(name, [...(index.get(name) ?? []), path]);
  }
  return index;
}
