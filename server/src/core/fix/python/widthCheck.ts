/** Reads and writes the check of an identity that is used as a number. */
import type { Applicability, Edit } from '../finding';
import { freeName, indentUnit } from '../layout';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { type IdentityWidths, identityWidths } from './identityWidth';
import { importEdit, logFormat, loggerIn, moduleName } from './layout';
import { beforeReason } from './proof/harm';
import { findReceives, isBlock, type Receive, statementOf } from './receive';
import { refusesOthers } from './refusal';
import { enclosingFunction, enclosingLoop, ownNodes } from './scope';
import { socketType } from './socketType';

/** `int.from_bytes(identity, …)` on the first frame of a message. */
interface WidthCheck {
  readonly receive: Receive;
  /** The statement that makes the number. */
  readonly use: SyntaxNode;
  /** Bytes of a genuine identity; undefined where the file does not show it. */
  readonly width: number | undefined;
  /** The first `raise` after it in the loop that tells the number: what a stranger runs into. */
  readonly unknown: SyntaxNode | undefined;
  readonly applicability: Applicability;
  readonly why: string;
}

/** Names that people give to the first frame of a ROUTER's message. */
const identityWords = ['ident', 'engine', 'peer', 'client', 'sender', 'routing'];

/** Reads a call of `int.from_bytes`; undefined when it takes no identity or its width is checked already. */
export function readWidthCheck(file: SourceFile, call: SyntaxNode): WidthCheck | undefined {
  const callee = childIn(call, 'function');
  const argument = childIn(call, 'arguments')?.children[0];
  const use = statementOf(call);
  if (!callee || file.textOf(callee) !== 'int.from_bytes' || argument?.type !== 'identifier' || !use) return undefined;
  const name = file.textOf(argument);
  if (!use.parent || !identityWords.some((word) => name.toLowerCase().includes(word))) return undefined;
  const receive = findReceives(file, use.parent).find((found) => takesIdentity(file, found, name, use));
  if (!receive) return undefined;
  const type = socketType(file, call, receive.socket);
  if (type !== undefined && type !== 'ROUTER') return undefined;
  const between = file.text.slice(receive.statement.end, use.start);
  if (between.includes(`len(${name})`)) return undefined;
  const widths = identityWidths(file, name);
  const [width] = widths.known;
  return { receive, use, width, unknown: raiseWith(file, use, name), ...verdict(file, receive, use, widths) };
}

/** The first `raise` after the number is made, in its loop, that names the identity or what the number is assigned to. */
function raiseWith(file: SourceFile, use: SyntaxNode, identity: string): SyntaxNode | undefined {
  const loop = enclosingLoop(use);
  const assigned = file.nodes('assignment', use).flatMap((node) => childIn(node, 'left') ?? []);
  const names = new Set([identity, ...assigned.map((node) => file.textOf(node))]);
  const tells = (raise: SyntaxNode): boolean =>
    file.nodes('identifier', raise).some((node) => names.has(file.textOf(node)));
  return loop && ownNodes(file, 'raise_statement', loop).find((raise) => raise.start >= use.end && tells(raise));
}

function takesIdentity(file: SourceFile, receive: Receive, name: string, use: SyntaxNode): boolean {
  return (
    receive.method === 'recv_multipart' &&
    receive.names[0] === name &&
    receive.statement.parent === use.parent &&
    receive.statement.end <= use.start &&
    !receive.starred &&
    file.ownsItsLines(receive.statement)
  );
}

