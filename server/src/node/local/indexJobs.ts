/** Does jobs of reading source on this machine, one at a time. */
import type { Catalog } from '../../core/catalog/catalog';
import { siteId } from '../../core/catalog/siteId';
import type { ParseSource } from '../../core/fix/fixer';
import type { IndexJob, IndexProgress, IndexReport } from '../../core/local/jobs';
import { indexPackages, type KnownSites, readInstalled } from './packagesIndex';
import { indexWorkspace } from './workspaceIndex';

/** What jobs need. */
export interface IndexTools {
  loadParsers(): Promise<ParseSource>;
  openCatalog(): Catalog;
}

/** Does a job. Rejects with the reason where it cannot be done. */
export async function doIndexJob(
  job: IndexJob,
  { loadParsers, openCatalog }: IndexTools,
  tell: (progress: IndexProgress) => void,
): Promise<IndexReport> {
  switch (job.kind) {
    case 'workspace':
      return indexWorkspace(job, await loadParsers(), tell);
    case 'packages':
      return indexPackages(job, await loadParsers(), () => knownSites(openCatalog()), tell);
    case 'installed':
      return readInstalled(job);
  }
}

function knownSites({ sites, projects }: Catalog): KnownSites {
  const ids = new Set<string>();
  for (const { project, template, file, function: name, history } of sites) {
    ids.add(`${project}/${siteId(file, template, name)}`);
    for (const place of history?.places ?? []) ids.add(`${project}/${siteId(place.file, template, place.function)}`);
  }
  return { projects: new Set(projects), ids };
}
