/** `explain --json`: one match a line, with its incident and the incidents before and after it. */
import type { IncidentCollector } from '../core/incident/incidents';
import type { ScannedMatch } from '../core/match/match';
import type { FindPlaces } from '../node/local/installed';
import type { Output } from './command';
import { jsonLine } from './jsonLine';

/** Most matches held back, so that what follows from them can be named: some fifteen megabytes. */
const mostHeld = 20_000;

/** Characters written at once. */
const writtenAtOnce = 1 << 16;

/** Writes matches in order, each once enough is known of what follows. */
export interface JsonMatches {
  add(log: string, scanned: ScannedMatch, group: string): Promise<void>;
  /** Writes what is held back, with the links that are known by now. */
  flush(): Promise<void>;
}

/**
 * Starts writing to `output`. Consequences are only known when they come, so matches are held back: all of them until
 * they are flushed, or the first half of them whenever there are too many.
 */
export function createJsonMatches(
  output: Output,
  incidents: IncidentCollector,
  places?: FindPlaces,
  maxHeld: number = mostHeld,
): JsonMatches {
  // Text takes a fraction of what the matches themselves do.
  let held: { readonly text: string; readonly group: string }[] = [];
  const write = async (count: number): Promise<void> => {
    const links = new Map(incidents.incidents().map(({ id, causedBy, causeOf }) => [id, { causeOf, causedBy }]));
    const ready = held.slice(0, count);
    held = held.slice(count);
    let pending = '';
    for (const { text, group } of ready) {
      const line = jsonLine(links.get(group) ?? { causeOf: [], causedBy: [] });
      pending += `${text},${line.slice(1)}`;
      if (pending.length < writtenAtOnce) continue;
      await output.write(pending);
      pending = '';
    }
    if (pending !== '') await output.write(pending);
  };
  return {
    add: async (log, { match, report, byteOffset }, group) => {
      const here = places && { here: places(match.site) };
      const text = jsonLine({ ...report, log, byteOffset, group, ...here });
      held.push({ text: text.slice(0, -2), group });
      if (held.length >= maxHeld) await write(maxHeld / 2);
    },
    flush: () => write(held.length),
  };
}
