/** Reads what commands print in terminals with shell integration, and says how many known errors the last one printed. */
import {
  type Disposable,
  EventEmitter,
  l10n,
  StatusBarAlignment,
  type StatusBarItem,
  type Terminal,
  window,
  workspace,
} from 'vscode';
import type { LogStory } from '../../../server/src/lsp/protocol';
import type { Started } from '../activate';
import { type ErrorLog, explainedErrors } from '../views/errorRows';
import type { LogSource } from '../views/errorsView';
import { Pump } from './pump';
import { VisibleText } from './visibleText';

/** Known errors of the last command of a terminal. */
export interface LastCommand {
  /** Causes first. */
  readonly stories: readonly LogStory[];
  readonly isRunning: boolean;
  /**
   * VS Code has passed on nothing of its output that can be seen, control sequences at most. That of a short command is lost where it comes together with the mark of its
   * start: `onDidStartTerminalShellExecution` is told after that piece of the terminal's data.
   */
  readonly isUnheard: boolean;
}

/** Watches terminals from its creation on. */
export class TerminalWatch implements LogSource, Disposable {
  readonly #changed = new EventEmitter<void>();
  /** Told when the active terminal, or what its last command printed, is another one. */
  readonly onDidChange = this.#changed.event;
  readonly #last = new Map<Terminal, LastCommand>();
  readonly #item: StatusBarItem;
  readonly #registered: readonly Disposable[];
  #count = 0;

  constructor(private readonly client: Pick<Started, 'server' | 'log'>) {
    this.#item = window.createStatusBarItem('errorLookup.terminal', StatusBarAlignment.Right, 1);
    this.#item.name = l10n.t('Error Lookup: Terminal');
    this.#item.command = 'errorLookup.explainLastCommand';
    this.#registered = [
      this.#item,
      this.#changed,
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        if (isEnabled()) void this.#read(terminal, execution.read());
      }),
      window.onDidChangeActiveTerminal(() => this.#show()),
      window.onDidCloseTerminal((terminal) => {
        this.#last.delete(terminal);
        this.#show();
      }),
    ];
  }

  /** What the last command of a terminal printed; undefined where no command was watched. */
  lastCommand(terminal: Terminal): LastCommand | undefined {
    return this.#last.get(terminal);
  }

  /** The last command of the active terminal. */
  logs(): readonly ErrorLog[] {
    const terminal = window.activeTerminal;
    const stories = (terminal && this.#last.get(terminal)?.stories) ?? [];
    return terminal && stories.length > 0 ? [{ id: 'terminal', kind: 'terminal', title: terminal.name, stories }] : [];
  }

  dispose(): void {
    for (const registered of this.#registered) registered.dispose();
  }

  async #read(terminal: Terminal, output: AsyncIterable<string>): Promise<void> {
    const id = `terminal ${++this.#count}`;
    const seen = new VisibleText();
    this.#set(terminal, { stories: [], isRunning: true, isUnheard: true });
    const pump = new Pump(async (text, next) => {
      const stories = await this.client.server.request('errorLookup/scanOutput', { id, text, next });
      if (stories) this.#set(terminal, { stories, isRunning: next !== 'end', isUnheard: !seen.isThere });
    });
    try {
      for await (const text of output) {
        seen.push(text);
        pump.push(text);
      }
      await pump.end();
    } catch (error) {
      // Nobody asked for anything here, so a fault is logged and not shown.
      this.client.log.error(`Terminal: ${String(error)}`);
    }
    const { stories = [] } = this.#last.get(terminal) ?? {};
    this.#set(terminal, { stories, isRunning: false, isUnheard: !seen.isThere });
  }

  #set(terminal: Terminal, last: LastCommand): void {
    if (window.terminals.includes(terminal)) this.#last.set(terminal, last);
    if (terminal === window.activeTerminal) this.#show();
  }

  #show(): void {
    const { activeTerminal } = window;
    const count = explainedErrors((activeTerminal && this.#last.get(activeTerminal)?.stories) ?? []).length;
    this.#changed.fire();
    if (count === 0) {
      this.#item.hide();
      return;
    }
    const text = count === 1 ? l10n.t('1 known error') : l10n.t('{0} known errors', count);
    this.#item.text = `$(terminal) ${text}`;
    this.#item.tooltip = l10n.t('The last command in this terminal printed {0}. Click to see which.', text);
    this.#item.accessibilityInformation = { label: l10n.t('{0} in the terminal', text) };
    this.#item.show();
  }
}

/** Whether the user lets terminals be read. */
export function isEnabled(): boolean {
  return workspace.getConfiguration('errorLookup').get('terminalWatch.enabled', true);
}
