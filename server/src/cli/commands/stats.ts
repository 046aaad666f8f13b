/** `error-lookup stats`: what the catalog holds. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { catalogStats, type ProjectStats } from '../../core/catalog/stats';
import { checkoutData, readCatalog } from '../catalog';
import type { Command } from '../command';
import { jsonLine } from '../jsonLine';

/** Sites that each exclude rule left out of the newest version, by project and glob: `data/harvest/dropped.json`. */
const droppedSchema = z.record(z.string(), z.record(z.string(), z.number().int()));
type Dropped = z.output<typeof droppedSchema>;

/** The command. */
export const stats: Command = {
  name: 'stats',
  usage: ['[--project NAME] [--json]'],
  summary: 'what the catalog holds: entries, messages and sites by project and version',
  options: {
    json: { type: 'boolean', help: 'print one JSON object with everything' },
  },
  notes: ['In a checkout it also says how many sites each exclude rule of data/harvest leaves out.'],
  async run(args, io) {
    const path = args.text('catalog');
    const name = args.text('project');
    const projects = countsOf(path ?? checkoutData(__dirname)).filter(
      ({ project }) => name === undefined || project === name,
    );
    const dropped = path === undefined ? readDropped() : {};
    if (args.flag('json')) {
      const rows = projects.map((project) => ({ ...project, dropped: dropped[project.project] ?? {} }));
      await io.stdout.write(jsonLine({ ...totals(projects), projects: rows }));
      return 0;
    }
    await io.stdout.write(`${table(projects)}\n`);
    for (const project of name === undefined ? [] : projects) await io.stdout.write(`\n${versions(project)}\n`);
    for (const { project } of projects) {
      const rules = Object.entries(dropped[project] ?? {});
      if (rules.length > 0) await io.stdout.write(`\nLeft out of ${project}, in sites:\n${columns(rules)}\n`);
    }
    return 0;
  },
};

/** Counts of a catalog; without a path, those that the build took of the bundled one. */
function countsOf(path: string | undefined): readonly ProjectStats[] {
  if (path !== undefined) return catalogStats(readCatalog(path).data);
  return JSON.parse(readFileSync(join(__dirname, 'stats.json'), 'utf8'));
}

function totals(projects: readonly ProjectStats[]): Pick<ProjectStats, 'entries' | 'messages' | 'sites'> {
  const sum = (key: 'entries' | 'messages' | 'sites'): number =>
    projects.reduce((total, project) => total + project[key], 0);
  return { entries: sum('entries'), messages: sum('messages'), sites: sum('sites') };
}

function table(projects: readonly ProjectStats[]): string {
  const all = totals(projects);
  const rows = projects.map(({ project, entries, messages, sites, versions: read, pin }) => {
    const span = read.length > 1 ? `${read[0]?.version} to ${read.at(-1)?.version}` : (read[0]?.version ?? '');
    return [project, count(entries), count(messages), count(sites), `${read.length}`, span, pin?.licence ?? ''];
  });
  return aligned([
    ['project', 'entries', 'messages', 'sites', 'versions', '', 'licence'],
    ...rows,
    ['all', count(all.entries), count(all.messages), count(all.sites), '', '', ''],
  ]);
}

function versions({ project, pin, versions: read }: ProjectStats): string {
  const source = pin ? `${project} was read in ${pin.repository}, at last at ${pin.commit} (${pin.date})` : project;
  return `${source}\n${columns(read.map(({ version, sites }) => [version, sites]))}`;
}

function columns(rows: readonly (readonly [string, number])[]): string {
  return aligned(rows.map(([text, number]) => [`  ${text}`, count(number)]));
}

/** Columns of counts stand at the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
  const cell = (text: string, i: number): string =>
    /^[\d,]+$/.test(text) && i > 0 ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function readDropped(): Dropped {
  const folder = checkoutData(__dirname);
  const file = folder && join(folder, 'harvest/dropped.json');
  return file && existsSync(file) ? droppedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}
