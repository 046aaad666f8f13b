import { describe, expect, it } from 'vitest';
import { type CatalogSite, createCatalog, sitesOfEntry } from '../../server/src/core/catalog/catalog';
import type { Match } from '../../server/src/core/match/match';
import { entryHover, matchHover, noHoverLinks } from '../../server/src/core/render/hover';
import { sampleCatalog, sampleEntry } from './sampleEntry';

const [site] = sitesOfEntry(sampleEntry()) as [CatalogSite];
const match = (change: Partial<Match> = {}): Match => ({
  site,
  place: null,
  record: {
    start: 0,
    level: null,
    process: null,
    time: null,
    logger: null,
    tag: null,
    exception: null,
    traceback: null,
  },
  span: { start: 0, end: 27 },
  captures: [
    { name: 'n', text: '2', span: { start: 9, end: 10 } },
    { name: 'm', text: '[x](command:evil) `', span: { start: 23, end: 24 } },
  ],
  confidence: 'exact',
  score: 1,
  evidence: [],
  alternatives: [],
  nested: false,
  ...change,
});
const links = {
  entry: (code: string) => `command:page?${code}`,
  copy: (code: string) => `command:copy?${code}`,
  message: () => 'command:message',
};

describe('the hover of a match', () => {
  const hover = matchHover(match(), sampleCatalog, links);

  it('says in its first line what is wrong, and nothing else there', () => {
    expect(hover.split('\n')[0]).toBe('**The peer sent another number of frames than the protocol has.**');
  });

  it('cuts a long value, which the line holds anyway', () => {
    const long = match({ captures: [{ name: 'n', text: '7'.repeat(169), span: { start: 9, end: 178 } }] });
    expect(matchHover(long, sampleCatalog, links)).toContain(`\`n\` = \`${'7'.repeat(59)}…\``);
  });

  it('does not repeat the message', () => {
    expect(hover).not.toContain('expected {n} frames, got {m}');
    expect(hover).not.toContain('expected 2 frames');
  });

  it('holds meaning, condition, causes, solutions, example, prevention and related errors', () => {
    const wanted = [
      'MEANING',
      'WHEN',
      'CAUSE',
      'CHECK',
      'STEP',
      'WORKAROUND',
      'a = 1',
      'a = 2',
      'PREVENTION',
      'Other error',
    ];
    for (const text of wanted) expect(hover).toContain(text);
  });

  it('names at most five related errors and counts the rest', () => {
    const many = Array.from({ length: 8 }, (_, i) =>
      sampleEntry({ code: `demo/area/n${i}`, title: `Neighbour ${i}`, leadsTo: [], twins: [] }),
    );
    const crowded = createCatalog({
      pins: {},
      triggers: { probe: 'A probe connects' },
      entries: [sampleEntry(), ...many],
    });
    const text = matchHover(match(), crowded, links);
    expect(text.match(/Neighbour \d\]/g)).toHaveLength(5);
    expect(text).toContain('- 3 more on the full page');
  });

  it('has the ways to the page and the clipboard and the first step above what has to be scrolled for', () => {
    const ways =
      '[Open the full page](command:page?demo/area/full) · [Copy message](command:message) · [Copy as Markdown](command:copy?demo/area/full)';
    expect(hover.split('\n')[4]).toBe(ways);
    expect(hover.indexOf('**First thing to do:** STEP')).toBeGreaterThan(hover.indexOf(ways));
    expect(hover.indexOf('**First thing to do:** STEP')).toBeLessThan(hover.indexOf('**What it means**'));
  });

  it('ends with the links to the page and the pinned source', () => {
    const source = `https://github.com/demo/demo/blob/${'a'.repeat(40)}/demo/net.py#L12`;
    expect(hover.split('\n').at(-1)).toBe(
      `[Open the full page](command:page?demo/area/full) · [Pinned source](${source})`,
    );
  });

  it('shows captured values as code, whatever they hold', () => {
    expect(hover).toContain('- `n` = `2`\n- `m` = `` [x](command:evil) ` ``');
  });

  it('says so when the match is a tie, and names the others', () => {
    const tie = matchHover(
      match({ confidence: 'likely', alternatives: [{ ...site, code: 'demo/area/other' }] }),
      sampleCatalog,
      links,
    );
    expect(tie).toContain('*Likely this error: other places fit as well, see below.*');
    expect(tie).toContain('[Other error](command:page?demo/area/other), [net.py:12]');
  });

  it('explains a site without an entry as what it is', () => {
    const bare = matchHover(match({ site: { ...site, code: 'demo/net/ab12', kind: 'site' } }), sampleCatalog, links);
    expect(bare.split('\n')[0]).toBe('**Printed by demo in `Reader.run`; no explanation has been written yet.**');
  });
});

describe('the hover of a statement in source', () => {
  it('has no command links where the editor has none', () => {
    const hover = entryHover(sampleEntry(), site, sampleCatalog, noHoverLinks);
    expect(hover).not.toContain('command:');
    expect(hover.split('\n').at(-1)).toMatch(/^\[Pinned source\]\(https:[^)]*\)$/);
  });
});
