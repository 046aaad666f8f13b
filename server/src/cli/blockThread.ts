/**
 * A second thread for long logs, which runs this program’s own script. Matches come from it with the numbers of their sites:
 * it reads the same packed catalog, in which a number means the same.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { CatalogSite } from '../core/catalog/catalog';
import type { Match, MatchOptions, ScannedMatch } from '../core/match/match';
import { createMatcher } from '../core/match/matcher';
import { scanBlock } from '../core/match/scanner';
import type { BlockHelper, BlockResult } from '../core/match/sharedScan';
import { type StatedData, StatedVersions } from '../core/match/stated';
import type { StreamBlock } from '../core/match/streamWindow';
import type { IndexedSites } from '../core/match/wordings';
import { openBundledCatalog } from '../node/bundledCatalog';

/** What the thread is sent. */
interface Asked {
  readonly block: StreamBlock;
  readonly stated: StatedData;
}

/** A match with the numbers of its sites. */
interface NumberedMatch extends Omit<ScannedMatch, 'match'> {
  readonly match: Omit<Match, 'site' | 'alternatives'>;
  readonly site: number;
  readonly alternatives: readonly number[];
}

/** What it sends back. */
interface Answer extends Omit<BlockResult, 'matches'> {
  readonly matches: readonly NumberedMatch[];
  readonly bytes: Uint8Array;
}

/** A helper that is closed when it is no longer wanted. */
export interface HelperThread extends BlockHelper {
  close(): void;
}

/** Megabytes of the thread’s space for objects that die young: nearly all do, and a larger one takes as much memory. */
const youngMemory = 4;

/** Starts a thread. It answers in the order in which it is asked. */
export function startBlockThread(options: MatchOptions, sites: IndexedSites['sites']): HelperThread {
  const resourceLimits = { maxYoungGenerationSizeMb: youngMemory };
  const thread = new Worker(__filename, { workerData: options, argv: [], resourceLimits });
  const waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: unknown) => void }[] = [];
  const fail = (error: unknown): void => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  thread.on('message', (answer: Answer) => waiting.shift()?.resolve(answer));
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('the second thread has ended')));
  const siteAt = (number: number): CatalogSite => {
    const site = sites.at(number);
    if (!site) throw new Error(`the second thread names a site ${number} that is not known`);
    return site;
  };
  return {
    async scan(block, stated) {
      const asked: Asked = { block, stated };
      const answer = await new Promise<Answer>((resolve, reject) => {
        waiting.push({ resolve, reject });
        thread.postMessage(asked, [block.bytes.buffer as ArrayBuffer]);
      });
      const matches = answer.matches.map(({ match, site, alternatives, ...rest }) => {
        return { ...rest, match: { ...match, site: siteAt(site), alternatives: alternatives.map(siteAt) } };
      });
      return { matches, stated: answer.stated, bytes: answer.bytes };
    },
    close: () => {
      thread.unref();
      void thread.terminate();
    },
  };
}

/** The thread’s side: looks through blocks until it is ended. */
export function serveBlocks(): void {
  const port = parentPort;
  if (!port) throw new Error('this is no thread');
  const options: MatchOptions = workerData;
  const [part] = openBundledCatalog().indexed;
  if (!part) throw new Error('the catalog has no index');
  const numbers = new Map<CatalogSite, number>();
  const at = (number: number): CatalogSite | undefined => {
    const site = part.sites.at(number);
    if (site) numbers.set(site, number);
    return site;
  };
  const matcher = createMatcher([{ index: part.index, sites: { at } }]);
  const numberOf = (site: CatalogSite): number => numbers.get(site) ?? -1;
  port.on('message', ({ block, stated }: Asked) => {
    const versions = new StatedVersions(stated);
    const matches = scanBlock(matcher, options, block, versions).map(
      ({ match: { site, alternatives, ...match }, ...rest }): NumberedMatch => {
        return { ...rest, match, site: numberOf(site), alternatives: alternatives.map(numberOf) };
      },
    );
    const { bytes } = block;
    const answer: Answer = { matches, stated: versions.data, bytes };
    port.postMessage(answer, [bytes.buffer as ArrayBuffer]);
  });
}
