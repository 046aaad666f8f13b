/** Semantic tokens of logs: levels in their colours, prefixes and noise dimmed. */
import { type Range, type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type LinePart, partsOf } from '../../core/match/anatomy';
import type { Level } from '../../core/match/match';
import { byteSpanToText, encodeText, lineSpan, toRange } from '../convert';
import { documentKind } from '../documentKind';
import type { Session } from '../session';

/** Types of the tokens; `package.json` gives each its TextMate scopes. The order is part of the protocol’s answer. */
export const tokenTypes = [
  'logError',
  'logWarning',
  'logInfo',
  'logDebug',
  'logException',
  'logProcess',
  'logSource',
  'logTime',
  'logNoise',
] as const;

type TokenType = (typeof tokenTypes)[number];

const typeOfLevel: Readonly<Record<Level, TokenType>> = {
  DEBUG: 'logDebug',
  INFO: 'logInfo',
  WARNING: 'logWarning',
  ERROR: 'logError',
  CRITICAL: 'logError',
};

const typeOfKind: Readonly<Record<Exclude<LinePart['kind'], 'level'>, TokenType>> = {
  exception: 'logException',
  process: 'logProcess',
  source: 'logSource',
  time: 'logTime',
  noise: 'logNoise',
};

/** Longest stretch that gets tokens in one answer, in UTF-16 units; an editor asks for what it shows by range. */
const maxLength = 1_000_000;

/** The tokens of the lines of a range, or of the whole document; undefined where there are none to be had. */
export function semanticTokens(session: Session, document: TextDocument, range?: Range): SemanticTokens | undefined {
  if (!session.settings.logColors.enabled || documentKind(document.uri, document.languageId) !== 'log')
    return undefined;
  const start = range ? lineSpan(document, range.start.line).start : 0;
  const end = range
    ? lineSpan(document, Math.min(range.end.line, document.lineCount - 1)).end
    : document.getText().length;
  if (end - start > maxLength) return undefined;
  const encoded = encodeText(document.getText().slice(start, end));
  const builder = new SemanticTokensBuilder();
  for (const part of partsOf(encoded.bytes)) {
    const { start: from, end: to } = toRange(document, byteSpanToText(encoded, part, start));
    // A token lies in one line; a lone CR inside a part is a line end for the editor.
    if (from.line !== to.line) continue;
    builder.push(from.line, from.character, to.character - from.character, tokenTypes.indexOf(typeOf(part)), 0);
  }
  return builder.build();
}

function typeOf({ kind, level }: LinePart): TokenType {
  return kind === 'level' ? (level ? typeOfLevel[level] : 'logInfo') : typeOfKind[kind];
}
