/** Labels in other languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { changeTitle } from '../../server/src/core/fix/config/askedChanges';
import type { FlagChange } from '../../server/src/core/fix/config/setFlag';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { chinese } from '../../server/src/core/render/chinese';
import { chineseTitles } from '../../server/src/core/render/chineseTitles';
import { entryMarkdown, noPageLinks } from '../../server/src/core/render/entryMarkdown';
import { entryHtml } from '../../server/src/core/render/html';
import { english, wordsFor } from '../../server/src/core/render/words';
import { entryWith } from '../support/entry';

const phrases = Object.entries(chinese);

describe('phrases', () => {
  it('have the same holes in each language', () => {
    const holes = (text: string): string[] => (text.match(/\{\d\}/g) ?? []).sort();
    expect(phrases.filter(([from, to]) => holes(from).join() !== holes(to).join())).toEqual([]);
  });

  it('are all said somewhere', () => {
    const folders = ['server/src/core/render', 'server/src/lsp', 'server/src/lsp/features', 'server/src/node'];
    const sources = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts') && name !== 'chinese.ts')
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    // Words of the schema are said as they stand in entries.
    const schema = ['critical', 'error', 'warning', 'info', 'cause', 'consequence', 'advice'];
    const all = sources.join('\n');
    expect(phrases.map(([phrase]) => phrase).filter((it) => !schema.includes(it) && !all.includes(`'${it}'`))).toEqual(
      [],
    );
  });
});

describe('titles of fixes', () => {
  it('have a translation for each fix', () => {
    expect(fixes.map(({ title }) => title).filter((title) => !chineseTitles.has(title))).toEqual([]);
    expect([...chineseTitles.values()].filter((title) => !/\p{Script=Han}/u.test(title))).toEqual([]);
  });

  it.each([
    [{ kind: 'set', flag: '--max-model-len', value: '29120' }, '将 --max-model-len 设为 29120'],
    [{ kind: 'add', flag: '--headless' }, '添加 --headless'],
    [{ kind: 'remove', flag: '--headless' }, '删除 --headless'],
    [
      { kind: 'double', flag: '--kv-transfer-config', path: ['a', 'b'], base: 1 },
      '将 --kv-transfer-config 中的 a.b 加倍',
    ],
  ] as [FlagChange, string][])('of the change %j is %s', (change, title) => {
    expect(wordsFor('zh-cn').title(changeTitle(change))).toBe(title);
    expect(english.title(changeTitle(change))).toBe(changeTitle(change));
  });

  it('of something else stays as it is', () => {
    expect(wordsFor('zh-cn').title('Settle it')).toBe('Settle it');
  });
});

describe('the language of labels', () => {
  it.each([
    ['zh-cn', 'zh-CN'],
    ['zh-CN', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-Hans-CN', 'zh-CN'],
    ['zh-tw', 'en'],
    ['de', 'en'],
    [undefined, 'en'],
  ])('for %s is %s', (locale, language) => {
    expect(wordsFor(locale).language).toBe(language);
  });

  it('leaves values as they are', () => {
    expect(wordsFor('zh-cn').say('{0} raised', '{1} $&')).toBe('抛出 {1} $&');
    expect(english.say('{0} in {1}, {2}', 'a', 'b', '{0}')).toBe('a in b, {0}');
  });
});

describe('an entry in Chinese', () => {
  const entry = entryWith();
  const catalog = createCatalog({ pins: {}, triggers: {}, entries: [entry] });
  const links = { ...noPageLinks, words: wordsFor('zh-cn') };

  it('has translated headings, and its prose as it is', () => {
    const markdown = entryMarkdown(entry, catalog, links);
    expect(markdown).toContain('## 含义\n');
    expect(markdown).not.toContain('What it means');
    expect(markdown).toContain(entry.meaning);
  });

  it('marks the language of what is said, and says that entries are English', () => {
    const html = entryHtml(entry, catalog, links);
    expect(html).toContain('<h2 lang="zh-CN">含义</h2>');
    expect(html).toContain('<p class="language" lang="zh-CN">目录条目的正文为英文。</p>');
    expect(entryHtml(entry, catalog)).not.toContain('lang=');
  });
});
