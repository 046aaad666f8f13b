/** Every text that VS Code shows for us comes in English and in Simplified Chinese. */
import { describe, expect, it } from 'vitest';
import raw from '../../package.json';
import { texts } from '../support/manifest';
import { productFiles } from '../support/sourceFiles';

const english = texts();
const chinese = texts('package.nls.zh-cn.json');

/** Keys of the manifest whose strings people read; descriptions for models stay English. */
const shown =
  /^contributes\.(commands\.\d+\.title|views\..*\.name|viewsWelcome\..*\.contents|configuration\.properties\..*(escription|escriptions\.\d+)|customEditors\.\d+\.displayName|semanticTokenTypes\.\d+\.description|languageModelTools\.\d+\.(displayName|userDescription)|walkthroughs\..*\.(title|description))$|^capabilities\..*\.description$|^description$/;

/** Strings of a JSON value with their paths. */
function strings(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => strings(item, [...path, key]));
}

/** Texts without a Chinese character, with their keys. */
function withoutHan(of: ReadonlyMap<string, string>): [string, string][] {
  return [...of].filter(([, text]) => !/\p{Script=Han}/u.test(text));
}

/** Links to commands and code in a text, which no language changes. */
function fixedParts(text: string): string[] {
  return [...text.matchAll(/\(command:[^)]*\)|`[^`]*`|\{\d+\}/g)].map(([part]) => part).sort();
}

describe('the manifest', () => {
  const rows = strings(raw).filter(([path]) => shown.test(path));

  it('has texts that people read', () => {
    expect(rows.length).toBeGreaterThan(50);
  });

  it('names each of them by a key, which stands in package.nls.json', () => {
    const keys = rows.map(([path, text]) => [path, /^%(.+)%$/.exec(text)?.[1] ?? text] as const);
    expect(keys.filter(([, key]) => !english.has(key))).toEqual([]);
  });

  it('has no text that nothing shows', () => {
    const used = new Set(strings(raw).map(([, text]) => text));
    expect([...english.keys()].filter((key) => !used.has(`%${key}%`))).toEqual([]);
  });
});

describe('Simplified Chinese', () => {
  it('has every text', () => {
    expect([...chinese.keys()]).toEqual([...english.keys()]);
    expect(withoutHan(chinese)).toEqual([]);
  });

  it.each([...english])('keeps links, code and numbers of %s', (key, text) => {
    expect(fixedParts(chinese.get(key) ?? '')).toEqual(fixedParts(text));
  });
});

describe('texts of the client', () => {
  const bundle = texts('l10n/bundle.l10n.zh-cn.json');
  const used = productFiles()
    .filter(({ path }) => path.startsWith('client/'))
    .flatMap(({ text }) => [...text.matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, key = '']) => key));

  it('are each translated, and no others are', () => {
    expect([...bundle.keys()].sort()).toEqual([...new Set(used)].sort());
    expect(withoutHan(bundle)).toEqual([]);
  });

  it.each([...bundle])('keep what is filled in: %s', (key, text) => {
    expect(fixedParts(text)).toEqual(fixedParts(key));
  });

  it('are whole literals, which a translation can be found for', () => {
    const calls = productFiles().flatMap(({ path, text }) =>
      path.startsWith('client/') ? [...text.matchAll(/l10n\.t\((?!\s*')/g)].map(() => path) : [],
    );
    expect(calls).toEqual([]);
  });
});
