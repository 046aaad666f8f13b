/**
 * Decides what a document is to us. This is the only place that does: the client takes its document selector from here,
 * and every feature of the server asks here.
 */

/**
 * log: output of programs, gets everything. text: may hold pasted output, gets no diagnostics. source: code, gets hovers
 * on raise and log statements and fixes. manifest: configuration and command lines, get fixes. catalog: a file of `.error-lookup`, gets the
 * faults found in it.
 */
export type DocumentKind = 'log' | 'text' | 'source' | 'manifest' | 'catalog';

/**
 * Language ids of VS Code. Output channels have `Log` (plain) or `log` (a LogOutputChannel); `helm` and
 * `systemd-unit-file` come from extensions.
 */
const kinds = new Map<string, DocumentKind>([
  ['log', 'log'],
  ['Log', 'log'],
  ['plaintext', 'text'],
  ['python', 'source'],
  ['rust', 'source'],
  ['go', 'source'],
  ['javascript', 'source'],
  ['javascriptreact', 'source'],
  ['typescript', 'source'],
  ['typescriptreact', 'source'],
  ['yaml', 'manifest'],
  ['helm', 'manifest'],
  ['dockercompose', 'manifest'],
  ['shellscript', 'manifest'],
  ['dockerfile', 'manifest'],
  ['systemd-unit-file', 'manifest'],
]);

/** Languages of those kinds. */
export function languagesOf(...wanted: readonly DocumentKind[]): string[] {
  return [...kinds].filter(([, kind]) => wanted.includes(kind)).map(([language]) => language);
}

/** Scheme of the documents that the client makes: readings and explanations, which are not explained again. */
export const ownScheme = 'error-lookup';

/** Scheme of read-only documents that show some lines of a large log. */
export const sliceScheme = 'error-lookup-slice';

/** Languages whose documents are sent to the server, whatever their scheme. */
export const documentSelector: readonly { readonly language: string }[] = [...kinds.keys()].map((language) => ({
  language,
}));

/** Files of plain text that hold the output of a program, by their name. */
const logName = /(^|[-_.])(log|logs|stdout|stderr|out|err|journal|trace|traceback)([-_.]|$)/i;

/** What the document is; undefined for one that is none of ours. */
export function documentKind(uri: string, languageId: string): DocumentKind | undefined {
  const scheme = uri.slice(0, uri.indexOf(':'));
  if (scheme === ownScheme) return undefined;
  const path = uri.slice(scheme.length + 1).split(/[?#]/, 1)[0] ?? '';
  if (isCatalogPath(path)) return 'catalog';
  const kind = kinds.get(languageId);
  if (scheme === 'output') return 'log';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return kind === 'text' && logName.test(name) ? 'log' : kind;
}

/** Whether squiggles make sense: editors show none in what is read only. */
export function takesDiagnostics(uri: string, languageId: string): boolean {
  return documentKind(uri, languageId) === 'log' && !uri.startsWith('output:') && !uri.startsWith(`${sliceScheme}:`);
}

function isCatalogPath(path: string): boolean {
  return /(^|\/)\.error-lookup\/[^/]+\.ya?ml$/.test(path);
}
