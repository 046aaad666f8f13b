/** `error-lookup mcp`: the tools for agents. */
import { checkCatalog } from '../catalog';
import type { Command } from '../command';
import { runOwnBundle } from '../ownBundle';

/** The command. */
export const mcp: Command = {
  name: 'mcp',
  usage: [''],
  summary: 'an MCP server for agents, over standard input and output',
  options: {},
  maxWords: 0,
  standsAlone: true,
  notes: ['docs/agents.md shows how agents start it, and what its tools answer.'],
  async run(args) {
    checkCatalog(args);
    // It ends with its standard input.
    return runOwnBundle('mcp', 'mcp.js');
  },
};
