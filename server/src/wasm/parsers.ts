/** Makes parsers from WASM files, wherever their bytes come from. */
import type { Language } from 'web-tree-sitter';
import type { ParseSource } from '../core/fix/fixer';

/** A WASM file of an npm package. */
export interface WasmFile {
  readonly package: string;
  readonly name: string;
}

/** Gives the bytes of a file; rejects where it is missing. */
export type ReadWasm = (file: WasmFile) => Promise<Uint8Array>;

const runtime: WasmFile = { package: 'web-tree-sitter', name: 'web-tree-sitter.wasm' };

/** The grammar of TypeScript with JSX reads JavaScript as well. */
const tsx: WasmFile = { package: 'tree-sitter-typescript', name: 'tree-sitter-tsx.wasm' };

/** Grammar of each LSP language id that an editor asks for. */
const editorGrammars: ReadonlyMap<string, WasmFile> = new Map<string, WasmFile>([
  ['python', { package: 'tree-sitter-python', name: 'tree-sitter-python.wasm' }],
  ['go', { package: 'tree-sitter-go', name: 'tree-sitter-go.wasm' }],
  ['rust', { package: 'tree-sitter-rust', name: 'tree-sitter-rust.wasm' }],
  ['javascript', tsx],
  ['javascriptreact', tsx],
  ['typescript', tsx],
  ['typescriptreact', tsx],
]);

/** Those of every language that is harvested: the grammar of C++ is larger than all others and no editor needs it. */
export const harvestGrammars: ReadonlyMap<string, WasmFile> = new Map([
  ...editorGrammars,
  ['cpp', { package: 'tree-sitter-cpp', name: 'tree-sitter-cpp.wasm' }],
]);

/** Every file that {@link createParsers} reads for an editor, for those that must be sent. */
export const wasmFiles: readonly WasmFile[] = [runtime, ...new Set(editorGrammars.values())];

/** Longest time one text may take in an editor, in milliseconds. Recovery from errors in hostile text can take far longer. */
const editorLimit = 3000;

/**
 * Loads the grammars. Rejects when a file cannot be read, which means a broken installation.
 *
 * @param limit longest time one text may take, in milliseconds
 */
export async function createParsers(
  read: ReadWasm,
  grammars = editorGrammars,
  limit = editorLimit,
): Promise<ParseSource> {
  // Most sessions look at logs alone.
  const { Language: Loader, Parser } = await import('web-tree-sitter');
  await Parser.init({ wasmBinary: exactBuffer(await read(runtime)), locateFile: (name: string) => name });
  const loaded = new Map<WasmFile, Language>();
  const languages = new Map<string, Language>();
  for (const [id, grammar] of grammars) {
    const language = loaded.get(grammar) ?? (await Loader.load(await read(grammar)));
    loaded.set(grammar, language);
    languages.set(id, language);
  }
  const parser = new Parser();
  return (id, text) => {
    const language = languages.get(id);
    if (!language) return undefined;
    parser.setLanguage(language);
    const end = Date.now() + limit;
    const tree = parser.parse(text, null, { progressCallback: () => Date.now() > end });
    if (tree) return tree;
    // A parse that was given up would go on with the next text.
    parser.reset();
    return undefined;
  };
}

/** A buffer that holds these bytes and no others: small files share one in Node. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
