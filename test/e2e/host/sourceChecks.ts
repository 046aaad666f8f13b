/** From a line of a log to the file on this machine that printed it. */
import { match } from 'node:assert/strict';
import * as vscode from 'vscode';
import { hoverWith, openLog, waitFor } from './ask';
import type { Check } from './outcome';

const server = `import logging

logger = logging.getLogger(__name__)


def price(table):
    logger.error("Pricing service for table %s answered nonsense", table)
`;
const ownLine = '2026-11-30 12:00:00,000 ERROR app.server: Pricing service for table 7 answered nonsense';

const connector = `class MoRIIOConnectorWorker:
    def _moriio_handshake(self):
        if len(received_frame) != 2 or received_frame[0] != b"":
            raise HandshakeError(f"Unexpected frame! {received_frame = }")
`;
const frameLine = "HandshakeError: Unexpected frame! received_frame = [b'meta']";
const site = 'kitchen/lib/python3.11/site-packages';
const file = `${site}/vllm/distributed/kv_transfer/kv_connector/v1/moriio/moriio_connector.py`;

/** Writes files below the folder. */
async function write(folder: vscode.Uri, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), Buffer.from(text));
  }
}

/** Puts the cursor on a text, goes to its definition, and waits until that is at this place: file and 0-based line. */
async function jumps(document: vscode.TextDocument, text: string, expected: string): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  const place = document.positionAt(document.getText().indexOf(text) + 1);
  editor.selection = new vscode.Selection(place, place);
  await vscode.commands.executeCommand('editor.action.revealDefinition');
  await waitFor(expected, () => {
    const active = vscode.window.activeTextEditor;
    return active && `${active.document.uri.path}:${active.selection.active.line}` === expected;
  });
}

/** The checks by name. */
export const sourceChecks: Readonly<Record<string, Check>> = {
  'a line of the workspace’s own program leads to the statement that printed it': async (folder) => {
    await write(folder, { 'app/server.py': server });
    const document = await openLog(folder, 'own.log', [ownLine]);
    const hover = await hoverWith(document, 'Pricing service', /From your workspace/);
    match(hover, /Printed at \[app\/server\.py:7\]\(file:\S+#L7\), in `price`/);
    await jumps(document, 'Pricing service', `${folder.path}/app/server.py:6`);
  },

  'installed packages that were indexed give a match its file on this machine': async (folder) => {
    await write(folder, {
      [`${site}/vllm-0.16.0.dist-info/METADATA`]: 'Name: vllm\nVersion: 0.16.0\n',
      [`${site}/vllm-0.16.0.dist-info/RECORD`]: `${file.slice(site.length + 1)},,\n`,
      [file]: connector,
      'kitchen/pyvenv.cfg': 'home = /usr/bin\n',
    });
    const document = await openLog(folder, 'installed.log', [frameLine]);
    await vscode.commands.executeCommand('errorLookup.indexPackages', vscode.Uri.joinPath(folder, 'kitchen'));
    await hoverWith(
      document,
      'Unexpected frame',
      /On this machine[\s\S]*moriio\\_connector\.py:4\]\(file:\S+#L4\) in `MoRIIOConnectorWorker\._moriio_handshake`, vllm 0\.16\.0/,
    );
    await jumps(document, 'Unexpected frame', `${folder.path}/${file}:3`);
  },
};
