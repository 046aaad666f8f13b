/** Finds the places of the catalog that a statement in source code is: for hovers on it, and to name what a fix answers. */
import type { Tree } from 'web-tree-sitter';
import { type CatalogSite, isOfThisMachine } from './catalog/catalog';
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
  /**
   * Code of the entry whose message the statements that start on the 0-based lines from `first` to `last` make. What
   * they raise counts first, what they log only where no raise is known. Undefined where there is no entry, or more than
   * one. Never throws on a text.
   */
  entryWithin(source: SourceText, first: number, last: number): string | undefined;
  /**
   * The 0-based line where a statement of the source makes the site’s message, the one nearest to `near` of several;
   * undefined where none does, which is proof that the source is of another version.
   */
  locate(source: SourceText, site: CatalogSite, near: number): number | undefined;
}

/** Least literal text by which a statement is recognised in a file of another name, in UTF-16 units. */
const enoughLiteral = 16;

/** Most lines that are searched for a site’s statement. */
const maxSearched = 50_000;

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
    const shape = shapeOf(site);
    byShape.set(shape, [...(byShape.get(shape) ?? []), site]);
  }
  let last: { readonly source: SourceText; readonly tree: Tree; readonly view: SourceView } | undefined;
  function viewOf(source: SourceText): SourceView | undefined {
    const { language, text } = source;
    if (last?.source.text === text && last.source.language === language) return last.view;
    const makeView = views.get(language);
    const tree = makeView && parse(language, text);
    if (!makeView || !tree) return undefined;
    last?.tree.delete();
    last = { source, tree, view: makeView(tree, text) };
    return last.view;
  }
  function sitesOf(source: SourceText, view: SourceView, statement: SourceStatement): readonly CatalogSite[] {
    const found = new Set(
      statement.shapes.flatMap((shape) =>
        (byShape.get(shape.trim()) ?? []).filter((site) => fits(site, statement, shape, source)),
      ),
    );
    // The file itself is source of this machine; what the catalog says of the statement is worth more than that.
    const catalogued = [...found].filter(({ origin }) => !isOfThisMachine(origin));
    return best(catalogued.length > 0 ? catalogued : [...found], fileNameOf(source), view.names(statement.line));
  }
  return {
    find: (source, line) => {
      const view = viewOf(source);
      const inner = view?.statement(line + 1);
      // On a later line of a statement the whole statement counts: its first line says what kind it is.
      const statement = inner && inner.line !== line + 1 ? view?.statement(inner.line) : inner;
      return view && statement ? sitesOf(source, view, statement) : [];
    },
    entryWithin: (source, first, last) => {
      const view = viewOf(source);
      const raised = new Set<string>();
      const logged = new Set<string>();
      for (let line = first + 1; view && line <= Math.min(last, first + maxLines) + 1; line++) {
        const statement = view.statement(line);
        const codes = statement && messageKinds.get(statement.kind) === 'raised' ? raised : logged;
        if (statement?.line !== line || !messageKinds.has(statement.kind)) continue;
        const [site, ...others] = sitesOf(source, view, statement);
        if (site?.kind === 'entry' && others.every(({ code }) => code === site.code)) codes.add(site.code);
      }
      const [code, ...others] = raised.size > 0 ? raised : logged;
      return others.length === 0 ? code : undefined;
    },
    locate: (source, site, near) => {
      const view = viewOf(source);
      if (!view) return undefined;
      const wanted = shapeOf(site);
      const makes = (line: number): boolean => {
        const statement = view.statement(line + 1);
        if (!statement) return false;
        return statement.shapes.some((shape) => shape.trim() === wanted && fits(site, statement, shape, source));
      };
      const found = nearestLine(source.text, near, makes);
      return found === undefined ? undefined : (view.statement(found + 1)?.line ?? found + 1) - 1;
    },
  };
}

function shapeOf({ template }: CatalogSite): string {
  return normalizeShape(templateShape(template)).trim();
}

/** The 0-based line nearest to `near` that passes the test. */
function nearestLine(text: string, near: number, test: (line: number) => boolean): number | undefined {
  const count = Math.min(maxSearched, text.split('\n').length);
  const from = Math.max(0, Math.min(near, count - 1));
  for (let distance = 0; distance < count; distance++) {
    if (from - distance >= 0 && test(from - distance)) return from - distance;
    if (distance > 0 && from + distance < count && test(from + distance)) return from + distance;
  }
  return undefined;
}

/** Most lines that are looked at for one place; what a fix is about stands close together. */
const maxLines = 500;

/** What becomes of the message of a statement; a statement of another kind makes none by itself. */
const messageKinds = new Map<SourceStatement['kind'], 'raised' | 'logged'>([
  ['raise', 'raised'],
  ['assert', 'raised'],
  ['log', 'logged'],
  ['warn', 'logged'],
  ['print', 'logged'],
]);

function fileNameOf({ path }: SourceText): string {
  return path.split('/').at(-1) ?? '';
}

/**
 * A text that is short, or all run-time parts, is only recognised in a file of the site’s name. One that a log line does
 * not name by itself needs its context in other files too.
 */
function fits(site: CatalogSite, statement: SourceStatement, shape: string, source: SourceText): boolean {
  const literals = shape.split(hole).map((literal) => literal.trim().length);
  const literal = literals.reduce((sum, length) => sum + length, 0);
  if (literal === 0) return false;
  const isAtHome = isInFile(site, fileNameOf(source));
  if (!isAtHome && (literal < enoughLiteral || !contextStands(site, source))) return false;
  if (statement.exception && site.exception && statement.exception !== site.exception) return false;
  return statement.kind === 'other' || (statement.kind === 'log') === (site.statement === 'log');
}

function contextStands({ context }: CatalogSite, { path, text }: SourceText): boolean {
  return context.length === 0 || context.some((words) => text.includes(words) || path.includes(words));
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
