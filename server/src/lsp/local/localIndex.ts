/**
 * What is known of source on this machine: the workspace’s own, its facts, and installed packages. It is read beside the
 * server; until it is there, everything is answered without it.
 */
import type { LocalPart } from '../../core/bundle';
import type { CatalogSite } from '../../core/catalog/catalog';
import type { CatalogProblem } from '../../core/catalog/problem';
import { hash32 } from '../../core/catalog/siteId';
import type { IndexJob, IndexProgress, IndexReport } from '../../core/local/jobs';
import { LocalPlaces } from '../../core/local/localPlaces';
import { localProject } from '../../core/local/localSites';
import { describe } from '../guard';
import type { Session } from '../session';

/** Stillness after a change before the workspace is read again, and longest wait for it, in milliseconds. */
const delay = 1000;
const longestDelay = 10_000;

/**
 * Age at which it is read again when somebody asks, in milliseconds: not every editor watches files, and a watcher misses
 * some. On Linux, VS Code’s does not see what stands in a folder below a new one.
 */
const maxAge = 60_000;

/** Places where facts of a workspace folder stand. */
const factsFolder = '.error-lookup/facts';

/** Keeps it up to date. */
export class LocalIndex {
  /** For the matcher. */
  parts: readonly LocalPart[] = [];
  places = new LocalPlaces([]);
  /** Faults of facts files by URI; a file without faults has an empty list. */
  problems: ReadonlyMap<string, readonly CatalogProblem[]> = new Map();
  workspace: IndexReport | undefined;
  installed: IndexReport | undefined;
  /** Told when there is something new; set by the server. `sites`: lines can be answered in another way than before. */
  onChange: (change: { readonly sites: boolean }) => void = () => {};
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #installedTimer: NodeJS.Timeout | undefined;
  readonly #end = new AbortController();
  /** When the first change came that no reading has begun after. */
  #changedAt: number | undefined;
  #readAt = 0;
  #isReading = false;
  #isIndexing = false;
  #signature = 0;

  constructor(private readonly session: Session) {}

