/** A status bar item that says whether the server is ready; a click shows the setup check. */
import { type Disposable, l10n, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import type { Client } from './activate';

/** Shows the item and keeps it true. Its accessible name ends in `starting`, `ready` or `failed`. */
export function showStatus({ server, log }: Pick<Client, 'server' | 'log'>): Disposable {
  const item = window.createStatusBarItem('errorLookup.status', StatusBarAlignment.Right, 0);
  item.name = 'Error Lookup';
  item.command = 'errorLookup.checkSetup';
  show(item, '$(loading~spin)', l10n.t('starting'), l10n.t('The server is starting.'));
  item.show();
  server.request('errorLookup/status', {}).then(
    (status) =>
      show(
        item,
        '$(search)',
        l10n.t('ready'),
        l10n.t('{0} explained errors. Click to check the setup.', status.entries),
      ),
    (error: unknown) => {
      log.error(`The server did not start: ${String(error)}`);
      show(item, '$(error)', l10n.t('failed'), l10n.t('The server did not start. Click to check the setup.'));
    },
  );
  return item;
}

function show(item: StatusBarItem, icon: string, state: string, more: string): void {
  item.text = `${icon} Error Lookup`;
  item.tooltip = `Error Lookup: ${state}. ${more}`;
  item.accessibilityInformation = { label: `Error Lookup: ${state}` };
}
