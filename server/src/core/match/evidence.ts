/** What the surroundings of a message say for or against a site. Literal agreement comes first and is not weighed here. */
import type { CatalogSite } from '../catalog/catalog';
import type { Frame } from './frame';
import { type Evidence, type Level, levels } from './match';
import type { PrefixFacts } from './prefix/layer';

/** What stands around a message. */
export interface Surroundings {
  readonly facts: PrefixFacts;
  /** Exception class right before the message, with its module path if printed. */
  readonly exception: string | null;
  /** True where the message stands in a log line of its own, not behind an exception class. */
  readonly logged: boolean;
  /** True where the message is all that its line says, not part of another text. */
  readonly direct: boolean;
  /** Frames of the traceback that ends in the message, nearest first. */
  readonly framesAbove: readonly Frame[];
  /** Frames of the traceback that follows the log line, outermost first. */
  readonly framesBelow: readonly Frame[];
}

/** Two sites whose scores differ by less than this are a tie: no single piece of evidence weighs less. */
export const SMALLEST_WEIGHT = 0.02;

const weights = {
  tagFile: 0.08,
  tagLine: 0.03,
  otherTag: -0.06,
  logger: 0.04,
  exception: 0.06,
  otherException: -0.06,
  module: 0.02,
  kind: 0.05,
  otherKind: -0.05,
  level: 0.02,
  otherLevel: -0.04,
  frame: 0.08,
  frameName: 0.05,
  frameFunction: 0.04,
  otherFrame: -0.04,
} as const;

type Weight = keyof typeof weights;

/** Every piece of evidence for and against a site, in the order in which a person would name them. */
export function evidenceFor(site: CatalogSite, around: Surroundings): Evidence[] {
  const found: Evidence[] = [];
  const add = (weight: Weight, what: string): void => {
    found.push({ what, weight: weights[weight] });
  };
  addException(site, around, add);
  addKind(site, around, add);
  addTag(site, around, add);
  addFrames(site, around, add);
  const { level, logger } = around.facts;
  if (logger && loggerFits(logger, site)) add('logger', `the logger ${logger} belongs to ${site.file}`);
  if (level && site.level && around.logged) {
    if (level === site.level) add('level', `logged at ${level}`);
    else add('otherLevel', `logged at ${level}, the site logs at ${site.level}`);
  }
  return found;
}

/** True where a piece of evidence ties the line to this very site, as a weak text needs. */
export function pointsAt(evidence: readonly Evidence[]): boolean {
  const strong: readonly number[] = [weights.tagFile, weights.frame, weights.exception, weights.logger];
  return evidence.some(({ weight }) => strong.includes(weight));
}

/** True where the nearest frame of the traceback is the site’s own function. */
export function isRaisedIn(site: CatalogSite, { framesAbove }: Surroundings): boolean {
  const [nearest] = framesAbove;
  return (
    nearest !== undefined &&
    nearest.function === lastName(site.function) &&
    pathAgreement(nearest.file, site.file) !== 'none'
  );
}

/** True where the line cannot come from the site: nothing that is raised is logged as plain information. */
export function contradicts(site: CatalogSite, { facts, exception, logged, direct }: Surroundings): boolean {
  if (!isRaise(site) || exception !== null || !logged || !direct) return false;
  return facts.level !== null && isBelow(facts.level, 'WARNING');
}

/** True for a level below the wanted one. */
export function isBelow(level: Level, wanted: Level): boolean {
  return levels.indexOf(level) < levels.indexOf(wanted);
}

/** The last part of a dotted or `::` name. */
export function lastName(name: string): string {
  return /[^.:]*$/.exec(name)?.[0] ?? name;
}

type Add = (weight: Weight, what: string) => void;

