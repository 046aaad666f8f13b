/** Bounds the wait for a reply in Rust clients: ask, then receive without a limit. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import type { SourceFile } from '../sourceFile';
import { ancestors, childIn, type SyntaxNode } from '../syntax';
import { receivingCall, rustSocketType, socketOf } from './receive';

const limits = /\btimeout|set_rcvtimeo|\bpoll\(|select!|DONTWAIT/;

/** Receives behind a send on the same socket that nothing limits. */
export function rustWaitPlaces(file: SourceFile): FixPlace[] {
  if (!/zmq|zeromq/.test(file.text)) return [];
  return file.nodes('call_expression').flatMap((call) => {
    if (receivingCall(file, call) !== call || !isOpenWait(file, call)) return [];
    const [top] = [call, ...ancestors(call)].filter(({ type }) => type === 'try_expression');
    if (!top) return [];
    const { start, end } = top;
    const edits = waitEdits(file, call, top);
    const why = edits
      ? 'The code asks and then waits without a limit: if no reply comes, it hangs for ever.'
      : 'The code asks and then waits without a limit. Put tokio::time::timeout around it and turn its error into one of this function.';
    return [{ start, end, applicability: edits ? 'unsafe' : 'display-only', why, edits: edits ?? [] } as const];
  });
}

function isOpenWait(file: SourceFile, call: SyntaxNode): boolean {
  const socket = socketOf(file, call);
  const scope = [...ancestors(call)].find(({ type }) => type === 'function_item');
  const type = rustSocketType(file, socket, call.start);
  if (!scope || socket === '' || (type !== undefined && type !== 'REQ' && type !== 'DEALER')) return false;
  return file.text.slice(scope.start, call.start).includes(`${socket}.send`) && !limits.test(file.textOf(scope));
}

/** The edits; undefined where the error type of the function takes no error of ours. */
function waitEdits(file: SourceFile, call: SyntaxNode, top: SyntaxNode): Edit[] | undefined {
  if (top.children[0] === call) {
    const statement = [...ancestors(call)].find(
      ({ type }) => type === 'let_declaration' || type === 'expression_statement',
    );
    if (!statement || !file.ownsItsLines(statement)) return undefined;
    const newText = `${socketOf(file, call)}.set_rcvtimeo(5000)?;${file.newline}${file.indentAt(statement.start)}`;
    return [{ start: statement.start, end: statement.start, newText }];
  }
  const error = replyError(file, call);
  if (!error || top.children[0]?.children[0] !== call) return undefined;
  const newText = `tokio::time::timeout(std::time::Duration::from_secs(5), ${file.textOf(call)}).await.map_err(|_| ${error})??`;
  return [{ start: top.start, end: top.end, newText }];
}

/** An error that the function around a place can return. */
function replyError(file: SourceFile, call: SyntaxNode): string | undefined {
  const scope = [...ancestors(call)].find(({ type }) => type === 'function_item');
  const returned = scope && childIn(scope, 'return_type');
  const type = returned ? file.textOf(returned) : '';
  if (type.includes('dyn ')) return '"no reply within 5 seconds"';
  const anyhow =
    type.startsWith('anyhow::') ||
    (/^Result<[^,]*>$/.test(type) && /use anyhow::(?:\{[^}]{0,500}\b)?Result/.test(file.text));
  return anyhow ? 'anyhow::anyhow!("no reply within 5 seconds")' : undefined;
}
