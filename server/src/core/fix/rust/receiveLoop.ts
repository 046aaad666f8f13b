/** Finds decodings in Rust receive loops whose `?` ends the loop, and turns them into a `match` that goes on. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode, walk } from '../syntax';

/** Methods that take a message from a socket: zeromq, tmq, async-zmq. */
const receiving = new Set(['recv', 'recv_multipart', 'receive', 'recv_bytes']);

/** Parts of names of functions that fail on bytes of another kind. */
const decoding = ['from_slice', 'from_utf8', 'from_read', 'decode', 'deserialize', 'unpack', 'try_from', 'try_into'];

const stopWords = ['stop', 'shut', 'clos', 'exit', 'quit', 'terminat', 'cancel', 'done'];

/** The places of a file. */
export function rustPlaces(file: SourceFile): FixPlace[] {
  const loops = [...file.nodes('loop_expression'), ...file.nodes('while_expression')];
  return loops.flatMap((loop) => placesIn(file, loop)).sort((a, b) => a.start - b.start);
}

function placesIn(file: SourceFile, loop: SyntaxNode): FixPlace[] {
  const body = childIn(loop, 'body');
  const receive = body?.children.find((statement) => receives(file, statement));
  if (!body || !receive) return [];
  const names = new Set(boundNames(file, receive));
  const places: FixPlace[] = [];
  for (const statement of body.children) {
    if (statement.start < receive.end || statement.type !== 'let_declaration') continue;
    const attempt = childIn(statement, 'value');
    if (attempt?.type !== 'try_expression' || !uses(file, attempt, names)) {
      if (uses(file, statement, names)) for (const name of boundNames(file, statement)) names.add(name);
      continue;
    }
    for (const name of boundNames(file, statement)) names.add(name);
    if (decodes(file, attempt)) places.push(placeOf(file, loop, receive, statement, attempt));
  }
  return places;
}

function placeOf(
  file: SourceFile,
  loop: SyntaxNode,
  receive: SyntaxNode,
  statement: SyntaxNode,
  attempt: SyntaxNode,
): FixPlace {
  const { start, end } = statement;
  const against = reasonAgainst(file, loop, receive, statement);
  if (against) return { start, end, applicability: 'display-only', why: against, edits: [] };
  const why =
    'The ? returns from the receive loop, so one message that cannot be decoded ends it; what fails behind it still does.';
  return { start, end, applicability: 'unsafe', why, edits: [matchEdit(file, attempt)] };
}

function reasonAgainst(
  file: SourceFile,
  loop: SyntaxNode,
  receive: SyntaxNode,
  statement: SyntaxNode,
): string | undefined {
  const condition = childIn(loop, 'condition');
  const words = condition ? file.textOf(condition).toLowerCase() : '';
  if (condition && words !== 'true' && !stopWords.some((word) => words.includes(word))) {
    return 'The loop waits for a known set of messages, and who sent a bad one does not send again: dropping it would turn the error into a hang.';
  }
  const socket = socketOf(file, receive);
  const before = file.text.slice(loop.start, receive.start);
  if (socket && before.includes(`${socket}.send`)) {
    return 'This code asks and waits for a reply that does not come again: dropping it would turn the error into a hang.';
  }
  return file.ownsItsLines(statement) ? undefined : 'Not rewritten because several statements share a line.';
}

/** Writes the `?` out as a `match`. */
function matchEdit(file: SourceFile, attempt: SyntaxNode): Edit {
  const indent = file.indentAt(attempt.start);
  const unit = indent.includes('\t') ? '\t' : '    ';
  const inner = attempt.children[0] ?? attempt;
  const warn = /\blog::/.test(file.text) && !file.text.includes('tracing') ? 'log::warn!' : 'tracing::warn!';
  const lines = [
    `match ${file.textOf(inner)} {`,
    `${indent}${unit}Ok(decoded) => decoded,`,
    `${indent}${unit}Err(error) => {`,
    `${indent}${unit}${unit}${warn}("dropped a message that cannot be decoded: {error}");`,
    `${indent}${unit}${unit}continue;`,
    `${indent}${unit}}`,
    `${indent}}`,
  ];
  return { start: attempt.start, end: attempt.end, newText: lines.join(file.newline) };
}

function receives(file: SourceFile, statement: SyntaxNode): boolean {
  return statement.type === 'let_declaration' && receivingCall(file, statement) !== undefined;
}

function receivingCall(file: SourceFile, statement: SyntaxNode): SyntaxNode | undefined {
  return [...walk(statement)].find((node) => {
    const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
    const method = callee && childIn(callee, 'field');
    return !!method && receiving.has(file.textOf(method)) && !inClosure(node, statement);
  });
}

function inClosure(node: SyntaxNode, top: SyntaxNode): boolean {
  for (const ancestor of ancestors(node)) {
    if (ancestor === top) return false;
    if (ancestor.type === 'closure_expression' || ancestor.type === 'async_block') return true;
  }
  return false;
}

function socketOf(file: SourceFile, receive: SyntaxNode): string | undefined {
  const call = receivingCall(file, receive);
  const callee = call && childIn(call, 'function');
  const value = callee && childIn(callee, 'value');
  return value ? file.textOf(value) : undefined;
}

function decodes(file: SourceFile, attempt: SyntaxNode): boolean {
  return [...walk(attempt)].some((node) => {
    const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
    const name = callee ? (file.textOf(callee).split(/::|\./).at(-1) ?? '') : '';
    return decoding.some((word) => name.includes(word));
  });
}

function boundNames(file: SourceFile, statement: SyntaxNode): string[] {
  const pattern = childIn(statement, 'pattern');
  if (!pattern) return [];
  return [...walk(pattern)].filter((node) => node.type === 'identifier').map((node) => file.textOf(node));
}

function uses(file: SourceFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  return file.nodes('identifier', node).some((inner) => names.has(file.textOf(inner)));
}
