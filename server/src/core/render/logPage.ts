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
import type { Words } from './words';

/** A log and what was found in it. */
export interface LogFindings {
  /** Name of the log. */
  readonly title: string;
  /** Facts about the reading, such as its size; plain text. */
  readonly facts: readonly string[];
  readonly stories: readonly Story[];
  /** How labels are said. */
  readonly words: Words;
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
  const { title, facts, stories, timeline, words } = findings;
  const shown = stories.slice(0, maxStories);
  const more = stories.length - shown.length;
  return [
    `<h1>${text(title)}</h1>`,
    `<p class="facts">${text(facts.join(' · '))}</p>`,
    stories.length === 0 ? `<p>${words.say('No known error was found.')}</p>` : overview(timeline, words),
    ...shown.map((story) => storyHtml(story, findings, catalog)),
    more > 0 ? `<p>${words.say('{0} more are in the Errors view.', more)}</p>` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function text(raw: string): string {
  return escapeHtml(visible(raw));
}

/** All errors over the log, with the times at both ends. */
function overview(timeline: Timeline, { say }: Words): string {
  const total = Array.from({ length: timeline.buckets }, (_, i) =>
    [...timeline.counts.values()].reduce((sum, counts) => sum + (counts[i] ?? 0), 0),
  );
  const [from, to] =
    timeline.axis === 'time'
      ? [timeline.from ?? '', timeline.to ?? '']
      : [say('start of the file'), say('end of the file')];
  return `<figure>
${bars(total, { height: 60, width: overviewWidth / timeline.buckets }, say('All errors, {0}', peak(total, timeline, say)))}
<figcaption><span>${text(from)}</span><span>${text(to)}</span></figcaption>
</figure>`;
}

/** In words what the bars show, for those who do not see them. */
function peak(counts: readonly number[], { axis, from, to }: Timeline, say: Words['say']): string {
  const most = Math.max(...counts);
  const at = Math.round((100 * (counts.indexOf(most) + 0.5)) / counts.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const range = axis === 'time' ? say('{0} from {1} to {2}', all, from ?? '', to ?? '') : all;
  return say('{0}, most of them {1} % of the way', range, at);
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
  const { say } = findings.words;
  const entry = catalog.get(incident.code);
  const followed =
    consequences.length === 0
      ? ''
      : `<h3>${say('What followed from it')}</h3>\n<ul>${consequences.map((it) => followerHtml(it, findings, catalog)).join('\n')}</ul>`;
  const [fix] = entry?.solutions ?? [];
  return `<section class="story severity-${severityOf(entry)}">
<h2>${titleHtml(incident, catalog)}</h2>
<p class="facts">${factsHtml(incident, entry, say)}</p>
${entry ? `<p>${inlineHtml(prose(entry.summary))}</p>` : `<p>${say('No explanation has been written yet.')}</p>`}
<pre><code>${text(shorten(messageOf(incident.example.match), maxMessage))}</code></pre>
<div class="spots">${spotsHtml(incident, findings)}${sparkline(incident, findings)}</div>
${missingCause(entry, say)}${fix ? `<p><strong>${say('First thing to do:')}</strong> ${inlineHtml(prose(fix.step))}</p>` : ''}
${followed}
</section>`;
}

/** What reports an earlier error that is not in the log says so. */
function missingCause(entry: Entry | undefined, say: Words['say']): string {
  if (entry?.role !== 'consequence') return '';
  return `<p>${say('It reports an earlier error, which is not among the known errors of this log.')}</p>\n`;
}

function followerHtml(incident: Incident, findings: LogFindings, catalog: Catalog): string {
  const entry = catalog.get(incident.code);
  const { say } = findings.words;
  const likely = incident.link === 'order' ? `${say('likely, by the order of the log')} · ` : '';
  const summary = entry ? `<br>${inlineHtml(prose(entry.summary))}` : '';
  return `<li>${titleHtml(incident, catalog)} <span class="facts">${likely}${factsHtml(incident, entry, say)}</span>${summary}
<div class="spots">${spotsHtml(incident, findings)}</div></li>`;
}

function severityOf(entry: Entry | undefined): Entry['severity'] {
  return entry?.severity ?? 'error';
}

function titleHtml(incident: Incident, catalog: Catalog): string {
  const title = text(incidentTitle(incident, catalog));
  return catalog.get(incident.code) ? `<a href="entry:${escapeHtml(incident.code)}">${title}</a>` : title;
}

function factsHtml({ count, first, last, processes }: Incident, entry: Entry | undefined, say: Words['say']): string {
  const times = [...new Set([first.time, last.time].filter((time) => time !== null))].join(' – ');
  const named = processes.slice(0, maxProcesses).join(', ');
  const more = processes.length - maxProcesses;
  const facts = [
    entry ? `${say(entry.role)}, ${say(entry.severity)}` : '',
    count === 1 ? say('once') : say('{0} times', count),
    times,
    more > 0 ? say('{0} and {1} more', named, more) : named,
  ];
  return text(facts.filter((fact) => fact !== '').join(' · '));
}

function spotsHtml(incident: Incident, { lineOf, words }: LogFindings): string {
  const names = [
    ['first', 'Line {0}'],
    ['last', 'Last: line {0}'],
  ] as const;
  const lines = names.map(([which, name]) => ({ name, line: lineOf(incident, which) }));
  return lines
    .filter(({ line }, i) => i === 0 || line !== lines[0]?.line)
    .map(({ name, line }) => `<button type="button" data-line="${line}">${words.say(name, line + 1)}</button>`)
    .join(' ');
}

function sparkline({ id, count }: Incident, { timeline, words }: LogFindings): string {
  const counts = timeline.counts.get(id);
  return count < 2 || !counts ? '' : ` ${bars(counts, small, peak(counts, timeline, words.say))}`;
}
