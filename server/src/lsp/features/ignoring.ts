/** The code action that puts an error on the list of those that the workspace does not want to see. */
import { type CodeAction, CodeActionKind, type Position } from 'vscode-languageserver';
import { withIgnored } from '../../core/match/ignored';
import type { Match } from '../../core/match/match';
import type { Session } from '../session';
import { ignoreFile, maxIgnoreFile } from '../workspaceCatalogs';

/**
 * The action for the error that leads a line, for clients that can create files. It edits the list of the folder that
 * holds the document, or of the first one.
 */
export async function ignoreActions(session: Session, matches: readonly Match[], uri: string): Promise<CodeAction[]> {
  const [match] = matches;
  const folder = session.folders.find((root) => uri.startsWith(`${root}/`)) ?? session.folders[0];
  if (!match || folder === undefined || !canCreate(session)) return [];
  const { code } = match.site;
  const list = `${folder}/${ignoreFile}`;
  const path = session.world.files.toPath(list);
  if (path === undefined) return [];
  const text = (await session.world.files.readText(path, maxIgnoreFile)) ?? '';
  const end = endOf(text);
  return [
    {
      title: session.words.say('Ignore this error in this workspace'),
      kind: CodeActionKind.QuickFix,
      edit: {
        documentChanges: [
          { kind: 'create', uri: list, options: { ignoreIfExists: true } },
          {
            textDocument: { uri: list, version: null },
            edits: [{ range: { start: end, end }, newText: withIgnored(text, code).slice(text.length) }],
          },
        ],
      },
    },
  ];
}

/** The list is read in trusted workspaces only, and a client without the operation could not make it. */
function canCreate({ options, settings, capabilities }: Session): boolean {
  const edits = capabilities.workspace?.workspaceEdit;
  return (
    options.trusted === true &&
    settings.workspaceCatalogs.enabled &&
    edits?.documentChanges === true &&
    edits.resourceOperations?.includes('create') === true
  );
}

function endOf(text: string): Position {
  const lines = text.split(/\r?\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
