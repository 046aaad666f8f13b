import { describe, expect, it } from 'vitest';
import { type Entry, entrySchema } from '../../server/src/core/catalog/entry';
import { entryMarkdown } from '../../server/src/core/render/entryMarkdown';
import { entrySections, headKeys } from '../../server/src/core/render/entrySections';
import { entryText } from '../../server/src/core/render/entryText';
import { entryHtml } from '../../server/src/core/render/html';
import { sampleCatalog, sampleEntry } from './sampleEntry';

const links = { entry: (code: string) => `entry:${code}` };
const schemaKeys = Object.keys(entrySchema.shape) as (keyof Entry)[];

/** Text that each field of the sample entry must show somewhere. */
const shown: Record<keyof Entry, string[]> = {
  code: ['demo/area/full'],
  project: ['demo'],
  title: ['Frame count is wrong'],
  summary: ['The peer sent another number of frames than the protocol has.'],
  severity: ['error'],
  exception: ['FrameError'],
  role: ['cause'],
  templates: ['expected {n} frames, got {m}', 'Reader.run', 'net.py:12', 'demo.net'],
  meaning: ['MEANING text'],
  when: ['WHEN text'],
  effects: ['EFFECT text'],
  situations: ['SITUATION text'],
  causes: ['CAUSE text', 'CHECK text'],
  solutions: ['STEP text', 'ss -ltnp'],
  workaround: ['WORKAROUND text'],
  example: ['a = 1', 'a = 2', 'NOTE text'],
  defensive: ['check()', 'VALIDATE text', 'guard()', 'GUARD text'],
  prevention: ['PREVENTION text'],
  triggers: ['A probe connects'],
  leadsTo: ['Other error', 'demo/area/other'],
  twins: ['Other error'],
  samples: ['FrameError: expected 2 frames, got 3', 'demo/demo'],
  negatives: ['expected frames', 'WHY text'],
  evidence: ['CLAIM text', 'net.py:11'],
  versions: ['v0.1.0', 'v0.9.0'],
  upstream: ['7', 'merged', '2026-01-02', 'UPSTREAM text'],
  fixedIn: ['v1.0.0'],
  links: ['LINK text', 'https://example.org/doc'],
  verified: ['2026-01-03', 'VERIFIED text'],
};

describe('the page of an entry', () => {
  it('has one place for every field of the schema', () => {
    const sections = entrySections(sampleEntry(), sampleCatalog, links);
    const placed = [...headKeys, ...sections.flatMap(({ keys }) => keys)];
    expect([...placed].sort()).toEqual([...schemaKeys].sort());
  });

  it.each(schemaKeys)('shows the field %s in each of its forms', (key) => {
    const forms = {
      // Colours of code stand inside it.
      html: entryHtml(sampleEntry(), sampleCatalog).replace(/<\/?span\b[^>]*>/g, ''),
      markdown: entryMarkdown(sampleEntry(), sampleCatalog).replaceAll('\\', ''),
      text: entryText(sampleEntry(), sampleCatalog).replace(/\s+/g, ' '),
    };
    for (const [form, text] of Object.entries(forms)) {
      for (const wanted of shown[key]) expect(text, `${form} of ${key}`).toContain(wanted);
    }
  });

  it('leaves out the headings of empty fields', () => {
    const bare = sampleEntry({
      effects: [],
      situations: [],
      workaround: undefined,
      example: undefined,
      defensive: undefined,
      prevention: [],
      triggers: [],
      leadsTo: [],
      twins: [],
      upstream: [],
      links: [],
      code: 'demo/area/bare',
      templates: [{ text: 'quite another text', kind: 'raise', sites: [{ file: 'a.py', function: 'f', line: 1 }] }],
    });
    const headings = entrySections(bare, sampleCatalog, links).map(({ heading }) => heading);
    expect(headings).toEqual([
      'Message',
      'What it means',
      'When it happens',
      'Causes, most likely first',
      'Solutions',
      'Lines that are this error',
      'Lines that are not',
      'Evidence in the source',
      'Facts',
    ]);
  });

  it('links to the pinned source and to related entries', () => {
    const html = entryHtml(sampleEntry(), sampleCatalog);
    expect(html).toContain(`href="https://github.com/demo/demo/blob/${'a'.repeat(40)}/demo/net.py#L12"`);
    expect(html).toContain('href="entry:demo/area/other"');
  });
});

describe('prose of a catalog that is not trusted', () => {
  const attacks = [
    '<img src=x onerror=alert(1)>',
    '[click](command:workbench.action.terminal.new)',
    '[click](javascript:alert(1))',
    '![pic](https://example.org/track.png)',
    '[ref][1]\n\n[1]: command:evil',
    '<command:evil>',
    '`code` <script>alert(1)</script>',
  ];
  it.each(attacks)('cannot bring in HTML, images or foreign links: %s', (meaning) => {
    const html = entryHtml(sampleEntry({ meaning }), sampleCatalog);
    expect(html).not.toMatch(/<(script|img)\b/);
    expect(html).not.toMatch(/href="(?!https:|entry:)/);
    const markdown = entryMarkdown(sampleEntry({ meaning }), sampleCatalog);
    expect(markdown).not.toMatch(/(?<!\\)\]\((?!https:)/);
    expect(markdown.replace(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)<(script|img|command)/);
  });

  it('keeps code, emphasis and https links', () => {
    const meaning = 'Set `a<b>` and **see** [the page](https://example.org/a_b).\n\n```yaml\nx: [1](y)\n```';
    const markdown = entryMarkdown(sampleEntry({ meaning }), sampleCatalog);
    expect(markdown).toContain(meaning);
  });
});
