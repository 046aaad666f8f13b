/** Incidents as text for a person: what is wrong first, then where, why, what to do, and what followed. */
import type { Catalog, CatalogSite } from '../core/catalog/catalog';
import type { Entry } from '../core/catalog/entry';
import { isPage } from '../core/catalog/page';
import type { Incident, Occurrence } from '../core/incident/incident';
import { type Story, tellStories } from '../core/incident/stories';
import { fromWorkspace } from '../core/render/here';
import { fence, prose } from '../core/render/markdown';
import { messageOf } from '../core/render/message';
import { plainText } from '../core/render/plainText';
import { shorten, visible } from '../core/render/visible';
import { type Payload, payloadsOf } from '../core/service';
import type { FindPlaces } from '../node/local/installed';
import type { Style } from './style';
import { whyOf } from './why';

/** How to print. */
export interface ExplanationOptions {
  readonly style: Style;
  /** Columns. */
  readonly width: number;
  /** Say also what the matches rest on. */
  readonly why: boolean;
  /** Where a message stands in installed packages. */
  readonly places?: FindPlaces;
  /** More than one log was read, so places name their log. */
  readonly nameLogs: boolean;
}

const indent = '  ';
/** Most processes named at one incident. */
const maxProcesses = 4;
/** Most solutions and details of a payload printed; the entry has all. */
const maxSolutions = 3;
const maxDetails = 4;
/** Most places named that print the same text. */
const maxTies = 2;

/** Blocks of text, one a story, first cause first. */
export function explainIncidents(
  incidents: readonly Incident[],
  catalog: Catalog,
  options: ExplanationOptions,
): string[] {
  return tellStories(incidents, catalog).map((story, index) => explainStory(story, catalog, options, index === 0));
}

function explainStory(
  { incident, consequences }: Story,
  catalog: Catalog,
  options: ExplanationOptions,
  isFirst: boolean,
): string {
  const entry = catalog.get(incident.code);
  const parts = [
    head(incident, entry, options),
    ...payloadsOf(incident.example.match).map((payload) => payloadPart(payload, options)),
    missingCause(incident, entry, options),
    entry && solutionsPart(entry, isFirst ? maxSolutions : 1, options),
    consequencesPart(incident, consequences, catalog, options),
    options.why ? labelled('Why this error', whyOf(incident.example.match), options) : undefined,
    entry && `${indent}${options.style.dim('Read on:')} ${options.style.cyan(`error-lookup show ${entry.code}`)}`,
  ];
  return `${parts.filter((part) => part).join('\n\n')}\n`;
}

/** What is wrong, the message, and where it stands. */
function head(incident: Incident, entry: Entry | undefined, options: ExplanationOptions): string {
  const { style } = options;
  const label = labelOf(entry);
  const paint = label === 'ADVICE' ? style.yellow : style.red;
  const summary = entry
    ? flow(prose(entry.summary), options.width - label.length - 2)
    : [`${incident.example.match.site.project} prints this; no explanation has been written yet`];
  const hanging = ' '.repeat(label.length + 2);
  const lines = summary.map((line, i) =>
    i === 0 ? `${style.bold(paint(label))}  ${style.bold(line)}` : hanging + style.bold(line),
  );
  return [
    ...lines,
    indent + shorten(messageOf(incident.example.match), options.width - indent.length),
    ...hang('', wrap(placeOf(incident, options), options)).map(style.dim),
    ...hang('', wrap(originOf(incident), options)).map(style.dim),
    ...herePart(incident, options),
  ].join('\n');
}

/** Places in installed packages, one a line. */
function herePart({ example }: Incident, options: ExplanationOptions): string[] {
  const places = options.places?.(example.match.site) ?? [];
  return places.flatMap(({ path, line, package: { name, version }, stands }) => {
    const changed = stands ? '' : ', which has changed since it was read';
    return hang('', wrap(`here: ${path}:${line} (${name} ${version})${changed}`, options)).map(options.style.dim);
  });
}

function labelOf(entry: Entry | undefined): string {
  if (!entry) return 'ERROR';
  return { cause: 'CAUSE', consequence: 'CONSEQUENCE', advice: 'ADVICE' }[entry.role];
}

