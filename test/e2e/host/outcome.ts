import type { Uri } from 'vscode';

/** Something that must hold inside VS Code; throws where it does not. The folder is the one for its files. */
export type Check = (folder: Uri) => Promise<void>;

/** What became of one check inside the extension host; `error` is null where it held. */
export interface Outcome {
  readonly name: string;
  readonly error: string | null;
  /** What was wrong in a first try, where there were two. */
  readonly first?: string;
}
