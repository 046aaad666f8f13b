/** An entry as a list of headed sections, in reading order. Page, Markdown copy, terminal and site are made from them. */
import { type Catalog, type CatalogSite, siteUrl } from '../catalog/catalog';
import type { Entry, Site, Template } from '../catalog/entry';
import { isPage, pageTitle } from '../catalog/page';
import { fromWorkspace } from './here';
import { diffLines } from './lineDiff';
import { blocks, codeSpan, fence, link, list, plain, prose } from './markdown';
import type { PageLinks } from './pageLinks';
import { relatedGroups } from './relatedEntries';

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
}

/** One row a section: keys shown, heading, and the body or undefined where the entry has nothing to say. */
const table: readonly {
  keys: readonly (keyof Entry)[];
  heading: string;
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
  return table.flatMap(({ keys, heading, body }) => {
    const text = body({ entry, catalog, links });
    return text ? [{ keys, heading, body: text }] : [];
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

function message({ entry, catalog }: Context, template: Template): string {
  const needed = template.context.map(codeSpan).join(' or ');
  return blocks(
    template.text === '' ? `${codeSpan(nameOf(entry, template))} without text` : fence('text', template.text),
    list(
      template.sites.map(
        (site) =>
          `${how(entry, template)} in ${codeSpan(site.function)}, ${siteLink(catalog, entry.project, { ...site, ...(template.last !== undefined && { lineIn: template.last }) })}`,
      ),
    ),
    template.last && `Until ${plain(template.last)}.`,
    needed && `Too common to stand alone: the same record or traceback must hold ${needed}.`,
  );
}

function nameOf(entry: Entry, template: Template): string {
  return (template.exception === undefined ? entry.exception : template.exception) ?? 'message';
}

function how(entry: Entry, template: Template): string {
  switch (template.kind) {
    case 'raise':
      return `${codeSpan(nameOf(entry, template))} raised`;
    case 'assert':
      return 'Asserted';
    case 'log':
      return template.level ? `Logged as ${template.level}` : 'Logged';
    case 'warn':
      return 'Warned';
    case 'display':
      return 'Text of the error type, made';
    case 'print':
      return 'Printed';
  }
}

function causes({ entry }: Context): string {
  return list(
    entry.causes.map(({ cause, check }) => blocks(prose(cause), check && `*How to tell:* ${prose(check)}`)),
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
  return blocks(it.note && prose(it.note), fence('diff', lines.join('\n')));
}

function defensive({ entry }: Context): string | undefined {
  const { validate, guard } = entry.defensive ?? {};
  return blocks(
    validate &&
      blocks(`**Validate before.** ${prose(validate.note ?? '')}`.trim(), fence(validate.language, validate.code)),
    guard && blocks(`**Guard.** ${prose(guard.note ?? '')}`.trim(), fence(guard.language, guard.code)),
  );
}

const origins: Record<Entry['samples'][number]['origin'], string> = {
  report: 'From a public report',
  run: 'Printed by a run of the real code',
  template: 'Built from the template',
};

function samples({ entry }: Context): string {
  return list(
    entry.samples.map((it) =>
      blocks(`${origins[it.origin]}${it.source ? ` (${plain(it.source)})` : ''}:`, fence('text', it.text)),
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

function facts({ entry, catalog }: Context): string {
  const { first, last } = entry.versions;
  const pin = catalog.pin(entry.project);
  const there = pin ? `still there on ${pin.date}` : 'still there';
  return list([
    `**Code:** ${codeSpan(entry.code)}`,
    `**Project:** ${plain(entry.project)}${pin ? `, read at ${plain(pin.repository)} ${codeSpan(pin.commit.slice(0, 9))} of ${pin.date}` : ''}`,
    ...(catalog.isFromWorkspace(entry.code) ? [`**Origin:** ${fromWorkspace}`] : []),
    `**Exception:** ${entry.exception === null ? 'none, a message only' : codeSpan(entry.exception)}`,
    `**Severity:** ${entry.severity}`,
    `**Role:** ${entry.role}`,
    `**Versions:** ${first ? `first seen in ${plain(first)}` : 'first version not known'}, ${last ? `last seen in ${plain(last)}` : there}`,
    `**Fixed in:** ${entry.fixedIn ? plain(entry.fixedIn) : 'no fix known'}`,
    `**Checked:** ${entry.verified.how === 'run' ? 'read in the source and run' : 'read in the source'} on ${entry.verified.on}${
      entry.verified.note ? `. ${prose(entry.verified.note)}` : ''
    }`,
  ]);
}
