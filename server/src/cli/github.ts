/** Errors of logs as workflow commands of GitHub Actions, which show them as annotations of the run. */
import type { Annotation } from './annotations';

/** Annotations of one level that GitHub shows of a step; it drops those after them without a word. */
const maxPerLevel = 10;

/** Commands by the level of an annotation. */
const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** One line an error, the most useful first. Where there are more than GitHub shows, the last one names how many are missing. */
export function githubLines(annotations: readonly Annotation[]): string[] {
  return (['error', 'warning', 'note'] as const).flatMap((level) => {
    const all = annotations.filter((it) => it.level === level);
    if (all.length <= maxPerLevel) return all.map(annotationLine);
    const shown = all.slice(0, maxPerLevel - 1);
    const rest = all.slice(maxPerLevel - 1);
    const names = rest.map(({ title, log, line }) => `${title} (${log}:${line})`).join('\n');
    const title = escapedProperty(`${rest.length} more known errors`);
    return [...shown.map(annotationLine), `::${commands[level]} title=${title}::${escapedData(names)}`];
  });
}

function annotationLine({ level, log, line, title, code, text }: Annotation): string {
  const place = log === '-' ? '' : `file=${escapedProperty(log)},line=${line},`;
  const message = log === '-' ? `Line ${line}. ${text}` : text;
  return `::${commands[level]} ${place}title=${escapedProperty(title)}::${escapedData(`${message}\nerror-lookup show ${code}`)}`;
}

/** As the toolkit of Actions escapes what follows the second pair of colons (`command.ts`, escapeData). */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** As it escapes values before that (escapeProperty). */
function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
