/** Finds the causes of each match among the matches around it. */
import type { Catalog } from '../catalog/catalog';
import type { ScannedMatch } from '../match/match';
import { addLink, type LinkGraph } from './graph';
import { createRaisePaths } from './paths';

/** A traceback that begins at most this many bytes after a message of the same process was logged with it. */
const maxBytesToTraceback = 4096;

/**
 * A cause that comes more than this many lines after a fatal consequence belongs to the next attempt: a restarted
 * server prints more than that before it can fail again.
 */
const linesBetweenAttempts = 100;

/** Takes matches in the order of the log and notes causes in the graph. */
export interface Linker {
  /** @param id incident of the match */
  add(log: string, scanned: ScannedMatch, id: string): void;
}

/** One run of the program, from its first error to its end. */
interface Attempt {
  readonly log: string;
  /** First failure of each process, and of all. */
  readonly causes: Map<string, string>;
  firstCause: string | undefined;
  /** Last line of the last consequence that ends the program. */
  fatalLine: number | undefined;
  /** Latest match of each process. */
  readonly latest: Map<string, Placed>;
  readonly codes: Set<string>;
}

interface Placed {
  readonly scanned: ScannedMatch;
  readonly id: string;
}

/** Starts linking; `graph` receives the links. */
export function createLinker(catalog: Catalog, graph: LinkGraph): Linker {
  const paths = createRaisePaths(catalog);
  const seen = new Map<string, { id: string; log: string }>();
  let attempt = newAttempt('');
  let previous: Placed | undefined;

  return {
    add: (log, scanned, id) => {
      const { site } = scanned.match;
      const process = scanned.match.record.process ?? '';
      const failure = isFailure(catalog, scanned);
      if (attempt.log !== log || (failure && isNextAttempt(attempt, scanned))) attempt = newAttempt(log);

      const causes = paths.before(site.code).flatMap((code) => seen.get(code) ?? []);
      for (const cause of causes) addLink(graph, id, cause.id, 'catalog');
      for (const code of paths.after(site.code)) {
        // A slow process can print the cause after what follows from it; so can a log that was given later.
        const effect = seen.get(code);
        if (effect && (attempt.codes.has(code) || effect.log !== log)) addLink(graph, effect.id, id, 'catalog');
      }
      linkNested(graph, previous, { scanned, id });
      // The lines of a traceback may lack the prefix of the message that ends with its head.
      const isBelow = previous !== undefined && printsHeadOf(previous.scanned, scanned);
      linkTraceback(graph, isBelow ? previous : attempt.latest.get(process), { scanned, id });
      if (causes.length === 0 && site.role === 'consequence') {
        const cause = attempt.causes.get(process) ?? attempt.firstCause;
        if (cause !== undefined) addLink(graph, id, cause, 'order');
      }

      previous = { scanned, id };
      seen.set(site.code, { id, log });
      attempt.codes.add(site.code);
      attempt.latest.set(process, previous);
      if (failure) noteFailure(attempt, process, id);
      else if (isNcclWarning(scanned) && !attempt.causes.has(process)) attempt.causes.set(process, id);
      if (isFatal(catalog, scanned)) attempt.fatalLine = scanned.report.endLine;
    },
  };
}

function newAttempt(log: string): Attempt {
  return { log, causes: new Map(), firstCause: undefined, fatalLine: undefined, latest: new Map(), codes: new Set() };
}

function isNextAttempt({ fatalLine }: Attempt, { report }: ScannedMatch): boolean {
  return fatalLine !== undefined && report.line - fatalLine > linesBetweenAttempts;
}

function noteFailure(attempt: Attempt, process: string, id: string): void {
  attempt.firstCause ??= id;
  if (!attempt.causes.has(process)) attempt.causes.set(process, id);
}

/** A message inside a captured value of another one, such as the text of a wrapped exception, is its cause. */
function linkNested(graph: LinkGraph, a: Placed | undefined, b: Placed): void {
  if (!a || a.scanned.byteOffset !== b.scanned.byteOffset) return;
  const [inner, outer] = b.scanned.match.nested ? [b, a] : [a, b];
  if (!inner.scanned.match.nested || outer.scanned.match.nested) return;
  addLink(graph, outer.id, inner.id, 'traceback');
}

/** `logger.exception` prints the message first and the exception it reports below. */
function linkTraceback(graph: LinkGraph, before: Placed | undefined, { scanned, id }: Placed): void {
  const start = scanned.match.record.traceback;
  if (!before || start === null || !reportsAnother(before.scanned)) return;
  const gap = start - before.scanned.match.span.end;
  const isNear = printsHeadOf(before.scanned, scanned) || (gap >= 0 && gap <= maxBytesToTraceback);
  if (before.scanned.match.record.traceback === null && isNear) {
    addLink(graph, before.id, id, 'traceback');
  }
}

/** True where the head of a match’s traceback stands in the record of the message before: at its end. */
function printsHeadOf({ match: before }: ScannedMatch, { match }: ScannedMatch): boolean {
  return match.record.traceback !== null && match.record.traceback === before.record.start;
}

/** NCCL has no level above its warnings: the first one of a process tells what failed. */
function isNcclWarning({ match: { site } }: ScannedMatch): boolean {
  return site.project === 'nccl' && site.role === null && site.statement === 'log' && site.level === 'WARNING';
}

/** True for a message that by its role reports another error, and for one that a statement logs whose role nobody knows. */
function reportsAnother({ match: { site } }: ScannedMatch): boolean {
  return site.role === 'consequence' || (site.role === null && site.statement === 'log');
}

/** Something that went wrong by itself; a harvested site counts where it was raised, since its role is not known. */
function isFailure(catalog: Catalog, { match }: ScannedMatch): boolean {
  const entry = catalog.get(match.site.code);
  if (entry) return entry.role === 'cause' && (entry.severity === 'critical' || entry.severity === 'error');
  return match.record.exception !== null && match.site.exception !== null;
}

function isFatal(catalog: Catalog, { match }: ScannedMatch): boolean {
  return match.site.role === 'consequence' && catalog.get(match.site.code)?.severity === 'critical';
}
