// Stands for the extensions that people run servers with.
const vscode = require('vscode');
const { registerDebugAdapter } = require('./debugAdapter');
const { registerKernel } = require('./kernel');

exports.activate = async (context) => {
  context.subscriptions.push(...registerDebugAdapter(), registerKernel(), await printLog());
};

/** Prints the sample log to an output channel, as an extension that runs a server does. */
async function printLog() {
  const channel = vscode.window.createOutputChannel('vLLM server');
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return channel;
  const log = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, 'startup-failure.log'));
  const lines = Buffer.from(log).toString('utf8').split('\n');
  // The server's last words, so that the panel ends with them.
  const end = lines.findIndex((line) => line.startsWith('RuntimeError: '));
  channel.append(`${lines.slice(0, end + 1).join('\n')}\n`);
  return channel;
}
