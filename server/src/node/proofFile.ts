/** Reads and writes `proof.jsonl` of a folder like `data/`. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, mergeProofs, type Proof, proofSchema, writeProofs } from '../core/catalog/proof';

/** Digest of a text as {@link Digest} says. */
export const digestOf: Digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** All proofs; none where there is no such file. Throws where a line is no proof: nobody writes them by hand. */
export function readProofs(folder: string): Proof[] {
  const path = join(folder, 'proof.jsonl');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => proofSchema.parse(JSON.parse(line)));
}

/** Puts new proofs into the file, sorted; those of entries that are not in `codes` leave it. */
export function renewProofs(folder: string, proved: readonly Proof[], codes: ReadonlySet<string>): void {
  writeFileSync(join(folder, 'proof.jsonl'), writeProofs(mergeProofs(readProofs(folder), proved, codes)));
}
