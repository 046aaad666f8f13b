/** A small entry with every field filled, for tests of rendering. */
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { type Entry, entrySchema } from '../../server/src/core/catalog/entry';

const full = {
  code: 'demo/area/full',
  project: 'demo',
  title: 'Frame count is wrong',
  summary: 'The peer sent another number of frames than the protocol has.',
  severity: 'error',
  exception: 'FrameError',
  role: 'cause',
  templates: [
    {
      text: 'expected {n} frames, got {m}',
      kind: 'raise',
      sites: [{ file: 'demo/net.py', function: 'Reader.run', line: 12 }],
      context: ['demo.net'],
    },
  ],
  meaning: 'MEANING text',
  when: 'WHEN text',
  effects: ['EFFECT text'],
  situations: ['SITUATION text'],
  causes: [{ cause: 'CAUSE text', check: 'CHECK text' }],
  solutions: [{ step: 'STEP text', block: { language: 'shell', code: 'ss -ltnp' } }],
  workaround: 'WORKAROUND text',
  example: { language: 'python', before: 'a = 1', after: 'a = 2', note: 'NOTE text' },
  defensive: {
    validate: { language: 'python', code: 'check()', note: 'VALIDATE text' },
    guard: { language: 'python', code: 'guard()', note: 'GUARD text' },
  },
  prevention: ['PREVENTION text'],
  triggers: ['probe'],
  leadsTo: ['demo/area/other'],
  twins: ['demo/area/other'],
  samples: [{ text: 'FrameError: expected 2 frames, got 3', origin: 'report', source: 'demo/demo#1' }],
  negatives: [{ text: 'expected frames', why: 'WHY text' }],
  evidence: [{ claim: 'CLAIM text', file: 'demo/net.py', symbol: 'Reader.run', line: 11 }],
  versions: { first: 'v0.1.0', last: 'v0.9.0' },
  upstream: [{ ref: 'demo/demo#7', kind: 'pull', state: 'merged', asOf: '2026-01-02', note: 'UPSTREAM text' }],
  fixedIn: 'v1.0.0',
  links: [{ title: 'LINK text', url: 'https://example.org/doc' }],
  verified: { how: 'run', on: '2026-01-03', note: 'VERIFIED text' },
};

/** The entry with some fields replaced. */
export function sampleEntry(change: Record<string, unknown> = {}): Entry {
  return entrySchema.parse({ ...full, ...change });
}

/** A catalog of the sample entry and one that it leads to. */
export const sampleCatalog = createCatalog({
  pins: { demo: { repository: 'demo/demo', commit: 'a'.repeat(40), date: '2026-01-01', licence: 'MIT' } },
  triggers: { probe: 'A probe connects' },
  entries: [
    sampleEntry(),
    sampleEntry({ code: 'demo/area/other', title: 'Other error', leadsTo: [], twins: [], triggers: [] }),
  ],
});
