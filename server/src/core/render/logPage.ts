/** The errors of a whole log as the body of a page: causes first, each with when, where and how often, and what it set off. */
import type { Catalog } from '../catalog/catalog';
import type { Entry } from '../catalog/entry';
import type { Incident } from '../incident/incident';
import type { Story } from '../incident/stories';
import type { Timeline } from '../incident/timeline';
import { escapeHtml, inlineHtml } from './html';
import { incidentTitle } from './incidentText';
import { prose } from './markdown';
import { messageOf } from './message';
import { shorten, visible } from './visible';

/** A log and what was found in it. */
export interface LogFindings {
  /** Name of the log. */
  readonly title: string;
  /** Facts about the reading, such as its size; plain text. */
  readonly facts: readonly string[];
  readonly stories: readonly Story[];
  /** Counts by the id of an incident. */
  readonly timeline: Timeline;
  /** Zero-based lines of an incident. */
  lineOf(incident: Incident, which: 'first' | 'last' | 'example'): number;
}

/** Most stories of a page, most processes named, longest message shown in UTF-16 units. */
const maxStories = 200;
const maxProcesses = 6;
const maxMessage = 400;

/** Width of the bars of all errors together; height and width of a bar of one, in pixels. */
const overviewWidth = 600;
const small = { height: 20, width: 4 };

/** Body of the page. Text of the log is escaped; buttons that lead to a line have `data-line`, links `entry:<code>`. */
export function logPage(findings: LogFindings, catalog: Catalog): string {
  const { title, facts, stories, timeline } = findings;
  const shown = stories.slice(0, maxStories);
  const more = stories.length - shown.length;
  return [
    `<h1>${text(title)}</h1>`,
    `<p class="facts">${text(facts.join(' · '))}</p>`,
    stories.length === 0 ? '<p>No known error was found.</p>' : overview(timeline),
    ...shown.map((story) => storyHtml(story, findings, catalog)),
    more > 0 ? `<p>${more} more are in the Errors view.</p>` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function text(raw: string): string {
  return escapeHtml(visible(raw));
}

/** All errors over the log, with the times at both ends. */
function overview(timeline: Timeline): string {
  const total = Array.from({ length: timeline.buckets }, (_, i) =>
    [...timeline.counts.values()].reduce((sum, counts) => sum + (counts[i] ?? 0), 0),
  );
  const [from, to] =
    timeline.axis === 'time' ? [timeline.from ?? '', timeline.to ?? ''] : ['start of the file', 'end of the file'];
  return `<figure>
${bars(total, { height: 60, width: overviewWidth / timeline.buckets }, `All errors, ${peak(total, timeline)}`)}
<figcaption><span>${text(from)}</span><span>${text(to)}</span></figcaption>
</figure>`;
}

/** In words what the bars show, for those who do not see them. */
function peak(counts: readonly number[], { axis, from, to }: Timeline): string {
  const most = Math.max(...counts);
  const at = Math.round((100 * (counts.indexOf(most) + 0.5)) / counts.length);
  const range = axis === 'time' ? ` from ${from} to ${to}` : '';
  return `${counts.reduce((sum, count) => sum + count, 0)}${range}, most of them ${at} % of the way`;
}

/** Bars as SVG: the policy of the page forbids styles, so sizes are attributes. */
function bars(counts: readonly number[], { height, width }: typeof small, label: string): string {
  const most = Math.max(1, ...counts);
  const rects = counts.map((count, i) => {
    if (count === 0) return '';
    const high = Math.max(2, Math.round((height * count) / most));
    return `<rect x="${i * width}" y="${height - high}" width="${width - 1}" height="${high}"><title>${count}</title></rect>`;
  });
  const size = `width="${counts.length * width}" height="${height}" viewBox="0 0 ${counts.length * width} ${height}"`;
  return `<svg class="bars" role="img" aria-label="${text(label)}" ${size}>${rects.join('')}</svg>`;
}

function storyHtml({ incident, consequences }: Story, findings: LogFindings, catalog: Catalog): string {
  const entry = catalog.get(incident.code);
  const followed =
    consequences.length === 0
      ? ''
      : `<h3>What followed from it</h3>\n<ul>${consequences.map((it) => followerHtml(it, findings, catalog)).join('\n')}</ul>`;
  const [fix] = entry?.solutions ?? [];
  return `<section class="story severity-${severityOf(entry)}">
<h2>${titleHtml(incident, catalog)}</h2>
<p class="facts">${factsHtml(incident, entry)}</p>
${entry ? `<p>${inlineHtml(prose(entry.summary))}</p>` : '<p>No explanation has been written yet.</p>'}
<pre><code>${text(shorten(messageOf(incident.example.match), maxMessage))}</code></pre>
<div class="spots">${spotsHtml(incident, findings)}${sparkline(incident, findings)}</div>
${missingCause(entry)}${fix ? `<p><strong>First thing to do:</strong> ${inlineHtml(prose(fix.step))}</p>` : ''}
${followed}
</section>`;
}

/** What reports an earlier error that is not in the log says so. */
function missingCause(entry: Entry | undefined): string {
  if (entry?.role !== 'consequence') return '';
  return '<p>It reports an earlier error, which is not among the known errors of this log.</p>\n';
}

function followerHtml(incident: Incident, findings: LogFindings, catalog: Catalog): string {
  const entry = catalog.get(incident.code);
  const likely = incident.link === 'order' ? 'likely, by the order of the log · ' : '';
  const summary = entry ? `<br>${inlineHtml(prose(entry.summary))}` : '';
  return `<li>${titleHtml(incident, catalog)} <span class="facts">${likely}${factsHtml(incident, entry)}</span>${summary}
<div class="spots">${spotsHtml(incident, findings)}</div></li>`;
}

function severityOf(entry: Entry | undefined): Entry['severity'] {
  return entry?.severity ?? 'error';
}

function titleHtml(incident: Incident, catalog: Catalog): string {
  const title = text(incidentTitle(incident, catalog));
  return catalog.get(incident.code) ? `<a href="entry:${escapeHtml(incident.code)}">${title}</a>` : title;
}

function factsHtml({ count, first, last, processes }: Incident, entry: Entry | undefined): string {
  const times = [...new Set([first.time, last.time].filter((time) => time !== null))].join(' – ');
  const named = processes.slice(0, maxProcesses).join(', ');
  const more = processes.length > maxProcesses ? ` and ${processes.length - maxProcesses} more` : '';
  const facts = [
    entry ? `${entry.role}, ${entry.severity}` : '',
    count === 1 ? 'once' : `${count} times`,
    times,
    named + more,
  ];
  return text(facts.filter((fact) => fact !== '').join(' · '));
}

function spotsHtml(incident: Incident, { lineOf }: LogFindings): string {
  const names = [
    ['first', 'Line'],
    ['last', 'Last: line'],
  ] as const;
  const lines = names.map(([which, name]) => ({ name, line: lineOf(incident, which) }));
  return lines
    .filter(({ line }, i) => i === 0 || line !== lines[0]?.line)
    .map(({ name, line }) => `<button type="button" data-line="${line}">${name} ${line + 1}</button>`)
    .join(' ');
}

function sparkline({ id, count }: Incident, { timeline }: LogFindings): string {
  const counts = timeline.counts.get(id);
  return count < 2 || !counts ? '' : ` ${bars(counts, small, peak(counts, timeline))}`;
}
