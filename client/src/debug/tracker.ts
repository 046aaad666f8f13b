/** Reads what debug sessions print, and offers to explain known errors: a debug console has neither links nor hovers. */
import { type DebugAdapterTracker, type DebugSession, type Disposable, debug, window, workspace } from 'vscode';
import type { LogStory } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import { Pump } from '../terminal/pump';
import { texts } from '../texts';
import { explainedErrors } from '../views/errorRows';
import { consoleText } from './output';

/** Most notifications of one session. */
const maxNotifications = 3;

/** Registers the tracker for debug sessions of every kind. */
export function registerDebugTracker(client: Pick<Client, 'server' | 'page' | 'log'>): Disposable {
  return debug.registerDebugAdapterTrackerFactory('*', {
    createDebugAdapterTracker: (session) => (isEnabled() ? trackerOf(session, client) : undefined),
  });
}

function trackerOf({ id, name }: DebugSession, { server, page, log }: Pick<Client, 'server' | 'page' | 'log'>) {
  const told = new Set<string>();
  const tell = (stories: readonly LogStory[]): void => {
    for (const error of explainedErrors(stories)) {
      if (told.has(error.code) || told.size >= maxNotifications) continue;
      told.add(error.code);
      const explain = texts.explain();
      void window.showInformationMessage(texts.debugError(name, error.title), explain).then((choice) => {
        if (choice) void page.show(error.code, { values: error.captures });
      });
    }
  };
  const pump = new Pump(async (text, next) => {
    const stories = await server.request('errorLookup/scanOutput', { id: `debug ${id}`, text, next });
    if (stories) tell(stories);
  });
  const fault = (error: unknown): void => log.error(`Debug console: ${String(error)}`);
  const tracker: DebugAdapterTracker = {
    onDidSendMessage: (message: unknown) => {
      const text = consoleText(message);
      if (text !== undefined) pump.push(text);
    },
    onWillStopSession: () => void pump.end().catch(fault),
  };
  return tracker;
}

/** Whether the user lets debug sessions be read. */
function isEnabled(): boolean {
  return workspace.getConfiguration('errorLookup').get('debugWatch.enabled', true);
}
