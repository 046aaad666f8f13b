/** Translates statements of Python into steps. */

import { apart, emit, unknown } from '../../proof/emit';
import type { Way } from '../../proof/step';
import { either, isOwn, isReceived, message, mixed, plain, somewhere, type Value } from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { catchesReceiveErrors, handlersOf, readHandler } from '../handler';
import { conditionsOf } from '../risk';
import { isProperty } from './acting';
import { classDefinition, functionDefinition } from './definition';
import { itemsOf } from './expression';
import { assertion, raise } from './raising';
import { nameIn, type Reading } from './reading';
import { areLocks } from './storage';
import { bindTarget, changeTable } from './target';

type Translate = (reading: Reading, node: SyntaxNode) => void;

/** Emits what the statements of a block do. */
export function blockSteps(reading: Reading, block: SyntaxNode): void {
  for (const statement of block.children) {
    const translate = translations.get(statement.type);
    if (translate) translate(reading, statement);
    else unknown(reading, `holds ${oneLine(reading.file.textOf(statement))}, of which nothing is known`);
  }
}

const nothing: Translate = () => undefined;

const translations = new Map<string, Translate>([
  ...['comment', 'pass_statement', 'global_statement', 'nonlocal_statement'].map((type): [string, Translate] => [
    type,
    nothing,
  ]),
  ['expression_statement', expression],
  ['delete_statement', deletion],
  ['if_statement', choice],
  ['match_statement', match],
  ['while_statement', whileLoop],
  ['for_statement', forLoop],
  ['try_statement', attempt],
  ['with_statement', context],
  ['raise_statement', raise],
  ['assert_statement', assertion],
  ['return_statement', leaving],
  ['break_statement', leaving],
  ['continue_statement', leaving],
  ['function_definition', functionDefinition],
  ['class_definition', classDefinition],
]);

function value(reading: Reading, node: SyntaxNode, use = {}) {
  return reading.all.expression(reading, node, use);
}

function expression(reading: Reading, { children: [only] }: SyntaxNode): void {
  if (only?.type === 'assignment') assignment(reading, only);
  else if (only?.type === 'augmented_assignment') reckoning(reading, only);
  else if (only) {
    // What nobody takes the value of is there for what it does, as `sink << tag`.
    if (/^(?:binary|unary|comparison)_operator$|^subscript$/.test(only.type))
      unknown(reading, `holds ${oneLine(reading.file.textOf(only))}, of which nothing is known`);
    value(reading, only);
  }
}

function assignment(reading: Reading, node: SyntaxNode): void {
  // `a = b = value` gives both the value, from left to right.
  const targets: SyntaxNode[] = [];
  let source: SyntaxNode | undefined = node;
  while (source?.type === 'assignment') {
    const left = childIn(source, 'left');
    if (left) targets.push(left);
    source = childIn(source, 'right');
  }
  if (!source) return;
  const isStored = targets.some(({ type }) => type === 'attribute' || type === 'subscript');
  const isQuiet = targets.every(({ type }) => type === 'identifier');
  const given = value(reading, source, { stored: isStored, quiet: isQuiet });
  for (const target of targets) bindTarget(reading, target, given, source);
}

/** `name += value`: reads the name and sets it. */
function reckoning(reading: Reading, node: SyntaxNode): void {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  if (!left || !right) return;
  const object = left.type === 'attribute' ? childIn(left, 'object') : undefined;
  if (object && reading.file.textOf(object) !== 'self') {
    bindTarget(reading, left, plain, right);
    return;
  }
  // A number that goes up may be what tells how many came; nobody else may look at it, or everybody.
  if (right.type === 'integer' && isKept(reading, left)) {
    const what = oneLine(reading.file.textOf(left));
    unknown(reading, `counts in ${what}, where a dropped message may have to be counted as well`);
    return;
  }
  const values = [value(reading, left), value(reading, right)];
  if (values.some(isReceived)) emit(reading, { does: 'raise' });
  const [first = plain, second = plain] = values;
  // `rows += more` changes what `rows` stands for, where that is a list.
  if (left.type === 'identifier' && !isOwn(first))
    changeTable(reading, left, first, oneLine(reading.file.textOf(left)));
  bindTarget(reading, left, either(first, second), right.type === 'integer' ? left : right);
}

/** True for a name or an attribute that outlives the round. */
function isKept({ file, own }: Reading, target: SyntaxNode): boolean {
  return target.type === 'attribute' || (target.type === 'identifier' && !own.has(file.textOf(target)));
}

function deletion(reading: Reading, { children }: SyntaxNode): void {
  for (const target of children) {
    const object = target.type === 'subscript' ? childIn(target, 'value') : undefined;
    const place = childIn(target, 'subscript');
    if (!object || !place) {
      unknown(reading, `deletes ${oneLine(reading.file.textOf(target))}`);
      continue;
    }
    const owner = value(reading, object, { quiet: true });
    value(reading, place);
    // Whoever made the key: nothing shows that it is there.
    emit(reading, { does: 'raise' });
    emit(reading, { does: 'forget' });
    changeTable(reading, object, owner, oneLine(reading.file.textOf(target)));
  }
}

