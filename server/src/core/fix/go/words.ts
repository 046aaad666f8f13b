/** Writes Go the way the file around it is written: imports and the logger. */
import type { Edit } from '../finding';
import type { SourceFile } from '../sourceFile';
import type { SyntaxNode } from '../syntax';

/** How a file logs: a formatted line, and the import it lacks. */
export interface GoLogger {
  /** The statement that logs `format` with its arguments. */
  line(format: string, args: readonly string[]): string;
  readonly imports: readonly Edit[];
}

/** The logger that a file uses: klog, slog, or `log` (the standard one, or another that was given its name). */
export function goLogger(file: SourceFile): GoLogger {
  const names = importedNames(file);
  if (names.has('klog'))
    return { line: (format, args) => `klog.Warningf(${[format, ...args].join(', ')})`, imports: [] };
  if (names.has('slog') && names.has('fmt') && !names.has('log')) {
    return { line: (format, args) => `slog.Warn(fmt.Sprintf(${[format, ...args].join(', ')}))`, imports: [] };
  }
  return { line: (format, args) => `log.Printf(${[format, ...args].join(', ')})`, imports: goImports(file, ['log']) };
}

/** Edits that import what a file lacks. */
export function goImports(file: SourceFile, packages: readonly string[]): Edit[] {
  const names = importedNames(file);
  return packages.filter((name) => !names.has(name)).map((name) => importEdit(file, name));
}

function importedNames(file: SourceFile): Set<string> {
  return new Set(
    file.nodes('import_spec').map((spec) => {
      const [alias, path] = spec.children.length > 1 ? spec.children : [undefined, spec.children[0]];
      const text = file.textOf(alias ?? path ?? spec);
      return text.replaceAll('"', '').split('/').at(-1) ?? '';
    }),
  );
}

/** Puts a package of the standard library where gofmt sorts it: into the first group of the first import. */
function importEdit(file: SourceFile, name: string): Edit {
  const [first] = file.nodes('import_declaration');
  const group = first ? firstGroup(file, first) : [];
  const [head] = group;
  if (!head || file.lineOf(head.start) === file.lineOf(first?.start ?? 0)) {
    const at = first ? first.start : file.nextLine(file.nodes('package_clause')[0]?.end ?? 0);
    const newText = first ? `import "${name}"${file.newline}` : `${file.newline}import "${name}"${file.newline}`;
    return { start: at, end: at, newText };
  }
  const later = group.find((spec) => pathOf(file, spec) > name);
  const at = later ? file.lineStart(later.start) : file.nextLine(group.at(-1)?.end ?? head.end);
  return { start: at, end: at, newText: `${file.indentAt(head.start)}"${name}"${file.newline}` };
}

/** The import lines up to the first blank one. */
function firstGroup(file: SourceFile, declaration: SyntaxNode): SyntaxNode[] {
  const specs = file.nodes('import_spec', declaration);
  const gap = specs.findIndex((spec, index) => {
    const before = specs[index - 1];
    return before && /\n\s*\n/.test(file.text.slice(before.end, spec.start));
  });
  return gap < 0 ? specs : specs.slice(0, gap);
}

function pathOf(file: SourceFile, spec: SyntaxNode): string {
  return file.textOf(spec.children.at(-1) ?? spec).replaceAll('"', '');
}
