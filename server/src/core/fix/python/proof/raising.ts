/** Translates statements of Python that raise. */
import { emit, unknown } from '../../proof/emit';
import { isOwn, isReceived, plain } from '../../proof/value';
import { isError, oneLine, saysEnd } from '../../proof/words';
import { childIn, type SyntaxNode } from '../../syntax';
import { isStopMessage, namesConfiguration } from '../raiseReason';
import { conditionsOf } from '../risk';
import { inClause, lastName } from '../scope';
import type { Reading } from './reading';

/** `raise`: what it says decides whether it is about the message. */
export function raise(reading: Reading, node: SyntaxNode): void {
  const { file } = reading;
  const [made] = node.children;
  const kind = made ? lastName(file, childIn(made, 'function') ?? made) : '';
  const given = made && childIn(made, 'arguments');
  for (const argument of given?.children ?? []) reading.all.expression(reading, argument, { quiet: true });
  if (given && saysEnd(file.textOf(given)))
    unknown(reading, `raises ${oneLine(file.textOf(made))}, which says that something is to end`);
  const isCaught = made?.type === 'identifier' && reading.own.has(kind);
  if (made && (!isError(kind) || !(isCaught || /^[A-Z]/.test(kind))))
    unknown(reading, `raises ${oneLine(file.textOf(made))}, which may be a signal to end the loop`);
  // What the loop raises itself is judged with the loop.
  const [nearest] = reading.loop ? [] : conditionsOf(node, reading.definition);
  if (nearest && namesConfiguration(file, nearest.condition)) unknown(reading, fatal);
  if (nearest && !isCaught && !inClause(node, reading.definition) && !asksOwn(reading, nearest.condition))
    unknown(reading, `raises where ${oneLine(file.textOf(nearest.condition))}, which is not about the message`);
  if (nearest?.holds && isStopMessage(file, nearest.condition))
    unknown(reading, 'raises for one expected message, as a request to stop is');
  emit(reading, { does: 'raise', meant: true });
  emit(reading, { does: 'leave', what: 'round' });
}

/** True for a condition that asks a name of the function itself, such as the message or what was made of it. */
function asksOwn({ file, own, values }: Reading, condition: SyntaxNode): boolean {
  return file.nodes('identifier', condition).some((node) => {
    const name = file.textOf(node);
    const value = values.get(name) ?? plain;
    // What tells of places alone says nothing about the message.
    return own.has(name) && isOwn(value) && (isReceived(value) || value.roots.length === 0);
  });
}

const fatal = 'compares ranks or configuration, which must stay fatal';

/** `assert`. */
export function assertion(reading: Reading, node: SyntaxNode): void {
  const [condition, text] = node.children;
  if (!condition) return;
  reading.all.expression(reading, condition, { asks: true });
  if (!reading.loop && namesConfiguration(reading.file, condition)) unknown(reading, fatal);
  emit(reading, { does: 'raise', meant: true });
  if (text) reading.all.expression(reading, text, { quiet: true });
}
