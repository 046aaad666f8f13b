/** Translates what an assignment does to its target. */

import { emit, unknown } from '../../proof/emit';
import { bytes, either, isFound, isOwn, isReceived, message, somewhere, type Value } from '../../proof/value';
import { oneLine } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { isCaptured } from './acting';
import { nameIn, type Reading, takeKey } from './reading';
import { areMappings, areTables, classProblem } from './storage';

/** Gives a target a value; `source` is the expression that made it, where there is one. */
export function bindTarget(reading: Reading, target: SyntaxNode, value: Value, source: SyntaxNode | undefined): void {
  switch (target.type) {
    case 'identifier':
      bindName(reading, target, value, source);
      return;
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
      if ((isReceived(value) || (source && !isOwn(value))) && !isMatched(target, source))
        emit(reading, { does: 'raise' });
      for (const part of target.children) bindTarget(reading, part, partOf(value), undefined);
      return;
    case 'list_splat_pattern':
    case 'parenthesized_expression':
    case 'as_pattern_target':
      for (const part of target.children) bindTarget(reading, part, value, source);
      return;
    case 'attribute':
      setAttribute(reading, target, source);
      return;
    case 'subscript':
      setItem(reading, target);
      return;
    default:
      unknown(reading, `assigns to ${oneLine(reading.file.textOf(target))}`);
  }
}

/** True for `a, b = b, a`, where the parts are counted in the source. */
function isMatched(target: SyntaxNode, source: SyntaxNode | undefined): boolean {
  const isCounted = source?.type === 'expression_list' || source?.type === 'tuple';
  const isOpen = [target, source].some((side) => side?.children.some(({ type }) => /splat|comment/.test(type)));
  return isCounted && !isOpen && source.children.length === target.children.length;
}

/** One of the things that a value is taken apart into. */
function partOf(value: Value): Value {
  if (value.kind === 'frames') return bytes;
  if (value.kind === 'bytes') return message;
  if (value.kind === 'shared') return somewhere;
  return value;
}

function bindName(reading: Reading, target: SyntaxNode, value: Value, source: SyntaxNode | undefined): void {
  const text = reading.file.textOf(target);
  if (!reading.own.has(text)) {
    change(reading, text, [text], source);
    return;
  }
  if (reading.loop && isCaptured(reading.file, reading.definition, reading.loop, text))
    unknown(reading, `sets ${text}, which a function inside reads`);
  reading.values.set(text, either(value, reading.values.get(text)));
  const flag = source?.type === 'true' || source?.type === 'false' ? { flag: source.type === 'true' } : {};
  const isOther = source?.type === 'identifier' && reading.own.has(reading.file.textOf(source));
  const from = isOther ? { from: nameIn(reading, reading.file.textOf(source)) } : {};
  emit(reading, { does: 'bind', name: nameIn(reading, text), ...flag, ...from });
}

function setAttribute(reading: Reading, target: SyntaxNode, source: SyntaxNode | undefined): void {
  const object = childIn(target, 'object');
  const field = childIn(target, 'attribute');
  if (!object || !field) return;
  const owner = reading.all.expression(reading, object, { quiet: true });
  const text = oneLine(reading.file.textOf(target));
  if (owner.kind !== 'shared' || owner.roots.length === 0) {
    unknown(reading, `sets ${text}, and nothing shows what that is`);
    return;
  }
  if (reading.file.textOf(object) !== 'self') {
    unknown(reading, `sets ${text}, and nothing shows what that runs`);
    return;
  }
  const problem = classProblem(reading.file, reading.definition, reading.file.textOf(field));
  if (problem) unknown(reading, problem);
  change(
    reading,
    text,
    owner.roots.map((root) => `${root}.${reading.file.textOf(field)}`),
    source,
  );
}

const constants = new Set(['true', 'false', 'none', 'integer', 'string']);

/** A place gets a value; a constant says that something is so, which others may wait for. */
function change(reading: Reading, what: string, of: readonly string[], source: SyntaxNode | undefined): void {
  if (!source || constants.has(source.type)) {
    unknown(reading, `sets ${what} to a value of its own, and others may wait for that`);
    return;
  }
  emit(reading, { does: 'change', what, of });
}

function setItem(reading: Reading, target: SyntaxNode): void {
  const object = childIn(target, 'value');
  const place = childIn(target, 'subscript');
  if (!object || !place) return;
  const owner = reading.all.expression(reading, object, { quiet: true });
  const known = place.type === 'identifier' ? reading.values.get(reading.file.textOf(place)) : undefined;
  const isSought = known !== undefined && isFound(known);
  const key = reading.all.expression(reading, place, { quiet: isSought });
  // A place of a list need not be there, unless it was found in a search.
  if (isOwn(owner) || areMappings(reading.file, object, owner.roots)) takeKey(reading, place, key);
  else if (!isSought) emit(reading, { does: 'raise' });
  if (place.type === 'identifier' && !isOwn(owner) && owner.roots.length > 0)
    emit(reading, { does: 'know', name: nameIn(reading, reading.file.textOf(place)), key: `in ${owner.roots.join()}` });
  changeTable(reading, object, owner, oneLine(reading.file.textOf(target)));
}

/** A table gets, or loses, an item. */
export function changeTable(reading: Reading, object: SyntaxNode, owner: Value, what: string): void {
  if (isOwn(owner)) {
    if (isReceived(owner)) emit(reading, { does: 'raise' });
    emit(reading, { does: 'forget' });
    return;
  }
  if (owner.kind === 'shared' && areTables(reading.file, object, owner.roots)) {
    emit(reading, { does: 'change', what, of: owner.roots });
    return;
  }
  unknown(reading, `changes ${oneLine(reading.file.textOf(object))}, which nothing shows to be a plain table`);
}
