/** Writes the `except` clause that drops a message: counts it and logs who sent how many bytes and how they begin. */
import type { SourceFile } from '../sourceFile';
import { type SyntaxNode, walk } from '../syntax';
import type { Handler } from './handler';
import type { Intake } from './intake';
import { isLogStatement, logFormat } from './layout';

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
  const kept = replaced.flatMap((handler) => keptStatements(file, handler));
  const alias = replaced
    .map((handler) => handler.alias)
    .find((name) => name && kept.some((node) => names(file, node, name)));
  const [format = '', ...values] = logArguments(words);
  const args = [logFormat(file, format), ...values];
  return [
    `${indent}except Exception${alias ? ` as ${alias}` : ''}:`,
    ...kept.map((node) => inner + file.textOf(node)),
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

/** Comments and plain assignments of a clause; its log lines and `raise` are what the new clause replaces. */
function keptStatements(file: SourceFile, handler: Handler): SyntaxNode[] {
  const comments = handler.clause.children.filter((node) => node.type === 'comment');
  const own = handler.block.children.filter(
    (node) => node.type !== 'raise_statement' && node !== handler.leaving && !isLogStatement(file, node),
  );
  return [...comments, ...own];
}

function names(file: SourceFile, node: SyntaxNode, name: string): boolean {
  return [...walk(node)].some((inner) => inner.type === 'identifier' && file.textOf(inner) === name);
}
