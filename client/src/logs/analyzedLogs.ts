/** Files that "Analyze Log File…" has looked through: run, listed in the Errors view, shown on a page. */
import {
  CancellationTokenSource,
  type Disposable,
  EventEmitter,
  type Progress,
  ProgressLocation,
  type Uri,
  window,
} from 'vscode';
import type { AnalysisProgress, AnalyzedFile, FileProblem } from '../../../server/src/lsp/protocol';
import type { Server } from '../server';
import { texts } from '../texts';
import type { ErrorLog } from '../views/errorRows';
import type { LogSource } from '../views/errorsView';

/** Milliseconds that an analysis may take without a notification: VS Code shows one for a while, however short the work is. */
const moment = 700;

/** Most files kept. */
const maxFiles = 20;

/** A file and what is in it. */
export interface AnalyzedLog {
  readonly log: ErrorLog;
  readonly file: AnalyzedFile;
}

/** Keeps what was analyzed until it is removed. */
export class AnalyzedLogs implements LogSource, Disposable {
  readonly #changed = new EventEmitter<void>();
  /** Told when a file was added or removed. */
  readonly onDidChange = this.#changed.event;
  #files = new Map<string, AnalyzedLog>();
  #count = 0;

  constructor(private readonly server: Server) {}

  /** The newest first. */
  logs(): readonly ErrorLog[] {
    return [...this.#files.values()].map(({ log }) => log).reverse();
  }

  /** What is known of a file. */
  get(uri: string): AnalyzedLog | undefined {
    return this.#files.get(uri);
  }

  /** Looks through a file, with progress and a way to stop; undefined, after telling the user, where it cannot be read. */
  async analyze(uri: Uri): Promise<AnalyzedLog | undefined> {
    const title = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    const found = await this.#ask(uri.toString(), title);
    if ('problem' in found) {
      void window.showErrorMessage(texts.notAnalyzed(title, found.problem));
      return undefined;
    }
    const { stories, size } = found;
    const id = `analyzed ${uri.toString()}`;
    const analyzed: AnalyzedLog = {
      file: found,
      log: { id, kind: 'analyzed', title, uri: uri.toString(), size, stories },
    };
    this.#keep(uri.toString(), analyzed);
    return analyzed;
  }

  /** Takes a file off the list. */
  remove(uri: string): void {
    this.#files.delete(uri);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Asks the server; what takes longer than a moment shows how far it is and can be stopped. */
  async #ask(uri: string, title: string): Promise<AnalyzedFile | FileProblem> {
    const name = `analysis ${++this.#count}`;
    const stopping = new CancellationTokenSource();
    const asking = this.server.request('errorLookup/analyzeFile', { uri, token: name }, stopping.token);
    const quick = await Promise.race([asking, new Promise<undefined>((resolve) => setTimeout(resolve, moment))]);
    if (quick) return quick;
    const options = { location: ProgressLocation.Notification, title: texts.analyzing(title), cancellable: true };
    return window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => stopping.cancel());
      const listening = this.#listen(name, progress);
      try {
        return await asking;
      } finally {
        listening.dispose();
      }
    });
  }

  #listen(name: string, progress: Progress<{ message?: string; increment?: number }>): Disposable {
    let shown = 0;
    return this.server.onProgress((at: AnalysisProgress) => {
      if (at.token !== name || at.size === 0) return;
      const percent = Math.floor((100 * at.bytes) / at.size);
      progress.report({ message: texts.analysisProgress(percent, at.errors), increment: percent - shown });
      shown = percent;
    });
  }

  #keep(uri: string, analyzed: AnalyzedLog): void {
    this.#files.delete(uri);
    this.#files.set(uri, analyzed);
    const [oldest] = this.#files.keys();
    if (this.#files.size > maxFiles && oldest !== undefined) this.#files.delete(oldest);
    this.#changed.fire();
  }
}
