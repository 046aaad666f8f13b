/** "Check Setup": shows what works here and what is off, as a document that can be copied. */
import { l10n, version, window, workspace } from 'vscode';
import type { Status } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import { setupReport } from './setupReport';

/** Longest wait for the server, in milliseconds. */
const patience = 5000;

/** Gathers the facts and shows them. */
export async function checkSetup(client: Client): Promise<void> {
  const own = workspace.getConfiguration('errorLookup');
  const hover = workspace.getConfiguration('editor').get<boolean | string>('hover.enabled');
  const terminal = window.activeTerminal;
  const report = setupReport(
    {
      extensionVersion: String(client.context.extension.packageJSON.version),
      editorVersion: version,
      status: await statusOf(client),
      hoverEnabled: hover !== false && hover !== 'off',
      trusted: workspace.isTrusted,
      terminalLinks: own.get('terminalLinks.enabled', true),
      diagnostics: own.get('diagnostics.enabled', true),
      shellIntegration: terminal && terminal.shellIntegration !== undefined,
    },
    l10n,
  );
  await client.documents.show(l10n.t('Setup check'), report);
}

async function statusOf({ server, log }: Client): Promise<Status | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined));
  const status = server.request('errorLookup/status', {}).catch((error: unknown) => {
    log.error(`Status: ${String(error)}`);
    return undefined;
  });
  return Promise.race([status, late]);
}
