/** Checks the number of frames before Rust code indexes them: a missing one is a panic. */
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { rustLoopReason, rustWarn, written } from './dropLoop';
import { type RustLoop, rustLoops } from './receive';

/** Frames taken by a number that may be too large. */
interface FrameUse {
  readonly node: { readonly start: number };
  readonly list: string;
  readonly index: number;
}

/** Loops that index frames without a look at their number. */
export function rustCountPlaces(file: SourceFile): FixPlace[] {
  return rustLoops(file).flatMap((found) => countPlace(file, found) ?? []);
}

function countPlace(file: SourceFile, found: RustLoop): FixPlace | undefined {
  const names = new Set(found.names);
  for (const step of found.steps) {
    if (step.bound && step.called.includes('into_vec') && [...step.uses].some((name) => names.has(name))) {
      for (const name of step.bound) names.add(name);
    }
  }
  const [from, to] = [found.steps[0]?.start ?? 0, found.steps.at(-1)?.end ?? 0];
  const uses = frameUses(file, { start: from, end: to }).filter(({ list }) => names.has(list));
  const [first] = uses;
  // In a branch of `select!` this is the statement of the branch.
  const top = first && found.steps.find(({ start, end }) => start <= first.node.start && first.node.start < end);
  if (!first || !top || !file.ownsItsLines(top)) return undefined;
  const count = Math.max(...uses.filter(({ list }) => list === first.list).map(({ index }) => index)) + 1;
  const looked = file.text.slice(from, first.node.start).includes(`${first.list}.len()`);
  if (count < 2 || looked || rustLoopReason(file, found)) return undefined;
  const check = written(file, top.start, [
    `if ${first.list}.len() < ${count} {`,
    `\t${rustWarn(file)}("dropped a message of {} frames, expected at least ${count}", ${first.list}.len());`,
    '\tcontinue;',
    '}',
    '',
  ]);
  return {
    start: top.start,
    end: top.end,
    applicability: 'unsafe',
    why: 'A message of fewer frames is an index out of range, a panic; dropping it is right if every genuine one has this number.',
    edits: [{ start: top.start, end: top.start, newText: check }],
  };
}

/** `frames[1]` and `message.get(1).unwrap()`, in source order. */
function frameUses(file: SourceFile, within: { readonly start: number; readonly end: number }): FrameUse[] {
  const indexed = file
    .nodes('index_expression', within)
    .flatMap((node) => use(file, node, node.children[0], node.children[1]));
  const got = file.nodes('call_expression', within).flatMap((node) => {
    const callee = childIn(node, 'function');
    const field = callee && childIn(callee, 'field');
    const outer = node.parent && childIn(node.parent, 'field');
    const isGet = field && file.textOf(field) === 'get' && outer && /^(?:unwrap|expect)$/.test(file.textOf(outer));
    return isGet && callee ? use(file, node, childIn(callee, 'value'), childIn(node, 'arguments')?.children[0]) : [];
  });
  return [...indexed, ...got, ...tokenUses(file, within)].sort((a, b) => a.node.start - b.node.start);
}

/** The same in a macro, where the grammar leaves tokens. */
function tokenUses(file: SourceFile, within: { readonly start: number; readonly end: number }): FrameUse[] {
  const names = file.nodes('identifier', within).filter(({ parent }) => parent?.type === 'token_tree');
  return names.flatMap((node) => {
    // A call and its number take no more than this.
    const behind = file.text.slice(node.end, node.end + 80);
    const found = /^\s?\[(\d{1,9})\]|^\s*\.get\((\d{1,9})\)\s*\.(?:unwrap|expect)\(/.exec(behind);
    const index = found?.[1] ?? found?.[2];
    return index === undefined ? [] : [{ node, list: file.textOf(node), index: Number(index) }];
  });
}

function use(
  file: SourceFile,
  node: SyntaxNode,
  list: SyntaxNode | undefined,
  index: SyntaxNode | undefined,
): FrameUse[] {
  if (list?.type !== 'identifier' || index?.type !== 'integer_literal') return [];
  const value = Number(file.textOf(index));
  return Number.isSafeInteger(value) ? [{ node, list: file.textOf(list), index: value }] : [];
}
