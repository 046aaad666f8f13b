/** Proofs that `check --source` keeps beside the catalog it proves. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ReadSource } from '../core/catalog/checkSource';
import type { CatalogData, Entry } from '../core/catalog/entry';
import type { CatalogProblem } from '../core/catalog/problem';
import { prove, staleness } from '../core/catalog/proof';
import { digestOf, readProofs, renewProofs } from '../node/proofFile';
import { checkoutData } from './catalog';

/** The folder whose `proof.jsonl` is kept for a checked catalog; undefined for a packed one and for an entry outside. */
export function proofFolder(catalog: string | undefined): string | undefined {
  const own = checkoutData(__dirname);
  if (catalog === undefined) return own;
  if (statSync(catalog).isDirectory()) return catalog;
  const isOwn = own !== undefined && !relative(join(own, 'entries'), catalog).startsWith('..');
  return isOwn ? own : undefined;
}

/**
 * Renews the proofs of entries without fault.
 *
 * @param data the whole catalog: proofs of entries that it does not have leave the file
 * @returns how many were proved
 */
export function renew(
  folder: string,
  data: CatalogData,
  entries: readonly Entry[],
  sources: ReadonlyMap<string, ReadSource>,
): number {
  const pins = new Map(Object.entries(data.pins));
  const proofs = entries.flatMap((entry) => {
    const read = sources.get(entry.project);
    const pin = pins.get(entry.project);
    const path = entryPath(folder, entry.code);
    if (!read || !pin || !existsSync(path)) return [];
    const proof = prove(entry, readFileSync(path, 'utf8'), pin.commit, read, digestOf);
    return Object.keys(proof.spans).length === 0 ? [] : [proof];
  });
  renewProofs(folder, proofs, new Set(data.entries.map(({ code }) => code)));
  return proofs.length;
}

/** Entries that changed after they were proved, or never were; none where nothing was ever proved beside the catalog. */
export function checkProofs(
  folder: string | undefined,
  data: CatalogData,
  entries: readonly Entry[],
): CatalogProblem[] {
  if (folder === undefined || !existsSync(join(folder, 'proof.jsonl'))) return [];
  const proofs = new Map(readProofs(folder).map((proof) => [proof.code, proof]));
  const pins = new Map(Object.entries(data.pins));
  return entries.flatMap((entry) => {
    const path = entryPath(folder, entry.code);
    if (!existsSync(path)) return [];
    const commit = pins.get(entry.project)?.commit;
    const message = staleness(entry, readFileSync(path, 'utf8'), commit, proofs.get(entry.code), digestOf);
    const help = `run error-lookup check --source ${entry.project}=DIR and commit proof.jsonl`;
    return message === undefined ? [] : [{ file: `entries/${entry.code}.yaml`, message, help }];
  });
}

function entryPath(folder: string, code: string): string {
  return join(folder, `entries/${code}.yaml`);
}
