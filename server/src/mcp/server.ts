/** The tools and the catalog for programs that speak the Model Context Protocol (https://modelcontextprotocol.io). */
import { McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { Entry } from '../core/catalog/entry';
import { entryMarkdown } from '../core/render/entryMarkdown';
import { tools } from '../tools/all';
import { entryUri } from '../tools/matchAnswer';
import { type Tool, ToolError, type ToolWorld } from '../tools/tool';

/** How a client learns what this server is for. */
const instructions =
  'Explains error lines of LLM serving from a catalog that was checked against the source, offline. Quote template, file, line and commit as they are given. Where a tool finds nothing, say that the error is not in the catalog.';

/** A server over a catalog. Every tool only reads. */
export function createMcpServer(world: ToolWorld, version: string): McpServer {
  const server = new McpServer({ name: 'error-lookup', title: 'Error Lookup', version }, { instructions });
  for (const tool of tools) registerTool(server, tool, world);
  registerEntries(server, world);
  return server;
}

function registerTool(server: McpServer, tool: Tool, world: ToolWorld): void {
  const { name, title, description, input } = tool;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (values) => {
    try {
      const answer = await tool.run(values, world);
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { content: [{ type: 'text', text: error.message }], isError: true };
    }
  });
}

/** Each entry as two resources: its page as Markdown, and its data as JSON under the same address with `.json`. */
function registerEntries(server: McpServer, { lookup: { catalog } }: ToolWorld): void {
  const find = (uri: URL, code: unknown): Entry => {
    const entry = typeof code === 'string' ? catalog.get(code) : undefined;
    if (!entry) throw new ResourceNotFoundError(uri.href, `The catalog has no entry ${JSON.stringify(code)}.`);
    return entry;
  };
  const list = () => ({
    resources: catalog.entries.map(({ code, title, summary }) => ({
      uri: entryUri(code),
      name: code,
      title,
      description: summary,
      mimeType: 'text/markdown',
    })),
  });
  const json = new ResourceTemplate(`${entryUri('{+code}')}.json`, { list: undefined });
  const jsonAbout = { title: 'Entry as JSON', mimeType: 'application/json' };
  server.registerResource('entry-json', json, jsonAbout, (uri, { code }) => ({
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(find(uri, code)) }],
  }));
  const page = new ResourceTemplate(entryUri('{+code}'), { list });
  const pageAbout = { title: 'Explained error', mimeType: 'text/markdown' };
  server.registerResource('entry', page, pageAbout, (uri, { code }) => ({
    contents: [{ uri: uri.href, mimeType: 'text/markdown', text: entryMarkdown(find(uri, code), catalog) }],
  }));
}
