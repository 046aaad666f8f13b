/** The manifest as a user sees it: texts in place of their keys. */
import { readFileSync } from 'node:fs';
import raw from '../../package.json';

/** Texts of a language by key. */
export function texts(file = 'package.nls.json'): Map<string, string> {
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
}

/** package.json in English. */
export const manifest: typeof raw = resolved(raw, texts());

function resolved<T>(value: T, of: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(value), (_key, item: unknown) => {
    const [, key] = typeof item === 'string' ? (/^%([^%]+)%$/.exec(item) ?? []) : [];
    return key === undefined ? item : (of.get(key) ?? item);
  });
}
