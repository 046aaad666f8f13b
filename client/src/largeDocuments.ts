/** Keeps large files out of text synchronisation: the server reads from the disk what is looked at, and is told of edits. */
import {
  Disposable,
  type TextDocument,
  type TextDocumentChangeEvent,
  type TextDocumentContentChangeEvent,
  workspace,
} from 'vscode';
import type { ChangeLargeParams, Notifications } from '../../server/src/lsp/protocol';

/** UTF-16 units above which a file is kept out. */
const maxSent = 5 * 1024 * 1024;

/** Longest text of one change that is sent, in UTF-16 units: a file that was written anew is read from the disk instead. */
const maxChange = 1024 * 1024;

/** Stillness after which a document without edits is known to be as on the disk, in milliseconds. */
const delay = 300;

/** Methods of the notifications that are sent. */
type Sent = 'errorLookup/openLarge' | 'errorLookup/changeLarge' | 'errorLookup/closeLarge';

/** Sends a notification to the server. */
type Send = <M extends Sent>(method: M, params: Notifications[M]) => Promise<void>;

/** What the language client asks before it sends documents. */
interface SyncMiddleware {
  didOpen(document: TextDocument, next: (document: TextDocument) => Promise<void>): Promise<void>;
  didChange(event: TextDocumentChangeEvent, next: (event: TextDocumentChangeEvent) => Promise<void>): Promise<void>;
  didClose(document: TextDocument, next: (document: TextDocument) => Promise<void>): Promise<void>;
}

/** The large documents that are open. */
export class LargeDocuments extends Disposable implements SyncMiddleware {
  readonly #open = new Map<string, ReturnType<typeof setTimeout> | undefined>();

  constructor(private readonly send: Send) {
    const saving = workspace.onDidSaveTextDocument((document) => {
      if (this.#open.has(document.uri.toString())) void this.#tell(document);
    });
    super(() => {
      saving.dispose();
      for (const timer of this.#open.values()) clearTimeout(timer);
    });
  }

  async didOpen(document: TextDocument, next: (document: TextDocument) => Promise<void>): Promise<void> {
    if (!isLarge(document)) return next(document);
    this.#open.set(document.uri.toString(), undefined);
    return this.#tell(document);
  }

  async didChange(
    event: TextDocumentChangeEvent,
    next: (event: TextDocumentChangeEvent) => Promise<void>,
  ): Promise<void> {
    const { document, contentChanges } = event;
    const uri = document.uri.toString();
    if (!this.#open.has(uri)) return next(event);
    clearTimeout(this.#open.get(uri));
    // A file that another program has written comes as a change of a document that is not dirty.
    const reload = (): void => {
      if (!document.isDirty && !document.isClosed) void this.#tell(document);
    };
    this.#open.set(uri, setTimeout(reload, delay));
    const { version } = document;
    return this.send('errorLookup/changeLarge', { uri, version, changes: toChanges(contentChanges) });
  }

  async didClose(document: TextDocument, next: (document: TextDocument) => Promise<void>): Promise<void> {
    const uri = document.uri.toString();
    if (!this.#open.has(uri)) return next(document);
    clearTimeout(this.#open.get(uri));
    this.#open.delete(uri);
    return this.send('errorLookup/closeLarge', { uri });
  }

  #tell({ uri, languageId, version, lineCount }: TextDocument): Promise<void> {
    return this.send('errorLookup/openLarge', { uri: uri.toString(), languageId, version, lineCount });
  }
}

/** Only files: the server can read nothing else. The length is asked for without joining the lines. */
function isLarge(document: TextDocument): boolean {
  if (document.uri.scheme !== 'file' || document.isDirty) return false;
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > maxSent;
}

function toChanges(changes: readonly TextDocumentContentChangeEvent[]): ChangeLargeParams['changes'] {
  if (changes.reduce((sum, { text }) => sum + text.length, 0) > maxChange) return [];
  const place = ({ line, character }: { line: number; character: number }) => ({ line, character });
  return changes.map(({ range, text }) => ({ range: { start: place(range.start), end: place(range.end) }, text }));
}
