/** What the views, results and notifications say, in one place for translation. */
import { l10n } from 'vscode';
import type { LogError } from '../../server/src/lsp/protocol';
import type { ErrorLog } from './views/errorRows';

/** Name of an error's role, as a screen reader says it before the title. */
function roleName({ role }: LogError): string {
  switch (role) {
    case 'cause':
      return l10n.t('Cause');
    case 'consequence':
      return l10n.t('Consequence');
    case 'advice':
      return l10n.t('Advice');
    default:
      return l10n.t('Error');
  }
}

/** Name of a severity as the catalog has it; one that is not known stays as it is. */
function severityName(severity: string): string {
  switch (severity) {
    case 'critical':
      return l10n.t('critical');
    case 'error':
      return l10n.t('error');
    case 'warning':
      return l10n.t('warning');
    case 'info':
      return l10n.t('info');
    default:
      return severity;
  }
}

/** One row a text; those with values are functions. */
export const texts = {
  roleName,
  severityName,
  errorCount: (count: number) => (count === 1 ? l10n.t('1 error') : l10n.t('{0} errors', count)),
  noErrors: () => l10n.t('no known errors'),
  times: (count: number) => (count === 1 ? l10n.t('once') : l10n.t('{0} times', count)),
  consequences: (count: number) => (count === 1 ? l10n.t('1 consequence') : l10n.t('{0} consequences', count)),
  firstLine: (line: number, time: string | null) =>
    time === null ? l10n.t('First in line {0}', line) : l10n.t('First in line {0}, {1}', line, time),
  lastLine: (line: number, time: string | null) =>
    time === null ? l10n.t('Last in line {0}', line) : l10n.t('Last in line {0}, {1}', line, time),
  processes: (names: readonly string[]) => l10n.t('Reported by {0}', names.join(', ')),
  catalog: () => ({
    search: l10n.t('Search, or paste an error line'),
    project: l10n.t('All projects'),
    severity: l10n.t('All severities'),
    version: l10n.t('All versions'),
    entries: l10n.t('Errors found'),
    nothing: l10n.t(
      'No explained error has all of these words, and none is recognised as a message. Fewer words find more; “Explain Selection” says why a line is not known.',
    ),
    clear: l10n.t('Show all errors'),
  }),
  entryCount: (count: number) => (count === 1 ? l10n.t('1 error') : l10n.t('{0} errors', count)),
  chooseLog: () => l10n.t('Analyze Log File'),
  analyze: () => l10n.t('Analyze'),
  analyzing: (title: string) => l10n.t('Analyzing {0}', title),
  analysisProgress: (percent: number, errors: number) =>
    errors === 1 ? l10n.t('{0} %, 1 error so far', percent) : l10n.t('{0} %, {1} errors so far', percent, errors),
  notAnalyzed: (title: string, problem: string) => l10n.t('{0} could not be analyzed: {1}.', title, problem),
  fileChanged: () => l10n.t('The file is not what it was. Analyze it again.'),
  sliceClosed: () => l10n.t('These lines were closed. Open them from the Errors view again.'),
  resultsTitle: (title: string) => l10n.t('Errors in {0}', title),
  indexingPackages: () => l10n.t('Indexing installed packages'),
  packageProgress: (name: string, done: number, total: number) => l10n.t('{0}: {1} of {2} files', name, done, total),
  choosePackages: () => l10n.t('Index Installed Packages'),
  chooseFolder: () => l10n.t('Choose a folder…'),
  chooseFolderDetail: () => l10n.t('A Python environment, or its site-packages folder'),
  notIndexed: (path: string, problem: string) => l10n.t('{0} was not indexed: {1}.', path, problem),
  noPackages: () =>
    l10n.t('None of the catalog’s projects is installed there. “errorLookup.installedPackages.include” names others.'),
  indexedPackages: (names: readonly string[], messages: number) =>
    l10n.t(
      'Indexed {0}: {1} messages. Hovers and “Go to Definition” now name their files.',
      names.join(', '),
      messages,
    ),
  explain: () => l10n.t('Explain'),
  debugError: (session: string, title: string) => l10n.t('{0} printed a known error: {1}', session, title),
  knownError: (title: string) => `$(book) ${l10n.t('Explain: {0}', title)}`,
  noCellOutput: () => l10n.t('This cell has no output to explain.'),
  copyMarkdown: () => l10n.t('Copy as Markdown'),
  page: () => ({
    back: l10n.t('Back (Alt+Left)'),
    forward: l10n.t('Forward (Alt+Right)'),
    contents: l10n.t('On this page'),
    copy: l10n.t('Copy as Markdown'),
    raise: l10n.t('Open raise site'),
    source: l10n.t('Open pinned source'),
    issues: l10n.t('Search public issues'),
    json: l10n.t('Show as JSON'),
    question: l10n.t('Was this right?'),
    right: l10n.t('Yes'),
    wrong: l10n.t('No'),
  }),
  reading: () => ({
    copyAs: (notation: string) => l10n.t('Copy as {0}', notation),
    openText: l10n.t('Open as text'),
  }),
  feedbackKept: () => l10n.t('Kept on this machine. “Export Feedback” shows all answers.'),
  noFeedback: () => l10n.t('No page has been judged yet: “Was this right?” stands at its end.'),
  copied: () => l10n.t('Copied as Markdown'),
  logKind: ({ kind, isAnalyzed }: ErrorLog): string => {
    switch (kind) {
      case 'file':
        return isAnalyzed ? l10n.t('open file, analyzed') : l10n.t('open file');
      case 'terminal':
        return l10n.t('last command');
      case 'analyzed':
        return l10n.t('analyzed');
    }
  },
};
