/** How to reach other pages; an editor gives commands, a web site gives addresses. */
export interface PageLinks {
  /** Address of an entry’s page; undefined where it cannot be opened. */
  entry(code: string): string | undefined;
}
