/** The language client on Node: nine tenths of the extension's code, in a file of its own that is read once the extension is active. */
export { LanguageClient, TransportKind } from 'vscode-languageclient/node';
