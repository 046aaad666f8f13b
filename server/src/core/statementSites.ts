/** Finds the places of the catalog that a statement in open source code is: for hovers on raise and log statements. */
import type { Tree } from 'web-tree-sitter';
import type { CatalogSite } from './catalog/catalog';
import type { SourceText } from './fix/finding';
import type { ParseSource } from './fix/fixer';
import { javascriptView } from './source/javascript';
import { pythonView } from './source/python';
import { rustView } from './source/rust';
import { hole, normalizeShape, templateShape } from './source/shape';
import type { SourceStatement, SourceView } from './source/statement';

/** Looks statements up. */
export interface StatementSites {
  /**
   * Sites whose message the statement at a 0-based line makes, best first; several where the same text stands in
   * several places and nothing tells them apart. Empty for other languages. Never throws on a text.
   */
  find(source: SourceText, line: number): readonly CatalogSite[];
}

/** Least literal text by which a statement is recognised in a file of another name, in UTF-16 units. */
const enoughLiteral = 16;

/** One row a language: LSP language id and how its tree is read. */
const views = new Map<string, (tree: Tree, text: string) => SourceView>([
  ['python', pythonView],
  ['rust', rustView],
  ['javascript', javascriptView],
  ['javascriptreact', javascriptView],
  ['typescript', javascriptView],
  ['typescriptreact', javascriptView],
]);

/** Makes the look-up. The tree of the text asked for last is kept, since a hover often follows a hover. */
export function createStatementSites(sites: readonly CatalogSite[], parse: ParseSource): StatementSites {
  const byShape = new Map<string, CatalogSite[]>();
  for (const site of sites) {
    const shape = normalizeShape(templateShape(site.template)).trim();
    byShape.set(shape, [...(byShape.get(shape) ?? []), site]);
  }
  let last: { readonly text: string; readonly tree: Tree; readonly view: SourceView } | undefined;
  function viewOf({ language, text }: SourceText): SourceView | undefined {
    if (last?.text === text) return last.view;
    const makeView = views.get(language);
    const tree = makeView && parse(language, text);
    if (!makeView || !tree) return undefined;
    last?.tree.delete();
    last = { text, tree, view: makeView(tree, text) };
    return last.view;
  }
  return {
    find: (source, line) => {
      const view = viewOf(source);
      const inner = view?.statement(line + 1);
      // On a later line of a statement the whole statement counts: its first line says what kind it is.
      const statement = inner && inner.line !== line + 1 ? view?.statement(inner.line) : inner;
      if (!view || !statement) return [];
      const fileName = source.path.split('/').at(-1) ?? '';
      const found = new Set(
        statement.shapes.flatMap((shape) =>
          (byShape.get(shape.trim()) ?? []).filter((site) => fits(site, statement, shape, fileName)),
        ),
      );
      return best([...found], fileName, view.names(statement.line));
    },
  };
}

/** A text that is short, or all run-time parts, is only recognised in a file of the site’s name. */
function fits(site: CatalogSite, statement: SourceStatement, shape: string, fileName: string): boolean {
  const literals = shape.split(hole).map((literal) => literal.trim().length);
  const literal = literals.reduce((sum, length) => sum + length, 0);
  if (literal === 0 || (literal < enoughLiteral && !isInFile(site, fileName))) return false;
  if (statement.exception && site.exception && statement.exception !== site.exception) return false;
  return statement.kind === 'other' || (statement.kind === 'log') === (site.statement === 'log');
}

/** Those in a file of that name if there are any, and of these those in the function around the statement. */
function best(sites: readonly CatalogSite[], fileName: string, names: readonly string[]): readonly CatalogSite[] {
  const here = new Set(names.map((name) => name.replaceAll('::', '.')));
  return prefer(
    prefer(sites, (site) => isInFile(site, fileName)),
    (site) => here.has(site.function.replaceAll('::', '.')),
  );
}

function prefer(sites: readonly CatalogSite[], test: (site: CatalogSite) => boolean): readonly CatalogSite[] {
  const preferred = sites.filter(test);
  return preferred.length > 0 ? preferred : sites;
}

function isInFile(site: CatalogSite, fileName: string): boolean {
  return site.file.endsWith(`/${fileName}`) || site.file === fileName;
}
