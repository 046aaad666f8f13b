/** `--project` beside a catalog. */
import type { Bundle } from '../core/bundle';
import { CliError, type ParsedArgs } from './command';

/** The catalog; throws where `--project` names a project that it does not know, since nothing would ever be found. */
export function forProject(bundle: Bundle, args: ParsedArgs): Bundle {
  const project = args.text('project');
  const { projects } = bundle.catalog;
  if (project === undefined || projects.includes(project)) return bundle;
  throw new CliError(`--project: ${unknownProject(project, projects)}`);
}

/** Says that the catalog does not know a project, and which it knows. */
export function unknownProject(name: string, known: readonly string[]): string {
  const names = known.length > 0 ? `known are ${known.join(', ')}` : 'it knows none';
  return `the catalog has no project ${JSON.stringify(name)}; ${names}`;
}
