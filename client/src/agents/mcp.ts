/** Tells VS Code of our MCP server, for agents that take their tools from there. Node only: it starts a process. */
import { Disposable, type ExtensionContext } from 'vscode';
import { agentApi } from './api';

/** The id that the manifest contributes. */
const providerId = 'errorLookup.mcp';

/** Registers the server; nothing happens in a VS Code without MCP, and nothing starts before an agent asks. */
export function registerMcpServer(context: ExtensionContext): Disposable {
  const { lm, McpStdioServerDefinition: Definition } = agentApi();
  if (!lm?.registerMcpServerDefinitionProvider || !Definition) return new Disposable(() => undefined);
  const { version }: { version: string } = context.extension.packageJSON;
  const script = context.asAbsolutePath('dist/mcp.js');
  // The extension host’s own program; on a desktop it is Electron, which this variable turns into Node.
  const env = { ELECTRON_RUN_AS_NODE: '1' };
  return lm.registerMcpServerDefinitionProvider(providerId, {
    provideMcpServerDefinitions: () => [new Definition('Error Lookup', process.execPath, [script], env, version)],
  });
}
