/** What the surroundings of a message say for or against a site. Literal agreement comes first and is not weighed here. */
import type { CatalogSite } from '../catalog/catalog';
import { standsIn } from '../catalog/history';
import { isClassOf } from './exceptionNames';
import type { Frame } from './frame';
import { type Evidence, type Level, levels } from './match';
import type { PrefixFacts } from './prefix/layer';
import { exceptionsOf, isRaise, lastName, nearestPlace, pathAgreement, placesOf, stoodAt } from './sitePlaces';

/** What stands around a message. */
export interface Surroundings {
  readonly facts: PrefixFacts;
  /** Exception class right before the message, with its module path if printed. */
  readonly exception: string | null;
  /** True where the message stands in a log line of its own, not behind an exception class. */
  readonly logged: boolean;
  /** True where the message is all that its line says, not part of another text. */
  readonly direct: boolean;
  /** Frames of the traceback that ends in the message, nearest first. Lines are read for it when it is asked for. */
  readonly framesAbove: readonly Frame[];
  /** Frames of the traceback that follows the log line, outermost first; read when asked for. */
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
  frameLine: 0.03,
  otherFrame: -0.04,
  version: 0.04,
  otherVersion: -0.04,
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

/** What the version says that the log stated before; undefined where it does not tell. */
export function versionEvidence(site: CatalogSite, stated: string): Evidence | undefined {
  const stands = site.history && standsIn(site.history, stated);
  if (stands === undefined) return undefined;
  const name = `${site.project} ${stated}`;
  return stands
    ? { what: `the log says ${name}, which has this text there`, weight: weights.version }
    : { what: `the log says ${name}, which does not have this text there`, weight: weights.otherVersion };
}

/** True where a piece of evidence ties the line to this very site, as a weak text needs. */
export function pointsAt(evidence: readonly Evidence[]): boolean {
  const strong: readonly number[] = [weights.tagFile, weights.frame, weights.exception, weights.logger];
  return evidence.some(({ weight }) => strong.includes(weight));
}

/**
 * True where the line itself or its traceback names the site’s file: by a tag, a logger, or a frame. A stack in another
 * notation than Python’s is not read, so that there the words of the record must do.
 */
export function isNamed(site: CatalogSite, around: Surroundings): boolean {
  const { tag, logger } = around.facts;
  if (tag) return pathAgreement(tag.file, site.file) !== 'none';
  if (logger) return loggerFits(logger, site);
  const frames = isRaise(site) ? around.framesAbove.slice(0, 1) : around.framesBelow;
  if (frames.length === 0) return !site.file.endsWith('.py');
  return frames.some(({ file }) => pathAgreement(file, site.file) === 'whole');
}

/** True where the nearest frame of the traceback is the site’s own function. */
export function isRaisedIn(site: CatalogSite, { framesAbove }: Surroundings): boolean {
  const [nearest] = framesAbove;
  return (
    nearest !== undefined &&
    placesOf(site).some(
      (place) => nearest.function === lastName(place.function) && pathAgreement(nearest.file, place.file) !== 'none',
    )
  );
}

/**
 * True where the line cannot come from the site: what is raised, or logged as a warning or worse, is no line that is
 * logged as plain information.
 */
export function contradicts(site: CatalogSite, { facts, exception, logged, direct }: Surroundings): boolean {
  return exception === null && logged && direct && isPlainInformation(facts) && isLoud(site);
}

/** True for what is logged below a warning. */
export function isPlainInformation({ level }: PrefixFacts): boolean {
  return level !== null && isBelow(level, 'WARNING');
}

/** True where a site raises, gives an error its text, or logs a warning or worse. */
export function isLoud(site: CatalogSite): boolean {
  if (isRaise(site) || (site.statement === 'display' && site.level === null)) return true;
  return site.level !== null && !isBelow(site.level, 'WARNING');
}

/** True for a level below the wanted one. */
export function isBelow(level: Level, wanted: Level): boolean {
  return levels.indexOf(level) < levels.indexOf(wanted);
}

/** True where the class before the message is none that the site raises. */
export function isOfAnotherClass(site: CatalogSite, { exception }: Surroundings): boolean {
  if (!exception || !site.exception || !isRaise(site)) return false;
  return !exceptionsOf(site).some((name) => isClassOf(exception, name));
}

type Add = (weight: Weight, what: string) => void;

function addException(site: CatalogSite, around: Surroundings, add: Add): void {
  const { exception } = around;
  if (!exception || !site.exception || !isRaise(site)) return;
  const printed = lastName(exception);
  if (isOfAnotherClass(site, around)) {
    add('otherException', `the exception is ${printed}, the site raises ${site.exception}`);
    return;
  }
  add('exception', `the exception is ${printed}`);
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
  if (placesOf(site).some(({ file }) => pathAgreement(tag.file, file) !== 'none')) {
    add('tagFile', `the line names ${tag.file}`);
    if (exception === null && tag.line !== null && stoodAt(site, tag.file, tag.line))
      add('tagLine', `the line names line ${tag.line}`);
  } else if (exception === null && site.statement === 'log') {
    add('otherTag', `the line names ${tag.file}, the site is in ${site.file}`);
  }
}

function addFrames(site: CatalogSite, around: Surroundings, add: Add): void {
  if (isRaise(site)) {
    const [nearest] = around.framesAbove;
    if (nearest && !addFrame(site, nearest, 'raised in', add)) {
      add('otherFrame', `raised in ${nearest.file}, the site is in ${site.file}`);
    }
    return;
  }
  const below = around.framesBelow.find((frame) => nearestPlace(site, frame) !== undefined);
  if (below) addFrame(site, below, 'the traceback below passes', add);
}

function addFrame(site: CatalogSite, frame: Frame, what: string, add: Add): boolean {
  const place = nearestPlace(site, frame);
  if (!place) return false;
  add(pathAgreement(frame.file, place.file) === 'whole' ? 'frame' : 'frameName', `${what} ${frame.file}`);
  if (frame.function === lastName(place.function)) add('frameFunction', `${what} ${frame.function}`);
  if (isRaise(site) && frame.line !== null && stoodAt(site, frame.file, frame.line))
    add('frameLine', `${what} line ${frame.line}`);
  return true;
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
