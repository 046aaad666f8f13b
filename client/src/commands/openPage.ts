/** Opens the page of the entry whose code is given; links of hovers use it. */
import type { Client } from '../activate';
import { readCode, readPlace } from './arguments';
import { searchCatalog } from './searchCatalog';

/** Opens the page, with the values of the line that it is opened from; without a code, the search. */
export async function openPage(client: Client, argument: unknown, from?: unknown): Promise<void> {
  const at = readPlace(from);
  const code = readCode(argument);
  await (code ? client.page.show(code, at && { at }) : searchCatalog(client));
}
