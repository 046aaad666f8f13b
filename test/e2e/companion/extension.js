// Prints the sample log to an output channel, as an extension that runs a server does.
const vscode = require('vscode');

exports.activate = async (context) => {
  const channel = vscode.window.createOutputChannel('vLLM server');
  context.subscriptions.push(channel);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return;
  const log = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, 'startup-failure.log'));
  channel.append(Buffer.from(log).toString('utf8'));
};
