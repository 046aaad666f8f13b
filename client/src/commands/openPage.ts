/** Opens the page of the entry whose code is given; links of hovers use it. */
import type { Client } from '../activate';
import { readCode } from './arguments';
import { searchCatalog } from './searchCatalog';

/** Opens the page; without a code, the search. */
export async function openPage(client: Client, argument: unknown): Promise<void> {
  const code = readCode(argument);
  await (code ? client.page.show(code) : searchCatalog(client));
}
