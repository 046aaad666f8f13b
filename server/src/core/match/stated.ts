/**
 * Versions that a log states of the programs that write it: `vLLM API server version 0.11.0`, `Initializing a V1 LLM
 * engine (v0.11.0) with config: …`. The catalog’s own sites tell which lines do: they print the project’s version.
 */
import type { CatalogSite } from '../catalog/catalog';
import { decode } from './bytes';
import type { Occurrence } from './occurrence';
import type { ParsedTemplate } from './template';

/** Processes remembered apart, at most. */
const MAX_PROCESSES = 64;
const MAX_VERSION = 48;

/** What was stated, as plain data. */
export interface StatedData {
  readonly latest: readonly (readonly [project: string, version: string])[];
  readonly byProcess: readonly (readonly [key: string, version: string])[];
}

/** Remembers what was stated so far, in the order of the log. */
export class StatedVersions {
  private readonly latest: Map<string, string>;
  private readonly byProcess: Map<string, string>;

  /** @param before what was stated before */
  constructor(before: StatedData = { latest: [], byProcess: [] }) {
    this.latest = new Map(before.latest);
    this.byProcess = new Map(before.byProcess);
  }

  /** What was stated so far; two that are told apart by nothing give equal data. */
  get data(): StatedData {
    return { latest: [...this.latest], byProcess: [...this.byProcess] };
  }

  /** Takes note of an occurrence, if it states a version. */
  note(occurrence: Occurrence): void {
    const stated = statedBy(occurrence);
    if (!stated) return;
    const { project, version } = stated;
    this.latest.set(project, version);
    const key = keyOf(project, occurrence);
    if (this.byProcess.has(key) || this.byProcess.size < MAX_PROCESSES) this.byProcess.set(key, version);
  }

  /** The version of a project that wrote a line: as its outermost process (a pod, a container) stated, else the latest. */
  of(project: string, occurrence: Occurrence): string | undefined {
    return this.byProcess.get(keyOf(project, occurrence)) ?? this.latest.get(project);
  }
}

function keyOf(project: string, { facts }: Occurrence): string {
  return `${project}\n${facts.processes[0] ?? ''}`;
}

/** True where a wording of a site prints the version of the site’s project. */
export function statesVersion({ statement, project }: CatalogSite, { holes }: ParsedTemplate): boolean {
  return statement === 'log' && holes.some((names) => names.some((name) => isOwnVersion(name, project)));
}

function statedBy({ group, comparison, view }: Occurrence): { project: string; version: string } | undefined {
  const [site] = group.sites;
  if (site?.statement !== 'log' || comparison.state === 'gap') return undefined;
  const hole = comparison.holes.find(({ names }) => names.some((name) => isOwnVersion(name, site.project)));
  if (!hole) return undefined;
  const text = decode(view.bytes, hole.start, Math.min(hole.end, hole.start + MAX_VERSION));
  const version = /^v?\d+\.\d+[\w.+-]*/.exec(text)?.[0];
  return version === undefined ? undefined : { project: site.project, version };
}

/** True for `VLLM_VERSION`, `vllm.__version__`, `importlib.metadata.version("vllm")` of the project vllm. */
function isOwnVersion(hole: string, project: string): boolean {
  const name = hole.toLowerCase();
  const own = project.toLowerCase().replaceAll('-', '_');
  return (
    name === `${own}_version` ||
    name === `${own}.__version__` ||
    name.endsWith(`version("${own}")`) ||
    name.endsWith(`version('${own}')`)
  );
}
