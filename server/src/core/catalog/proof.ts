/**
 * What `check --source` proved, one line an entry in `data/proof.jsonl`: the entry as it was, and the lines it cites as
 * they were. A change of either shows without the source at hand.
 */
import * as z from 'zod';
import type { ReadSource } from './checkSource';
import type { Entry } from './entry';
import { isPage } from './page';

const digest = z.string().regex(/^[0-9a-f]{12}$/);

/** One line of the file. */
export const proofSchema = z.strictObject({
  code: z.string(),
  entry: digest.describe('Of the entry’s file.'),
  commit: z.string().describe('The pinned commit of its project.'),
  spans: z
    .record(z.string().regex(/^.+:\d+(-\d+)?$/), digest)
    .describe('Of each span of lines that the entry cites, by `file:line` or `file:first-last`.'),
  pages: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Pages that the entry cites, by `address:line`. No machine compares them: a person read each.'),
});

/** Proof of one entry. */
export type Proof = z.output<typeof proofSchema>;

/** Makes a digest: the first 12 digits of the SHA-256, in hexadecimal. */
export type Digest = (text: string) => string;

/** The proof of an entry without faults. */
export function prove(entry: Entry, text: string, commit: string, read: ReadSource, digestOf: Digest): Proof {
  const spans = spansOf(entry).map(({ key, file, first, last }): [string, string] => {
    const lines = read(file)?.lines.slice(first - 1, last) ?? [];
    return [key, digestOf(lines.join('\n'))];
  });
  const pages = pagesOf(entry);
  const proof = { code: entry.code, entry: digestOf(text), commit, spans: Object.fromEntries(spans) };
  return pages.length > 0 ? { ...proof, pages } : proof;
}

/** Why an entry is not proved as it is now; undefined where it is, and where it cites no source but pages. */
export function staleness(
  entry: Entry,
  text: string,
  commit: string | undefined,
  proof: Proof | undefined,
  digestOf: Digest,
): string | undefined {
  if (spansOf(entry).length === 0) return undefined;
  if (!proof) return 'it was never proved';
  if (proof.entry !== digestOf(text)) return 'it changed after its last proof';
  if (proof.commit !== commit) return `it was proved at ${proof.commit}, which is not the pinned commit`;
  const missing = spansOf(entry).find(({ key }) => !Object.hasOwn(proof.spans, key));
  return missing && `${missing.key} was not proved`;
}

/** Lines that an entry cites. */
interface Span {
  readonly key: string;
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** Every span of source that the entry cites, sorted and each once: places of its messages, and evidence. */
function spansOf(entry: Entry): Span[] {
  return citedBy(entry).filter(({ file }) => !isPage(file));
}

function pagesOf(entry: Entry): string[] {
  return citedBy(entry)
    .filter(({ file }) => isPage(file))
    .map(({ key }) => key);
}

function citedBy(entry: Entry): Span[] {
  // Places of an earlier wording are lines of another version; the facts prove them.
  const sites = entry.templates.filter(({ last }) => last === undefined).flatMap((template) => template.sites);
  const cited = [...sites.map((site) => ({ ...site, endLine: undefined })), ...entry.evidence];
  const spans = cited.map(({ file, line, endLine }) => ({
    key: endLine === undefined || endLine === line ? `${file}:${line}` : `${file}:${line}-${endLine}`,
    file,
    first: line,
    last: endLine ?? line,
  }));
  const byKey = new Map(spans.map((span) => [span.key, span]));
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The file with new proofs in place of older ones; those of entries that are gone or cite pages alone are left out: they prove nothing. */
export function mergeProofs(known: readonly Proof[], renewed: readonly Proof[], codes: ReadonlySet<string>): Proof[] {
  const byCode = new Map([...known, ...renewed].map((proof) => [proof.code, proof]));
  const proved = ({ code, spans }: Proof): boolean => codes.has(code) && Object.keys(spans).length > 0;
  return [...byCode.values()].filter(proved).sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Lines of the file. */
export function writeProofs(proofs: readonly Proof[]): string {
  return proofs.map((proof) => `${JSON.stringify(proof)}\n`).join('');
}
