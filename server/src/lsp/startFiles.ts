/** Finds the file of the workspace whose command line a change of a flag of vLLM fits: a manifest, a script, a unit. */
import type { CancellationToken } from 'vscode-languageserver';
import { askedChanges, bestRank } from '../core/fix/config/askedChanges';
import { configLanguages } from '../core/fix/config/languages';
import type { FlagChange } from '../core/fix/config/setFlag';
import type { Finding } from '../core/fix/finding';
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
  const { files, now } = session.world;
  const roots = session.folders.flatMap((uri) => files.toPath(uri) ?? []);
  const end = now() + maxTime;
  let best: (StartFile & { readonly rank: number }) | undefined;
  let read = 0;
  for await (const { path } of filesBelow(files, roots, isConfiguration)) {
    if (token.isCancellationRequested) return undefined;
    if (++read > maxFiles || now() > end) break;
    const found = await startIn(session, path, change);
    if (found && found.rank > (best?.rank ?? -1)) best = found;
    if (best?.rank === bestRank) break;
  }
  return best;
}

function isConfiguration(name: string): boolean {
  const language = languageIdOf(name);
  return language !== undefined && configLanguages.includes(language);
}

async function startIn(session: Session, path: string, change: FlagChange) {
  const { files } = session.world;
  const uri = files.toUri(path);
  const text = session.openDocument(uri)?.getText() ?? (await files.readText(path, maxFileBytes));
  const language = languageIdOf(path);
  if (!text?.includes('vllm') || !language) return undefined;
  const [asked] = askedChanges({ path, language, text }, change);
  return asked && { uri, language, text, ...asked };
}
