/**
 * Errors whose text does not stand in the project’s source, because the interpreter makes it: the statement at the
 * site only provokes them. Each row says which text belongs to which kind of statement.
 */

const rules: readonly { readonly text: RegExp; readonly statement: (source: string, text: string) => boolean }[] = [
  // CPython prints a missing key as its repr: `KeyError: 'proxy_ip'`. A key made at run time is a hole.
  {
    text: /^'.*'$/,
    statement: (source, text) =>
      source.replaceAll('"', "'").includes(text) || (text.includes('{') && source.includes('[')),
  },
  // The same for a set: `KeyError: b'…'` from `identities.remove(identity)`.
  { text: /^b(['"]).*\1$/, statement: (source) => source.includes('.remove(') },
  // Unpacking names the number of targets: `a, b = …` wants 2. Since Python 3.14 the number of values follows.
  {
    text: /^(too many values to unpack \(expected \d+(, got .*)?\)|not enough values to unpack \(expected \d+, got .*\))$/,
    statement: (source, text) => targetsOf(source) === Number(/expected (\d+)/.exec(text)?.[1]),
  },
  { text: /object is not subscriptable$/, statement: (source) => source.includes('[') },
  { text: /object has no attribute/, statement: (source) => source.includes('.') },
  // Texts of msgspec, whose decoder is called there, directly or through vLLM’s own.
  { text: /^(MessagePack data|Input data|Expected `)/, statement: (source) => source.includes('.decode(') },
];

/** True for a text that no source of the project holds. */
export function isProvoked(text: string): boolean {
  return rules.some((rule) => rule.text.test(text));
}

/** True where the interpreter or a library can raise `text` from the statement. */
export function provokes(text: string, statement: string): boolean {
  return rules.some((rule) => rule.text.test(text) && rule.statement(statement, text));
}

function targetsOf(source: string): number {
  const [left = ''] = source.split('=');
  return left.split(',').filter((target) => target.trim() !== '').length;
}
