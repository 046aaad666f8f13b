/** Entry of the MCP server: standard input and output, as an agent starts it. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../package.json';
import { createErrorLookup } from './core/service';
import { createMcpServer } from './mcp/server';
import { openServerCatalog } from './node/bundledCatalog';
import { readLogFile } from './node/logFile';
import { loadCatalogFile } from './node/namedCatalog';
import { loadParsers } from './node/parsers';

void openServerCatalog(__dirname, loadCatalogFile).then((bundle) => {
  const lookup = createErrorLookup({ bundle, loadParsers: () => loadParsers(__dirname) });
  serveStdio(() => createMcpServer({ lookup, readFile: readLogFile }, version), {
    onerror: ({ message }) => process.stderr.write(`error-lookup mcp: ${message}\n`),
  });
});
