/** Links between incidents, followed to their ends. */
import type { Link } from './incident';

/** Direct causes of an incident, each with the surest way in which it is known. */
export type LinkGraph = Map<string, Map<string, Link>>;

/** An incident’s place among the others, all ids in order of first occurrence. */
export interface ClosedLinks {
  causedBy: string[];
  causeOf: string[];
  link: Link | undefined;
}

const bySureness: readonly Link[] = ['traceback', 'catalog', 'order'];

/** Adds a direct cause; a surer link replaces a weaker one, and nothing causes itself. */
export function addLink(graph: LinkGraph, effect: string, cause: string, link: Link): void {
  if (effect === cause) return;
  const causes = graph.get(effect) ?? new Map<string, Link>();
  graph.set(effect, causes);
  const known = causes.get(cause);
  if (known === undefined || bySureness.indexOf(link) < bySureness.indexOf(known)) causes.set(cause, link);
}

/**
 * Follows causes of causes to the earliest ones. Errors that cause each other in a circle, as two processes can, count
 * as caused by the earliest of them.
 */
export function closeLinks(graph: LinkGraph): Map<string, ClosedLinks> {
  const closed = new Map<string, ClosedLinks>();
  const of = (id: string): ClosedLinks => {
    const links = closed.get(id) ?? { causedBy: [], causeOf: [], link: undefined };
    closed.set(id, links);
    return links;
  };
  for (const effect of graph.keys()) {
    const { roots, link } = rootsOf(graph, effect);
    for (const root of roots) {
      of(effect).causedBy.push(root);
      of(root).causeOf.push(effect);
    }
    if (roots.length > 0) of(effect).link = link;
  }
  for (const links of closed.values()) {
    links.causedBy.sort(byId);
    links.causeOf.sort(byId);
  }
  return closed;
}

function rootsOf(graph: LinkGraph, start: string): { roots: string[]; link: Link | undefined } {
  const seen = new Set([start]);
  const roots: string[] = [];
  let weakest = 0;
  // Breadth first without recursion: a chain can be as long as the catalog.
  const queue = [start];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const causes = surest(graph.get(id) ?? new Map());
    if (causes.length === 0 && id !== start) roots.push(id);
    for (const [cause, link] of causes) {
      weakest = Math.max(weakest, bySureness.indexOf(link));
      if (seen.has(cause)) continue;
      seen.add(cause);
      queue.push(cause);
    }
  }
  if (roots.length === 0) {
    const earliest = [...seen].sort(byId)[0];
    if (earliest !== undefined && earliest !== start) roots.push(earliest);
  }
  return { roots, link: bySureness[weakest] };
}

/** Causes that are known; those that only the order of the log suggests count where nothing else is known. */
function surest(causes: ReadonlyMap<string, Link>): [id: string, link: Link][] {
  const all = [...causes];
  const known = all.filter(([, link]) => link !== 'order');
  return known.length > 0 ? known : all;
}

/** Ids are `g` and a number in order of first occurrence. */
function byId(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1));
}