function placeOf(incident: Incident, options: ExplanationOptions): string {
  const { first, last, count, processes } = incident;
  const places = count === 1 ? place(first, options) : range(first, last, options);
  const named = processes.slice(0, maxProcesses).join(', ');
  const more = processes.length > maxProcesses ? ` and ${processes.length - maxProcesses} more` : '';
  return [places, count === 1 ? undefined : `${count} times`, named === '' ? undefined : `in ${named}${more}`]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function range(first: Occurrence, last: Occurrence, options: ExplanationOptions): string {
  if (first.log !== last.log || (first.time !== last.time && last.time !== null)) {
    return `${place(first, options)} to ${place(last, options)}`;
  }
  const lines = place({ ...first, time: null }, options).replace(/^line (\d+)/, `lines $1 to ${last.line + 1}`);
  return first.time === null ? lines : `${lines} (${first.time})`;
}

function place({ log, line, time }: Occurrence, { nameLogs }: ExplanationOptions): string {
  const where = `line ${line + 1}${nameLogs ? ` of ${log}` : ''}`;
  return time === null ? where : `${where} (${time})`;
}

function originOf({ example }: Incident): string {
  const { site, place, confidence } = example.match;
  const sure = confidence === 'exact' ? '' : `${confidence}: `;
  const then = place && place.version !== site.lineIn ? ` (in ${place.version} ${place.file}:${place.line})` : '';
  if (isPage(site.file)) return `${sure}${site.function}, see ${site.file}`;
  const own = site.origin && site.origin.kind !== 'package' ? `, ${fromWorkspace}` : '';
  return `${sure}from ${site.function} in ${site.file}:${site.line}${own}${then}${tiesOf(example.match.alternatives)}`;
}

/** Places that have the same text and that nothing in the log rules out. */
function tiesOf(alternatives: readonly CatalogSite[]): string {
  if (alternatives.length === 0) return '';
  const named = alternatives.slice(0, maxTies).map((site) => `${site.function} in ${site.file}:${site.line}`);
  const more = alternatives.length > maxTies ? ` or ${alternatives.length - maxTies} more` : '';
  return `, or from ${named.join(', ')}${more}: they print the same text`;
}

function payloadPart({ name, reading }: Payload, options: ExplanationOptions): string {
  const details = reading.details.slice(0, maxDetails).flatMap((line) => hang('- ', wrap(line, options, 2)));
  const lines = hang('', wrap(`${name ?? 'The value'} is: ${reading.summary}`, options));
  return [...lines.map((line) => options.style.green(line)), ...details].join('\n');
}

function missingCause(incident: Incident, entry: Entry | undefined, options: ExplanationOptions): string | undefined {
  if (entry?.role !== 'consequence') return undefined;
  const text = `It reports an earlier error, which is not among the known errors of this log. Read upwards from line ${
    incident.first.line + 1
  } for the first traceback, and look into the logs of the other processes and nodes.`;
  return hang('', wrap(text, options)).join('\n');
}

function solutionsPart(entry: Entry, count: number, options: ExplanationOptions): string {
  const steps = entry.solutions.slice(0, count);
  const lines = steps.flatMap(({ step, block }, i) => {
    const marker = entry.solutions.length === 1 ? '' : `${i + 1}. `;
    const text = hang(marker, flow(prose(step), options.width - indent.length - marker.length));
    const code = block
      ? plainText(fence(block.language, block.code), options.width)
          .split('\n')
          .map((line) => indent + line)
      : [];
    return [...text, ...code];
  });
  return [indent + options.style.bold('What to do'), ...lines].join('\n');
}

function consequencesPart(
  { id }: Incident,
  consequences: readonly Incident[],
  catalog: Catalog,
  options: ExplanationOptions,
): string | undefined {
  if (consequences.length === 0) return undefined;
  const lines = consequences.flatMap((incident) => {
    const entry = catalog.get(incident.code);
    const likely = incident.link === 'order' ? 'Likely, by the order of the log: ' : '';
    const shared =
      incident.causedBy.length > 1 && incident.causedBy[0] === id ? ' (and because of the next cause)' : '';
    return [
      ...hang(
        '- ',
        entry
          ? flow(prose(`${likely}${entry.summary}${shared}`), options.width - indent.length - 2)
          : wrap(`${likely}${messageOf(incident.example.match)}${shared}`, options, 2),
      ),
      ...hang('  ', wrap(placeOf(incident, options), options, 2)).map(options.style.dim),
      ...(entry ? [`${indent}  ${options.style.dim(`error-lookup show ${entry.code}`)}`] : []),
    ];
  });
  return [indent + options.style.bold('What followed from it'), ...lines].join('\n');
}

function labelled(title: string, lines: readonly string[], options: ExplanationOptions): string {
  return [indent + options.style.bold(title), ...lines.flatMap((line) => hang('- ', wrap(line, options, 2)))].join(
    '\n',
  );
}

/** Lines indented, further ones under the first one’s text. */
function hang(marker: string, lines: readonly string[]): string[] {
  const rest = ' '.repeat(marker.length);
  return lines.map((line, i) => indent + (i === 0 ? marker : rest) + line);
}

/** Text that is no Markdown, such as names from a log or decoded bytes, made safe to print and cut at spaces. */
function wrap(text: string, { width }: ExplanationOptions, marker = 0): string[] {
  const limit = width - indent.length - marker;
  const lines: string[] = [];
  for (const word of visible(text).split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= limit) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Lines of our Markdown as text. */
function flow(markdown: string, width: number): string[] {
  return plainText(markdown, width)
    .split('\n')
    .filter((line) => line.trim() !== '');
}
