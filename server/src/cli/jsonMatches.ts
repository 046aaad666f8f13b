/** `explain --json`: one match a line, with its incident and the incidents before and after it. */
import type { IncidentCollector } from '../core/incident/incidents';
import type { ScannedMatch } from '../core/match/match';
import type { Output } from './command';
import { jsonLine } from './jsonLine';

/** Most matches held back, so that what follows from them can be named: some tens of megabytes. */
const mostHeld = 20_000;

/** Writes matches in order, each once enough is known of what follows. */
export interface JsonMatches {
  add(log: string, scanned: ScannedMatch, group: string): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts writing to `output`. Consequences are only known when they come, so matches are held back: all of them to the
 * end of the input, or the first half of them whenever there are too many.
 */
export function createJsonMatches(
  output: Output,
  incidents: IncidentCollector,
  maxHeld: number = mostHeld,
): JsonMatches {
  let held: { log: string; scanned: ScannedMatch; group: string }[] = [];
  const write = async (count: number): Promise<void> => {
    const links = new Map(incidents.incidents().map(({ id, causedBy, causeOf }) => [id, { causedBy, causeOf }]));
    const ready = held.slice(0, count);
    held = held.slice(count);
    for (const { log, scanned, group } of ready) {
      const { causeOf = [], causedBy = [] } = links.get(group) ?? {};
      const line = { ...scanned.report, log, byteOffset: scanned.byteOffset, group, causeOf, causedBy };
      await output.write(jsonLine(line));
    }
  };
  return {
    add: async (log, scanned, group) => {
      held.push({ log, scanned, group });
      if (held.length >= maxHeld) await write(maxHeld / 2);
    },
    end: () => write(held.length),
  };
}