  /** Begins to read, when something is looked up for the first time: who opens no log pays nothing. */
  start(): void {
    if (this.#isStarted || !this.session.world.runIndexJob) return;
    this.#isStarted = true;
    this.#schedule(0);
    // Behind the answer that is being made: a thread takes as long to start as that takes.
    this.#installedTimer = setTimeout(() => void this.#readInstalled(), 0);
  }

  /** Somebody looks something up. */
  asked(): void {
    this.start();
    if (!this.#isStarted || this.#changedAt !== undefined || this.#now() - this.#readAt < maxAge) return;
    // Behind the answer that is being made.
    this.#schedule(delay);
  }

  /** After a change of settings, trust or folders. Facts are read at once where there are any, since they may have faults. */
  async reload(): Promise<void> {
    if (this.#isStarted) this.#schedule(0);
    else if (await this.#hasFacts()) this.start();
  }

  /** After source or facts of the workspace changed on the disk. */
  changed(): void {
    if (this.#isStarted) this.#schedule(delay);
    else void this.reload();
  }

  /** Reads nothing more. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#installedTimer);
    this.#end.abort();
    this.#isStarted = true;
  }

  /** Harvests installed packages. Rejects with the reason; what was finished before stays kept. */
  async indexPackages(
    path: string,
    onProgress: (progress: IndexProgress) => void,
    signal: AbortSignal,
  ): Promise<IndexReport> {
    const { runIndexJob } = this.session.world;
    const store = this.#store;
    if (!runIndexJob || store === undefined) throw new Error('packages can only be read where the server has files');
    if (this.#isIndexing) throw new Error('packages are being indexed already');
    this.#isIndexing = true;
    try {
      const { include } = this.session.settings.installedPackages;
      const job: IndexJob = { kind: 'packages', path, include, workspace: this.#paths(), store };
      this.installed = await runIndexJob(job, onProgress, signal);
      this.#take();
      return this.installed;
    } finally {
      this.#isIndexing = false;
    }
  }

  /** A change that follows puts the reading off, but not for ever: some programs write all the time. */
  #schedule(milliseconds: number): void {
    if (this.#end.signal.aborted) return;
    this.#changedAt ??= this.#now();
    const left = this.#changedAt + longestDelay - this.#now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readWorkspace(), Math.max(0, Math.min(milliseconds, left)));
  }

  /** One reading after the other. None is stopped for a change: another follows it, and sees what it may have missed. */
  async #readWorkspace(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#changedAt = undefined;
    this.#readAt = this.#now();
    const report = await this.#run(() => this.#workspaceReport());
    this.#isReading = false;
    if (this.#end.signal.aborted) return;
    if (this.#changedAt !== undefined) this.#schedule(delay);
    if (!report) return;
    this.workspace = report;
    this.#take();
  }

  async #workspaceReport(): Promise<IndexReport | undefined> {
    const folders = await this.#folders();
    if (folders.length === 0 && !this.workspace) return undefined;
    const job: IndexJob = { kind: 'workspace', folders, store: this.#store };
    return this.session.world.runIndexJob?.(job, () => {}, this.#end.signal);
  }

  async #readInstalled(): Promise<void> {
    const { files, runIndexJob } = this.session.world;
    const store = this.#store;
    if (!runIndexJob || store === undefined) return;
    // A thread takes time from the first answers; most people never indexed a package.
    if ((await files.list(store)).length === 0) return;
    const job: IndexJob = { kind: 'installed', workspace: this.#paths(), store };
    const report = await this.#run(() => runIndexJob(job, () => {}, this.#end.signal));
    if (!report || this.installed) return;
    this.installed = report;
    this.#take();
  }

  async #run(read: () => Promise<IndexReport | undefined>): Promise<IndexReport | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!this.#end.signal.aborted) this.session.logger.error(`reading source failed: ${describe(error)}`);
      return undefined;
    }
  }

  #take(): void {
    const { files } = this.session.world;
    const reports = [this.workspace, this.installed].filter((report) => report !== undefined);
    this.places = new LocalPlaces(reports.flatMap(({ sources }) => sources));
    this.problems = new Map([...(this.workspace?.problems ?? [])].map(([path, found]) => [files.toUri(path), found]));
    const parts = reports.map(({ part }) => part).filter(({ sites }) => sites.length > 0);
    const signature = parts.reduce((sum, { sites }) => sites.reduce(signatureOf, sum), 0);
    const sites = signature !== this.#signature;
    this.#signature = signature;
    // Where only lines moved, sites stay: a place is looked up where it is shown.
    if (sites) this.parts = parts;
    this.onChange({ sites });
  }

  #now(): number {
    return this.session.world.now();
  }

  get #store(): string | undefined {
    return this.session.options.storage ?? this.session.world.store;
  }

  #paths(): string[] {
    return this.session.folders.flatMap((uri) => this.session.world.files.toPath(uri) ?? []);
  }

  async #folders() {
    const { settings, options, world } = this.session;
    const source = options.trusted === true && settings.workspaceSource.enabled;
    const facts = options.trusted === true && settings.workspaceCatalogs.enabled;
    if (!source && !facts) return [];
    const bundled = new Set((await this.session.bundledProjects()) ?? []);
    const real = await Promise.all(this.#paths().map((path) => world.files.realPath(path)));
    return real.flatMap((path) =>
      path === undefined ? [] : [{ path, project: localProject(path.split('/').at(-1) ?? '', bundled), source, facts }],
    );
  }

  async #hasFacts(): Promise<boolean> {
    const { options, settings, world } = this.session;
    if (!options.trusted || !settings.workspaceCatalogs.enabled || !world.runIndexJob) return false;
    for (const path of this.#paths()) {
      if ((await world.files.list(`${path}/${factsFolder}`)).length > 0) return true;
    }
    return false;
  }
}

/** Changes with what decides which line a site fits; the line of its statement is not among it. */
function signatureOf(before: number, { code, template, level, exception, statement, context }: CatalogSite): number {
  const hash = hash32([code, template, level, exception, statement, ...context].join('\t'));
  return (Math.imul(before, 31) + hash) | 0;
}