function verdict(
  file: SourceFile,
  receive: Receive,
  use: SyntaxNode,
  { known, hasOthers }: IdentityWidths,
): { applicability: Applicability; why: string } {
  const loop = enclosingLoop(receive.statement);
  if (loop?.type !== 'while_statement') {
    return {
      applicability: 'display-only',
      why: 'There is no receive loop around this that could go on with the next message.',
    };
  }
  if (known.size === 0) {
    return {
      applicability: 'display-only',
      why: 'Nothing in the file shows how many bytes the identity of a genuine peer has, so there is no width to ask for.',
    };
  }
  if (known.size > 1 || hasOthers) {
    return {
      applicability: 'display-only',
      why: 'The file writes identities of several widths, so the right one is not in sight.',
    };
  }
  if (file.text.slice(receive.value.start, receive.value.end).includes('\n') || !file.ownsItsLines(use)) {
    return {
      applicability: 'display-only',
      why: 'The receive statement spans several lines, so the check is not written into it.',
    };
  }
  if (isFollowed(receive.statement, loop)) {
    return {
      applicability: 'unsafe',
      why: 'Any client of the port chooses its identity; the rest of this round, behind the branch that receives, is left out for a message that is dropped.',
    };
  }
  const before = beforeReason(file, loop, receive.socket, receive.call);
  if (before) return { applicability: 'unsafe', why: `${before} A message that is dropped ends the round there.` };
  if (!asksPlainly(file, loop) || socketType(file, use, receive.socket) !== 'ROUTER') {
    return {
      applicability: 'unsafe',
      why: 'Any client of the port chooses its identity, but how long the loop runs, or what kind of socket it serves, is not in sight.',
    };
  }
  const [width = 0] = known;
  if (!refusesOthers(file, use, receive.names[0] ?? '', width)) {
    return {
      applicability: 'unsafe',
      why: 'The file makes identities of this width, but nothing shows that the loop refuses every other one by an error.',
    };
  }
  return {
    applicability: 'safe',
    why: 'Any client of the port chooses its identity; only one as wide as the file makes them can be from a genuine peer.',
  };
}

/** True for a head of a loop that only asks, so that one more round changes nothing. */
function asksPlainly(file: SourceFile, loop: SyntaxNode): boolean {
  const condition = childIn(loop, 'condition');
  if (!condition || file.nodes('named_expression', condition).length > 0) return false;
  const calls = file.nodes('call', condition);
  return calls.every((call) => /^(?:any|all|len|sum)\([\w.]+\)$/.test(file.textOf(call)));
}

/** True where the loop goes on to statements behind the branch that holds a statement. */
function isFollowed(statement: SyntaxNode, loop: SyntaxNode): boolean {
  const branches = [...ancestors(statement)].filter((node) => loop.start < node.start && node.end <= loop.end);
  return branches.some(
    ({ parent, end }) =>
      isBlock(parent) && parent?.children.some(({ type, start }) => type !== 'comment' && start >= end),
  );
}

/** Takes the frames as one list and drops what cannot be from an engine before they get names. */
export function checkEdits(file: SourceFile, { receive, width }: WidthCheck): Edit[] {
  const { statement, value, names } = receive;
  const scope = enclosingFunction(statement) ?? file.root;
  const loop = enclosingLoop(statement) ?? statement;
  const unit = indentUnit(file, loop, childIn(loop, 'body') ?? loop);
  const indent = file.indentAt(statement.start);
  const frames = freeName(file, scope, ['frames', 'received_frames']);
  const logger = loggerIn(file, scope);
  const copied = file.textOf(value).includes('copy=False');
  const first = copied ? `bytes(${frames}[0])` : `${frames}[0]`;
  const last = copied ? `bytes(${frames}[-1])` : `${frames}[-1]`;
  const text = [
    `${frames} = ${file.textOf(value)}`,
    `if len(${frames}) != ${names.length} or len(${frames}[0]) != ${width}:`,
    `\t# A genuine peer sends ${names.length} frames, and its identity has ${width} bytes.`,
    `\t${logger ?? 'logging.getLogger(__name__)'}.warning(`,
    '\t\t"Dropped a message of a stranger: "',
    `\t\t"${logFormat(file, '%d frames, identity %r, %d bytes starting with %r')}",`,
    ...[`len(${frames})`, `${first}[:64]`, `len(${last})`, `${last}[:64]`].map((argument) => `\t\t${argument},`),
    '\t)',
    '\tcontinue',
  ].map((line) => line.replaceAll('\t', unit));
  const needsImport = !logger && !moduleName(file, 'logging');
  return [
    ...(needsImport ? [importEdit(file, 'logging')] : []),
    {
      start: statement.start,
      end: statement.start,
      newText: text.map((line) => `${line}${file.newline}${indent}`).join(''),
    },
    { start: value.start, end: value.end, newText: frames },
  ];
}
