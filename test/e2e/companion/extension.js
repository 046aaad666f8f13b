// Prints the sample log to an output channel, as an extension that runs a server does.
const vscode = require('vscode');

exports.activate = async (context) => {
  const channel = vscode.window.createOutputChannel('vLLM server');
  context.subscriptions.push(channel);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return;
  const log = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, 'startup-failure.log'));
  const lines = Buffer.from(log).toString('utf8').split('\n');
  // The server's last words, so that the panel ends with them.
  const end = lines.findIndex((line) => line.startsWith('RuntimeError: '));
  channel.append(`${lines.slice(0, end + 1).join('\n')}\n`);
};
