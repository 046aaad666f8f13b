/** The text of "Check Setup". It holds no paths, names or contents, so that it can be posted as it is. */
import type { Status } from '../../../server/src/lsp/protocol';

/** What is looked at. */
export interface SetupFacts {
  readonly extensionVersion: string;
  readonly editorVersion: string;
  /** Undefined where the server does not answer. */
  readonly status: Status | undefined;
  readonly hoverEnabled: boolean;
  readonly trusted: boolean;
  readonly terminalLinks: boolean;
  readonly diagnostics: boolean;
  /** Whether the active terminal has shell integration; undefined where there is no terminal. */
  readonly shellIntegration: boolean | undefined;
}

/** One line a fact, and what to do where something is off. */
export function setupReport(facts: SetupFacts): string {
  const lines = [
    server(facts.status),
    row(facts.hoverEnabled, 'Hovers are on', 'Hovers are off: set “editor.hover.enabled” to on'),
    row(
      facts.diagnostics,
      'Known errors in log files are listed in Problems',
      'Problems are off: errorLookup.diagnostics.enabled',
    ),
    row(
      facts.terminalLinks,
      'Known errors in terminals are links',
      'Terminal links are off: errorLookup.terminalLinks.enabled',
    ),
    shell(facts.shellIntegration),
    row(
      facts.trusted,
      'The workspace is trusted: its .error-lookup catalogs and your source roots are used',
      'Restricted Mode: catalogs of this workspace and its source roots are not read; all else works',
    ),
    'note   VS Code hands no file above 50 MB to extensions; “Analyze Log File…” reads any from disk',
    'note   Nothing is sent anywhere: no telemetry, no network',
  ];
  const versions = `Error Lookup ${facts.extensionVersion}, VS Code ${facts.editorVersion}`;
  return `Setup check\n\n${versions}\n\n${lines.join('\n')}\n`;
}

function server(status: Status | undefined): string {
  if (!status) return row(false, '', 'The server does not answer: see the output channel “Error Lookup”');
  const own = status.workspaceEntries > 0 ? `, ${status.workspaceEntries} of them from this workspace` : '';
  const ready = row(
    true,
    `The server is ready: ${status.entries} explained errors${own}, ${status.sites} places in source`,
    '',
  );
  const lines = [ready, localSource(status)];
  if (status.workspaceFaults > 0)
    lines.push(row(false, '', `${status.workspaceFaults} faults in .error-lookup files: see Problems`));
  return lines.join('\n');
}

/** Names of packages are nobody's business, their number is none. */
function localSource({ packages, workspaceFiles, workspaceMessages }: Status): string {
  const own = `${workspaceMessages} messages in ${workspaceFiles} source files of this workspace`;
  return packages.length > 0
    ? row(true, `${packages.length} installed packages are indexed, and ${own}`, '')
    : `note   No installed packages are indexed (“Index Installed Packages”); ${own}`;
}

function shell(active: boolean | undefined): string {
  if (active === undefined) return 'note   No terminal is open';
  return row(
    active,
    'The active terminal has shell integration, so the output of commands can be read',
    'The active terminal has no shell integration; links work all the same',
  );
}

function row(isFine: boolean, fine: string, off: string): string {
  return isFine ? `ok     ${fine}` : `check  ${off}`;
}
