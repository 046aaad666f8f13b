/** Syntax trees for tests, from the grammars that npm installed. */
import { Language, Parser, type Tree } from 'web-tree-sitter';

/** Loads one grammar; the function parses with it. */
export async function loadParser(grammar: string): Promise<(text: string) => Tree> {
  await Parser.init({ locateFile: () => grammarFile('web-tree-sitter') });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammarFile(grammar)));
  return (text) => {
    const tree = parser.parse(text);
    if (!tree) throw new Error('the parser gave no tree');
    return tree;
  };
}

/** Where npm put the WASM file of a package. */
function grammarFile(name: string): string {
  return `node_modules/${name}/${name}.wasm`;
}
