/** What the Errors view shows: logs, below each its causes, below each cause what it set off. */
import type { LogError, LogPlace, LogStory } from '../../../server/src/lsp/protocol';

/** Where errors come from: an open file, the last command of a terminal, a file that was analyzed on disk. */
export type LogKind = 'file' | 'terminal' | 'analyzed';

/** A log whose errors are listed. */
export interface ErrorLog {
  /** Unlike that of any other log that is shown. */
  readonly id: string;
  readonly kind: LogKind;
  readonly title: string;
  /** Address of the file; left out for a terminal, whose lines cannot be opened. */
  readonly uri?: string;
  /** Address of the file, where the log is only some of its lines. */
  readonly partOf?: string;
  /** Whether it was also analyzed on disk; what is listed is what the editor holds. */
  readonly isAnalyzed?: boolean;
  /** Bytes of an analyzed file. */
  readonly size?: number;
  readonly stories: readonly LogStory[];
}

/** The row of a log. */
export interface LogRow {
  readonly id: string;
  readonly log: ErrorLog;
  readonly errors: readonly ErrorRow[];
}

/** The row of an error. */
export interface ErrorRow {
  readonly id: string;
  readonly log: ErrorLog;
  readonly error: LogError;
  /** The row above it; undefined for a cause. */
  readonly cause: ErrorRow | undefined;
  readonly consequences: readonly ErrorRow[];
}

/**
 * Each log once: a file that was analyzed and is open is listed as the editor holds it, with the actions of both; open lines
 * of an analyzed file are left out, since all their errors stand below the file.
 */
export function onePerFile(logs: readonly ErrorLog[]): ErrorLog[] {
  const analyzed = new Map(logs.filter(({ kind }) => kind === 'analyzed').map((log) => [log.uri, log] as const));
  const open = new Set(logs.filter(({ kind }) => kind === 'file').map(({ uri }) => uri));
  return logs.flatMap((log) => {
    if (log.kind === 'analyzed') return open.has(log.uri) ? [] : [log];
    if (log.kind === 'terminal') return [log];
    if (log.partOf !== undefined && analyzed.has(log.partOf)) return [];
    const same = analyzed.get(log.uri);
    return [same ? { ...log, id: same.id, isAnalyzed: true } : log];
  });
}

/** Words that the manifest's menus look for in the row of a log. */
export function logContextOf({ kind, isAnalyzed }: ErrorLog): string {
  return isAnalyzed ? `${kind} analyzed` : kind;
}

/** The rows of a log, all of them made at once so that each knows the one above it. */
export function rowsOf(log: ErrorLog): LogRow {
  return { id: log.id, log, errors: log.stories.map((story) => storyRow(log, story)) };
}

function storyRow(log: ErrorLog, { error, consequences }: LogStory): ErrorRow {
  const below: ErrorRow[] = [];
  const row: ErrorRow = { id: idOf(log, error), log, error, cause: undefined, consequences: below };
  for (const it of consequences) {
    below.push({ id: idOf(log, it), log, error: it, cause: row, consequences: [] });
  }
  return row;
}

/** An error is listed once in each log. */
function idOf({ id }: ErrorLog, { code }: LogError): string {
  return `${id} ${code}`;
}

/** All errors of stories that have a page, causes before what follows from them. */
export function explainedErrors(stories: readonly LogStory[]): LogError[] {
  return stories.flatMap(({ error, consequences }) => [error, ...consequences]).filter(({ explained }) => explained);
}

/** Words that the manifest's menus look for in a row of an error. */
export function contextOf({ log, error }: ErrorRow): string {
  return ['error', ...(error.explained ? ['explained'] : []), ...(log.uri === undefined ? [] : ['place'])].join(' ');
}

/** Times as they were printed, from the first to the last; empty where none was. */
function spanOf({ first, last }: LogError): string {
  const times = [first.time, last.time].filter((time) => time !== null);
  return [...new Set(times)].join(' – ');
}

/** An error for a chat or an issue, as Markdown: what it is, where it stands and what it says. */
export function errorMarkdown({ log, error }: Pick<ErrorRow, 'log' | 'error'>): string {
  const { title, code, explained, count, first, processes, message, summary } = error;
  const times = count === 1 ? 'once' : `${count} times`;
  const facts = [
    `${times} in ${log.title}`,
    ...(log.uri === undefined ? [] : [`first in line ${lineNumber(first)}`]),
    ...(spanOf(error) === '' ? [] : [spanOf(error)]),
    ...(processes.length === 0 ? [] : [processes.join(', ')]),
  ];
  const name = explained ? ` (\`${code}\`)` : '';
  const fence = '`'.repeat(Math.max(3, longestRun(message) + 1));
  return `**${title}**${name}\n\n${summary}\n\n${fence}text\n${message}\n${fence}\n\n${facts.join(' · ')}\n`;
}

/** A whole log as Markdown, causes first. */
export function logMarkdown(log: ErrorLog): string {
  const parts = log.stories.map(({ error, consequences }) => {
    const followed = consequences.map((it) => `- ${it.title} (\`${it.code}\`): ${it.detail}`);
    return [
      errorMarkdown({ log, error }),
      ...(followed.length > 0 ? ['What followed from it:\n', ...followed, ''] : []),
    ].join('\n');
  });
  return [`# ${log.title}\n`, ...parts].join('\n');
}

/** The line as an editor numbers it. */
export function lineNumber({ line }: LogPlace): number {
  return line + 1;
}

/** Length of the longest run of backticks, which a fence must exceed. */
function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const char of text) {
    run = char === '`' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
