import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import type { Entry } from '../../server/src/core/catalog/entry';
import { createIncidents } from '../../server/src/core/incident/incidents';
import { tellStories } from '../../server/src/core/incident/stories';
import type { ScannedMatch } from '../../server/src/core/match/match';
import { type EntryInput, entryWith } from '../support/entry';
import { lineLength, type SeenLine, scannedMatch } from '../support/scanned';

/** Entries of a small world: short name, role, severity, what it leads to. */
function world(
  rows: Record<string, { role?: EntryInput['role']; severity?: EntryInput['severity']; leadsTo?: string[] }>,
): Map<string, Entry> {
  return new Map(
    Object.entries(rows).map(([name, { role = 'cause', severity = 'error', leadsTo = [] }]) => [
      name,
      entryWith({ code: `vllm/test/${name}`, role, severity, leadsTo: leadsTo.map((to) => `vllm/test/${to}`) }),
    ]),
  );
}

interface Seen extends SeenLine {
  name: string;
  log?: string;
}

function scanned(entries: ReadonlyMap<string, Entry>, seen: Seen): ScannedMatch {
  const entry = entries.get(seen.name);
  if (entry) return scannedMatch(entry, seen);
  const fields = {
    kind: 'site' as const,
    role: null,
    ...(seen.name.startsWith('logged') && { statement: 'log' as const }),
  };
  return scannedMatch(entryWith({ code: `vllm/test/${seen.name}` }), seen, fields);
}

function analyze(entries: ReadonlyMap<string, Entry>, log: readonly Seen[]) {
  const catalog = createCatalog({ pins: {}, triggers: {}, entries: [...entries.values()] });
  const collector = createIncidents(catalog);
  for (const seen of log) collector.add(seen.log ?? '-', scanned(entries, seen));
  return { incidents: collector.incidents(), catalog };
}

/** Every incident as `name×count ← causes (link)`, in order of first occurrence. */
function check(entries: ReadonlyMap<string, Entry>, log: readonly Seen[], expected: readonly string[]): void {
  const { incidents } = analyze(entries, log);
  const nameOf = (id: string) =>
    incidents
      .find((incident) => incident.id === id)
      ?.code.split('/')
      .at(-1);
  const lines = incidents.map(({ code, count, causedBy, link }) => {
    const causes = causedBy.length > 0 ? ` ← ${causedBy.map(nameOf).join(', ')} (${link})` : '';
    return `${code.split('/').at(-1)}×${count}${causes}`;
  });
  expect(lines).toEqual(expected);
  // Both directions always agree.
  for (const { id, causedBy } of incidents) {
    for (const cause of causedBy) expect(incidents.find((it) => it.id === cause)?.causeOf).toContain(id);
  }
}

const startup = world({
  rank: { severity: 'critical', leadsTo: ['init'] },
  memory: {},
  port: { severity: 'warning' },
  listener: { leadsTo: ['wrapper'] },
  wrapper: { leadsTo: ['init'] },
  failed: { role: 'consequence' },
  init: { role: 'consequence', severity: 'critical' },
  hint: { role: 'advice', severity: 'info' },
});

describe('incidents', () => {
  it('count the same error once, whatever process reports it', () => {
    const { incidents } = analyze(startup, [
      { name: 'memory', line: 3, process: 'Worker_TP0' },
      { name: 'memory', line: 4, process: 'Worker_TP1' },
      { name: 'memory', line: 9, process: 'Worker_TP1' },
    ]);
    expect(incidents).toHaveLength(1);
    const [memory] = incidents;
    expect(memory?.id).toBe('g1');
    expect(memory?.count).toBe(3);
    expect(memory?.first.line).toBe(3);
    expect(memory?.last.line).toBe(9);
    expect(memory?.processes).toEqual(['Worker_TP1', 'Worker_TP0']);
  });

  it('show the surest occurrence', () => {
    const { incidents } = analyze(startup, [
      { name: 'memory', line: 3, score: 0.5 },
      { name: 'memory', line: 4, score: 0.9 },
    ]);
    expect(incidents[0]?.example.report.line).toBe(4);
  });

  it('remember a bounded number of processes', () => {
    const log = Array.from({ length: 500 }, (_, i) => ({ name: 'memory', line: i, process: `Worker_TP${i}` }));
    const { incidents } = analyze(startup, log);
    expect(incidents[0]?.processes).toHaveLength(64);
    expect(incidents[0]?.count).toBe(500);
  });
});

