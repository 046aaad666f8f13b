/** Finds handling that a dropped message leaves half done: something has changed, or been sent, and something still can raise. */
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, isWithin, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { changingMethods } from './changing';
import { isLogStatement } from './layout';
import { isBlock, statementsOf } from './receive';
import { conditionsOf, mentions } from './risk';
import { functionName, inClause, jumpingStatements, lastName, walkOwn, withoutAwait } from './scope';

/** A sentence about it, if there is something. */
export function halfDone(found: Case): string | undefined {
  const { file, shape } = found;
  const handling = shape ? [...shape.inGuard, ...shape.after] : [];
  const statements = handling.flatMap((top) => [...walkOwn(top)].filter((node) => isStep(node, found.loop)));
  for (const statement of statements) {
    const behind = stepsBehind(found, statement);
    const effect = effectOf(found, statement);
    if (effect && behind.some((step) => canRaise(found, step))) {
      return `${effect} comes before something else that can raise: a dropped message would be handled by half.`;
    }
    const skipped = skippedCall(found, statement);
    if (skipped && canRaiseBefore(found, statement) && !isChosen(found, statement)) {
      return `${skipped} stands behind what can raise: a dropped message would skip it.`;
    }
  }
  return forwards(file, found, statements);
}

/** True for a statement of the handling that is no block of its own and stands in no clause. */
function isStep(node: SyntaxNode, loop: SyntaxNode): boolean {
  const isSimple = node.type === 'expression_statement' || node.type === 'delete_statement';
  return isSimple && isBlock(node.parent) && !inClause(node, loop);
}

/** The statements that can run behind one, in the same round: those of its blocks, and of an inner loop all. */
function stepsBehind({ loop }: Case, statement: SyntaxNode): SyntaxNode[] {
  const behind: SyntaxNode[] = [];
  let inner = statement;
  for (const ancestor of ancestors(statement)) {
    const after =
      isBlock(ancestor) && inner.type !== 'case_clause'
        ? statementsOf(ancestor).filter(({ start }) => start >= inner.end)
        : [];
    behind.push(...after);
    if (ancestor === loop || after.some(({ type }) => jumpingStatements.has(type))) break;
    if (innerLoops.has(ancestor.type)) behind.push(ancestor);
    inner = ancestor;
  }
  return behind;
}

const innerLoops = new Set(['for_statement', 'while_statement']);

function canRaise({ risks }: Case, { start, end }: SyntaxNode): boolean {
  return risks.some(({ node }) => node.start >= start && node.end <= end);
}

/** True where a message can raise above a statement, and the statement then is not reached. */
function canRaiseBefore({ risks, receive }: Case, statement: SyntaxNode): boolean {
  return risks.some(({ node, kind }) => {
    const isEarlier = node.end <= statement.start && node.start >= receive.statement.start;
    return isEarlier && kind !== 'raise' && !inOtherBranch(node, statement);
  });
}

/** True under a condition that asks the message: what stands there is what the message is for. */
function isChosen({ file, loop, received }: Case, statement: SyntaxNode): boolean {
  return [...conditionsOf(statement, loop)].some(({ condition }) => mentions(file, condition, received));
}

/** True where two nodes stand in branches of one choice, of which only one is taken. */
function inOtherBranch(node: SyntaxNode, other: SyntaxNode): boolean {
  for (const ancestor of ancestors(node)) {
    if (!isWithin(other, ancestor)) continue;
    const [first, second] = [node, other].map((inner) => ancestor.children.find((child) => isWithin(inner, child)));
    return first !== second && isBranch(first) && isBranch(second);
  }
  return false;
}

function isBranch(node: SyntaxNode | undefined): boolean {
  return node?.field === 'consequence' || /^(?:elif|else|case)_clause$/.test(node?.type ?? '');
}