function choice(reading: Reading, node: SyntaxNode): void {
  if (isTrimming(reading, node)) return;
  const condition = childIn(node, 'condition');
  const consequence = childIn(node, 'consequence');
  if (!condition || !consequence) return;
  value(reading, condition, { asks: true });
  const others = node.children.filter(({ type }) => type === 'elif_clause' || type === 'else_clause');
  const flag = flagOf(reading, condition);
  const taken = apart(reading, () => reading.all.block(reading, consequence));
  const otherwise = apart(reading, () => alternatives(reading, others));
  emit(reading, {
    does: 'choose',
    ways: [
      { steps: taken, ...(flag && { flag }) },
      { steps: otherwise, ...(flag && { flag: { ...flag, holds: !flag.holds } }) },
    ],
  });
}

/** What the `elif` and `else` branches do, of which the first stands for all that follow. */
function alternatives(reading: Reading, [first, ...rest]: readonly SyntaxNode[]): void {
  if (first?.type === 'else_clause') {
    const body = childIn(first, 'body');
    if (body) reading.all.block(reading, body);
    return;
  }
  const condition = first && childIn(first, 'condition');
  const consequence = first && childIn(first, 'consequence');
  if (!first || !condition || !consequence) return;
  value(reading, condition, { asks: true });
  const taken = apart(reading, () => reading.all.block(reading, consequence));
  const otherwise = apart(reading, () => alternatives(reading, rest));
  emit(reading, { does: 'choose', ways: [{ steps: taken }, { steps: otherwise }] });
}

/** `if name:` and `if not name:`. */
function flagOf(reading: Reading, condition: SyntaxNode): Way['flag'] {
  const argument = condition.type === 'not_operator' ? childIn(condition, 'argument') : condition;
  if (argument?.type !== 'identifier') return undefined;
  return { name: nameIn(reading, reading.file.textOf(argument)), holds: argument === condition };
}

function match(reading: Reading, node: SyntaxNode): void {
  const subject = childIn(node, 'subject');
  const body = childIn(node, 'body');
  if (!subject || !body) return;
  const matched = value(reading, subject);
  const part = matched.kind === 'mixed' ? mixed : isReceived(matched) ? message : isOwn(matched) ? plain : somewhere;
  cases(
    reading,
    body.children.filter(({ type }) => type === 'case_clause'),
    part,
  );
}

/** A `case`, or else those behind it: its guard may have run all the same. */
function cases(reading: Reading, [first, ...rest]: readonly SyntaxNode[], part: Value): void {
  if (!first) return;
  pattern(reading, first, part);
  const taken = apart(reading, () => {
    const consequence = childIn(first, 'consequence');
    if (consequence) reading.all.block(reading, consequence);
  });
  const otherwise = apart(reading, () => cases(reading, rest, part));
  emit(reading, { does: 'choose', ways: [{ steps: taken }, { steps: otherwise }] });
}

/** What a `case` asks, and the names that it gives values. */
function pattern(reading: Reading, clause: SyntaxNode, part: Value): void {
  for (const given of clause.children.filter(({ type }) => type === 'case_pattern')) {
    for (const name of reading.file.nodes('identifier', given)) {
      if (reading.own.has(reading.file.textOf(name))) bindTarget(reading, name, part, undefined);
    }
  }
  const guard = childIn(clause, 'guard')?.children[0];
  if (guard) value(reading, guard, { asks: true });
}

function whileLoop(reading: Reading, node: SyntaxNode): void {
  const condition = childIn(node, 'condition');
  const body = childIn(node, 'body');
  if (!condition || !body || isTrimming(reading, node)) return;
  // Asked before the first turn, and again behind each.
  value(reading, condition);
  turns(reading, node, () => {
    value(reading, condition);
    reading.all.block(reading, body);
    value(reading, condition);
  });
}

function forLoop(reading: Reading, node: SyntaxNode): void {
  const left = childIn(node, 'left');
  const right = childIn(node, 'right');
  const body = childIn(node, 'body');
  if (!left || !right || !body || reading.file.text.startsWith('async', node.start)) {
    unknown(reading, `runs ${oneLine(reading.file.textOf(node))}`);
    return;
  }
  const items = itemsOf(reading, right, {});
  turns(reading, node, () => {
    bindTarget(reading, left, items, undefined);
    // What comes next may be of another form than what came before.
    if (isReceived(items) && items.kind !== 'bytes') emit(reading, { does: 'raise' });
    reading.all.block(reading, body);
  });
}

/** An inner loop: read twice, since a name may get its value behind its use. */
function turns(reading: Reading, node: SyntaxNode, body: () => void): void {
  reading.depth++;
  apart(reading, body);
  emit(reading, { does: 'repeat', body: apart(reading, body) });
  reading.depth--;
  const otherwise = childIn(node, 'alternative');
  const last = otherwise && childIn(otherwise, 'body');
  if (!last) return;
  // It is left out where the loop was left by `break`.
  const steps = apart(reading, () => reading.all.block(reading, last));
  emit(reading, { does: 'choose', ways: [{ steps }, { steps: [] }] });
}

