/** Code actions: fixes in source code; explain and decode in logs. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type Diagnostic,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Words } from '../../core/render/words';
import { matchesOnLine } from '../analysis';
import { toSpan } from '../convert';
import { documentKind } from '../documentKind';
import { clientCommands, type LinePlace } from '../protocol';
import type { Session } from '../session';
import { diagnosticSource } from './diagnostics';
import { fixAllKind, sourceActions } from './fixActions';
import { ignoreActions } from './ignoring';
import { mendingActions } from './mending';
import { payloadsInLine } from './payloads';

/** Kinds that are offered. */
export const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind];

/** The actions for a range of a document. */
export async function codeActions(
  session: Session,
  document: TextDocument,
  params: CodeActionParams,
): Promise<CodeAction[]> {
  const { only } = params.context;
  const wanted = (kind: string): boolean => !only || only.some((it) => it === kind || kind.startsWith(`${it}.`));
  switch (documentKind(document.uri, document.languageId)) {
    case 'source':
    case 'manifest':
      return sourceActions(session, document, toSpan(document, params.range), wanted);
    case 'log':
    case 'text':
      return wanted(CodeActionKind.QuickFix) ? logActions(session, document, params) : [];
    default:
      return [];
  }
}

/** Actions on a line of a log: what our commands do, in our client only, and what leads to where the error is mended. */
async function logActions(session: Session, document: TextDocument, params: CodeActionParams): Promise<CodeAction[]> {
  const lookup = await session.lookup();
  const { line } = params.range.start;
  const place: LinePlace = { uri: document.uri, line };
  const found = matchesOnLine(lookup, document, document.offsetAt({ line, character: 0 }), session.matchOptions);
  const matches = found.map(({ match }) => match);
  const mending = await mendingActions(session, matches, place);
  const ignoring = await ignoreActions(session, matches, document.uri);
  if (!session.options.commands) return [...mending, ...ignoring];
  const decoding =
    payloadsInLine(lookup, document, line).length > 0
      ? [commandAction(session.words.say('Decode in this line'), clientCommands.decodePayload, place)]
      : [];
  return [...explainActions(session.words, params, place, matches.length > 0), ...mending, ...decoding, ...ignoring];
}

function explainActions(
  { say }: Words,
  { context }: CodeActionParams,
  place: LinePlace,
  isKnown: boolean,
): CodeAction[] {
  if (isKnown) {
    const diagnostics = context.diagnostics.filter(({ source }) => source === diagnosticSource);
    return [commandAction(say('Explain this line'), clientCommands.explainLine, place, diagnostics)];
  }
  // Without being asked this would put a light bulb on every line of every text.
  if (context.triggerKind !== CodeActionTriggerKind.Invoked) return [];
  return [commandAction(say('Why does this line not match?'), clientCommands.explainLine, place)];
}

function commandAction(title: string, command: string, place: LinePlace, diagnostics?: Diagnostic[]): CodeAction {
  return {
    title,
    kind: CodeActionKind.QuickFix,
    ...(diagnostics && diagnostics.length > 0 && { diagnostics }),
    command: { title, command, arguments: [place] },
  };
}
