/** Read-only editor for files that hold one payload: `.msgpack` and `.mpk` by default, `.bin` on request. */
import {
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  Disposable,
  l10n,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { maxFile, readPayload } from './file';
import { type ReadingHost, ReadingView } from './view';

/** Editors of the manifest. */
const viewTypes = ['errorLookup.msgpack', 'errorLookup.binary'] as const;

/** A file; what it holds is read when it is shown. */
class PayloadFile implements CustomDocument {
  constructor(readonly uri: Uri) {}

  dispose(): void {}
}

/** Registers the editors. */
export function registerPayloadEditors(host: ReadingHost): Disposable {
  const provider: CustomReadonlyEditorProvider<PayloadFile> = {
    openCustomDocument: (uri) => new PayloadFile(uri),
    resolveCustomEditor: async ({ uri }, panel) => {
      const view = new ReadingView(panel.webview, host);
      panel.onDidDispose(() => view.dispose());
      await fill(view, uri);
    },
  };
  return Disposable.from(
    ...viewTypes.map((type) =>
      window.registerCustomEditorProvider(type, provider, { supportsMultipleEditorsPerDocument: true }),
    ),
  );
}

async function fill(view: ReadingView, uri: Uri): Promise<void> {
  view.say('Decoding…');
  const payload = await readPayload({
    size: async () => (await workspace.fs.stat(uri)).size,
    read: async () => workspace.fs.readFile(uri),
  });
  if (typeof payload !== 'number') await view.show(payload);
  else
    view.say(
      l10n.t(
        'This file has {0} bytes; files of up to {1} bytes open here. In a terminal, “error-lookup decode - < FILE” decodes its beginning.',
        payload,
        maxFile,
      ),
    );
}
