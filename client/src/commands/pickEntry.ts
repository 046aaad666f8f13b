/** Lists of entries to choose from. */
import { l10n, type QuickPickItem, window } from 'vscode';
import type { EntrySummary } from '../../../server/src/lsp/protocol';
import { texts } from '../texts';

/** An entry as a row of a list. */
export interface EntryItem extends QuickPickItem {
  readonly entry: EntrySummary;
}

/** The row of an entry. The server has chosen and ordered the rows, so VS Code must not filter them again. */
export function toItem(entry: EntrySummary): EntryItem {
  return {
    label: entry.title,
    description: `${entry.project} · ${texts.severityName(entry.severity)}`,
    detail: entry.summary,
    alwaysShow: true,
    entry,
  };
}

/** The only entry, or the one that the user chooses; undefined where the choice is left. */
export async function pickEntry(entries: readonly EntrySummary[]): Promise<EntrySummary | undefined> {
  if (entries.length <= 1) return entries[0];
  const item = await window.showQuickPick(entries.map(toItem), {
    title: l10n.t('Several known errors'),
    matchOnDetail: true,
  });
  return item?.entry;
}
