/** What the server can do, as told in the answer to `initialize`. */
import { type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver';
import { codeActionKinds } from './features/codeActions';

/** Capabilities of the server that do not depend on the client. */
export const capabilities: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds, resolveProvider: true },
  documentLinkProvider: {},
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};
