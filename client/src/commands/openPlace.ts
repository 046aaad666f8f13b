/** Opens a place where the server offers a fix, and shows what is offered there. */
import { commands, Position, Selection, Uri, window } from 'vscode';
import type { Client } from '../activate';
import { readPlace } from './arguments';

/** Opens the document at the place, with its quick fixes open. */
export async function openPlace(_client: Client, argument: unknown): Promise<void> {
  const place = readPlace(argument);
  if (!place) return;
  const at = new Position(place.line, place.character ?? 0);
  await window.showTextDocument(Uri.parse(place.uri), { selection: new Selection(at, at) });
  await commands.executeCommand('editor.action.quickFix');
}
