/** Labels in other languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { formReaders } from '../../server/src/core/decode/form/table';
import { hints } from '../../server/src/core/decode/reading';
import { changeTitle } from '../../server/src/core/fix/config/askedChanges';
import type { FlagChange } from '../../server/src/core/fix/config/setFlag';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { chinese } from '../../server/src/core/render/chinese';
import { chineseForms } from '../../server/src/core/render/chineseForms';
import { chineseReason, reasonPairs } from '../../server/src/core/render/chineseReasons';
import { chineseTitles } from '../../server/src/core/render/chineseTitles';
import { entryMarkdown, noPageLinks } from '../../server/src/core/render/entryMarkdown';
import { entryHtml } from '../../server/src/core/render/html';
import { english, wordsFor } from '../../server/src/core/render/words';
import { entryWith } from '../support/entry';
import { filesBelow } from '../support/sourceFiles';

const phrases = Object.entries(chinese);

/** What looks like a sentence in the source of fixes: comments that they write, and pieces of a sentence, which the rows below try. */
const pieces: readonly string[] = [
  'x1.setsockopt(x2.ZAP_DOMAIN, b"zmtp3")  # Refuses peers older than ZMTP 3, such as HTTP clients.',
  'pass  # Answered before the failure, or the socket is closed.',
  'x1; the last with it is x2.',
  'x1; the first with it is x2.',
  'x1; it came after x2.',
  'x1 is a switch and takes no valuex2.',
  'x1 vLLM serves x2 on x3.',
  'Not rewritten because x1.',
];

/** All texts of a file, with `x1`, `x2` … for what is filled in. */
function textsOf(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }, i) => `x${i + 1}${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

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

describe('reasons of fixes', () => {
  const pairs = reasonPairs();
  const holes = (text: string): string[] => (text.match(/\{\d/g) ?? []).sort();

  it('stand as English and Chinese in turn, once each, with the same holes', () => {
    const isWrong = ([from, to]: [string, string]): boolean =>
      /\p{Script=Han}/u.test(from) || !/\p{Script=Han}/u.test(to) || holes(from).join() !== holes(to).join();
    expect(pairs.filter(isWrong)).toEqual([]);
    expect(new Set(pairs.map(([from]) => from)).size).toBe(pairs.length);
  });

  // A sentence of a fix is a text that begins with a capital or a hole and ends with a stop.
  it('have Chinese for each sentence in the source of the fixes', () => {
    const said = filesBelow('server/src/core/fix').flatMap((path) =>
      textsOf(path).map((text) => text.replace(/^x1 ?(?=[A-Zp])/, '')),
    );
    const reasons = said.filter((text) => /^(?:[A-Z]|x\d)[^\n]* [^\n]*\.$/.test(text) && text.split(' ').length > 3);
    expect(reasons.length).toBeGreaterThan(150);
    expect(reasons.filter((text) => chineseReason(text) === text && !pieces.includes(text))).toEqual([]);
  });

  it.each([
    [
      'Port 5557 is for the KV events over ZMQ, where each scrape is a malformed message; vLLM serves its metrics on 8000.',
      '端口 5557 用于 ZMQ 上的 KV 事件，每次抓取在那里是格式错误的消息；vLLM 在 8000 上提供其指标。',
    ],
    ['Not rewritten because its try has an else branch.', '未改写，因为其 try 带有 else 分支。'],
    ['The handling calls a.b, and nothing shows what that changes.', '处理过程调用 a.b，看不出它会更改什么。'],
    [
      '--headless needs a value behind it. Leaving the loop skips its else branch.',
      '--headless 后面需要一个值。离开循环会跳过其 else 分支。',
    ],
    ['--a is a switch and takes no value; its opposite is --no-a.', '--a 是开关，不带值；与其相反的是 --no-a。'],
    [
      'v0.9.0, the release of the image, has no --a; it came after v0.20.2.',
      '镜像的版本 v0.9.0 没有 --a；它在 v0.20.2 之后才出现。',
    ],
    // What is not known as a whole stays as it is.
    ['The handling is odd.', 'The handling is odd.'],
    ['Leaving the loop skips its else branch. It is so.', 'Leaving the loop skips its else branch. It is so.'],
    ['', ''],
  ])('of %j is %s', (reason, chinese) => {
    expect(chineseReason(reason)).toBe(chinese);
    expect(english.reason(reason)).toBe(reason);
  });
});

describe('forms of text', () => {
  it('are named so that the name of the command line stands in them', () => {
    expect(wordsFor('zh-cn').form('hex')).toBe('十六进制 (hex)');
    expect(wordsFor('zh-cn').form('xxd')).toBe('xxd');
    const known = new Set<string>([
      ...formReaders.flatMap(({ forms }) => forms),
      ...hints,
      'bytes',
      'none',
      'hex-spaced',
    ]);
    expect([...chineseForms.keys()].filter((name) => !known.has(name))).toEqual([]);
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
