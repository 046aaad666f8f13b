// A kernel that executes nothing: every cell fails as a handshake does, the way Jupyter reports it.
const vscode = require('vscode');

const message = "Unexpected frame! received_frame = [b'meta']";
const stack = [
  '\u001b[31m---------------------------------------------------------------------------\u001b[39m',
  '\u001b[31mHandshakeError\u001b[39m                            Traceback (most recent call last)',
  '\u001b[36mCell\u001b[39m\u001b[36m \u001b[39m\u001b[32mIn[1]\u001b[39m\u001b[32m, line 1\u001b[39m',
  '\u001b[32m----> \u001b[39m\u001b[32m1\u001b[39m handshake()',
  '',
  `\u001b[31mHandshakeError\u001b[39m: ${message}`,
].join('\n');

exports.registerKernel = () => {
  const controller = vscode.notebooks.createNotebookController('replay', 'jupyter-notebook', 'Replay');
  controller.supportedLanguages = ['python'];
  controller.executeHandler = async (cells) => {
    for (const cell of cells) {
      const execution = controller.createNotebookCellExecution(cell);
      execution.start(Date.now());
      const error = vscode.NotebookCellOutputItem.error({ name: 'HandshakeError', message, stack });
      await execution.replaceOutput(new vscode.NotebookCellOutput([error]));
      execution.end(false, Date.now());
    }
  };
  return controller;
};
