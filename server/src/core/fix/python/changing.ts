/** What changes in a loop, as far as its methods tell. */

/** Methods of lists, sets, dictionaries and deques that change them. */
export const changingMethods: ReadonlySet<string> = new Set([
  ...['append', 'appendleft', 'add', 'update', 'insert', 'extend', 'setdefault', 'discard', 'remove', 'pop'],
  ...['popleft', 'popitem', 'clear'],
]);
