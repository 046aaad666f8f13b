import { describe, expect, it } from 'vitest';
import { bundleOf, localPart, withLocal } from '../../server/src/core/bundle';
import type { CatalogData } from '../../server/src/core/catalog/entry';
import type { LocalFact } from '../../server/src/core/local/localFact';
import { writeLocalFacts } from '../../server/src/core/local/localFactLines';
import { LocalPlaces } from '../../server/src/core/local/localPlaces';
import { localProject, localSites } from '../../server/src/core/local/localSites';
import type { Match } from '../../server/src/core/match/match';
import { createMatcher } from '../../server/src/core/match/matcher';
import { entryWith, template } from '../support/entry';

const site = { file: 'vllm/net/connector.py', function: 'Worker.handshake', line: 1298 };
const catalog: CatalogData = {
  pins: {},
  triggers: {},
  entries: [
    entryWith({
      code: 'vllm/test/frame',
      exception: 'HandshakeError',
      templates: [template('Unexpected frame from {peer} on the handshake socket', { sites: [site] })],
    }),
  ],
};

function fact(text: string, more: Partial<LocalFact> = {}): LocalFact {
  return {
    template: text,
    kind: 'log',
    level: 'ERROR',
    exception: null,
    file: 'app/server.py',
    function: 'price',
    line: 7,
    endLine: 7,
    digest: 0,
    ...more,
  };
}

/** Matches in a text with the catalog and local facts. */
function match(text: string, ...facts: readonly LocalFact[]): Match[] {
  const part = localPart(localSites(facts, 'app', { kind: 'source' }));
  const { indexed } = withLocal(bundleOf(catalog), [part]);
  return createMatcher(indexed).match(new TextEncoder().encode(text), { level: 'WARNING' });
}

const telling = fact('Pricing service for table {table} answered nonsense');
const weak = fact('Failed to load {table}');

describe('a wording of the workspace', () => {
  it.each<[what: string, line: string, facts: readonly LocalFact[], found: number]>([
    ['that says enough stands alone', 'ERROR Pricing service for table 7 answered nonsense', [telling], 1],
    ['of common words does not', 'ERROR Failed to load config', [weak], 0],
    ['of common words is known by its logger', 'ERROR app.server: Failed to load config', [weak], 1],
    ['of common words is known by its tag', '2026-11-30 12:00:00 ERROR [server.py:7] Failed to load config', [weak], 1],
    [
      'of common words is not known by another tag',
      '2026-11-30 12:00:00 ERROR [other.py:7] Failed to load x',
      [weak],
      0,
    ],
    ['with seven literal characters is never looked for', 'ERROR app.server: abcdefg 1', [fact('abcdefg {n}')], 0],
    ['without literal text neither', 'ERROR app.server: anything', [fact('{text}')], 0],
    [
      'raised in a file that the traceback names',
      'Traceback (most recent call last):\n  File "/srv/app/server.py", line 7, in price\n    load()\nValueError: Failed to load config',
      [fact('Failed to load {table}', { kind: 'raise', exception: 'ValueError', level: null })],
      1,
    ],
    [
      'raised in another file of that name',
      'Traceback (most recent call last):\n  File "/srv/other/server.py", line 7, in price\n    load()\nValueError: Failed to load config',
      [fact('Failed to load {table}', { kind: 'raise', exception: 'ValueError', level: null })],
      0,
    ],
  ])('%s', (_what, line, facts, found) => {
    expect(match(line, ...facts)).toHaveLength(found);
  });

  it('is not known by the logger of the line before, whatever the two share', () => {
    const lines = [
      '2026-11-30 12:00:00 ERROR app.server: Pricing service for table 7 answered nonsense',
      '2026-11-30 12:00:00 ERROR other: Failed to load config',
    ];
    expect(match(lines.join('\n'), telling, weak).map((found) => found.site.template)).toEqual([telling.template]);
  });

  const line = 'HandshakeError: Unexpected frame from 10.0.0.1 on the handshake socket';
  const raised = { kind: 'raise', exception: 'HandshakeError', level: null } as const;
  const words = 'Unexpected frame from {who} on the handshake socket';

  it('that the catalog has at that place is the catalog’s', () => {
    const copy = fact(words, { ...raised, file: site.file, function: site.function });
    const [found, ...more] = match(line, copy);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ site: { code: 'vllm/test/frame' }, confidence: 'exact', alternatives: [] });
  });

  it('that chooses between texts where the catalog has a run-time part is the catalog’s too', () => {
    const copy = fact('Unexpected frame from 10.0.0.1 on the handshake socket', {
      ...raised,
      file: `checkout/${site.file}`,
      function: site.function,
    });
    expect(match(line, copy).map((found) => found.site.code)).toEqual(['vllm/test/frame']);
  });

  it('that stands elsewhere ranks behind the catalog’s, and is named', () => {
    const [found] = match(line, fact(words, raised));
    expect(found?.site.code).toBe('vllm/test/frame');
    expect(found?.confidence).toBe('exact');
    expect(found?.alternatives.map(({ file }) => file)).toEqual(['app/server.py']);
  });

  it('wins where the line itself names its file', () => {
    const [found] = match(
      'ERROR 07-28 08:14:55 [server.py:7] Unexpected frame from 10.0.0.1 on the handshake socket',
      fact(words),
    );
    expect(found?.site).toMatchObject({ file: 'app/server.py', origin: { kind: 'source' } });
  });

  it('made to take long takes no longer than others', () => {
    const many = Array.from({ length: 500 }, (_, i) => fact(`${'{a}ab'.repeat(50 + (i % 9))} number ${i} of all {b}`));
    expect(() => match(`ERROR ${'ab'.repeat(20_000)}\n`.repeat(5), ...many)).not.toThrow();
    expect(localSites([fact('x'.repeat(5000))], 'app', { kind: 'source' })).toEqual([]);
    expect(localSites([fact('{a} word '.repeat(100))], 'app', { kind: 'source' })).toEqual([]);
  });
});

