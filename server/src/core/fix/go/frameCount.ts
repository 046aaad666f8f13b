/** Checks the number of frames before Go code indexes them: a missing one is a panic that ends the process. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';
import { goLoopReason } from './dropLoop';
import { followMessage, functionAround, type GoReceive, goReceives, mentions, statementsOf, walkOwn } from './receive';
import { goImports, goLogger } from './words';

/** The frames that code takes for granted. */
interface Indexed {
  /** Expression of the list of frames. */
  readonly list: string;
  /** The statement beside the receive that holds the first index. */
  readonly statement: SyntaxNode;
  readonly count: number;
}

/** Receives whose frames are indexed without a look at their number. */
export function goCountPlaces(file: SourceFile): FixPlace[] {
  return goReceives(file).flatMap((receive) => {
    const indexed = readIndexes(file, receive);
    if (!indexed || !file.ownsItsLines(indexed.statement)) return [];
    const { start, end } = indexed.statement;
    const { loop } = receive;
    const drops =
      loop !== undefined && goLoopReason(file, receive, loop) === undefined && !handsOn(file, receive, loop);
    const failing = drops ? undefined : errorReturn(file, receive);
    if (!drops && !failing) return [];
    const why = drops
      ? 'A message of fewer frames is an index out of range, a panic that ends the process; dropping it is right if every genuine one has this number.'
      : 'A message of fewer frames is an index out of range, a panic that ends the process.';
    return [{ start, end, applicability: 'unsafe', why, edits: countEdits(file, indexed, failing) }];
  });
}

/** True where a channel of someone who waits gets what is made of the message. */
function handsOn(file: SourceFile, receive: GoReceive, loop: SyntaxNode): boolean {
  const { all } = followMessage(file, receive, loop);
  return [...walkOwn(loop)].some((node) => node.type === 'send_statement' && mentions(file, node, all));
}

function readIndexes(file: SourceFile, receive: GoReceive): Indexed | undefined {
  const { message, method, statement } = receive;
  if (message === undefined) return undefined;
  const list = method.startsWith('RecvMessage') ? message : `${message}.Frames`;
  const block = statement.parent;
  if (!block || (method !== 'Recv' && list !== message)) return undefined;
  const behind = block.children.filter((node) => node.start >= statement.end);
  const indexes = behind
    .flatMap((node) => file.nodes('index_expression', node))
    .flatMap((node) => {
      const operand = childIn(node, 'operand');
      const index = childIn(node, 'index');
      return operand && index?.type === 'int_literal' && file.textOf(operand) === list
        ? [{ node, value: Number(file.textOf(index)) }]
        : [];
    });
  const count = Math.max(0, ...indexes.map(({ value }) => value)) + 1;
  const first = indexes[0]?.node;
  const top = first && behind.find((node) => node.start <= first.start && first.end <= node.end);
  if (!top || count < 2 || !Number.isSafeInteger(count)) return undefined;
  const looked = file.text.slice(statement.end, first.start).includes(`len(${list})`);
  return looked ? undefined : { list, statement: top, count };
}

/** The `return` that the code itself gives for an error of the receive; its last value is the error. */
function errorReturn(file: SourceFile, { statement, error }: GoReceive): SyntaxNode | undefined {
  const next = statement.parent?.children.find((node) => node.start >= statement.end && node.type !== 'comment');
  const condition = next?.type === 'if_statement' ? childIn(next, 'condition') : undefined;
  const body = next && childIn(next, 'consequence');
  if (!condition || !body || file.textOf(condition) !== `${error} != nil`) return undefined;
  const last = statementsOf(body).at(-1);
  const values = last?.type === 'return_statement' ? last.children[0]?.children : undefined;
  const given = values?.at(-1);
  return given && file.textOf(given).includes(error) && isInFunction(given) ? last : undefined;
}

function isInFunction(node: SyntaxNode): boolean {
  return functionAround(node) !== undefined && ![...ancestors(node)].some(({ type }) => type === 'ERROR');
}

function countEdits(file: SourceFile, indexed: Indexed, failing: SyntaxNode | undefined): Edit[] {
  const { list, statement, count } = indexed;
  const indent = file.indentAt(statement.start);
  const logger = goLogger(file);
  const dropped = `${logger.line(`"dropped a message of %d frames, expected at least ${count}"`, [`len(${list})`])}${file.newline}${indent}\tcontinue`;
  const error = `fmt.Errorf("expected at least ${count} frames, received %d", len(${list}))`;
  const body = failing ? returnWith(file, failing, error) : dropped;
  const check = [`if len(${list}) < ${count} {`, `${indent}\t${body}`, `${indent}}`, indent].join(file.newline);
  return [
    ...(failing ? goImports(file, ['fmt']) : logger.imports),
    { start: statement.start, end: statement.start, newText: check },
  ];
}

/** The same `return` with another error. */
function returnWith(file: SourceFile, failing: SyntaxNode, error: string): string {
  const last = [...walk(failing)].find((node) => node.type === 'expression_list')?.children.at(-1) ?? failing;
  return file.text.slice(failing.start, last.start) + error;
}
