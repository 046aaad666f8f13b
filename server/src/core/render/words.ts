/** The language of labels, and of the titles and reasons of fixes. Entries, messages and readings stay as they are. */
import { chinese } from './chinese';
import { chineseForms } from './chineseForms';
import { chineseReason } from './chineseReasons';
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
  /** The name of a form of text or of a kind of bytes, as a choice names it. */
  form(name: string): string;
  /** Why a fix is offered or not; as it is where no translation is known. */
  reason(text: string): string;
}

function same(text: string): string {
  return text;
}

/** Labels in English. */
export const english: Words = { language: 'en', say: filled, title: same, form: same, reason: same };

const translations: ReadonlyMap<string, string> = new Map(Object.entries(chinese));
const simplifiedChinese: Words = {
  language: 'zh-CN',
  say: (phrase, ...values) => filled(translations.get(phrase) ?? phrase, ...values),
  title: (text) => chineseTitle(text) ?? text,
  form: (name) => chineseForms.get(name) ?? name,
  reason: chineseReason,
};

/** Labels for a locale such as `zh-cn`; English for one that we have none for. */
export function wordsFor(locale: string | undefined): Words {
  return /^zh(-(hans|cn|sg).*)?$/i.test(locale ?? '') ? simplifiedChinese : english;
}

/** Values that hold braces are not looked into again. */
function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (hole, index) => String(values[Number(index)] ?? hole));
}
