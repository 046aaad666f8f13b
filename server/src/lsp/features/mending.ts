/** From a line of a log to where its error is mended: the statement in the workspace, or the start of vLLM. */
import type { CancellationToken, CodeAction } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FlagChange } from '../../core/fix/config/setFlag';
import type { Finding } from '../../core/fix/finding';
import type { Match } from '../../core/match/match';
import { matchesOnLine } from '../analysis';
import { clientCommands, type LinePlace } from '../protocol';
import type { Session } from '../session';
import { findStart } from '../startFiles';
import { locateRaise, type Raise } from './definition';
import { annotatedEdit, quickFix } from './fixActions';

/** Most matches of a line that are followed into source. */
const maxFollowed = 3;

/** The actions for the matches of a line, best first; `at` is the line, kept for {@link resolveMending}. */
export async function mendingActions(
  session: Session,
  matches: readonly Match[],
  at: LinePlace,
): Promise<CodeAction[]> {
  const actions = new Map<string, CodeAction>();
  for (const match of matches.slice(0, maxFollowed)) {
    const place = await fixPlace(session, match);
    const action = place && placeAction(session, place);
    if (action) actions.set(action.title, action);
  }
  const change = await changeOf(matches);
  if (change && session.folders.length > 0) {
    const { changeTitle } = await import('../../core/fix/config/askedChanges');
    const title = session.words.say('{0} where vLLM is started…', session.words.title(changeTitle(change)));
    actions.set(title, quickFix(title, { data: at }));
  }
  return [...actions.values()];
}

/** A fix of the file that holds the statement behind a match. */
interface FixPlace {
  readonly raise: Raise;
  readonly finding: Finding;
}

async function fixPlace(session: Session, match: Match): Promise<FixPlace | undefined> {
  const raise = await locateRaise(session, match);
  if (!raise) return undefined;
  const lookup = await session.lookup();
  const findings = await findingsOf(session, raise, (source) => lookup.findFixes(source));
  const finding = fixFor(findings, match.site.code, raise);
  return finding && { raise, finding };
}

/** The findings of the file asked for last, since a cursor that moves over a log asks for the same again. */
const lastFound = new WeakMap<Session, { readonly raise: Raise; readonly findings: readonly Finding[] }>();

async function findingsOf(
  session: Session,
  raise: Raise,
  find: (source: Raise) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const last = lastFound.get(session);
  if (last && last.raise.path === raise.path && last.raise.text === raise.text) return last.findings;
  const findings = await find(raise);
  lastFound.set(session, { raise, findings });
  return findings;
}

/** The fix that answers the entry, else one at the statement; what is only explained there leads to its fix elsewhere. */
function fixFor(findings: readonly Finding[], code: string, { text, line }: Raise): Finding | undefined {
  const offered = findings.filter(({ applicability }) => applicability !== 'display-only');
  const end = text.split('\n', line + 1).join('\n').length;
  const start = text.lastIndexOf('\n', end - 1) + 1;
  const here = (finding: Finding): boolean => finding.start <= end && finding.end >= start;
  const answering = offered.filter((finding) => finding.code === code);
  // A better log line mends nothing where the loop itself can be mended.
  const own = answering.find(({ fix }) => fix !== 'log-exception') ?? answering[0] ?? offered.find(here);
  if (own) return own;
  const explained = findings.filter(here).map(({ fix }) => fix);
  const elsewhere = offered.filter(({ fix }) => explained.includes(fix));
  return elsewhere.length === 1 ? elsewhere[0] : undefined;
}

function placeAction(session: Session, { raise, finding }: FixPlace): CodeAction {
  const { path, text, language } = raise;
  const uri = session.world.files.toUri(path);
  const document = TextDocument.create(uri, language, 0, text);
  const at = document.positionAt(finding.start);
  const title = session.words.say('Fix this in {0}', `${path.slice(path.lastIndexOf('/') + 1)}:${at.line + 1}`);
  if (!session.options.commands) return quickFix(title, { edit: annotatedEdit(session, document, finding, true) });
  return quickFix(title, { command: { title, command: clientCommands.openPlace, arguments: [{ uri, ...at }] } });
}

async function changeOf(matches: readonly Match[]): Promise<FlagChange | undefined> {
  const { flagChangeFor } = await import('../../core/fix/config/errorFlags');
  for (const { site, captures } of matches) {
    const change = flagChangeFor(site.code, captures);
    if (change) return change;
  }
  return undefined;
}

/** Fills in the edit of an action that needs a search; where nothing is found, says so. */
export async function resolveMending(
  session: Session,
  action: CodeAction,
  token: CancellationToken,
): Promise<CodeAction> {
  const change = await changeAt(session, action.data);
  if (!change) return action;
  const found = await findStart(session, change, token);
  if (token.isCancellationRequested) return action;
  if (found) {
    const document = TextDocument.create(found.uri, found.language, 0, found.text);
    return { ...action, edit: annotatedEdit(session, document, found.finding, true) };
  }
  if (!session.options.commands) return action;
  const reason = session.words.say(
    'No script, image, unit or manifest of this workspace starts vLLM in a way that takes this change.',
  );
  return { ...action, command: { title: action.title, command: clientCommands.showReason, arguments: [reason] } };
}

async function changeAt(session: Session, data: unknown): Promise<FlagChange | undefined> {
  if (typeof data !== 'object' || data === null || !('uri' in data) || !('line' in data)) return undefined;
  const { uri, line } = data;
  if (typeof uri !== 'string' || typeof line !== 'number' || !(line >= 0)) return undefined;
  const document = await session.documentAt(uri, line);
  if (!document) return undefined;
  const offset = document.offsetAt({ line, character: 0 });
  const found = matchesOnLine(await session.lookup(), document, offset, session.matchOptions);
  return changeOf(found.map(({ match }) => match));
}
