/** Finds the checks by which a Rust loop returns an error for a message: `bail!`, `ensure!`, `return Err(…)`. */
import { configurationReason, isNumberedTest, numberedReason, stopReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';

/** Such a statement of the loop's own body. */
export interface Refusal {
  readonly statement: SyntaxNode;
  /** Source text of what is asked of the message. */
  readonly condition: string;
  /** What is replaced, and the lines that log and go on; a tab at the start stands for one level. */
  readonly replaced: SyntaxNode;
  readonly lines: (warn: string) => string[];
}

/** The checks of names that hold the message, in source order. */
export function refusalsIn(file: SourceFile, loop: SyntaxNode, names: ReadonlySet<string>): Refusal[] {
  return (childIn(loop, 'body')?.children ?? []).flatMap((statement) => {
    const [inner] = statement.type === 'expression_statement' ? statement.children : [];
    const found = inner && (branchRefusal(file, statement, inner) ?? ensured(file, statement, inner));
    const asked = inner && (childIn(inner, 'condition') ?? inner);
    const uses = asked && file.nodes('identifier', asked).some((node) => names.has(file.textOf(node)));
    return found && uses ? [found] : [];
  });
}

/** A sentence when the end of the loop is meant. */
export function refusalReason({ condition }: Refusal): string | undefined {
  if (/rank|config|hash|version|world/i.test(condition)) return configurationReason;
  if (isNumberedTest(condition)) return numberedReason;
  return /==/.test(condition) && !/len\(|is_empty/.test(condition) ? stopReason : undefined;
}

/** `if …message… { bail!(…); }` and `if …message… { return Err(…); }`. */
function branchRefusal(file: SourceFile, statement: SyntaxNode, branch: SyntaxNode): Refusal | undefined {
  const condition = childIn(branch, 'condition');
  const body = childIn(branch, 'consequence');
  const [last, ...others] = (body?.children ?? []).filter(({ type }) => !type.includes('comment'));
  const inner = last?.children[0] ?? last;
  if (!condition || condition.type === 'let_condition' || childIn(branch, 'alternative')) return undefined;
  if (!last || !inner || others.length > 0) return undefined;
  const logged = bailed(file, inner) ?? returned(file, inner);
  if (logged === undefined) return undefined;
  return {
    statement,
    condition: file.textOf(condition),
    replaced: last,
    lines: (warn) => [`${warn}(${logged});`, 'continue;'],
  };
}

/** `ensure!(condition, "format", …);`. */
function ensured(file: SourceFile, statement: SyntaxNode, macro: SyntaxNode): Refusal | undefined {
  const tokens = macroTokens(file, macro, 'ensure');
  if (!tokens) return undefined;
  const format = tokens.children.find(
    (node) => node.type === 'string_literal' && file.text.slice(tokens.start, node.start).trimEnd().endsWith(','),
  );
  const end = format ? file.text.lastIndexOf(',', format.start) : tokens.end - 1;
  const condition = file.text.slice(tokens.start + 1, end).trim();
  const logged = format ? prefixed(file, format, tokens) : '"dropped a message that fails a check"';
  return {
    statement,
    condition: negated(condition),
    replaced: statement,
    lines: (warn) => [`if ${negated(condition)} {`, `\t${warn}(${logged});`, '\tcontinue;', '}'],
  };
}

/** `a != b` for `a == b`, else the whole in brackets. */
function negated(condition: string): string {
  const parts = condition.split(' == ');
  return parts.length === 2 && !/&&|\|\|/.test(condition) ? parts.join(' != ') : `!(${condition})`;
}

function bailed(file: SourceFile, macro: SyntaxNode): string | undefined {
  const tokens = macroTokens(file, macro, 'bail');
  const [first] = tokens?.children ?? [];
  if (!tokens || !first) return undefined;
  const isFormat = first.type === 'string_literal' && file.text.slice(tokens.start + 1, first.start).trim() === '';
  return isFormat ? prefixed(file, first, tokens) : shown(file.text.slice(tokens.start + 1, tokens.end - 1));
}

function returned(file: SourceFile, node: SyntaxNode): string | undefined {
  const call = node.type === 'return_expression' ? node.children[0] : undefined;
  const callee = call && childIn(call, 'function');
  const given = call && childIn(call, 'arguments')?.children[0];
  return callee && given && file.textOf(callee) === 'Err' ? shown(file.textOf(given)) : undefined;
}

/** Every error of Rust can be shown for debugging. */
function shown(error: string): string {
  return `"dropped a message: {:?}", ${error.trim()}`;
}

/** The format and its arguments, with our words before them. */
function prefixed(file: SourceFile, format: SyntaxNode, tokens: SyntaxNode): string {
  return `"dropped a message: ${file.text.slice(format.start + 1, tokens.end - 1)}`;
}

function macroTokens(file: SourceFile, macro: SyntaxNode, name: string): SyntaxNode | undefined {
  const called = macro.type === 'macro_invocation' ? childIn(macro, 'macro') : undefined;
  return called && file.textOf(called).split('::').at(-1) === name ? macro.children.at(-1) : undefined;
}
