/** Where things are on the catalog site, relative to its root. */

/** Page of an entry. */
export function pageAddress(code: string): string {
  return `errors/${code}.html`;
}

/** JSON document of an entry, as `show --json` prints it. */
export function jsonAddress(code: string): string {
  return `api/errors/${code}.json`;
}

/** Steps from an address up to the root: `./` for a file at the root itself. */
export function rootFrom(address: string): string {
  return '../'.repeat(address.split('/').length - 1) || './';
}
