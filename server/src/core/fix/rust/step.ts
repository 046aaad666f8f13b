/** The statements behind a receive in Rust, read from the syntax tree or, inside `select!`, from its tokens. */
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode, walk } from '../syntax';

/** A place in the text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** An expression that may fail, up to `inner`, and what becomes of the failure. */
interface Attempt extends Span {
  readonly inner: number;
  /** True for `.expect(…)` and `.unwrap()`. */
  readonly panics: boolean;
}

/** One statement. */
export interface Step extends Span {
  /** Names that it binds; undefined for a statement that binds none. */
  readonly bound: readonly string[] | undefined;
  readonly uses: ReadonlySet<string>;
  /** The expression with its `?` or `.expect(…)`, when that is all the statement evaluates. */
  readonly attempt: Attempt | undefined;
  /** Last names of the functions it calls. */
  readonly called: readonly string[];
}

/** Reads a statement of a block. */
export function treeStep(file: SourceFile, statement: SyntaxNode): Step {
  const isLet = statement.type === 'let_declaration';
  const value = isLet ? childIn(statement, 'value') : statement.children[0];
  const pattern = isLet ? childIn(statement, 'pattern') : undefined;
  const uses = new Set(file.nodes('identifier', value ?? statement).map((node) => file.textOf(node)));
  return {
    start: statement.start,
    end: statement.end,
    bound: pattern && file.nodes('identifier', pattern).map((node) => file.textOf(node)),
    uses,
    attempt: value && attemptIn(file, value),
    called: value ? calledIn(file, value) : [],
  };
}

function attemptIn(file: SourceFile, value: SyntaxNode): Attempt | undefined {
  const { start, end } = value;
  if (value.type === 'try_expression') return { start, end, inner: end - 1, panics: false };
  const callee = value.type === 'call_expression' ? childIn(value, 'function') : undefined;
  const tried = callee && childIn(callee, 'value');
  const method = callee && childIn(callee, 'field');
  const isExpected = !!method && /^(?:expect|unwrap)$/.test(file.textOf(method));
  return tried && isExpected ? { start, end, inner: tried.end, panics: true } : undefined;
}

function calledIn(file: SourceFile, value: SyntaxNode): string[] {
  return [...walk(value)].flatMap((node) => {
    const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
    // What a call is told about types stands in a turbofish: `from_slice::<Register>`.
    const named = callee?.type === 'generic_function' ? (childIn(callee, 'function') ?? callee) : callee;
    return named ? [file.textOf(named).split(/::|\./).at(-1) ?? ''] : [];
  });
}

/** Reads the statements of a block that stands in a macro, which the grammar leaves as tokens. */
export function tokenSteps(file: SourceFile, block: SyntaxNode): Step[] {
  const steps: Step[] = [];
  let start = block.start + 1;
  for (const at of semicolons(file, block)) {
    const step = tokenStep(file, block, start, at);
    if (step) steps.push(step);
    start = at + 1;
  }
  return steps;
}

/** Offsets of the semicolons of the block itself, not of what it holds. */
function semicolons(file: SourceFile, block: SyntaxNode): number[] {
  const found: number[] = [];
  let at = block.start;
  for (const inner of [...block.children, { start: block.end, end: block.end }]) {
    for (
      let next = file.text.indexOf(';', at);
      next >= 0 && next < inner.start;
      next = file.text.indexOf(';', next + 1)
    ) {
      found.push(next);
    }
    at = inner.end;
  }
  return found;
}

function tokenStep(file: SourceFile, block: SyntaxNode, from: number, semicolon: number): Step | undefined {
  const tokens = block.children.filter(
    (node) => node.start >= from && node.end <= semicolon && !node.type.includes('comment'),
  );
  const [first] = tokens;
  if (!first) return undefined;
  const head = file.text.slice(from, first.start);
  const isLet = /\blet\s+(?:mut\s+)?$/.test(head);
  const start = isLet ? from + head.lastIndexOf('let') : first.start;
  const equals = isLet ? file.text.indexOf('=', start) : -1;
  if (isLet && (equals < 0 || equals > semicolon)) return undefined;
  const value = { start: isLet ? skipBlanks(file, equals + 1) : start, end: semicolon };
  const isAttempt = file.text[semicolon - 1] === '?' && (isLet || /\s$/.test(head));
  const identifiers = (within: Span) => file.nodes('identifier', within).map((node) => file.textOf(node));
  return {
    start,
    end: semicolon + 1,
    bound: isLet ? identifiers({ start, end: equals }) : undefined,
    uses: new Set(identifiers(value)),
    attempt: isAttempt ? { ...value, inner: value.end - 1, panics: false } : undefined,
    called: tokens.flatMap((node) => (opens(file, node, semicolon) ? [file.textOf(node)] : [])),
  };
}

/** True for a name that is called, with a turbofish or without. */
function opens(file: SourceFile, name: SyntaxNode, end: number): boolean {
  return name.type === 'identifier' && /^(?:::<[^;()]*>)?\(/.test(file.text.slice(name.end, end));
}

function skipBlanks(file: SourceFile, offset: number): number {
  let at = offset;
  while (at < file.text.length && file.text[at]?.trim() === '') at++;
  return at;
}
