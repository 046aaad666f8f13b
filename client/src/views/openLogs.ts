/** The open log whose errors the view shows: the one that was active last, as long as it is open. */
import { type Disposable, type TextDocument, window, workspace } from 'vscode';
import { documentKind, sliceScheme } from '../../../server/src/lsp/documentKind';
import type { LogStory } from '../../../server/src/lsp/protocol';
import type { Server } from '../server';
import type { ErrorLog } from './errorRows';
import type { LogSource } from './errorsView';

/** Stillness after a change before the server is asked again, in milliseconds. */
const delay = 600;

/** Asks the server for errors of the active log while somebody looks. */
export class OpenLog implements LogSource, Disposable {
  readonly #registered: readonly Disposable[];
  #document: TextDocument | undefined;
  #stories: readonly LogStory[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param isWanted whether somebody looks
   * @param onChange told when there is something else to show
   */
  constructor(
    private readonly server: Server,
    private readonly isWanted: () => boolean,
    private readonly onChange: () => void,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#registered = [
      window.onDidChangeActiveTextEditor(() => this.update()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#document) this.#schedule(delay);
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (document === this.#document) this.#show(undefined, []);
      }),
    ];
    this.#document = this.#activeLog();
  }

  logs(): readonly ErrorLog[] {
    const document = this.#document;
    if (!document || this.#stories.length === 0) return [];
    const { path, scheme, query } = document.uri;
    const title = path.slice(path.lastIndexOf('/') + 1);
    const uri = document.uri.toString();
    const part = scheme === sliceScheme && { partOf: query };
    return [{ id: 'file', kind: 'file', title, uri, ...part, stories: this.#stories }];
  }

  /** Looks which log is active, and asks for its errors. */
  update(): void {
    const active = this.#activeLog();
    if (active && active !== this.#document) this.#show(active, []);
    this.#schedule(0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const registered of this.#registered) registered.dispose();
  }

  #activeLog(): TextDocument | undefined {
    const document = window.activeTextEditor?.document;
    const kind = document && documentKind(document.uri.toString(), document.languageId);
    return kind === 'log' || kind === 'text' ? document : undefined;
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#document || !this.isWanted()) return;
    this.#timer = setTimeout(() => void this.#ask().catch(this.onFault), milliseconds);
  }

  async #ask(): Promise<void> {
    const document = this.#document;
    if (!document) return;
    const stories = await this.server.request('errorLookup/logErrors', { uri: document.uri.toString() });
    if (document === this.#document) this.#show(document, stories ?? []);
  }

  #show(document: TextDocument | undefined, stories: readonly LogStory[]): void {
    this.#document = document;
    this.#stories = stories;
    this.onChange();
  }
}
