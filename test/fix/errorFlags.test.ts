/** Flags that an error asks for, set where vLLM is started. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { entrySchema } from '../../server/src/core/catalog/entry';
import { askedChanges } from '../../server/src/core/fix/config/askedChanges';
import { flagChangeFor, flagCodes } from '../../server/src/core/fix/config/errorFlags';
import type { FlagChange } from '../../server/src/core/fix/config/setFlag';
import { applyEdits } from '../../server/src/core/fix/fixer';
import { createMatcher } from '../../server/src/core/match/matcher';
import { parseYamlFile } from '../../server/src/yamlFile';

/** The text with the first change that is offered; undefined where none is. */
function changed(text: string, change: FlagChange, language = 'shellscript'): string | undefined {
  const [asked] = askedChanges({ path: 'x', language, text }, change);
  return asked && applyEdits(text, asked.finding.edits);
}

describe('a change', () => {
  const set: FlagChange = { kind: 'set', flag: '--max-model-len', value: '5632' };

  it.each([
    ['the next word', 'vllm serve m --max-model-len 99 --port 1\n', 'vllm serve m --max-model-len 5632 --port 1\n'],
    ['the same word', "vllm serve m --max_model_len='99'\n", "vllm serve m --max_model_len='5632'\n"],
    ['a line of its own', 'vllm serve m \\\n  --port 1\n', 'vllm serve m \\\n  --port 1 \\\n  --max-model-len 5632\n'],
    [
      'the end of the line',
      'vllm serve m --port 1 2>&1 | tee a\n',
      'vllm serve m --port 1 --max-model-len 5632 2>&1 | tee a\n',
    ],
  ])('sets a value in %s', (_name, before, after) => {
    expect(changed(before, set)).toBe(after);
    expect(changed(after, set)).toBeUndefined();
  });

  it.each([
    [
      'a block list',
      'args:\n  - --model=m\nimage: vllm/vllm-openai\n',
      'args:\n  - --model=m\n  - --max-model-len=5632\nimage: vllm/vllm-openai\n',
    ],
    [
      'a quoted list',
      'image: vllm/vllm-openai\nargs: ["--model", "m"]\n',
      'image: vllm/vllm-openai\nargs: ["--model", "m", "--max-model-len=5632"]\n',
    ],
    ['a shell in a list', `args: ['vllm serve m']\n`, `args: ['vllm serve m --max-model-len 5632']\n`],
    [
      'a folded command',
      'command: >\n  --model m\n  --port 1\nimage: vllm/vllm\n',
      'command: >\n  --model m\n  --port 1\n  --max-model-len 5632\nimage: vllm/vllm\n',
    ],
  ])('adds a flag to %s', (_name, before, after) => {
    expect(changed(before, set, 'yaml')).toBe(after);
    expect(changed(after, set, 'yaml')).toBeUndefined();
  });

  it('adds a flag behind words that come from a variable', () => {
    const script = (end: string) => `ARGS=(\n  --port 1\n)\nif x; then\n  exec vllm serve m $ARGS --seed 1${end}\nfi\n`;
    expect(changed(script(''), set)).toBe(script(' --max-model-len 5632'));
  });

  it('adds a flag below an item with its comment', () => {
    const list = (end: string) => `- image: vllm/vllm-openai\n  args:\n    - --port=1 # HTTP\n${end}`;
    expect(changed(list(''), set, 'yaml')).toBe(list('    - --max-model-len=5632\n'));
  });

  it('takes a server before a benchmark that holds the flag no more than it does', () => {
    const files = 'vllm bench throughput --model m\nvllm serve m\n';
    expect(changed(files, set)).toBe('vllm bench throughput --model m\nvllm serve m --max-model-len 5632\n');
  });

  it('adds a flag to a list that ends the file', () => {
    const image = 'FROM vllm/vllm-openai\nCMD ["--model", "m"';
    expect(changed(`${image}]`, set, 'dockerfile')).toBe(`${image}, "--max-model-len=5632"]`);
    expect(changed(`${image.slice(0, -1)}`, set, 'dockerfile')).toBeUndefined();
  });

  it.each([
    ['a shell line', 'vllm serve m --headless --port 1\n', 'vllm serve m --port 1\n', 'shellscript'],
    [
      'a line of its own',
      'vllm serve m \\\n  --headless \\\n  --port 1\n',
      'vllm serve m \\\n  --port 1\n',
      'shellscript',
    ],
    [
      'a block list',
      'args:\n  - --headless\n  - m\nimage: vllm/vllm-openai\n',
      'args:\n  - m\nimage: vllm/vllm-openai\n',
      'yaml',
    ],
    ['a flow list', 'CMD ["vllm", "serve", "m", "--headless"]\n', 'CMD ["vllm", "serve", "m"]\n', 'dockerfile'],
  ])('removes a switch from %s', (_name, before, after, language) => {
    expect(changed(before, { kind: 'remove', flag: '--headless' }, language)).toBe(after);
  });

  const double: FlagChange = {
    kind: 'double',
    flag: '--kv-transfer-config',
    path: ['kv_connector_extra_config', 'transfer_timeout'],
    base: 30,
    holds: 'kv_connector',
  };
  it.each([
    [
      'single quotes',
      `'{"kv_connector":"M","kv_connector_extra_config":{"transfer_timeout":45,"x":[1]}}'`,
      ':45',
      ':90',
    ],
    ['escaped quotes', `"{\\"kv_connector_extra_config\\": {\\"transfer_timeout\\": \\"60\\"}}"`, '60', '120'],
    ['a missing key', `'{"kv_connector_extra_config": {"x": 1}}'`, '{"x"', '{"transfer_timeout": 60, "x"'],
    ['missing keys', `'{"kv_connector":"M"}'`, '{"kv', '{"kv_connector_extra_config":{"transfer_timeout":60},"kv'],
    ['an empty object', `'{"kv_connector_extra_config":{}}'`, ':{}', ':{"transfer_timeout":60}'],
    [
      'a key of the same name elsewhere',
      `'{"a":{"transfer_timeout":1},"kv_connector_extra_config":{"transfer_timeout":2}}'`,
      ':2}',
      ':4}',
    ],
  ])('doubles a number in JSON with %s', (_name, json, before, after) => {
    const command = (value: string) => `vllm serve m --kv-transfer-config ${value} --port 1\n`;
    expect(changed(command(json), double)).toBe(command(json.replace(before, after)));
    expect(changed(`ENTRYPOINT vllm serve m --kv-transfer-config=${json}\n`, double, 'dockerfile')).toBe(
      `ENTRYPOINT vllm serve m --kv-transfer-config=${json.replace(before, after)}\n`,
    );
  });

  it.each([
    ['the JSON is broken', `vllm serve m --kv-transfer-config '{"kv_connector":'\n`, double],
    ['the flag is missing', 'vllm serve m\n', double],
    [
      'the value is no number',
      `vllm serve m --kv-transfer-config '{"kv_connector_extra_config":{"transfer_timeout":"x"}}'\n`,
      double,
    ],
    ['a switch is there', 'vllm serve m --headless\n', { kind: 'add', flag: '--headless' }],
    ['nothing is to be removed', 'vllm serve m\n', { kind: 'remove', flag: '--headless' }],
    ['nothing starts vLLM', 'vllm bench serve\n', set],
    [
      'another connector reads the number',
      `vllm serve m --kv-transfer-config '{"kv_connector":"NixlConnector"}'\n`,
      { ...double, holds: 'MoRIIO' },
    ],
  ] as [string, string, FlagChange][])('is not made where %s', (_name, text, change) => {
    expect(changed(text, change)).toBeUndefined();
  });

  it('takes the command that holds the flag before one that does not', () => {
    const text = 'vllm serve a\nvllm serve b --max-model-len 1\n';
    expect(changed(text, set)).toBe('vllm serve a\nvllm serve b --max-model-len 5632\n');
  });
});

