/**
 * What VS Code offers to agents, as far as this VS Code has it: the typed API of the oldest one that we support lacks it.
 * `lm.registerTool` is stable since 1.95, `lm.registerMcpServerDefinitionProvider` since 1.101.
 */
import * as vscode from 'vscode';

/** What a model hands to a tool. */
interface Invocation {
  readonly input: unknown;
}

/** What VS Code shows before and while a tool runs. */
interface Prepared {
  readonly invocationMessage: string;
}

/** A tool as VS Code runs it. An error is read by the model. */
interface LanguageModelTool {
  prepareInvocation(): Prepared;
  invoke(options: Invocation): Promise<object>;
}

/** How VS Code starts an MCP server. */
interface McpProvider {
  provideMcpServerDefinitions(): object[];
}

/** Registers tools and MCP servers. */
interface LanguageModels {
  registerTool?(name: string, tool: LanguageModelTool): vscode.Disposable;
  registerMcpServerDefinitionProvider?(id: string, provider: McpProvider): vscode.Disposable;
}

type Maker<A extends unknown[]> = new (...args: A) => object;

/** The part of VS Code that we need; what this VS Code lacks is undefined. */
interface AgentApi {
  readonly lm: LanguageModels | undefined;
  readonly LanguageModelToolResult: Maker<[parts: object[]]> | undefined;
  readonly LanguageModelTextPart: Maker<[text: string]> | undefined;
  readonly McpStdioServerDefinition:
    | Maker<[label: string, command: string, args: string[], env: { readonly [name: string]: string }, version: string]>
    | undefined;
}

/** Looks at the running VS Code. */
export function agentApi(): AgentApi {
  const { lm, LanguageModelToolResult, LanguageModelTextPart, McpStdioServerDefinition } =
    vscode as unknown as AgentApi;
  return { lm, LanguageModelToolResult, LanguageModelTextPart, McpStdioServerDefinition };
}
