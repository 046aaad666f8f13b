/** Finds and rewrites zeromq.js loops that one malformed message can end. */
import type { FixPlace } from '../fix';
import { sharedLineReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { dropEdits } from './dropRewrite';
import { careReason } from './loopCare';
import { purposeReason, throwReason } from './loopReason';
import {
  aliasLoops,
  headLoops,
  isCaught,
  likelyLoops,
  namesIn,
  type SocketLoop,
  socketLoops,
  walkOwn,
} from './socketLoop';

/** A loop with what can throw out of it. */
interface OpenLoop {
  readonly found: SocketLoop;
  readonly throws: readonly SyntaxNode[];
  /** The names that hold the message or something made from it. */
  readonly names: ReadonlySet<string>;
}

/** Calls that throw on bytes of another kind. */
const decoders = new Set(['decode', 'unpack', 'parse', 'deserialize', 'decodeMulti']);

/** The places of a file. */
export function dropPlaces(file: SourceFile): FixPlace[] {
  const places = [...openLoops(file), ...unknownLoops(file)].map((open): FixPlace => {
    const { found, throws } = open;
    const start = found.loop.start;
    const end = Math.max(found.target.end, ...throws.map((node) => node.end));
    const against = reasonAgainst(file, open);
    if (against) return { start, end, applicability: 'display-only', why: against, edits: [] };
    const care = careReason(file, found);
    const why = throws.some((node) => node.type === 'throw_statement')
      ? 'The throw leaves the receive loop, so one malformed message ends it.'
      : 'A message that cannot be decoded throws out of the receive loop and ends it.';
    return { start, end, applicability: care ? 'unsafe' : 'safe', why: care ?? why, edits: dropEdits(file, found) };
  });
  return [...places, ...headPlaces(file), ...aliasPlaces(file)].sort((a, b) => a.start - b.start);
}

/** Loops that receive in their head, where no clause can stand around the receive alone. */
function headPlaces(file: SourceFile): FixPlace[] {
  const otherwise =
    'One malformed message ends this loop, and no clause can stand around a receive in its head: write "while (true)" and receive in its first statement, then the fix is offered.';
  return openIn(file, headLoops(file)).map((open) => explained(file, open, otherwise));
}

/** Loops that receive by another name than that of the method. */
function aliasPlaces(file: SourceFile): FixPlace[] {
  return aliasLoops(file)
    .filter(({ classes }) => classes)
    .flatMap((loop) => {
      const otherwise = `${loop.alias} stands for ${loop.socket}.receive, and only a receive that stands in the loop by its own name is rewritten: call it there, then the fix is offered.`;
      return openIn(file, [loop]).map((open) => explained(file, open, otherwise));
    });
}

/** A loop that is not rewritten, by what speaks against dropping there, else for a reason of its own. */
function explained(file: SourceFile, { found, throws, names }: OpenLoop, otherwise: string): FixPlace {
  const why = purposeReason(file, found, names) ?? otherwise;
  const end = Math.max(found.target.end, ...throws.map((node) => node.end));
  return { start: found.loop.start, end, applicability: 'display-only', why, edits: [] };
}

/** The loops over sockets that a message can end. */
export function openLoops(file: SourceFile): OpenLoop[] {
  return openIn(file, socketLoops(file));
}

/** Those over something that is only named like a socket. */
function unknownLoops(file: SourceFile): OpenLoop[] {
  const named = likelyLoops(file).filter(
    ({ classes, socket }) => !classes && /sock|router|dealer|zmq|subscriber/i.test(socket) && /^[\w.#!]+$/.test(socket),
  );
  return openIn(file, named);
}

function openIn(file: SourceFile, loops: readonly SocketLoop[]): OpenLoop[] {
  return loops.flatMap((found) => {
    const names = followed(file, found);
    const throws = [...walkOwn(found.body)].filter(
      (node) =>
        node.start >= (found.receive?.end ?? found.body.start) &&
        throwsFor(file, node, names) &&
        !isCaught(node, found.body),
    );
    return throws.length > 0 ? [{ found, throws, names }] : [];
  });
}

/** The names that hold the message or something made from it. */
function followed(file: SourceFile, { body, names }: SocketLoop): Set<string> {
  const all = new Set(names);
  for (const node of walkOwn(body)) {
    const isLoop = node.type === 'for_in_statement';
    const name = isLoop
      ? childIn(node, 'left')
      : node.type === 'variable_declarator'
        ? childIn(node, 'name')
        : undefined;
    const value = childIn(node, isLoop ? 'right' : 'value');
    if (name && value && namesIn(file, value).some((used) => all.has(used))) {
      for (const bound of namesIn(file, name)) all.add(bound);
    }
  }
  return all;
}

function throwsFor(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  if (node.type === 'throw_statement') return true;
  if (node.type !== 'call_expression') return false;
  const callee = childIn(node, 'function');
  const given = childIn(node, 'arguments');
  const name = callee ? file.textOf(childIn(callee, 'property') ?? callee) : '';
  return decoders.has(name) && !!given && namesIn(file, given).some((used) => names.has(used));
}

function reasonAgainst(file: SourceFile, { found, throws, names }: OpenLoop): string | undefined {
  if (!found.classes)
    return `Nothing in the file shows that ${found.socket} is a socket of zeromq.js, whose messages are arrays of buffers.`;
  const purpose = purposeReason(file, found, names);
  if (purpose) return purpose;
  for (const node of throws) {
    const reason = node.type === 'throw_statement' ? throwReason(file, node, found, names) : undefined;
    if (reason) return reason;
  }
  if (receivesIn(file, found) > 1) {
    return 'The loop takes several messages in one round, and what one brings may be needed for the next; each needs its own guard, written by hand.';
  }
  const lines = found.body.children.every((node) => node.type === 'comment' || file.ownsItsLines(node));
  return lines && bracesOwnTheirLines(file, found.body) && startsItsLine(file, found.loop)
    ? undefined
    : sharedLineReason;
}

function receivesIn(file: SourceFile, { body, receive }: SocketLoop): number {
  const calls = [...walkOwn(body)].filter((node) => {
    const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
    const method = callee && childIn(callee, 'property');
    return !!method && file.textOf(method) === 'receive';
  });
  return calls.length + (receive ? 0 : 1);
}

/** True where a declaration can be put on the line before: nothing but a label stands before the loop, and it is one of a block. */
function startsItsLine(file: SourceFile, loop: SyntaxNode): boolean {
  const top = loop.parent?.type === 'labeled_statement' ? loop.parent : loop;
  const isAlone = file.text.slice(file.lineStart(loop.start), top.start).trim() === '';
  return isAlone && ['program', 'statement_block'].includes(top.parent?.type ?? '');
}

/** True when nothing but the head of the loop stands beside its opening brace, and nothing before its closing one. */
export function bracesOwnTheirLines(file: SourceFile, body: SyntaxNode): boolean {
  const close = body.end - 1;
  const line = file.lineStart(close);
  return file.text[close] === '}' && line > body.start && file.text.slice(line, close).trim() === '';
}
