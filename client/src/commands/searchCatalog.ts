/** "Search Catalog…": finds an entry while one types, and opens its page. */
import { l10n, window } from 'vscode';
import type { Client } from '../activate';
import { type EntryItem, toItem } from './pickEntry';

/** Shows the search; it ends when an entry is chosen or the list is left. */
export async function searchCatalog(client: Client): Promise<void> {
  const pick = window.createQuickPick<EntryItem>();
  pick.title = l10n.t('Error Lookup: Search Catalog');
  pick.placeholder = l10n.t('Words of the message, the exception or the explanation');
  const search = async (query: string): Promise<void> => {
    pick.busy = true;
    const entries = await client.server.request('errorLookup/search', { query });
    if (pick.value !== query) return;
    pick.items = entries.map(toItem);
    pick.busy = false;
  };
  const chosen = new Promise<EntryItem | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.activeItems[0]));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.onDidChangeValue((query) =>
    search(query).catch((error: unknown) => client.log.error(`Search: ${String(error)}`)),
  );
  pick.show();
  try {
    await search('');
    const item = await chosen;
    if (item) await client.page.show(item.entry.code);
  } finally {
    pick.dispose();
  }
}