function addException(site: CatalogSite, { exception }: Surroundings, add: Add): void {
  if (!exception || !site.exception || !isRaise(site)) return;
  if (lastName(exception) !== lastName(site.exception)) {
    add('otherException', `the exception is ${lastName(exception)}, the site raises ${site.exception}`);
    return;
  }
  add('exception', `the exception is ${site.exception}`);
  const module = exception.split('.').slice(0, -1);
  if (module.length > 0 && sharesPath(module, site)) add('module', `${module.join('.')} lies beside ${site.file}`);
}

function addKind(site: CatalogSite, { exception, logged }: Surroundings, add: Add): void {
  if (site.statement !== 'log' && !isRaise(site)) return;
  const raised = exception !== null;
  if (raised === isRaise(site)) add('kind', raised ? 'it was raised' : 'it was logged');
  else if (raised || logged)
    add('otherKind', raised ? 'it was raised, the site logs' : 'it was logged, the site raises');
}

function addTag(site: CatalogSite, { facts, exception }: Surroundings, add: Add): void {
  const { tag } = facts;
  if (!tag) return;
  if (pathAgreement(tag.file, site.file) !== 'none') {
    add('tagFile', `the line names ${tag.file}`);
    if (exception === null && tag.line === site.line) add('tagLine', `the line names line ${tag.line}`);
  } else if (exception === null && site.statement === 'log') {
    add('otherTag', `the line names ${tag.file}, the site is in ${site.file}`);
  }
}

function addFrames(site: CatalogSite, around: Surroundings, add: Add): void {
  const nearest = around.framesAbove[0];
  if (nearest && isRaise(site)) {
    if (!addFrame(site, nearest, 'raised in', add)) {
      add('otherFrame', `raised in ${nearest.file}, the site is in ${site.file}`);
    }
  }
  if (isRaise(site)) return;
  const below = around.framesBelow.find(({ file }) => pathAgreement(file, site.file) !== 'none');
  if (below) addFrame(site, below, 'the traceback below passes', add);
}

function addFrame(site: CatalogSite, frame: Frame, what: string, add: Add): boolean {
  const agreement = pathAgreement(frame.file, site.file);
  if (agreement === 'none') return false;
  add(agreement === 'whole' ? 'frame' : 'frameName', `${what} ${frame.file}`);
  if (frame.function === lastName(site.function)) add('frameFunction', `${what} ${frame.function}`);
  return true;
}

/** Raise, assert and warning sites are printed behind a class name. */
export function isRaise(site: CatalogSite): boolean {
  return site.statement === 'raise' || site.statement === 'assert' || site.statement === 'warn';
}

/** How far a printed path can be a site’s file: the whole path, no more than its name, or not at all. */
type PathAgreement = 'whole' | 'name' | 'none';

/**
 * Compares paths from their ends. A printed path may have less before it (`core.py`) or more
 * (`/usr/lib/python3/site-packages/vllm/v1/engine/core.py`), and lack the repository’s own first folder (`src/`).
 */
function pathAgreement(printed: string, file: string): PathAgreement {
  const a = printed.split(/[\\/]/).reverse();
  const b = file.split('/').reverse();
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  if (same === 0) return 'none';
  if (same === Math.min(a.length, b.length) || same >= b.length - 1) return 'whole';
  // Where the package’s own folder is printed, the rest of the path counts as well.
  return a.slice(same).includes(b.at(-1) ?? '') ? 'none' : 'name';
}

function loggerFits(logger: string, site: CatalogSite): boolean {
  const parts = logger.split(/\.|::/).filter((part) => part !== '');
  const path = site.file
    .replace(/\.\w+$/, '')
    .replaceAll('-', '_')
    .split('/');
  return parts.length > 1
    ? parts.every((part) => path.includes(part))
    : parts.length === 1 &&
        path
          .slice(-1)
          .concat(path.filter((part) => part.includes('_')))
          .includes(parts[0] ?? '');
}

function sharesPath(module: readonly string[], site: CatalogSite): boolean {
  const folders = site.file.split('/').slice(0, -1);
  const inside = module.slice(0, Math.max(1, module.length - 1));
  return inside.every((part) => folders.includes(part));
}
