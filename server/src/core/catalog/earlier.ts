/** Earlier wordings of an entry: the source at the pin no longer has them, so the facts must. */
import { normalizeShape, templateShape } from '../source/shape';
import type { CatalogData, Entry, Site, Template } from './entry';
import type { FactTable } from './facts';
import { lastLine } from './history';

/** Wordings of `entry` with a last version that the facts do not show at that place, line and version. */
export function checkEarlier(entry: Entry, { facts }: CatalogData): { message: string; help: string }[] {
  const table = facts?.[entry.project];
  // A catalog without facts, such as one entry alone, cannot tell.
  if (!table) return [];
  return entry.templates.flatMap((template, i) => {
    if (template.last === undefined) return [];
    return template.sites
      .filter((site) => !hasFact(table, template, site))
      .map(({ file, line }) => ({
        message: `templates.${i}: no fact ends with ${template.last} at ${file}:${line}`,
        help: 'give wording, function, last version and its line as the facts have them',
      }));
  });
}

function hasFact(table: FactTable, { text, last }: Template, site: Site): boolean {
  const shape = normalizeShape(templateShape(text)).trim();
  return table.template.some(
    (template, row) =>
      table.versions[table.last[row] ?? -1]?.version === last &&
      table.files[table.file[row] ?? -1] === site.file &&
      table.functions[table.function[row] ?? -1] === site.function &&
      lastLine(table.lines[row] ?? '') === site.line &&
      normalizeShape(templateShape(template)).trim() === shape,
  );
}
