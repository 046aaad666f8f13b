import { describe, expect, it } from 'vitest';
import { createJsonMatches } from '../../server/src/cli/jsonMatches';
import type { Incident } from '../../server/src/core/incident/incident';
import type { IncidentCollector } from '../../server/src/core/incident/incidents';
import { entryWith } from '../support/entry';
import { scannedMatch } from '../support/scanned';

const seen = { log: '-', line: 0, byteOffset: 0, time: null, process: null };
const leading: Incident = {
  id: 'g1',
  code: 'vllm/example',
  count: 1,
  first: seen,
  last: seen,
  processes: [],
  example: scannedMatch(entryWith(), { line: 0 }),
  causedBy: [],
  causeOf: ['g2'],
  link: undefined,
};

describe('createJsonMatches', () => {
  it('holds back a bounded number of matches and writes all of them in order', async () => {
    const written: string[] = [];
    const output = {
      isTty: false,
      columns: undefined,
      write: async (text: string) => {
        written.push(text);
      },
    };
    const incidents: IncidentCollector = { add: () => 'g1', incidents: () => [leading] };
    const matches = createJsonMatches(output, incidents, undefined, 4);
    const counts: number[] = [];
    for (let line = 0; line < 7; line++) {
      await matches.add('-', scannedMatch(entryWith(), { line }), 'g1');
      counts.push(linesOf(written).length);
    }
    expect(counts).toEqual([0, 0, 0, 2, 2, 4, 4]);
    await matches.flush();
    expect(linesOf(written).map((text) => JSON.parse(text).line)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(written.every((text) => text.endsWith('}\n'))).toBe(true);
    const { group, causeOf, causedBy } = JSON.parse(linesOf(written)[0] ?? '');
    expect({ group, causeOf, causedBy }).toEqual({ group: 'g1', causeOf: ['g2'], causedBy: [] });
  });
});

function linesOf(written: readonly string[]): string[] {
  return written.flatMap((text) => text.split('\n').slice(0, -1));
}
