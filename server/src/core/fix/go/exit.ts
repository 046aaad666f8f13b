/** The ways out of a Go receive loop that a message can take: `if err != nil { return err }` and checks of its content. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { calledName, type GoNames, type GoReceive, loopAround, mentions, statementsOf, walkOwn } from './receive';

/** An `if` whose body leaves the loop because of what was received. */
export interface GoExit {
  readonly branch: SyntaxNode;
  /** The last statement of the body, which leaves: `return`, `panic(…)`, `log.Fatal(…)`. */
  readonly leaving: SyntaxNode;
  /** The error that it gives, as an expression; undefined for a `return` that gives none. */
  readonly error: string | undefined;
  /** `decode`: the bytes could not be read. `handle`: a function refused them. `check`: the condition reads them. */
  readonly kind: 'decode' | 'handle' | 'check';
}

const decoders = ['unmarshal', 'decode', 'unpack', 'deserialize', 'parse', 'atoi', 'frombytes'];

/** The ways out behind a receive, in source order. */
export function goExits(file: SourceFile, receive: GoReceive, names: GoNames): GoExit[] {
  const { loop } = receive;
  if (!loop) return [];
  const exits: GoExit[] = [];
  for (const branch of walkOwn(loop)) {
    if (branch.type !== 'if_statement' || branch.start < receive.statement.end) continue;
    const exit = readExit(file, branch, receive, names);
    if (exit) exits.push(exit);
  }
  return exits;
}

function readExit(file: SourceFile, branch: SyntaxNode, receive: GoReceive, names: GoNames): GoExit | undefined {
  const condition = childIn(branch, 'condition');
  const body = childIn(branch, 'consequence');
  const leaving = body && statementsOf(body).at(-1);
  if (!condition || !leaving || !leaves(file, leaving)) return undefined;
  const tested = /^(\w+)\s*!=\s*nil$/.exec(file.textOf(condition))?.[1];
  const error = errorOf(file, leaving) ?? tested;
  if (tested === undefined) {
    const refuses = mentions(file, condition, names.all) && errorOf(file, leaving) !== undefined;
    return refuses ? { branch, leaving, error, kind: 'check' } : undefined;
  }
  const call = failingCall(file, branch, tested, names);
  // A `return nil` behind an error means the end of the loop, as after a closed channel.
  if (!call || call.start <= receive.call.start || givesNil(file, leaving)) return undefined;
  const called = calledName(file, call).toLowerCase();
  return { branch, leaving, error, kind: decoders.some((word) => called.includes(word)) ? 'decode' : 'handle' };
}

/** The call that gave the tested error, when it was handed the message. */
function failingCall(file: SourceFile, branch: SyntaxNode, tested: string, names: GoNames): SyntaxNode | undefined {
  const siblings = branch.parent?.children.filter((node) => node.type !== 'comment') ?? [];
  const source = childIn(branch, 'initializer') ?? siblings[siblings.indexOf(branch) - 1];
  const left = source && childIn(source, 'left')?.children.at(-1);
  const right = source && childIn(source, 'right');
  if (!left || !right || file.textOf(left) !== tested) return undefined;
  const call = right.children.find((node) => node.type === 'call_expression');
  const sends = call && /^(?:Send|Write|Close)/.test(calledName(file, call));
  return call && !sends && mentions(file, call, names.all) ? call : undefined;
}

function leaves(file: SourceFile, statement: SyntaxNode): boolean {
  return statement.type === 'return_statement' || fatalCall(file, statement) !== undefined;
}

/** The call of a statement that ends the process or the goroutine. */
export function fatalCall(file: SourceFile, statement: SyntaxNode): SyntaxNode | undefined {
  const call = statement.type === 'expression_statement' ? statement.children[0] : undefined;
  if (call?.type !== 'call_expression') return undefined;
  const name = calledName(file, call);
  return name === 'panic' || /^Fatal(?:f|ln)?$/.test(name) ? call : undefined;
}

function errorOf(file: SourceFile, leaving: SyntaxNode): string | undefined {
  const call = fatalCall(file, leaving);
  const given = call ? childIn(call, 'arguments')?.children : leaving.children[0]?.children;
  const last = given?.at(-1);
  return last && file.textOf(last) !== 'nil' ? file.textOf(last) : undefined;
}

function givesNil(file: SourceFile, leaving: SyntaxNode): boolean {
  const last = leaving.type === 'return_statement' ? leaving.children[0]?.children.at(-1) : undefined;
  return !!last && file.textOf(last) === 'nil';
}

/** True when `continue` at the exit would go on with the next message. */
export function goesOnThere(exit: GoExit, loop: SyntaxNode): boolean {
  return loopAround(exit.branch) === loop;
}
