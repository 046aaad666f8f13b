/** Open documents, with the place from which on a change has touched each. */
import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';

/**
 * Makes the manager of open documents.
 *
 * @param onChange called after a document is opened (from 0) or changed, with the first UTF-16 offset that differs
 */
export function trackDocuments(onChange: (document: TextDocument, from: number) => void): TextDocuments<TextDocument> {
  const changedFrom = new WeakMap<TextDocument, number>();
  const documents = new TextDocuments<TextDocument>({
    create: TextDocument.create,
    update: (document, changes, version) => {
      let from = Number.POSITIVE_INFINITY;
      // Each change counts in the text that the changes before it have left.
      let updated = document;
      for (const change of changes) {
        from = Math.min(from, 'range' in change ? updated.offsetAt(change.range.start) : 0);
        updated = TextDocument.update(updated, [change], version);
      }
      changedFrom.set(updated, from);
      return updated;
    },
  });
  documents.onDidChangeContent(({ document }) => {
    onChange(document, changedFrom.get(document) ?? 0);
    changedFrom.delete(document);
  });
  return documents;
}
