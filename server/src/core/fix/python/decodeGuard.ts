/** Finds and guards decodings of messages in loops that cannot be guarded as a whole. */
import type { Edit } from '../finding';
import { freeName, movedRight } from '../layout';
import { configurationReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import type { Case } from './case';
import { dutyReason, takesLock } from './dutyReason';
import { levelAt } from './insert';
import { importEdit, logFormat, loggerIn, moduleName } from './layout';
import { endlessLoop } from './loopKind';
import { judgedLoops } from './loopPlaces';
import { peerReason, standsApart } from './loopReason';
import { raiseReason } from './raiseReason';
import type { Receive } from './receive';
import { enclosingFunction, lastName, ownNodes } from './scope';

/** An assignment of something decoded. */
interface Decoding {
  readonly statement: SyntaxNode;
  /** Name of what is decoded. */
  readonly payload: string;
  /** The exceptions to catch, as written after `except`. */
  readonly errors: string;
}

/** Unguarded decodings in endless loops where a message may be dropped but the loop is not rewritten. */
export function openDecodings(file: SourceFile): Decoding[] {
  const judged = judgedLoops(file);
  // Behind a poller each branch is a case of its own.
  const apart = judged.flatMap(({ found }) => (standsApart(found) && found.shape ? [found.shape.block] : []));
  return judged
    .filter(({ found, place }) => place.edits.length === 0 && mayDrop(found))
    .flatMap(({ found }) => {
      const own = apart.find((block) => block === found.shape?.block);
      const others = apart.filter((block) => block !== own);
      return ownNodes(file, 'call', own ?? found.loop)
        .filter((call) => own || !others.some((block) => block.start <= call.start && call.end <= block.end))
        .flatMap((call) => readDecoding(file, call, found) ?? []);
    });
}

function mayDrop(found: Case): boolean {
  const condition = childIn(found.loop, 'condition');
  const endless = found.loop.type === 'while_statement' && !!condition && endlessLoop(found.file, condition);
  const answers = found.socketType === 'REP' || found.socketType === 'REQ';
  return (
    endless &&
    !answers &&
    !takesLock(found.file, found.loop) &&
    (peerReason(found) ?? dutyReason(found)) === undefined &&
    raiseReason(found) !== configurationReason
  );
}

function readDecoding(file: SourceFile, call: SyntaxNode, { loop, receives }: Case): Decoding | undefined {
  const assignment = call.parent;
  const statement = assignment?.parent;
  const payload = childIn(call, 'arguments')?.children[0];
  if (assignment?.type !== 'assignment' || statement?.type !== 'expression_statement') return undefined;
  if (call.field !== 'right' || payload?.type !== 'identifier' || !file.ownsItsLines(statement)) return undefined;
  const errors = decodeErrors(file, call);
  if (!errors || inTry(statement, loop) || !holdsBytes(file, file.textOf(payload), receives)) return undefined;
  // Unpacking what was decoded fails with errors of its own.
  const unpacked = childIn(assignment, 'left')?.type === 'pattern_list' ? ['TypeError', 'ValueError'] : [];
  const all = [...new Set([...errors, ...unpacked])];
  return { statement, payload: file.textOf(payload), errors: all.length === 1 ? errors.join() : `(${all.join(', ')})` };
}

function decodeErrors(file: SourceFile, call: SyntaxNode): string[] | undefined {
  const callee = childIn(call, 'function');
  const text = callee ? file.textOf(callee) : '';
  const msgpack = moduleName(file, 'msgpack');
  const msgspec = moduleName(file, 'msgspec');
  if (msgpack && [`${msgpack}.loads`, `${msgpack}.unpackb`].includes(text)) {
    return file.textOf(call).includes('strict_map_key=False') ? ['ValueError', 'TypeError'] : ['ValueError'];
  }
  if (text === `${moduleName(file, 'json') ?? 'json'}.loads`) return ['ValueError', 'RecursionError'];
  if (!msgspec || !callee || lastName(file, callee) !== 'decode') return undefined;
  const decoder =
    text.startsWith(`${msgspec}.`) || file.text.includes(`${text.slice(0, -'.decode'.length)} = ${msgspec}.`);
  return decoder ? [`${msgspec}.DecodeError`, 'UnicodeDecodeError', 'RecursionError'] : undefined;
}

function inTry(statement: SyntaxNode, loop: SyntaxNode): boolean {
  for (const ancestor of ancestors(statement)) {
    if (ancestor === loop) return false;
    if (ancestor.type === 'try_statement') return true;
  }
  return false;
}

/** True for a name that a receive in the loop binds to one frame, not to the list of them. */
function holdsBytes(file: SourceFile, name: string, receives: readonly Receive[]): boolean {
  return receives.some(
    ({ target, names, method }) =>
      names.includes(name) || (method === 'recv' && !!target && file.textOf(target) === name),
  );
}

/** Puts the statement into a `try` whose clause logs and goes on with the next message. */
export function guardEdits(file: SourceFile, { statement, payload, errors }: Decoding): Edit[] {
  const scope = enclosingFunction(statement) ?? file.root;
  const logger = loggerIn(file, scope);
  const error = freeName(file, scope, ['e', 'error', 'decode_error']);
  const indent = file.indentAt(statement.start);
  const unit = levelAt(file, statement);
  const clause = [
    `except ${errors} as ${error}:`,
    `\t${logger ?? 'logging.getLogger(__name__)'}.warning(`,
    `\t\t"${logFormat(file, 'Dropped a payload that cannot be decoded (%s): %d bytes, starting with %r')}",`,
    ...[error, `len(${payload})`, `bytes(${payload})[:64]`].map((argument) => `\t\t${argument},`),
    '\t)',
    '\tcontinue',
  ].map((line) => indent + line.replaceAll('\t', unit));
  const lines = [`${indent}try:`, movedRight(file, statement.start, statement.end, unit), ...clause];
  return [
    ...(logger || moduleName(file, 'logging') ? [] : [importEdit(file, 'logging')]),
    { start: file.lineStart(statement.start), end: file.lineEnd(statement.end), newText: lines.join(file.newline) },
  ];
}