describe('codes', () => {
  it('tell apart what shares wording and function', () => {
    const sites = localSites([telling, { ...telling, level: 'WARNING' }, telling], 'app', { kind: 'source' });
    expect(sites.map(({ code }) => code.replace(/[0-9a-f]{8}/, 'HASH'))).toEqual([
      'app/server/HASH',
      'app/server/HASH-2',
    ]);
  });

  it.each([
    ['App Server', [], 'app-server'],
    ['vllm', ['vllm'], 'vllm-workspace'],
    ['日本', [], '--'],
    ['', [], 'workspace'],
  ])('of a folder %j begin with a name of a project', (folder, taken, project) => {
    expect(localProject(folder, new Set(taken))).toBe(project);
  });
});

describe('places', () => {
  const known = { ...telling, isCatalogued: true };
  const own = { root: '/home/me/app', project: 'app', text: writeLocalFacts([known]) };
  const [ownSite] = localSites([telling], 'app', { kind: 'source' });
  const vllm = { name: 'vllm', version: '0.9.2' };
  const frame = { ...known, template: 'Unexpected frame from {x} on the handshake socket' };
  const packaged = (file: string, project: string) => ({
    root: '/venv/site-packages',
    project,
    package: vllm,
    text: writeLocalFacts([{ ...frame, file, function: site.function }]),
  });
  const [entrySite] = bundleOf(catalog).catalog.sites;

  it('of an own message are those of its file', () => {
    const places = new LocalPlaces([own, { ...own, project: 'other', root: '/home/me/other' }]);
    expect(ownSite && places.of(ownSite).map(({ path }) => path)).toEqual(['/home/me/app/app/server.py']);
  });

  it.each<[what: string, file: string, project: string, found: number]>([
    ['where its package has it', site.file, 'vllm', 1],
    ['not where another package copied it', site.file, 'sglang', 0],
  ])('of a message of the catalog are found %s', (_what, file, project, found) => {
    const places = new LocalPlaces([packaged(file, project)]);
    expect(entrySite && places.of(entrySite)).toHaveLength(found);
  });

  it('near a message are those of its function', () => {
    const places = new LocalPlaces([
      {
        ...packaged(site.file, 'vllm'),
        text: writeLocalFacts([{ ...known, file: site.file, function: site.function }]),
      },
    ]);
    expect(entrySite && places.of(entrySite)).toEqual([]);
    expect(entrySite && places.near(entrySite).map(({ template: text }) => text)).toEqual([telling.template]);
    expect(places.packagesOf('vllm')).toEqual([vllm]);
  });
});
