/** Fixes in source code as code actions. */
import { type CodeAction, CodeActionKind, type TextEdit, type WorkspaceEdit } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Catalog } from '../../core/catalog/catalog';
import type { Edit, Finding } from '../../core/fix/finding';
import { type TextSpan, toRange, touches } from '../convert';
import { clientCommands } from '../protocol';
import type { Session } from '../session';

/** Kind of the action that applies every safe fix of a file, as on save. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.errorLookup`;

/** Longest source file that is searched for fixes, in UTF-16 units. */
const maxSourceLength = 2_000_000;

/** Name of the change annotation of a fix that needs a look first. */
const unsafeAnnotation = 'errorLookup.unsafe';

/** Fixes that touch the span, and the one for the whole file. */
export async function sourceActions(
  session: Session,
  document: TextDocument,
  span: TextSpan,
  wanted: (kind: string) => boolean,
): Promise<CodeAction[]> {
  const text = document.getText();
  if (text.length > maxSourceLength) return [];
  const lookup = await session.lookup();
  const findings = await lookup.findFixes({ path: document.uri, language: document.languageId, text });
  const actions: CodeAction[] = [];
  if (wanted(CodeActionKind.QuickFix)) {
    const here = findings.filter((finding) => touches(finding, span));
    const offered = here.filter(({ applicability }) => applicability !== 'display-only');
    for (const finding of here) actions.push(...fixActions(session, document, finding, offered.length === 1));
    if (session.options.commands) actions.push(...pageActions(session, lookup.catalog, here));
  }
  if (wanted(fixAllKind)) actions.push(...fixAll(session, document, findings));
  return actions;
}

function fixActions(session: Session, document: TextDocument, finding: Finding, isOnly: boolean): CodeAction[] {
  if (finding.applicability === 'display-only') return withheld(session, finding);
  const isSafe = finding.applicability === 'safe';
  return [
    {
      title: session.words.title(finding.title),
      kind: CodeActionKind.QuickFix,
      ...(isSafe && isOnly && { isPreferred: true }),
      edit: isSafe ? plainEdit(session, document, finding.edits) : annotatedEdit(session, document, finding),
    },
  ];
}

/** A disabled action with its reason. VS Code hides those in its light bulb menu, so our client gets an open one as well. */
function withheld(session: Session, finding: Finding): CodeAction[] {
  const name = session.words.title(finding.title);
  const disabled: CodeAction = {
    title: name,
    kind: CodeActionKind.QuickFix,
    disabled: { reason: session.words.reason(finding.why) },
  };
  if (!session.options.commands) return [disabled];
  const title = session.words.say('Why is “{0}” not offered here?', name);
  const command = { title, command: clientCommands.showReason, arguments: [session.words.reason(finding.why)] };
  return [disabled, { title, kind: CodeActionKind.QuickFix, command }];
}

/** One action for each entry that the findings answer: it opens the page. */
function pageActions({ words }: Session, catalog: Catalog, findings: readonly Finding[]): CodeAction[] {
  const codes = new Set(findings.flatMap(({ code }) => code ?? []));
  return [...codes].flatMap((code) => {
    const entry = catalog.get(code);
    if (!entry) return [];
    const title = words.say('Explain “{0}”', entry.title);
    const command = { title, command: clientCommands.openPage, arguments: [code] };
    return { title, kind: CodeActionKind.QuickFix, command };
  });
}

function fixAll(session: Session, document: TextDocument, findings: readonly Finding[]): CodeAction[] {
  const edits: Edit[] = [];
  for (const finding of findings) {
    if (finding.applicability !== 'safe') continue;
    if (finding.edits.some((edit) => edits.some((other) => touches(edit, other)))) continue;
    edits.push(...finding.edits);
  }
  if (edits.length === 0) return [];
  return [
    {
      title: session.words.say('Apply all safe Error Lookup fixes'),
      kind: fixAllKind,
      edit: plainEdit(session, document, edits),
    },
  ];
}

/** The edits, bound to the version they were made for where the client can check it. */
function plainEdit(session: Session, document: TextDocument, edits: readonly Edit[]): WorkspaceEdit {
  if (!session.capabilities.workspace?.workspaceEdit?.documentChanges) {
    return { changes: { [document.uri]: textEdits(document, edits) } };
  }
  return { documentChanges: [{ textDocument: versionOf(document), edits: textEdits(document, edits) }] };
}

/** An action of the kind that all ours have. */
export function quickFix(title: string, action: Partial<CodeAction>): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, ...action };
}

/** An edit that asks first, where the client can ask; `elsewhere` is a document that may not be open. */
export function annotatedEdit(
  session: Session,
  document: TextDocument,
  { title, why, edits }: Finding,
  elsewhere = false,
): WorkspaceEdit {
  const support = session.capabilities.workspace?.workspaceEdit;
  if (!support?.changeAnnotationSupport || !support.documentChanges) return plainEdit(session, document, edits);
  const annotated = textEdits(document, edits).map((edit) => ({ ...edit, annotationId: unsafeAnnotation }));
  return {
    changeAnnotations: {
      [unsafeAnnotation]: {
        label: session.words.title(title),
        description: session.words.reason(why),
        needsConfirmation: true,
      },
    },
    documentChanges: [
      { textDocument: elsewhere ? { uri: document.uri, version: null } : versionOf(document), edits: annotated },
    ],
  };
}

function versionOf({ uri, version }: TextDocument): { uri: string; version: number } {
  return { uri, version };
}

function textEdits(document: TextDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map((edit) => ({ range: toRange(document, edit), newText: edit.newText }));
}
