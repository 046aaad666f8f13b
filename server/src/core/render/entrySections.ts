/** An entry as a list of headed sections, in reading order. Page, Markdown copy, terminal and site are made from them. */
import { type Catalog, type CatalogSite, siteUrl } from '../catalog/catalog';
import type { Entry, Site, Template } from '../catalog/entry';
import { isPage, pageTitle } from '../catalog/page';
import { fromWorkspace } from './here';
import { diffLines } from './lineDiff';
import { blocks, codeSpan, fence, link, list, plain, prose } from './markdown';
import type { PageLinks } from './pageLinks';
import { relatedGroups } from './relatedEntries';
import { english, type Phrase, type Words } from './words';

/** One headed part of an entry. */
export interface Section {
  /** Keys of the entry that this section shows. */
  readonly keys: readonly (keyof Entry)[];
  readonly heading: string;
  /** Markdown; never empty. */
  readonly body: string;
}

interface Context {
  readonly entry: Entry;
  readonly catalog: Catalog;
  readonly links: PageLinks;
  readonly say: Words['say'];
}

/** One row a section: keys shown, heading, and the body or undefined where the entry has nothing to say. */
const table: readonly {
  keys: readonly (keyof Entry)[];
  heading: Phrase;
  body(context: Context): string | undefined;
}[] = [
  { keys: ['templates'], heading: 'Message', body: messages },
  { keys: ['meaning'], heading: 'What it means', body: ({ entry }) => prose(entry.meaning) },
  { keys: ['when'], heading: 'When it happens', body: ({ entry }) => prose(entry.when) },
  { keys: ['effects'], heading: 'What stops working', body: ({ entry }) => bullets(entry.effects) },
  { keys: ['situations'], heading: 'Common situations', body: ({ entry }) => bullets(entry.situations) },
  { keys: ['causes'], heading: 'Causes, most likely first', body: causes },
  { keys: ['solutions'], heading: 'Solutions', body: solutions },
  { keys: ['workaround'], heading: 'Workaround', body: ({ entry }) => entry.workaround && prose(entry.workaround) },
  { keys: ['example'], heading: 'Example fix', body: example },
  { keys: ['defensive'], heading: 'Defensive pattern', body: defensive },
  { keys: ['prevention'], heading: 'Prevention', body: ({ entry }) => bullets(entry.prevention) },
  {
    keys: ['triggers', 'leadsTo', 'twins'],
    heading: 'Related errors',
    body: ({ entry, catalog, links }) => relatedGroups(entry, catalog, links),
  },
  { keys: ['samples'], heading: 'Lines that are this error', body: samples },
  { keys: ['negatives'], heading: 'Lines that are not', body: negatives },
  { keys: ['upstream'], heading: 'Upstream', body: upstream },
  { keys: ['evidence'], heading: 'Evidence in the source', body: evidence },
  { keys: ['links'], heading: 'Links', body: ({ entry }) => bullets(entry.links.map((it) => link(it.title, it.url))) },
  {
    keys: ['code', 'project', 'exception', 'severity', 'role', 'versions', 'fixedIn', 'verified'],
    heading: 'Facts',
    body: facts,
  },
];

/** Fields that the page shows above the sections: as its heading and as its first sentence. */
export const headKeys: readonly (keyof Entry)[] = ['title', 'summary'];

/** The sections of an entry that have something to say. */
export function entrySections(entry: Entry, catalog: Catalog, links: PageLinks): Section[] {
  const { say } = links.words ?? english;
  return table.flatMap(({ keys, heading, body }) => {
    const text = body({ entry, catalog, links, say });
    return text ? [{ keys, heading: say(heading), body: text }] : [];
  });
}

/** Web link to the pinned source of a site, titled `file.py:12`; plain text where the project has no pin. */
export function siteLink(
  catalog: Catalog,
  project: string,
  site: Pick<Site, 'file' | 'line'> & Pick<CatalogSite, 'lineIn' | 'origin'>,
): string {
  const url = siteUrl(catalog, project, site);
  const name = site.file.split('/').at(-1);
  const title = isPage(site.file) ? pageTitle(site.file) : `${name}:${site.line}`;
  return url ? link(title, url) : plain(title);
}

function bullets(items: readonly string[]): string {
  return list(items.map(prose));
}

function messages(context: Context): string {
  const items = context.entry.templates.map((template) => message(context, template));
  return items.length === 1 ? blocks(...items) : list(items);
}

function message({ entry, catalog, say }: Context, template: Template): string {
  const needed = template.context.map(codeSpan).join(say(' or '));
  return blocks(
    template.text === '' ? say('{0} without text', codeSpan(nameOf(entry, template))) : fence('text', template.text),
    list(
      template.sites.map((site) => {
        const lineIn = template.last !== undefined && { lineIn: template.last };
        const source = siteLink(catalog, entry.project, { ...site, ...lineIn });
        return say('{0} in {1}, {2}', how(entry, template, say), codeSpan(site.function), source);
      }),
    ),
    template.last && say('Until {0}.', plain(template.last)),
    needed && say('Too common to stand alone: the same record or traceback must hold {0}.', needed),
  );
}