/** What a statement changes for others, or sends: its source text. */
function effectOf(found: Case, statement: SyntaxNode): string | undefined {
  const { file, received } = found;
  const [only] = statement.children;
  if (!only || isLogStatement(file, statement)) return undefined;
  if (statement.type === 'delete_statement') return file.textOf(only);
  const made = withoutAwait(only);
  if (made.type === 'call') return callEffect(found, made);
  const left = /^(?:augmented_)?assignment$/.test(made.type) ? childIn(made, 'left') : undefined;
  const isShared = left?.type === 'subscript' || left?.type === 'attribute';
  const added = made.type === 'augmented_assignment' ? childIn(made, 'right') : undefined;
  const isCount = !!added && (!mentions(file, made, received) || /^len\(/.test(file.textOf(added)));
  return left && isShared && !isCount && isOutside(found, left) ? file.textOf(left) : undefined;
}

function callEffect(found: Case, call: SyntaxNode): string | undefined {
  const { file, received } = found;
  const callee = childIn(call, 'function');
  const object = callee && childIn(callee, 'object');
  if (!callee) return undefined;
  const name = lastName(file, callee);
  const changes = !!object && changingMethods.has(name) && isOutside(found, object);
  const sends = /^send/.test(name) && !!object;
  const hands = mentions(file, call, received) && !changingMethods.has(name) && !asking.test(name);
  return changes || sends || hands ? file.textOf(callee) : undefined;
}

/** Names of calls that look at a message and change nothing. */
const asking =
  /^_*(?:valid|check|assert|verify|ensure|require|expect|print|debug|info|warn|log|trace|observe|inc$|record|is_|len$)/;

/** True for something that is not made anew for each message. */
function isOutside({ file, loop, received }: Case, node: SyntaxNode): boolean {
  const root = [...walkOwn(node)].find(({ type }) => type === 'identifier');
  const name = root ? file.textOf(root) : '';
  if (received.names.has(name)) return false;
  return !file.nodes('assignment', loop).some((made) => {
    const left = childIn(made, 'left');
    return !!left && file.textOf(left) === name;
  });
}

/** A call that says nothing of the message, as the second half of a pair does: `gauge.dec()`, `span.end()`, `db.execute("COMMIT")`. */
function skippedCall({ file, received }: Case, statement: SyntaxNode): string | undefined {
  const [only] = statement.children;
  const call = only && withoutAwait(only);
  const callee = call?.type === 'call' ? childIn(call, 'function') : undefined;
  if (!call || !callee || isLogStatement(file, statement) || mentions(file, call, received)) return undefined;
  return idle.test(lastName(file, callee)) ? undefined : file.textOf(callee);
}

/** Names of calls that nobody misses. */
const idle = /^_*(?:sleep|inc|increment|observe|print|debug|info|warn|error|log|trace|flush|collect|checkpoint$|yield)/;

/** A sentence where each message of a PULL or SUB socket is passed on by another one. */
function forwards(file: SourceFile, found: Case, statements: readonly SyntaxNode[]): string | undefined {
  const { receive, received } = found;
  for (const statement of statements) {
    for (const call of walkOwn(statement)) {
      const callee = call.type === 'call' ? childIn(call, 'function') : undefined;
      const object = callee && childIn(callee, 'object');
      if (!object || !/^send/.test(lastName(file, callee)) || !mentions(file, call, received)) continue;
      if (file.textOf(object) === receive.socket) continue;
      return `${file.textOf(callee)} passes on what is made of each message: who waits for it there waits for that of a dropped one.`;
    }
  }
  return undefined;
}

/** A decorator that gets to see how the function ends, as one that starts it again does; undefined for those that do not. */
export function seeingDecorator(file: SourceFile, definition: SyntaxNode | undefined): string | undefined {
  const around = definition?.parent?.type === 'decorated_definition' ? definition.parent : undefined;
  const decorators = (around?.children ?? []).filter(({ type }) => type === 'decorator');
  const seeing = decorators.find(({ children: [given] }) => {
    const callee = given && (childIn(given, 'function') ?? given);
    return !callee || !blind.test(lastName(file, callee));
  });
  return seeing && file.textOf(seeing).split('(')[0];
}

const blind =
  /^(?:staticmethod|classmethod|override|final|wraps|overload|abstractmethod|no_type_check|deprecated|inference_mode|no_grad|profile|traced?|instrument|contextmanager|asynccontextmanager|coroutine|typechecked|beartype)$/;

/** True in a function of a test, its class or a fixture. */
export function isOfTest(file: SourceFile, loop: SyntaxNode): boolean {
  return [...ancestors(loop)].some((node) => {
    if (node.type === 'decorated_definition') {
      const decorators = node.children.filter(({ type }) => type === 'decorator');
      if (decorators.some((decorator) => /\bfixture\b/.test(file.textOf(decorator)))) return true;
    }
    const isNamed = node.type === 'function_definition' || node.type === 'class_definition';
    return isNamed && /^(?:test_|Test)/.test(functionName(file, node));
  });
}
