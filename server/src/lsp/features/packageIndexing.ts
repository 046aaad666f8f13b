/** Harvests installed packages when the user asks for it, and tells how far it is. */
import type { CancellationToken } from 'vscode-languageserver';
import { describe } from '../guard';
import type { FileProblem, IndexedPackages, IndexPackagesParams, PackageProgress } from '../protocol';
import type { Session } from '../session';
import { signalOf } from '../signals';

/** Answers requests for it. */
export class PackageIndexing {
  /** @param tell sends progress to the client */
  constructor(private readonly tell: (progress: PackageProgress) => void) {}

  /** Harvests the packages of a place; says what is wrong where there are none. Packages that were finished stay known. */
  async run(
    session: Session,
    { uri, token: name }: IndexPackagesParams,
    token: CancellationToken,
  ): Promise<IndexedPackages | FileProblem> {
    const path = session.world.files.toPath(uri);
    if (path === undefined)
      return { problem: session.words.say('only files on the disk of the extension host can be read') };
    const signal = signalOf(token);
    try {
      const report = await session.local.indexPackages(path, (at) => this.tell({ token: name, ...at }), signal);
      const packages = report.packages.map(({ name, version, files, messages, cached, skipped }) => ({
        name,
        version,
        files,
        messages,
        cached,
        skipped,
      }));
      return { environments: report.environments, packages };
    } catch (error) {
      if (signal.aborted) return { problem: session.words.say('it was stopped; packages that were finished are kept') };
      session.logger.error(`indexing packages failed: ${describe(error)}`);
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }
}