function nameOf(entry: Entry, template: Template): string {
  return (template.exception === undefined ? entry.exception : template.exception) ?? 'message';
}

function how(entry: Entry, template: Template, say: Words['say']): string {
  switch (template.kind) {
    case 'raise':
      return say('{0} raised', codeSpan(nameOf(entry, template)));
    case 'assert':
      return say('Asserted');
    case 'log':
      return template.level ? say('Logged as {0}', template.level) : say('Logged');
    case 'warn':
      return say('Warned');
    case 'display':
      return say('Text of the error type, made');
    case 'print':
      return say('Printed');
  }
}

function causes({ entry, say }: Context): string {
  return list(
    entry.causes.map(({ cause, check }) => blocks(prose(cause), check && `*${say('How to tell:')}* ${prose(check)}`)),
    true,
  );
}

function solutions({ entry }: Context): string {
  return list(
    entry.solutions.map(({ step, block }) => blocks(prose(step), block && fence(block.language, block.code))),
    true,
  );
}

function example({ entry }: Context): string | undefined {
  const { example: it } = entry;
  if (!it) return undefined;
  const [before, after] = [it.before, it.after].map((code) => code.trimEnd().split('\n'));
  const lines = diffLines(before ?? [], after ?? []).map(({ kind, text }) => `${kind} ${text}`.trimEnd());
  // The second word is for our own page; elsewhere the first decides.
  return blocks(it.note && prose(it.note), fence(`diff ${it.language}`, lines.join('\n')));
}

function defensive({ entry, say }: Context): string | undefined {
  const { validate, guard } = entry.defensive ?? {};
  return blocks(
    validate &&
      blocks(
        `**${say('Validate before.')}** ${prose(validate.note ?? '')}`.trim(),
        fence(validate.language, validate.code),
      ),
    guard && blocks(`**${say('Guard.')}** ${prose(guard.note ?? '')}`.trim(), fence(guard.language, guard.code)),
  );
}

const origins: Record<Entry['samples'][number]['origin'], Phrase> = {
  report: 'From a public report',
  run: 'Printed by a run of the real code',
  template: 'Built from the template',
};

function samples({ entry, say }: Context): string {
  return list(
    entry.samples.map((it) =>
      blocks(`${say(origins[it.origin])}${it.source ? ` (${plain(it.source)})` : ''}:`, fence('text', it.text)),
    ),
  );
}

function negatives({ entry }: Context): string {
  return list(entry.negatives.map((it) => blocks(prose(it.why), fence('text', it.text))));
}

function upstream({ entry }: Context): string {
  return list(
    entry.upstream.map((it) => {
      const [repository, number] = it.ref.split('#');
      const url = `https://github.com/${repository}/${it.kind === 'pull' ? 'pull' : 'issues'}/${number}`;
      const kind = it.kind === 'pull' ? 'pull request' : 'issue';
      return `${link(it.ref, url)}, ${kind}, ${it.state} as of ${it.asOf}${it.note ? `: ${prose(it.note)}` : ''}`;
    }),
  );
}

function evidence({ entry, catalog }: Context): string {
  return list(
    entry.evidence.map((it) => `${prose(it.claim)}: ${codeSpan(it.symbol)}, ${siteLink(catalog, entry.project, it)}`),
  );
}

function facts({ entry, catalog, say }: Context): string {
  const { first, last } = entry.versions;
  const pin = catalog.pin(entry.project);
  const read = pin
    ? `, ${say('read at {0} {1} of {2}', plain(pin.repository), codeSpan(pin.commit.slice(0, 9)), pin.date)}`
    : '';
  const there = pin ? say('still there on {0}', pin.date) : say('still there');
  const since = first ? say('first seen in {0}', plain(first)) : say('first version not known');
  const until = last ? say('last seen in {0}', plain(last)) : there;
  const checked = say(
    entry.verified.how === 'run' ? 'read in the source and run on {0}' : 'read in the source on {0}',
    entry.verified.on,
  );
  const rows: readonly (readonly [Phrase, string])[] = [
    ['Code:', codeSpan(entry.code)],
    ['Project:', `${plain(entry.project)}${read}`],
    ...(catalog.isFromWorkspace(entry.code) ? [['Origin:', say(fromWorkspace)] as const] : []),
    ['Exception:', entry.exception === null ? say('none, a message only') : codeSpan(entry.exception)],
    ['Severity:', say(entry.severity)],
    ['Role:', say(entry.role)],
    ['Versions:', `${since}, ${until}`],
    ['Fixed in:', entry.fixedIn ? plain(entry.fixedIn) : say('no fix known')],
    ['Checked:', `${checked}${entry.verified.note ? `. ${prose(entry.verified.note)}` : ''}`],
  ];
  return list(rows.map(([name, value]) => `**${say(name)}** ${value}`));
}
