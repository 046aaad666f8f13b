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
import { base64Of } from './base64';
import { type ReadingHost, ReadingView } from './view';

/** Editors of the manifest. */
const viewTypes = ['errorLookup.msgpack', 'errorLookup.binary'] as const;

/** Largest file that is read, since all of it is held, and most bytes of it that are decoded: more would keep the server from its other answers. */
const maxFile = 256 * 1024 * 1024;
const maxDecoded = 16 * 1024 * 1024;

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
  const { size } = await workspace.fs.stat(uri);
  if (size > maxFile) {
    view.say(
      l10n.t(
        'This file has {0} bytes; files of up to {1} bytes open here. In a terminal, “error-lookup decode - < FILE” decodes its beginning.',
        size,
        maxFile,
      ),
    );
    return;
  }
  view.say('Decoding…');
  const bytes = await workspace.fs.readFile(uri);
  const text = base64Of(bytes.subarray(0, maxDecoded));
  await view.show({ text, file: true, ...(bytes.length > maxDecoded && { fileSize: bytes.length }) });
}
