// Reads what Python source declares for argparse: flags by calls of `add_argument`, and fields of classes that become flags.

/** The flags that calls declare: their names, what they are called on, and what value they take. */
export function declarations(text) {
  const found = [];
  for (const { index, 1: receiver } of text.matchAll(/\b(\w+)\.add_argument\(/g)) {
    const parts = argumentsAt(text, text.indexOf('(', index));
    const names = parts.flatMap((part) => /^["'](-[^"'_]*)["']$/.exec(part)?.[1] ?? []);
    if (names.length > 0) found.push({ names, receiver, row: kindOfCall(parts) });
  }
  return [...found, ...listed(text)];
}

/** Flags that a loop declares, from a list of pairs. */
function listed(text) {
  return [...text.matchAll(/for \w+, \w+ in \[((?:\s*\("--[\w-]+", \w+\),)+)\s*\]:/g)].flatMap(([, pairs]) =>
    [...pairs.matchAll(/"(--[\w-]+)"/g)].map(([, name]) => ({ names: [name], receiver: '', row: {} })),
  );
}

/** The arguments of the call whose bracket opens at an offset. */
function argumentsAt(text, open) {
  const parts = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < text.length; at++) {
    const here = text[at];
    if (here === '#') {
      // A comment belongs to no argument.
      text = text.slice(0, at) + ' '.repeat(text.indexOf('\n', at) - at) + text.slice(text.indexOf('\n', at));
    } else if (here === '"' || here === "'") at = stringEnd(text, at);
    else if ('([{'.includes(here)) depth++;
    else if (')]}'.includes(here)) depth--;
    if ((here === ',' && depth === 1) || depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
    if (depth === 0) return parts;
  }
  return parts;
}

/** Offset of the last quote of the string that opens at an offset. */
function stringEnd(text, open) {
  const quote = text.startsWith(text[open].repeat(3), open) ? text[open].repeat(3) : text[open];
  let at = open + quote.length;
  while (at < text.length && !text.startsWith(quote, at)) at += text[at] === '\\' ? 2 : 1;
  return at + quote.length - 1;
}

/** What value a declared flag takes; `owner` and `field` name the configuration field that says so elsewhere. */
function kindOfCall(parts) {
  const given = (name) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const [, owner, field] = /(\w+)_kwargs\["(\w+)"\]/.exec(parts.find((part) => part.startsWith('**')) ?? '') ?? [];
  const action = given('action') ?? '';
  if (/store_true|store_false/.test(action)) return { kind: 'switch' };
  if (action.includes('BooleanOptionalAction')) return { kind: 'toggle' };
  if (field) return { owner, field };
  if (given('nargs') || action !== '') return {};
  const choices = given('choices');
  if (choices?.startsWith('[')) {
    const values = [...choices.matchAll(/["']([^"']*)["']/g)].map(([, value]) => value);
    return values.length > 0 && !choices.includes('*') ? { kind: 'choice', choices: values } : {};
  }
  const types = { int: 'int', float: 'float', 'json.loads': 'json' };
  return choices || !types[given('type')] ? {} : { kind: types[given('type')] };
}

/** The body of a class or function, by name; empty where there is none. */
export function bodyOf(text, name) {
  const head = new RegExp(`^(?:class|def|async def) ${name}\\b`, 'm').exec(text);
  if (!head) return '';
  const rest = text.slice(head.index);
  const end = rest.slice(1).search(/\n(?=[^\s#)])/);
  return end < 0 ? rest : rest.slice(0, end + 1);
}

/** Fields of a class body, `name: type = …`; a type may span lines. */
export function fieldsOf(body) {
  return [...body.matchAll(/^ {4}([a-z]\w*): ((?:[^=\n[]|\[[^\]]*\])+?)(?: = .*)?$/gm)].map(([, name, type]) => ({
    name,
    type: type.trim(),
  }));
}

/** Fields that take 32k or 1M: `human_readable_int_args` in vllm/engine/arg_utils.py. */
const sizes = new Set([
  'max_num_batched_tokens',
  'max_num_scheduled_tokens',
  'kv_cache_memory_bytes',
  'safetensors_prefetch_block_size',
]);

/** What value a flag takes whose field has a type. */
export function kindOfField(type, field) {
  const plain = type.replace(/\s+/g, ' ').replace(/\s*\|\s*None\b/, '');
  const literal = /^Literal\[([^\]]*)\]$/.exec(plain);
  if (literal) {
    const values = literal[1]
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const isPlain = values.every((value) => /^"[^"]*"$/.test(value));
    return isPlain ? { kind: 'choice', choices: values.map((value) => value.slice(1, -1)) } : {};
  }
  if (plain === 'bool') return { kind: 'toggle' };
  if (plain === 'float') return { kind: 'float' };
  if (plain === 'int') {
    if (field === 'max_model_len') return { kind: 'length' };
    return sizes.has(field) ? { kind: 'size' } : { kind: 'int' };
  }
  return /Config\b|dict/.test(plain) && !/\bstr \||\| str\b|\blist\b/.test(plain) ? { kind: 'json' } : {};
}
