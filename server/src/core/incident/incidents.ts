/**
 * Groups the matches of a log, as they come, into incidents, and finds for each consequence the earliest cause.
 *
 * Roles and `leadsTo` come from the catalog; order, process and traceback come from the log. Memory is bounded by the
 * number of different errors, not by the length of the log.
 */
import type { Catalog } from '../catalog/catalog';
import type { ScannedMatch } from '../match/match';
import { type ClosedLinks, closeLinks, type LinkGraph } from './graph';
import type { Incident, Occurrence } from './incident';
import { createLinker } from './linker';

/** Most processes remembered by name for one incident. */
const maxProcesses = 64;

/** Takes matches in the order of the log. */
export interface IncidentCollector {
  /** Adds a match of the log called `log`; gives the id of its incident. */
  add(log: string, scanned: ScannedMatch): string;
  /** The incidents so far, in order of first occurrence. May be called at any time. */
  incidents(): Incident[];
}

/** Starts an analysis. One collector may take several logs, one after the other. */
export function createIncidents(catalog: Catalog): IncidentCollector {
  const groups = new Map<string, Group>();
  const graph: LinkGraph = new Map();
  const linker = createLinker(catalog, graph);
  return {
    add: (log, scanned) => {
      const { code } = scanned.match.site;
      const group = groups.get(code) ?? newGroup(`g${groups.size + 1}`, log, scanned);
      groups.set(code, group);
      count(group, log, scanned);
      linker.add(log, scanned, group.id);
      return group.id;
    },
    incidents: () => {
      const closed = closeLinks(graph);
      return [...groups.values()].map((group) => toIncident(group, closed.get(group.id)));
    },
  };
}

interface Group {
  readonly id: string;
  readonly first: Occurrence;
  last: Occurrence;
  count: number;
  example: ScannedMatch;
  readonly processes: Map<string, number>;
}

function newGroup(id: string, log: string, scanned: ScannedMatch): Group {
  const first = occurrenceOf(log, scanned);
  return { id, first, last: first, count: 0, example: scanned, processes: new Map() };
}

function count(group: Group, log: string, scanned: ScannedMatch): void {
  group.count++;
  group.last = occurrenceOf(log, scanned);
  if (scanned.match.score > group.example.match.score) group.example = scanned;
  const { process } = scanned.match.record;
  if (process === null || (!group.processes.has(process) && group.processes.size >= maxProcesses)) return;
  group.processes.set(process, (group.processes.get(process) ?? 0) + 1);
}

function occurrenceOf(log: string, { match, report, byteOffset }: ScannedMatch): Occurrence {
  return { log, line: report.line, byteOffset, time: match.record.time, process: match.record.process };
}

function toIncident(group: Group, links: ClosedLinks | undefined): Incident {
  const processes = [...group.processes].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return {
    id: group.id,
    code: group.example.match.site.code,
    count: group.count,
    first: group.first,
    last: group.last,
    processes,
    example: group.example,
    causedBy: links?.causedBy ?? [],
    causeOf: links?.causeOf ?? [],
    link: links?.link,
  };
}
