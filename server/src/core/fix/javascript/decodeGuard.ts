/** Guards the decoding of a message in zeromq.js loops that are not guarded as a whole. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import { freeName, indentUnit } from '../layout';
import { configurationReason } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn, type SyntaxNode } from '../syntax';
import { dropPlaces, openLoops } from './dropLoop';
import { purposeReason, throwReason } from './loopReason';
import { namesIn, type SocketLoop } from './socketLoop';
import { quoteOf, statementEnd } from './style';

/** A declaration that binds what was decoded to one name. */
interface Decoding {
  readonly statement: SyntaxNode;
  readonly declarator: SyntaxNode;
  /** Name of the frame that is decoded, undefined where it is more than a name. */
  readonly frame: string | undefined;
}

/** Unguarded decodings in loops where dropping is right and "Drop malformed message" is withheld. */
export function decodePlaces(file: SourceFile): FixPlace[] {
  const withheld = new Set(dropPlaces(file).flatMap(({ start, edits }) => (edits.length === 0 ? [start] : [])));
  return openLoops(file).flatMap(({ found, throws, names }) => {
    const owes = purposeReason(file, found, names) !== undefined;
    const compares = throws.some((node) => throwReason(file, node, found, names) === configurationReason);
    if (owes || compares || !withheld.has(found.loop.start)) return [];
    return throws.flatMap((node) => {
      const decoding = readDecoding(file, found, node);
      if (!decoding) return [];
      const { start, end } = decoding.statement;
      const why =
        'Bytes of another kind throw here and end the loop; dropping them is right if no genuine peer sends them.';
      return [{ start, end, applicability: 'unsafe' as const, why, edits: guardEdits(file, decoding) }];
    });
  });
}

function readDecoding(file: SourceFile, { body, names }: SocketLoop, call: SyntaxNode): Decoding | undefined {
  const statement = body.children.find((node) => node.start <= call.start && call.end <= node.end);
  const declarator = statement?.children.length === 1 ? statement.children[0] : undefined;
  if (call.type !== 'call_expression' || statement?.type !== 'lexical_declaration') return undefined;
  const name = declarator && childIn(declarator, 'name');
  if (!declarator || name?.type !== 'identifier' || !file.ownsItsLines(statement)) return undefined;
  const given = childIn(call, 'arguments');
  const frame = given ? namesIn(file, given).find((used) => names.has(used)) : undefined;
  return { statement, declarator, frame };
}

/** `let` before a `try`, whose `catch` logs and goes on with the next message. */
function guardEdits(file: SourceFile, { statement, declarator, frame }: Decoding): Edit[] {
  const name = childIn(declarator, 'name') ?? declarator;
  const value = childIn(declarator, 'value') ?? declarator;
  const type = childIn(declarator, 'type');
  const indent = file.indentAt(statement.start);
  const unit = unitAt(file, statement);
  const stop = statementEnd(file);
  const quote = quoteOf(file);
  const error = freeName(file, file.root, ['error', 'decodeError']);
  const what = frame
    ? `: \${${frame}.length} bytes, starting with \${${frame}.subarray(0, 64).toString(${quote}hex${quote})}`
    : '';
  const lines = [
    `let ${file.textOf(name)}${type ? file.textOf(type) : ''}${stop}`,
    'try {',
    `${unit}${file.textOf(name)} = ${file.textOf(value)}${stop}`,
    `} catch (${error}) {`,
    `${unit}console.warn(\`Dropped a payload that cannot be decoded${what}\`, ${error})${stop}`,
    `${unit}continue${stop}`,
    '}',
  ];
  return [{ start: statement.start, end: statement.end, newText: lines.join(file.newline + indent) }];
}

/** One level of indentation as the block around a statement uses it. */
function unitAt(file: SourceFile, statement: SyntaxNode): string {
  const block = statement.parent;
  return block?.parent ? indentUnit(file, block.parent, statement) : '  ';
}
