/** Reads a stream as two threads do, the second of which stands in this one and answers in a later turn. */
import type { MatchOptions, ScannedMatch } from '../../server/src/core/match/match';
import type { Matcher } from '../../server/src/core/match/matcher';
import { scanBlock } from '../../server/src/core/match/scanner';
import { type BlockHelper, createSharedScanner } from '../../server/src/core/match/sharedScan';
import { StatedVersions } from '../../server/src/core/match/stated';

/** What was found, and how many blocks the helper looked through. */
export interface SharedRun {
  readonly found: ScannedMatch[];
  readonly helped: number;
}

/** Reads bytes in chunks; blocks are far shorter than those of the program, so that borders fall everywhere. */
export async function scanShared(
  matcher: Matcher,
  options: MatchOptions,
  bytes: Uint8Array,
  { chunk, block }: { readonly chunk: number; readonly block: number },
): Promise<SharedRun> {
  let helped = 0;
  const helper: BlockHelper = {
    async scan(given, stated) {
      helped++;
      const copy = structuredClone(given, { transfer: [given.bytes.buffer as ArrayBuffer] });
      await new Promise((resolve) => setImmediate(resolve));
      const versions = new StatedVersions(stated);
      const matches = scanBlock(matcher, options, copy, versions);
      return { matches, stated: versions.data, bytes: copy.bytes };
    },
  };
  const scanner = createSharedScanner(matcher, options, helper, block);
  const found: ScannedMatch[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    found.push(...(await scanner.push(bytes.subarray(at, at + chunk))));
  }
  found.push(...(await scanner.end()));
  return { found, helped };
}
