import type { Words } from './words';

/** How to reach other pages (an editor gives commands, a web site gives addresses), and how labels are said. */
export interface PageLinks {
  /** Address of an entry’s page; undefined where it cannot be opened. */
  entry(code: string): string | undefined;
  /** English where it is left out. */
  readonly words?: Words;
}
