import { beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { Entry } from '../../server/src/core/catalog/entry';
import { loadParser } from '../support/parsers';
import { loaded } from '../support/wholeCatalog';

interface Block {
  readonly where: string;
  readonly language: string;
  readonly code: string;
}

/** Every piece of code that an entry shows. */
function blocksOf(entry: Entry): Block[] {
  const { example, defensive } = entry;
  const found: (Omit<Block, 'where'> | undefined)[] = [
    ...entry.solutions.map(({ block }) => block),
    example && { language: example.language, code: example.before },
    example && { language: example.language, code: example.after },
    defensive?.validate,
    defensive?.guard,
  ];
  return found.flatMap((block, i) => (block ? [{ where: `${entry.code}, block ${i}`, ...block }] : []));
}

const blocks = loaded.data.entries.flatMap(blocksOf);
const inLanguage = (language: string) => blocks.filter((block) => block.language === language);

describe('code in entries is well formed', () => {
  let parse: Awaited<ReturnType<typeof loadParser>>;
  beforeAll(async () => {
    parse = await loadParser('tree-sitter-python');
  });

  it.each(inLanguage('python'))('Python: $where', ({ code }) => {
    expect(parse(code).rootNode.hasError).toBe(false);
  });

  it.each(inLanguage('yaml'))('YAML: $where', ({ code }) => {
    expect(parseDocument(code).errors).toEqual([]);
  });

  it.each(inLanguage('json'))('JSON: $where', ({ code }) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });
});
