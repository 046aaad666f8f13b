/**
 * Sites of messages that the catalog does not have: of the workspace’s own source and facts, and of installed packages.
 * Nobody looked at them one by one, so they must prove more than those of the catalog.
 */
import type { CatalogSite, SiteOrigin } from '../catalog/catalog';
import { literalsOf, minLiterals } from '../catalog/checkWeakFacts';
import { projectName } from '../catalog/projectName';
import { siteId } from '../catalog/siteId';
import { isTelling } from '../match/telling';
import { parseTemplate } from '../match/template';
import { hole, templateShape } from '../source/shape';
import type { LocalFact } from './localFact';

/** Fewest letters and digits of a wording that stands alone, as for wordings of the catalog. */
const minLetters = 16;

/** Longest wording, in UTF-16 units, and most run-time parts: longer ones are no messages but whole pages. */
const maxTemplate = 4000;
const maxHoles = 60;

/** Makes the sites. Wordings with fewer than {@link minLiterals} literal characters are left out. */
export function localSites(facts: Iterable<LocalFact>, project: string, origin: SiteOrigin): CatalogSite[] {
  const known = new Map<string, CatalogSite>();
  const counts = new Map<string, number>();
  for (const fact of facts) {
    if (!isUsable(fact.template)) continue;
    const id = siteId(fact.file, fact.template, fact.function);
    const key = `${id} ${fact.kind} ${fact.level} ${fact.exception}`;
    if (known.has(key)) continue;
    const number = (counts.get(id) ?? 0) + 1;
    counts.set(id, number);
    known.set(key, siteOf(fact, `${project}/${id}${number > 1 ? `-${number}` : ''}`, project, origin));
  }
  return [...known.values()];
}

function siteOf(fact: LocalFact, code: string, project: string, origin: SiteOrigin): CatalogSite {
  return {
    code,
    kind: 'site',
    project,
    template: fact.template,
    statement: fact.kind,
    exception: fact.exception,
    level: fact.level,
    file: fact.file,
    line: fact.line,
    function: fact.function,
    versions: { first: null, last: null },
    role: null,
    context: standsAlone(fact.template) ? [] : proofsOf(fact.file),
    origin,
  };
}

/** Whether a wording says enough to be looked for at all. */
function isUsable(template: string): boolean {
  if (template.length > maxTemplate || literalsOf(template) < minLiterals) return false;
  return templateShape(template).split(hole).length <= maxHoles;
}

/** True where the words alone show that this program printed them. */
function standsAlone(template: string): boolean {
  const letters = templateShape(template).match(/[\p{L}\p{N}_]/gu)?.length ?? 0;
  return letters >= minLetters && isTelling(parseTemplate(template));
}

/**
 * What names a file in the record or traceback of one of its messages: a tag or stack frame (`server.py:12`), the end of
 * its path, its module as the name of a logger.
 */
function proofsOf(file: string): string[] {
  const parts = file.split('/');
  const name = parts.at(-1) ?? file;
  const stem = name.replace(/\.\w+$/, '');
  const modules = parts.slice(0, -1).filter((part) => part !== 'src' && part !== '..');
  const path = stem === '__init__' ? modules : [...modules, stem];
  const dotted = path.slice(-3).join('.');
  const tail = parts.length > 1 ? parts.slice(-2).join('/') : `/${name}"`;
  return [`${name}:`, tail, path.length > 1 ? dotted : `:${path[0] ?? stem}:`];
}

/** A name for the project in a folder, apart from those that the catalog has: `app`, or `vllm-workspace`. */
export function localProject(folder: string, taken: ReadonlySet<string>): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '-')
    .slice(0, 60);
  const project = projectName.test(name) ? name : 'workspace';
  return taken.has(project) ? `${project}-workspace` : project;
}
