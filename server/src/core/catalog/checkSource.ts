/** Proves the facts of an entry in the source of its project: sites, messages, classes, levels and evidence. */
import { hole, normalizeShape, showShape, templateShape } from '../source/shape';
import type { SourceStatement, SourceView } from '../source/statement';
import type { Entry, Site, Template } from './entry';
import { provokes } from './implicit';
import { isPage } from './page';
import type { CatalogProblem } from './problem';

/** A file of the project, read at the pinned commit. */
export interface SourceFile {
  readonly lines: readonly string[];
  /** Undefined for a language that cannot be parsed here; then only texts are compared. */
  readonly view: SourceView | undefined;
}

/** Gives a file by its path in the repository; undefined where there is none. */
export type ReadSource = (path: string) => SourceFile | undefined;

/** Every fact of `entry` that the source does not bear out. `file` names the entry’s own file in problems. */
export function checkSource(entry: Entry, file: string, read: ReadSource): CatalogProblem[] {
  const sites = entry.templates.flatMap((template, i) =>
    // A page is in no source tree, an earlier wording not in this one.
    template.sites
      .filter(({ file: place }) => template.last === undefined && !isPage(place))
      .flatMap((site) =>
        checkSite(entry, template, site, read).map(({ message, help }) => ({
          file,
          message: `templates.${i}: ${site.file}:${site.line}: ${message}`,
          help,
        })),
      ),
  );
  const evidence = entry.evidence.flatMap((item, i) => {
    const fault = isPage(item.file) ? undefined : checkEvidence(item, read);
    return fault
      ? [{ file, message: `evidence.${i}: ${item.file}:${item.line}: ${fault.message}`, help: fault.help }]
      : [];
  });
  return [...sites, ...evidence];
}

interface Fault {
  readonly message: string;
  readonly help: string;
}

function checkSite(entry: Entry, template: Template, site: Site, read: ReadSource): Fault[] {
  const source = read(site.file);
  if (!source) return [noFile];
  if (!source.lines[site.line - 1]?.trim()) return [emptyLine(source)];
  if (!source.view) return checkPlainText(template, source, site.line);
  const statement = source.view.statement(site.line);
  if (!statement) return [emptyLine(source)];
  return [
    ...checkFunction(site, source.view.names(site.line)),
    ...(isMadeByClass(entry, statement) ? [] : checkMessage(template, statement)),
    ...checkStatement(entry, template, statement),
  ];
}

function checkFunction(site: Site, names: readonly string[]): Fault[] {
  const wanted = site.function.replaceAll('::', '.');
  if (names.some((name) => name.replaceAll('::', '.') === wanted)) return [];
  return [{ message: `the line is not in ${site.function}`, help: `the source says ${names.join(' or ')}` }];
}

/** True where the statement only names an exception, whose class, which the evidence shows, makes the text. */
function isMadeByClass(entry: Entry, { exception, shapes }: SourceStatement): boolean {
  if (exception === undefined || shapes.some((shape) => shape.replaceAll(hole, '').trim() !== '')) return false;
  return entry.evidence.some(({ symbol }) => symbol === exception || symbol.startsWith(`${exception}.`));
}

function checkMessage(template: Template, statement: SourceStatement): Fault[] {
  const wanted = normalizeShape(templateShape(template.text)).trim();
  // CPython prints the argument of a KeyError as its repr; a template may have the text either way.
  const reprs = statement.exception === 'KeyError' ? statement.shapes.map((shape) => `'${shape}'`) : [];
  const printed = [...statement.shapes, ...reprs];
  if (printed.some((shape) => shape.trim() === wanted)) return [];
  if (statement.kind === 'other' && provokes(template.text, statement.text)) return [];
  const texts = [...new Set(printed)].slice(0, 3).map((shape) => JSON.stringify(showShape(shape)));
  return [
    {
      message: `the statement does not make the text ${JSON.stringify(template.text)}`,
      help:
        texts.length > 0
          ? `the source has ${texts.join(' or ')}`
          : `the statement that holds this line starts at line ${statement.line} and has no text`,
    },
  ];
}

/** Kind, class and level, where the statement shows them. */
function checkStatement(entry: Entry, template: Template, statement: SourceStatement): Fault[] {
  if (statement.kind === 'other') return [];
  const faults: Fault[] = [];
  if (template.kind !== statement.kind) {
    faults.push({ message: `the kind is ${template.kind}`, help: `the source has a ${statement.kind} statement` });
  }
  const exception = template.exception === undefined ? entry.exception : template.exception;
  if (statement.exception !== undefined && exception !== statement.exception) {
    faults.push({ message: `the exception is ${exception}`, help: `the source raises ${statement.exception}` });
  }
  if (statement.kind === 'log' && exception !== null) {
    faults.push({
      message: `a log line has the exception ${exception}`,
      help: 'write `exception: null` in the template',
    });
  }
  if (statement.level !== undefined && template.level !== statement.level) {
    const help = `the source logs ${statement.level}`;
    faults.push({ message: `the level is ${template.level ?? 'not given'}`, help });
  }
  return faults;
}

function checkPlainText(template: Template, source: SourceFile, line: number): Fault[] {
  // The compiler joins literals that follow each other.
  const near = source.lines
    .slice(line - 1, line + 9)
    .map((text) => text.trim())
    .join('\n')
    .replaceAll('"\n"', '');
  const missing = templateShape(template.text)
    .split('\0')
    .find((literal) => literal.trim() !== '' && !near.includes(literal.trim()));
  if (missing === undefined) return [];
  return [{ message: `${JSON.stringify(missing)} does not stand there`, help: 'compare the line and the text' }];
}

function checkEvidence(item: Entry['evidence'][number], read: ReadSource): Fault | undefined {
  const source = read(item.file);
  if (!source) return noFile;
  const end = item.endLine ?? item.line;
  if (end < item.line) return { message: `endLine ${end} comes before line ${item.line}`, help: 'swap them' };
  if (end > source.lines.length || !source.lines[item.line - 1]?.trim()) return emptyLine(source);
  const symbol = item.symbol.replaceAll('::', '.');
  const names = source.view?.names(item.line) ?? [];
  if (names.some((name) => name.replaceAll('::', '.') === symbol)) return undefined;
  const last = symbol.split('.').at(-1) ?? symbol;
  if (holdsWord(source.lines.slice(item.line - 1, end).join('\n'), last)) return undefined;
  return {
    message: `${item.symbol} neither stands at that line nor is around it`,
    help: names.length > 0 ? `the source says ${names.join(' or ')}` : 'compare the line and the symbol',
  };
}

/** True where `word` stands in the text and is not a part of a longer name. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + word.length);
    if (!/\w/.test(around)) return true;
  }
  return false;
}

const noFile: Fault = {
  message: 'there is no such file in the source tree',
  help: 'give the path from the root of the repository',
};

function emptyLine(source: SourceFile): Fault {
  return { message: `the line is empty or past the end (${source.lines.length} lines)`, help: 'correct the line' };
}
