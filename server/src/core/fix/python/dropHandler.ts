/** Writes the `except` clause that drops a message: counts it and logs who sent how many bytes and how they begin. */
import type { SourceFile } from '../sourceFile';
import { type SyntaxNode, walk } from '../syntax';
import type { Handler } from './handler';
import type { Intake } from './intake';
import { isLogStatement, logFormat } from './layout';
import { statementsOf } from './receive';

/** How the clause is written. */
export interface DropWords {
  readonly intake: Intake;
  /** Name of the counter. */
  readonly counter: string;
  /** Expression of the logger. */
  readonly logger: string;
  /** One level of indentation. */
  readonly unit: string;
  /** How a socket that must answer each message (REP) answers a dropped one. */
  readonly answer: { readonly send: string; readonly zmq: string } | undefined;
}

/** Bytes of a payload or an identity that go into the log. */
const shown = '[:64]';

/**
 * The lines of the clause.
 *
 * @param replaced clauses whose comments and assignments the new one takes over
 */
export function dropHandler(
  file: SourceFile,
  words: DropWords,
  indent: string,
  replaced: readonly Handler[],
): string[] {
  const inner = indent + words.unit;
  const kept = replaced.flatMap((handler) => keptLines(file, handler));
  const alias = replaced.find((handler) => usesAlias(file, handler))?.alias;
  const [format = '', ...values] = logArguments(words);
  const args = [logFormat(file, format), ...values];
  return [
    `${indent}except Exception${alias ? ` as ${alias}` : ''}:${replaced.map((handler) => headComment(file, handler)).join('')}`,
    ...kept.map((line) => inner + line),
    `${inner}${words.counter} += 1`,
    `${inner}${words.logger}.exception(`,
    ...args.map((argument) => `${inner}${words.unit}${argument},`),
    `${inner})`,
    ...answerLines(words).map((line) => inner + line),
  ];
}

/** The format of the log line and what it shows. */
function logArguments({ intake, counter }: DropWords): string[] {
  const { identity, payload, taken } = intake;
  if (payload === null) return ['"Dropped message %d: %.200r"', counter, taken];
  return [
    `"Dropped message %d${identity ? ' from %r' : ''}: %d bytes, starting with %r"`,
    counter,
    ...(identity ? [identity + shown] : []),
    `len(${payload})`,
    payload + shown,
  ];
}

/** A second answer to the same message fails with EFSM; on a closed socket the next receive ends the loop. */
function answerLines({ answer, unit }: DropWords): string[] {
  if (!answer) return [];
  return [
    'try:',
    `${unit}${answer.send}`,
    `except ${answer.zmq}.ZMQError:`,
    `${unit}pass  # Answered before the failure, or the socket is closed.`,
  ];
}

/** The comment behind the head of a clause, with the blanks before it. */
function headComment(file: SourceFile, { clause }: Handler): string {
  const comment = clause.children.find(({ type, start }) => type === 'comment' && start < file.lineEnd(clause.start));
  return comment ? `  ${file.textOf(comment)}` : '';
}

/**
 * Plain assignments of a clause with the comments behind them, and comment lines. What goes takes its comments along:
 * log lines, in whose place the new one stands, those behind them, and the statement that leaves, those above it as well.
 */
function keptLines(file: SourceFile, handler: Handler): string[] {
  const statements = statementsOf(handler.block);
  const leaves = (node: SyntaxNode) => node.type === 'raise_statement' || node === handler.leaving;
  return [...handler.clause.children, ...handler.block.children].flatMap((node) => {
    if (node.start <= file.lineEnd(handler.clause.start) || node === handler.block) return [];
    if (node.type !== 'comment') {
      const end = file.lineEnd(node.end);
      return leaves(node) || isLogStatement(file, node) ? [] : [file.text.slice(node.start, end).trimEnd()];
    }
    const isTrailing = file.text.slice(file.lineStart(node.start), node.start).trim() !== '';
    const next = statements.find(({ start }) => start > node.start);
    return isTrailing || (next && leaves(next)) ? [] : [file.textOf(node)];
  });
}

/** True where what is kept of a clause asks for the exception. */
function usesAlias(file: SourceFile, { alias, block, leaving }: Handler): boolean {
  const kept = statementsOf(block).filter(
    (node) => node.type !== 'raise_statement' && node !== leaving && !isLogStatement(file, node),
  );
  return kept.some((node) =>
    [...walk(node)].some((inner) => inner.type === 'identifier' && file.textOf(inner) === alias),
  );
}
