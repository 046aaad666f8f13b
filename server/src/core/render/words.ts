/** The language of labels. Only they are translated: entries, messages and readings stay as they are. */
import { chinese } from './chinese';
import { chineseTitle } from './chineseTitles';

/** A label in English; `{0}`, `{1}` … stand for values. */
export type Phrase = keyof typeof chinese;

/** Says labels in one language. */
export interface Words {
  /** As HTML names it. */
  readonly language: 'en' | 'zh-CN';
  say(phrase: Phrase, ...values: readonly (string | number)[]): string;
  /** The title of a fix; as it is where no translation is known. */
  title(text: string): string;
}

/** Labels in English. */
export const english: Words = { language: 'en', say: filled, title: (text) => text };

const translations: ReadonlyMap<string, string> = new Map(Object.entries(chinese));
const simplifiedChinese: Words = {
  language: 'zh-CN',
  say: (phrase, ...values) => filled(translations.get(phrase) ?? phrase, ...values),
  title: (text) => chineseTitle(text) ?? text,
};

/** Labels for a locale such as `zh-cn`; English for one that we have none for. */
export function wordsFor(locale: string | undefined): Words {
  return /^zh(-(hans|cn|sg).*)?$/i.test(locale ?? '') ? simplifiedChinese : english;
}

/** Values that hold braces are not looked into again. */
function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (hole, index) => String(values[Number(index)] ?? hole));
}