describe('what an error asks for', () => {
  const captures = (values: Record<string, string>) => Object.entries(values).map(([name, text]) => ({ name, text }));

  it.each([
    [
      'vllm/memory/kv-cache-too-small',
      { estimated_msg: 'Based on the available memory, the estimated maximum model length is 5632. ' },
      '--max-model-len 5632',
    ],
    ['vllm/memory/kv-cache-too-small', { estimated_msg: '' }, undefined],
    ['vllm/model-config/max-model-len-too-long', { derived_max_model_len: '2048.0' }, '--max-model-len 2048'],
    ['vllm/model-config/max-model-len-too-long', { derived_max_model_len: 'inf' }, undefined],
    [
      'vllm/memory/free-memory-below-utilization',
      { 'format_gib(x.free_memory)': '22.76', 'format_gib(x.total_memory)': '24.0' },
      '--gpu-memory-utilization 0.94',
    ],
    [
      'vllm/memory/free-memory-below-utilization',
      { 'format_gib(x.free_memory)': '1.53', 'format_gib(x.total_memory)': '22.05' },
      undefined,
    ],
    ['vllm/unknown/entry', {}, undefined],
  ])('%s', (code, values, expected) => {
    const change = flagChangeFor(code, captures(values as Record<string, string>));
    expect(change?.kind === 'set' ? `${change.flag} ${change.value}` : undefined).toBe(expected);
  });

  it.each(flagCodes)('is read from a sample of %s', (code) => {
    const file = `data/entries/${code}.yaml`;
    const read = parseYamlFile(file, readFileSync(file, 'utf8'), entrySchema);
    const entry = 'value' in read ? read.value : undefined;
    const { sites } = createCatalog({ entries: entry ? [entry] : [], pins: {}, triggers: {} });
    const matcher = createMatcher(sites);
    const changes = (entry?.samples ?? []).flatMap(({ text }) =>
      matcher
        .match(new TextEncoder().encode(text), { level: 'DEBUG' })
        .map((match) => flagChangeFor(code, match.captures)),
    );
    expect(changes.some((change) => change !== undefined)).toBe(true);
  });
});
