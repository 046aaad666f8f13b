/** What packed tables of facts hold as numbers. It stands apart from the schemas, which a matcher does not need. */

/** Kinds by their number in a packed table. */
export const factKinds = ['raise', 'assert', 'log', 'warn', 'http', 'display', 'print'] as const;
/** Levels by their number in a packed table; the last one stands for none. */
export const factLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL', null] as const;
