/** Opens a line of a log: in the file itself, or in a slice of it where editors have limits. */
import { Position, Selection, Uri, window } from 'vscode';
import type { ErrorLog } from '../views/errorRows';
import type { Slices } from './slices';

/** Bytes above which VS Code hands no document to extensions, so that neither hovers nor links would work in it. */
const editorLimit = 50 * 1024 * 1024;

/** Opens a zero-based line. A log without a file has none to open. */
export async function openLine(
  { uri, size = 0 }: Pick<ErrorLog, 'uri' | 'size'>,
  line: number,
  slices?: Slices,
): Promise<void> {
  if (uri === undefined) return;
  if (size > editorLimit && slices) {
    await slices.open(uri, line);
    return;
  }
  const at = new Position(line, 0);
  await window.showTextDocument(Uri.parse(uri), { selection: new Selection(at, at) });
}
