/** Loads the WASM parsers that the build copies beside the bundles. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import type { ParseSource } from '../core/fix/fixer';

/** The grammar of TypeScript with JSX reads JavaScript as well. */
const tsx = { folder: 'tree-sitter-typescript', file: 'tree-sitter-tsx.wasm' };

/** Grammar of each LSP language id: the npm package it comes from and its file. */
const grammars = new Map([
  ['python', { folder: 'tree-sitter-python', file: 'tree-sitter-python.wasm' }],
  ['rust', { folder: 'tree-sitter-rust', file: 'tree-sitter-rust.wasm' }],
  ['javascript', tsx],
  ['javascriptreact', tsx],
  ['typescript', tsx],
  ['typescriptreact', tsx],
]);

/** Longest time one text may take, in milliseconds. Recovery from errors in hostile text can take far longer. */
const parseLimit = 3000;

/**
 * Loads all grammars. Rejects when a file is missing, which means a broken installation.
 *
 * @param folder folder of the running script; the files are looked for there, then in `node_modules` above it
 */
export async function loadParsers(folder: string = __dirname): Promise<ParseSource> {
  const runtime = wasmFile(folder, 'web-tree-sitter', 'web-tree-sitter.wasm');
  await Parser.init({ locateFile: () => runtime });
  const loaded = new Map<string, Language>();
  const languages = new Map<string, Language>();
  for (const [id, grammar] of grammars) {
    const language = loaded.get(grammar.file) ?? (await Language.load(wasmFile(folder, grammar.folder, grammar.file)));
    loaded.set(grammar.file, language);
    languages.set(id, language);
  }
  const parser = new Parser();
  return (id, text) => {
    const language = languages.get(id);
    if (!language) return undefined;
    parser.setLanguage(language);
    const end = Date.now() + parseLimit;
    const tree = parser.parse(text, null, { progressCallback: () => Date.now() > end });
    if (tree) return tree;
    // A parse that was given up would go on with the next text.
    parser.reset();
    return undefined;
  };
}

function wasmFile(folder: string, packageName: string, name: string): string {
  const beside = join(folder, name);
  if (existsSync(beside)) return beside;
  for (let at = folder; ; at = dirname(at)) {
    const installed = join(at, 'node_modules', packageName, name);
    if (existsSync(installed)) return installed;
    if (at === dirname(at)) throw new Error(`The parser file ${name} is missing; reinstall Error Lookup.`);
  }
}
