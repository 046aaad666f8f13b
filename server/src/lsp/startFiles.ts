/** Finds the file of the workspace whose command line a change of a flag of vLLM fits: a manifest, a script, a unit. */
import type { CancellationToken } from 'vscode-languageserver';
import { configLanguages } from '../core/fix/config/languages';
import type { FlagChange } from '../core/fix/config/setFlag';
import type { Finding, SourceText } from '../core/fix/finding';
import { languageIdOf } from '../core/source/languageIds';
import type { Session } from './session';
import { filesBelow } from './walk';

/** Bounds of the search: files read, bytes of one, milliseconds in all. */
const maxFiles = 5000;
const maxFileBytes = 256 * 1024;
const maxTime = 5000;

/** A file that takes the change. */
export interface StartFile {
  readonly uri: string;
  readonly language: string;
  readonly text: string;
  readonly finding: Finding;
}

/**
 * The best file: one whose server holds the flag already, else one that holds it, else the first that starts a server, in
 * the order of a walk from the workspace folders down. Undefined where none does, or when cancelled.
 */
export async function findStart(
  session: Session,
  change: FlagChange,
  token: CancellationToken,
): Promise<StartFile | undefined> {
  const { askedChanges, bestRank } = await import('../core/fix/config/askedChanges');
  const { files, now } = session.world;
  const roots = session.folders.flatMap((uri) => files.toPath(uri) ?? []);
  const end = now() + maxTime;
  let best: (StartFile & { readonly rank: number }) | undefined;
  let read = 0;
  for await (const { path } of filesBelow(files, roots, isConfiguration)) {
    if (token.isCancellationRequested) return undefined;
    if (++read > maxFiles || now() > end) break;
    const source = await readSource(session, path);
    const [asked] = source ? askedChanges(source, change) : [];
    const found = source && asked && { ...source, ...asked, uri: files.toUri(path) };
    if (found && found.rank > (best?.rank ?? -1)) best = found;
    if (best?.rank === bestRank) break;
  }
  return best;
}

function isConfiguration(name: string): boolean {
  const language = languageIdOf(name);
  return language !== undefined && configLanguages.includes(language);
}

/** The text of a file that may start vLLM, as it is in its editor or on disk. */
async function readSource(session: Session, path: string): Promise<SourceText | undefined> {
  const { files } = session.world;
  const text = session.openDocument(files.toUri(path))?.getText() ?? (await files.readText(path, maxFileBytes));
  const language = languageIdOf(path);
  return text?.includes('vllm') && language ? { path, language, text } : undefined;
}
