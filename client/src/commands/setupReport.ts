/** The text of "Check Setup". It holds no paths, names or contents, so that it can be posted as it is. */
import type { l10n as VscodeL10n } from 'vscode';
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

/** Says texts in the language of the editor. */
export type SetupL10n = Pick<typeof VscodeL10n, 't'>;

/** One line a fact, and what to do where something is off. */
export function setupReport(facts: SetupFacts, l10n: SetupL10n): string {
  const { ok, check, note } = rows(l10n);
  const lines = [
    ...server(facts.status, l10n),
    facts.hoverEnabled
      ? ok(l10n.t('Hovers are on'))
      : check(l10n.t('Hovers are off: set “editor.hover.enabled” to on')),
    facts.diagnostics
      ? ok(l10n.t('Known errors in log files are listed in Problems'))
      : check(l10n.t('Problems are off: errorLookup.diagnostics.enabled')),
    facts.terminalLinks
      ? ok(l10n.t('Known errors in terminals are links'))
      : check(l10n.t('Terminal links are off: errorLookup.terminalLinks.enabled')),
    shell(facts.shellIntegration, l10n),
    facts.trusted
      ? ok(l10n.t('The workspace is trusted: its .error-lookup catalogs and your source roots are used'))
      : check(l10n.t('Restricted Mode: catalogs of this workspace and its source roots are not read; all else works')),
    note(l10n.t('VS Code hands no file above 50 MB to extensions; “Analyze Log File…” reads any from disk')),
    note(l10n.t('Nothing is sent anywhere: no telemetry, no network')),
  ];
  const versions = `Error Lookup ${facts.extensionVersion}, VS Code ${facts.editorVersion}`;
  return `${l10n.t('Setup check')}\n\n${versions}\n\n${lines.join('\n')}\n`;
}

function server(status: Status | undefined, l10n: SetupL10n): string[] {
  const { ok, check } = rows(l10n);
  if (!status) return [check(l10n.t('The server does not answer: see the output channel “Error Lookup”'))];
  const { entries, sites, workspaceEntries: own, workspaceFaults: faults } = status;
  const ready =
    own > 0
      ? l10n.t(
          'The server is ready: {0} explained errors, {1} of them from this workspace, {2} places in source',
          entries,
          own,
          sites,
        )
      : l10n.t('The server is ready: {0} explained errors, {1} places in source', entries, sites);
  const lines = [ok(ready), localSource(status, l10n)];
  return faults > 0 ? [...lines, check(l10n.t('{0} faults in .error-lookup files: see Problems', faults))] : lines;
}

/** Names of packages are nobody's business, their number is none. */
function localSource({ packages, workspaceFiles, workspaceMessages }: Status, l10n: SetupL10n): string {
  const { ok, note } = rows(l10n);
  const own = l10n.t('{0} messages in {1} source files of this workspace', workspaceMessages, workspaceFiles);
  return packages.length > 0
    ? ok(l10n.t('{0} installed packages are indexed, and {1}', packages.length, own))
    : note(l10n.t('No installed packages are indexed (“Index Installed Packages”); {0}', own));
}

function shell(active: boolean | undefined, l10n: SetupL10n): string {
  const { ok, check, note } = rows(l10n);
  if (active === undefined) return note(l10n.t('No terminal is open'));
  return active
    ? ok(l10n.t('The active terminal has shell integration, so the output of commands can be read'))
    : check(l10n.t('The active terminal has no shell integration; links work all the same'));
}

/** The kinds of lines, each behind a word of its own. */
function rows(l10n: SetupL10n) {
  const words = { ok: l10n.t('ok'), check: l10n.t('check'), note: l10n.t('note') };
  const width = Math.max(...Object.values(words).map(({ length }) => length)) + 2;
  const row = (word: string) => (text: string) => word.padEnd(width) + text;
  return { ok: row(words.ok), check: row(words.check), note: row(words.note) };
}
