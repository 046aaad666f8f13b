/**
 * Features that only some documents have. They are registered for those alone: another extension’s answer for Python, or
 * the editor’s own folds, must not be shadowed by an empty one of ours.
 */
import {
  type ClientCapabilities,
  CodeLensRequest,
  type Connection,
  DefinitionRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  ReferencesRequest,
  SemanticTokensRegistrationType,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { languagesOf } from './documentKind';
import { tokenTypes } from './features/semanticTokens';

/** One feature. */
interface Feature {
  /** Whether the client lets the server register it. */
  readonly isDynamic: (client: NonNullable<ClientCapabilities['textDocument']>) => boolean | undefined;
  /** How it is told to a client that does not. */
  readonly fixed: ServerCapabilities;
  readonly register: (connection: Connection) => Promise<unknown>;
}

const logs = languagesOf('log', 'text').map((language) => ({ language }));
const sources = languagesOf('source').map((language) => ({ language }));
const tokens = { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true, range: true };
const symbols = { label: 'Error Lookup' };

const features: readonly Feature[] = [
  {
    isDynamic: (client) => client.semanticTokens?.dynamicRegistration,
    fixed: { semanticTokensProvider: tokens },
    register: ({ client }) =>
      client.register(SemanticTokensRegistrationType.type, { documentSelector: logs, ...tokens }),
  },
  {
    isDynamic: (client) => client.foldingRange?.dynamicRegistration,
    fixed: { foldingRangeProvider: true },
    register: ({ client }) => client.register(FoldingRangeRequest.type, { documentSelector: logs }),
  },
  {
    isDynamic: (client) => client.codeLens?.dynamicRegistration,
    fixed: { codeLensProvider: {} },
    register: ({ client }) => client.register(CodeLensRequest.type, { documentSelector: logs }),
  },
  {
    isDynamic: (client) => client.documentSymbol?.dynamicRegistration,
    fixed: { documentSymbolProvider: symbols },
    register: ({ client }) => client.register(DocumentSymbolRequest.type, { documentSelector: logs, ...symbols }),
  },
  {
    isDynamic: (client) => client.definition?.dynamicRegistration,
    fixed: { definitionProvider: true },
    register: ({ client }) => client.register(DefinitionRequest.type, { documentSelector: logs }),
  },
  {
    isDynamic: (client) => client.references?.dynamicRegistration,
    fixed: { referencesProvider: true },
    register: ({ client }) => client.register(ReferencesRequest.type, { documentSelector: sources }),
  },
];

/** What is told of these features in the answer to `initialize`: those that the client does not let us register. */
export function fixedCapabilities(client: ClientCapabilities): ServerCapabilities {
  const fixed = features.filter(({ isDynamic }) => !isDynamic(client.textDocument ?? {}));
  return Object.assign({}, ...fixed.map((feature) => feature.fixed));
}

/** Registers the others. */
export async function registerFeatures(connection: Connection, client: ClientCapabilities): Promise<void> {
  const dynamic = features.filter(({ isDynamic }) => isDynamic(client.textDocument ?? {}));
  await Promise.all(dynamic.map(({ register }) => register(connection)));
}