describe('causes', () => {
  const rows: [string, Seen[], string[]][] = [
    [
      'come from the raise path, over minutes and processes',
      [
        { name: 'rank', line: 10, process: 'EngineCore_DP0' },
        { name: 'init', line: 900, process: 'APIServer' },
      ],
      ['rank×1', 'init×1 ← rank (catalog)'],
    ],
    [
      'are the earliest of a raise path',
      [
        { name: 'listener', line: 1 },
        { name: 'wrapper', line: 2 },
        { name: 'init', line: 3 },
      ],
      ['listener×1', 'wrapper×1 ← listener (catalog)', 'init×1 ← listener (catalog)'],
    ],
    [
      'are found over a step that was not logged',
      [
        { name: 'listener', line: 1 },
        { name: 'init', line: 3 },
      ],
      ['listener×1', 'init×1 ← listener (catalog)'],
    ],
    [
      'can be printed after what follows from them',
      [
        { name: 'init', line: 3, process: 'APIServer' },
        { name: 'rank', line: 5, process: 'EngineCore_DP0' },
      ],
      ['init×1 ← rank (catalog)', 'rank×1'],
    ],
    [
      'come from the order of the log where the catalog names none',
      [
        { name: 'memory', line: 1, process: 'Worker_TP0' },
        { name: 'init', line: 3, process: 'APIServer' },
      ],
      ['memory×1', 'init×1 ← memory (order)'],
    ],
    [
      'of the same process come before others by order',
      [
        { name: 'memory', line: 1, process: 'EngineCore_DP0' },
        { name: 'rank', line: 2, process: 'EngineCore_DP1' },
        { name: 'failed', line: 3, process: 'EngineCore_DP1' },
      ],
      ['memory×1', 'rank×1', 'failed×1 ← rank (order)'],
    ],
    [
      'stand below the line that was logged with the exception',
      [
        { name: 'failed', line: 1, process: 'EngineCore_DP0' },
        { name: 'memory', line: 8, process: 'EngineCore_DP0', traceback: 2 * lineLength },
      ],
      ['failed×1 ← memory (traceback)', 'memory×1'],
    ],
    [
      'stand below a line without an entry that was logged with the exception',
      [
        { name: 'logged', line: 1, process: 'APIServer' },
        { name: 'memory', line: 8, process: 'APIServer', traceback: 2 * lineLength },
      ],
      ['logged×1 ← memory (traceback)', 'memory×1'],
    ],
    [
      'that are known displace what only the order suggests',
      [
        { name: 'rank', line: 0, process: 'APIServer' },
        { name: 'failed', line: 1, process: 'EngineCore_DP0' },
        { name: 'memory', line: 8, process: 'EngineCore_DP0', traceback: 2 * lineLength },
      ],
      ['rank×1', 'failed×1 ← memory (traceback)', 'memory×1'],
    ],
    [
      'are not taken from the traceback of another process',
      [
        { name: 'failed', line: 1, process: 'EngineCore_DP0' },
        { name: 'memory', line: 8, process: 'EngineCore_DP1', traceback: 2 * lineLength },
      ],
      ['failed×1', 'memory×1'],
    ],
    [
      'stand inside the message that wraps them',
      [
        { name: 'port', line: 1 },
        { name: 'memory', line: 1, nested: true },
      ],
      ['port×1 ← memory (traceback)', 'memory×1'],
    ],
    [
      'are not warnings, where only the order speaks',
      [
        { name: 'port', line: 1 },
        { name: 'init', line: 2 },
      ],
      ['port×1', 'init×1'],
    ],
    ['are missing where the log does not contain them', [{ name: 'init', line: 2 }], ['init×1']],
    [
      'of an earlier attempt do not explain a later one',
      [
        { name: 'memory', line: 1 },
        { name: 'init', line: 2 },
        { name: 'unknown', line: 500 },
        { name: 'failed', line: 501 },
      ],
      ['memory×1', 'init×1 ← memory (order)', 'unknown×1', 'failed×1 ← unknown (order)'],
    ],
    [
      'of another log come from the raise path alone',
      [
        { name: 'memory', line: 1, log: 'a.log' },
        { name: 'init', line: 2, log: 'b.log' },
        { name: 'rank', line: 3, log: 'c.log' },
      ],
      ['memory×1', 'init×1 ← rank (catalog)', 'rank×1'],
    ],
  ];
  it.each(rows)('%s', (_, log, expected) => check(startup, log, expected));

  it('that form a circle are caused by the earliest', () => {
    const circle = world({ a: { leadsTo: ['b'] }, b: { leadsTo: ['a'] } });
    check(
      circle,
      [
        { name: 'a', line: 1 },
        { name: 'b', line: 2 },
        { name: 'a', line: 3 },
      ],
      ['a×2', 'b×1 ← a (catalog)'],
    );
  });
});

describe('stories', () => {
  it('begin with the cause that set something off and end with advice', () => {
    const { incidents, catalog } = analyze(startup, [
      { name: 'hint', line: 0 },
      { name: 'unknown', line: 1 },
      { name: 'port', line: 2 },
      { name: 'rank', line: 3 },
      { name: 'memory', line: 4 },
      { name: 'init', line: 5 },
    ]);
    const told = tellStories(incidents, catalog).map(({ incident, consequences }) =>
      [incident, ...consequences].map(({ code }) => code.split('/').at(-1)).join(' → '),
    );
    expect(told).toEqual(['rank → init', 'memory', 'port', 'unknown', 'hint']);
  });
});