/** `while len(table) > most: table.popitem()`: keeps a table small, whatever came. */
function isTrimming(reading: Reading, node: SyntaxNode): boolean {
  const { file } = reading;
  const condition = childIn(node, 'condition');
  const body = childIn(node, node.type === 'if_statement' ? 'consequence' : 'body');
  const table = condition && /^len\(([\w.]+)\) >=? [\w.]+$/.exec(file.textOf(condition))?.[1];
  if (!table || !body || node.children.length > 2) return false;
  const isShort = body.children.every(
    (statement) =>
      /^([\w.]+)\.(?:popitem|popleft|pop)\((?:0|last=False)?\)$/.exec(file.textOf(statement))?.[1] === table,
  );
  const [object] = file
    .nodes(table.includes('.') ? 'attribute' : 'identifier', condition)
    .filter((inner) => file.textOf(inner) === table);
  const isCode = file
    .nodes('attribute', condition)
    .some((inner) => isProperty(file, file.textOf(childIn(inner, 'attribute') ?? inner)));
  if (!isShort || !object || isCode) return false;
  changeTable(reading, object, value(reading, object, { quiet: true }), table);
  return true;
}

function attempt(reading: Reading, node: SyntaxNode): void {
  const body = childIn(node, 'body');
  if (!body) return;
  const last = node.children.find(({ type }) => type === 'finally_clause' || type === 'except_group_clause');
  if (last)
    unknown(
      reading,
      last.type === 'finally_clause'
        ? 'has a finally branch, which may rest on what came before'
        : 'takes groups of exceptions',
    );
  const steps = apart(reading, () => {
    reading.all.block(reading, body);
    const otherwise = node.children.find(({ type }) => type === 'else_clause');
    const more = otherwise && childIn(otherwise, 'body');
    if (more) reading.all.block(reading, more);
  });
  const clauses = handlersOf(reading.file, node).map((handler) =>
    apart(reading, () => {
      const alias = handler.clause.children[0] && childIn(handler.clause.children[0], 'alias');
      if (alias) bindTarget(reading, alias, plain, undefined);
      reading.all.block(reading, handler.block);
    }),
  );
  emit(reading, { does: 'attempt', body: steps, clauses });
}

function context(reading: Reading, node: SyntaxNode): void {
  const { file } = reading;
  const body = childIn(node, 'body');
  if (!body) return;
  const items = file.nodes('with_item', { start: node.start, end: body.start });
  const open = items.find((item) => {
    const held = childIn(item, 'value');
    if (!held || !/^(?:identifier|attribute)$/.test(held.type)) return true;
    return !areLocks(file, held, value(reading, held, { quiet: true }).roots);
  });
  if (open || file.text.startsWith('async', node.start))
    unknown(reading, `enters ${oneLine(file.textOf(open ?? node))}, which may act on an error`);
  reading.all.block(reading, body);
}

function leaving(reading: Reading, node: SyntaxNode): void {
  const result = node.type === 'return_statement' ? node.children[0] : undefined;
  if (result) {
    const given = value(reading, result, { quiet: result.type !== 'identifier' });
    reading.returned = either(given, reading.returned);
  }
  const isInner = reading.depth > 0 && node.type !== 'return_statement';
  if (isInner) {
    emit(reading, { does: 'leave', what: 'inner' });
    return;
  }
  if (!reading.loop) {
    emit(reading, { does: 'leave', what: 'function' });
    return;
  }
  if (node.type !== 'continue_statement' && !endsForOthers(reading, node)) {
    unknown(
      reading,
      'ends the loop under a condition of its own: if it waits for messages there, a dropped one is missed',
    );
  }
  emit(reading, { does: 'leave', what: 'round' });
}

/** True for a way out of the receive loop that a flag of others opens, or an error of the socket. */
function endsForOthers(reading: Reading, node: SyntaxNode): boolean {
  const { file, loop } = reading;
  for (let at: SyntaxNode | null = node; at && at !== loop; at = at.parent) {
    if (at.type === 'except_clause' && catchesReceiveErrors(readHandler(file, at))) return true;
  }
  if (!loop) return false;
  return [...conditionsOf(node, loop)].some(({ condition }) => {
    const text = file.textOf(condition);
    const root = /^(?:not )?(\w+)/.exec(text)?.[1] ?? '';
    return (
      (isStopFlag(text) && !reading.own.has(root)) ||
      /\.closed\b|\bContextTerminated\b|\bENOTSOCK\b|\bETERM\b/.test(text)
    );
  });
}

/** True for a condition that asks a flag by which others stop the loop. */
export function isStopFlag(condition: string): boolean {
  return stopFlag.test(condition);
}

const stopFlag =
  /^(?:not )?(?:\w+\.)*_?(?:is_|should_|keep_)?(?:stop|stopped|stopping|shut_?down|shutting_down|close|closed|closing|exit|exiting|quit|terminated?|cancell?ed|kill|killed|running|alive|active)(?:_event|_flag|_requested)?(?:\.is_set)?(?:\(\))?$/i;
