/** Which errors can set off which, read from the catalog’s `leadsTo`, over any number of steps. */
import type { Catalog } from '../catalog/catalog';

/** Looks up raise paths by code. */
export interface RaisePaths {
  /** Codes that lead to this one, nearest first. */
  before(code: string): readonly string[];
  /** Codes that this one leads to, nearest first. */
  after(code: string): readonly string[];
}

/** Reads the raise paths of a catalog. Each code is followed once, when it is first asked for. */
export function createRaisePaths(catalog: Catalog): RaisePaths {
  const next = new Map(catalog.links.map(({ code, leadsTo }) => [code, leadsTo]));
  const previous = new Map<string, string[]>();
  for (const { code, leadsTo } of catalog.links) {
    for (const to of leadsTo) previous.set(to, [...(previous.get(to) ?? []), code]);
  }
  return { before: follow(previous), after: follow(next) };
}

function follow(steps: ReadonlyMap<string, readonly string[]>): (code: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (code) => {
    const found = known.get(code) ?? reach(code, steps);
    known.set(code, found);
    return found;
  };
}

function reach(code: string, steps: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set([code]);
  // A set keeps the order of insertion and can grow while it is walked.
  for (const at of seen) for (const to of steps.get(at) ?? []) seen.add(to);
  seen.delete(code);
  return [...seen];
}
