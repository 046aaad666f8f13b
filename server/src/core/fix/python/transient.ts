/** Finds single steps that raise at once for a failure that passes by itself. */
import type { Edit } from '../finding';
import { freeName, movedRight } from '../layout';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { handlersOf } from './handler';
import { levelAt } from './insert';
import { importEdit, isLogStatement, moduleName } from './layout';
import { statementsOf } from './receive';
import { enclosingFunction, isAsync, withoutAwait } from './scope';

/** A step and how its failure shows. */
interface TransientStep {
  /** The `try` around the step, or the assignment that the next statement checks. */
  readonly statement: SyntaxNode;
  /** Offset behind the `raise`. */
  readonly end: number;
  /** The `if` that raises on a status, for a step without a `try`. */
  readonly check: SyntaxNode | undefined;
}

/** Classes for a queue that is full or a peer that is not there yet. */
const passing = new Set(['Again', 'Full', 'ConnectionRefusedError', 'BlockingIOError']);

/** Texts by which a status tells the same; MoRIIO reports a full RDMA send queue so. */
const passingTexts = ['SQ full'];

/** The steps of a file. */
export function transientSteps(file: SourceFile): TransientStep[] {
  return [
    ...file.nodes('try_statement').flatMap((attempt) => raisedStep(file, attempt) ?? []),
    ...file.nodes('if_statement').flatMap((check) => checkedStep(file, check) ?? []),
  ];
}

/** `try` with one plain call and one clause that logs and raises. */
function raisedStep(file: SourceFile, attempt: SyntaxNode): TransientStep | undefined {
  const body = childIn(attempt, 'body');
  const [handler, ...others] = handlersOf(file, attempt);
  const [step, ...more] = body ? statementsOf(body) : [];
  if (!handler || others.length > 0 || attempt.children.length !== 2 || !step || more.length > 0) return undefined;
  if (handler.classes.length === 0 || !handler.classes.every((name) => passing.has(name))) return undefined;
  const last = handler.block.children.at(-1);
  const plain = statementsOf(handler.block).every((node) => node === last || isLogStatement(file, node));
  if (last?.type !== 'raise_statement' || !plain || !isPlainCall(file, step)) return undefined;
  return file.ownsItsLines(attempt) ? { statement: attempt, end: last.end, check: undefined } : undefined;
}

/** `status = step()` followed by `if "SQ full" in status…: raise`. */
function checkedStep(file: SourceFile, check: SyntaxNode): TransientStep | undefined {
  const condition = childIn(check, 'condition');
  const consequence = childIn(check, 'consequence');
  const last = consequence?.children.at(-1);
  if (!condition || last?.type !== 'raise_statement' || childIn(check, 'alternative')) return undefined;
  if (!passingTexts.some((text) => file.textOf(condition).includes(text))) return undefined;
  const siblings = check.parent ? statementsOf(check.parent) : [];
  const step = siblings[siblings.indexOf(check) - 1];
  const left = step?.children[0] && childIn(step.children[0], 'left');
  if (!step || left?.type !== 'identifier' || !isPlainCall(file, step) || !file.ownsItsLines(step)) return undefined;
  if (!file.nodes('identifier', condition).some((node) => file.textOf(node) === file.textOf(left))) return undefined;
  return { statement: step, end: last.end, check };
}

function isPlainCall(file: SourceFile, statement: SyntaxNode): boolean {
  if (statement.type !== 'expression_statement' || !file.ownsItsLines(statement)) return false;
  const inner = statement.children[0];
  const value = inner?.type === 'assignment' ? childIn(inner, 'right') : inner;
  const call = value && withoutAwait(value);
  return call?.type === 'call';
}

const attempts = 6;

/** Puts the step into a loop that ends at its success or after the last attempt. */
export function retryEdits(file: SourceFile, { statement, check }: TransientStep): Edit[] {
  const definition = enclosingFunction(statement);
  const attempt = freeName(file, definition ?? file.root, ['attempt', 'retry']);
  const unit = levelAt(file, statement);
  const indent = file.indentAt(statement.start);
  const waits =
    definition && isAsync(file, definition)
      ? { module: 'asyncio', call: 'await asyncio' }
      : { module: 'time', call: 'time' };
  const sleep = `${waits.call}.sleep(0.05 * 2**${attempt})`;
  const lines = (deep: number, texts: readonly string[]) => texts.map((text) => indent + unit.repeat(deep) + text);
  const head = `${indent}for ${attempt} in range(${attempts}):`;
  const body = check
    ? [
        movedRight(file, statement.start, statement.end, unit),
        ...lines(1, [`if not (${conditionText(file, check)}):`]),
        ...lines(2, ['break']),
        ...lines(1, [`if ${attempt} < ${attempts - 1}:`]),
        ...lines(2, [sleep]),
      ]
    : triedLines(
        file,
        statement,
        unit,
        [...lines(2, [`if ${attempt} < ${attempts - 1}:`]), ...lines(3, [sleep, 'continue'])],
        lines(2, ['break']),
      );
  return [
    ...(moduleName(file, waits.module) ? [] : [importEdit(file, waits.module)]),
    {
      start: file.lineStart(statement.start),
      end: file.lineEnd(statement.end),
      newText: [head, ...body].join(file.newline),
    },
  ];
}

function conditionText(file: SourceFile, check: SyntaxNode): string {
  const condition = childIn(check, 'condition');
  return condition ? file.textOf(condition) : '';
}

/** The `try` one level deeper, with lines added at the end of its body and at the start of its clause. */
function triedLines(
  file: SourceFile,
  attempt: SyntaxNode,
  unit: string,
  failed: readonly string[],
  succeeded: readonly string[],
): string[] {
  const [handler] = handlersOf(file, attempt);
  const first = handler ? file.lineStart(handler.clause.start) : attempt.end;
  const block = handler ? file.nextLine(handler.clause.start) : attempt.end;
  return [
    movedRight(file, attempt.start, first - 1, unit),
    ...succeeded,
    movedRight(file, first, block - 1, unit),
    ...failed,
    movedRight(file, block, attempt.end, unit),
  ];
}
