/** `error-lookup mcp`: the tools for agents. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, type Command } from '../command';

/** The command. */
export const mcp: Command = {
  name: 'mcp',
  usage: [''],
  summary: 'an MCP server for agents, over standard input and output',
  options: {},
  maxWords: 0,
  standsAlone: true,
  notes: ['docs/agents.md shows how agents start it, and what its tools answer.'],
  async run() {
    const server = join(__dirname, 'mcp.js');
    if (!existsSync(server)) throw new CliError(`mcp: ${server} is missing; build or install Error Lookup again`);
    // A bundle of its own, so that no other command pays for loading it.
    require(server);
    return new Promise(() => {
      // It ends with its standard input.
    });
  },
};
