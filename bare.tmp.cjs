const { createConnection, TextDocuments, TextDocumentSyncKind } = require('vscode-languageserver/node');
const { TextDocument } = require('vscode-languageserver-textdocument');
const connection = createConnection();
const documents = new TextDocuments(TextDocument);
connection.onInitialize(() => ({ capabilities: { hoverProvider: true, textDocumentSync: TextDocumentSyncKind.Incremental } }));
connection.onHover(({ textDocument }) => ({ contents: documents.get(textDocument.uri)?.languageId ?? '' }));
documents.listen(connection);
connection.listen();
