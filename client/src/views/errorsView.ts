/** The Errors view: errors of the open log, of the active terminal and of analyzed files, causes above what they set off. */
import {
  type Disposable,
  EventEmitter,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  window,
} from 'vscode';
import { texts } from '../texts';
import {
  contextOf,
  type ErrorLog,
  type ErrorRow,
  explainedErrors,
  type LogRow,
  lineNumber,
  logContextOf,
  onePerFile,
  rowsOf,
} from './errorRows';

/** A row of the view. */
export type Row = LogRow | ErrorRow;

/** Where the view takes its logs from. */
export interface LogSource {
  /** Logs of this source that have something to show. */
  logs(): readonly ErrorLog[];
}

/** The view, as its items are shown. */
export class ErrorsView implements TreeDataProvider<Row>, Disposable {
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #tree: TreeView<Row>;
  readonly #known = new WeakMap<object, Row>();
  #rows: readonly LogRow[] | undefined;

  /** @param sources in the order in which their logs are listed */
  constructor(private readonly sources: readonly LogSource[]) {
    this.#tree = window.createTreeView('errorLookup.errors', { treeDataProvider: this, showCollapseAll: true });
  }

  /** Whether somebody can see the view; work for it can wait until then. */
  get isVisible(): boolean {
    return this.#tree.visible;
  }

  /** Told when the view comes into sight or goes. */
  onDidChangeVisibility(listener: () => void): Disposable {
    return this.#tree.onDidChangeVisibility(listener);
  }

  /** Asks the sources again. */
  refresh(): void {
    this.#rows = undefined;
    this.#changed.fire(undefined);
  }

  /** The row, if a command was run on one of this view. */
  errorOf(argument: unknown): ErrorRow | undefined {
    const row = this.#own(argument);
    return row && 'error' in row ? row : undefined;
  }

  /** The log, if a command was run on the row of one. */
  logOf(argument: unknown): ErrorLog | undefined {
    const row = this.#own(argument);
    return row && 'errors' in row ? row.log : undefined;
  }

  getChildren(row?: Row): Row[] {
    const children = row === undefined ? this.#logs() : 'errors' in row ? row.errors : row.consequences;
    for (const child of children) this.#known.set(child, child);
    return [...children];
  }

  getParent(row: Row): Row | undefined {
    if ('errors' in row) return undefined;
    return row.cause ?? this.#logs().find(({ log }) => log === row.log);
  }

  getTreeItem(row: Row): TreeItem {
    return 'errors' in row ? logItem(row) : errorItem(row);
  }

  dispose(): void {
    this.#tree.dispose();
    this.#changed.dispose();
  }

  /** The argument of a command, if it is a row that this view has made: commands can be run by anybody. */
  #own(argument: unknown): Row | undefined {
    return typeof argument === 'object' && argument !== null ? this.#known.get(argument) : undefined;
  }

  #logs(): readonly LogRow[] {
    this.#rows ??= onePerFile(this.sources.flatMap((source) => source.logs())).map(rowsOf);
    return this.#rows;
  }
}

const logIcons = { file: 'file', terminal: 'terminal', analyzed: 'graph' } as const;

function logItem({ id, log, errors }: LogRow): TreeItem {
  const state = errors.length > 0 ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None;
  const item = new TreeItem(log.title, state);
  const count = explainedErrors(log.stories).length;
  const found = errors.length === 0 ? texts.noErrors() : texts.errorCount(count);
  item.id = id;
  item.description = `${found} · ${texts.logKind(log)}`;
  item.iconPath = new ThemeIcon(logIcons[log.kind]);
  item.contextValue = logContextOf(log);
  item.accessibilityInformation = { label: `${log.title}, ${texts.logKind(log)}, ${found}` };
  return item;
}

function errorItem(row: ErrorRow): TreeItem {
  const { error, consequences } = row;
  const isParent = consequences.length > 0;
  const item = new TreeItem(error.title, isParent ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None);
  item.id = row.id;
  item.description = error.detail;
  item.iconPath = iconOf(row);
  item.contextValue = contextOf(row);
  item.tooltip = tooltipOf(row);
  item.command = { title: l10n.t('Open'), command: 'errorLookup.openError', arguments: [row] };
  const more = isParent ? [texts.consequences(consequences.length)] : [];
  const label = [`${texts.roleName(error)}: ${error.title}`, texts.times(error.count), ...more, error.detail];
  item.accessibilityInformation = { label: label.filter((text) => text !== '').join(', ') };
  return item;
}

const severityIcons = new Map([
  ['critical', new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'))],
  ['error', new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'))],
  ['warning', new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground'))],
]);

function iconOf({ error, cause }: ErrorRow): ThemeIcon {
  if (cause) return new ThemeIcon('arrow-small-right');
  const plain = new ThemeIcon('info', new ThemeColor('problemsInfoIcon.foreground'));
  return severityIcons.get(error.severity) ?? plain;
}

function tooltipOf({ log, error }: ErrorRow): MarkdownString {
  const { summary, message, first, last, count, processes } = error;
  const tooltip = new MarkdownString();
  tooltip.appendText(summary).appendCodeblock(message, 'text');
  const lines = log.uri === undefined ? [] : [texts.firstLine(lineNumber(first), first.time)];
  if (log.uri !== undefined && count > 1) lines.push(texts.lastLine(lineNumber(last), last.time));
  if (processes.length > 0) lines.push(texts.processes(processes));
  for (const line of lines) tooltip.appendText(`${line}\n\n`);
  return tooltip;
}
