/** What must hold inside VS Code and needs no pixels: each check is a name and a function that throws. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  codeActionsAt,
  editAt,
  hoverAt,
  hoverWith,
  messages,
  openLog,
  openSample,
  otherText,
  undoes,
  waitFor,
} from './ask';

const extensionId = 'error-lookup.error-lookup';

/** A line of another program's log, and one that looks like an error and is none of ours. */
const frameLine =
  "(EngineCore_DP0 pid=2114) ERROR 07-28 08:14:55 [moriio_connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const unknownLine = 'ERROR 07-28 08:14:55 [kitchen.py:12] The soup is too hot for serving at table 4';

/** What language models of VS Code can use. */
interface LanguageModels {
  readonly tools: readonly { readonly name: string }[];
  invokeTool(name: string, options: object): Promise<{ readonly content: readonly { readonly value: string }[] }>;
}

function openTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** What there is of something; none yet where there is nothing. */
async function some<T>(found: Thenable<readonly T[] | undefined>): Promise<readonly T[] | undefined> {
  const all = await found;
  return all && all.length > 0 ? all : undefined;
}

export const checks: Readonly<Record<string, (folder: vscode.Uri) => Promise<void>>> = {
  'the extension wakes up for a log and its server answers': async (folder) => {
    const extension = vscode.extensions.getExtension(extensionId);
    ok(extension, `${extensionId} is not installed`);
    const document = await openLog(folder, 'first.log', [frameLine]);
    await waitFor('a diagnostic', () => messages(document));
    ok(extension.isActive);
  },

  'every command of the manifest exists and stands under one name': async () => {
    const { contributes } = vscode.extensions.getExtension(extensionId)?.packageJSON ?? {};
    const declared: { command: string; category: string }[] = contributes.commands;
    ok(declared.length > 0);
    const known = new Set(await vscode.commands.getCommands(true));
    deepEqual(
      declared.filter(({ command, category }) => !known.has(command) || category !== 'Error Lookup'),
      [],
    );
  },

  'the tools for language models are there and answer': async () => {
    // Newer than the typed API: stable since VS Code 1.95.
    const { lm } = vscode as unknown as { lm: LanguageModels };
    const names = lm.tools.map(({ name }) => name);
    for (const name of ['lookup_error', 'decode_payload', 'find_root_cause']) ok(names.includes(name), name);
    const ask = async (input: object) =>
      lm.invokeTool('lookup_error', { input, toolInvocationToken: undefined }).then(({ content }) => content[0]?.value);
    match((await ask({ text: frameLine })) ?? '', /"code":"vllm\/moriio\/unexpected-frame"/);
    match((await ask({ text: unknownLine })) ?? '', /"found":false/);
  },

  'a hover in a log file says what is wrong': async (folder) => {
    const document = await openLog(folder, 'hover.log', [frameLine]);
    await hoverWith(document, 'Unexpected frame', /^\*\*The port dialled for the MoRIIO handshake answered/);
  },

  'a hover in an output channel says what is wrong': async () => {
    const channel = vscode.window.createOutputChannel('Host tests');
    channel.appendLine(frameLine);
    channel.show(true);
    const document = await waitFor('the output document', () =>
      vscode.workspace.textDocuments.find(({ uri, lineCount }) => /Host.tests/.test(uri.path) && lineCount > 1),
    );
    await hoverWith(document, 'Unexpected frame', /The port dialled for the MoRIIO handshake answered/);
    channel.dispose();
  },

  'a hover on a raise statement says what is wrong': async (folder) => {
    const document = await openSample(folder, 'listener.py');
    await hoverWith(document, 'Unexpected frame!', /The port dialled for the MoRIIO handshake answered/);
  },

  'an unknown line has neither hover nor diagnostic': async (folder) => {
    const document = await openLog(folder, 'unknown.log', [unknownLine, frameLine]);
    const [only, ...more] = await waitFor('diagnostics', () => messages(document));
    deepEqual(more, []);
    ok(only && !only.includes('soup'));
    equal(await hoverAt(document, 'soup'), '');
  },

  'diagnostics go when they are switched off and come back': async (folder) => {
    const document = await openLog(folder, 'switch.log', [frameLine]);
    await waitFor('a diagnostic', () => messages(document));
    const settings = vscode.workspace.getConfiguration('errorLookup');
    await settings.update('diagnostics.enabled', false, vscode.ConfigurationTarget.Workspace);
    try {
      await waitFor('no diagnostic', () => messages(document) === undefined);
    } finally {
      await settings.update('diagnostics.enabled', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await waitFor('the diagnostic again', () => messages(document));
  },

  'a fix replaces the raise and undo is one step': async (folder) => {
    const document = await openSample(folder, 'listener.py');
    const before = document.getText();
    const raise = 'raise HandshakeError(f"Error processing';
    const edit = await editAt(document, raise, 'Drop malformed message instead of raise');
    await vscode.window.showTextDocument(document);
    ok(await vscode.workspace.applyEdit(edit));
    const after = document.getText();
    ok(!after.includes(raise));
    match(after, /zmq\.ContextTerminated/);
    await undoes(document, before);
  },

  'a pasted handler without its loop gets the reason instead of the fix': async (folder) => {
    const document = await openSample(folder, 'pasted.py');
    const actions = await waitFor('the actions', async () => {
      const found = await codeActionsAt(document, 'raise HandshakeError');
      return found.length > 1 && found;
    });
    // VS Code keeps disabled actions to itself, so the reason comes as an action of its own.
    deepEqual(
      actions.map(({ title }) => title),
      [
        'Why is “Drop malformed message instead of raise” not offered here?',
        'Explain “MoRIIO notify listener has ended”',
      ],
    );
    match(String(actions[0]?.command?.arguments?.[0]), /loop/);
  },

  'a scrape of a ZMQ port in a manifest is pointed at the HTTP port': async (folder) => {
    const document = await openSample(folder, 'pod.yaml');
    ok(await vscode.workspace.applyEdit(await editAt(document, '"13345"', 'Point this at the HTTP port')));
    match(document.getText(), /prometheus\.io\/port: "8080"/);
  },

  'a log has an outline, lenses, folds and colours': async (folder) => {
    const { uri } = await openSample(folder, 'startup-failure.log');
    const ask = <T>(command: string): Thenable<T> => vscode.commands.executeCommand<T>(command, uri);
    const [symbol] = await waitFor('an outline', () =>
      some(ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider')),
    );
    equal(symbol?.name, 'A stranger spoke on the data-parallel handshake port');
    ok(symbol.children.length > 0);
    const [lens] = await waitFor('lenses', () => some(ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider')));
    match(String(lens?.command?.title), /^Cause · \d consequences$/);
    await waitFor('folds', () => some(ask<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider')));
    await waitFor('colours', async () => {
      const tokens = await ask<vscode.SemanticTokens | undefined>('vscode.provideDocumentSemanticTokens');
      return (tokens?.data.length ?? 0) > 0;
    });
  },

  'samples open in their own languages': async () => {
    for (const [sample, language] of [
      ['log', 'log'],
      ['payload', 'plaintext'],
      ['listener', 'python'],
    ] as const) {
      await vscode.commands.executeCommand('errorLookup.openSample', sample);
      await waitFor(language, () => vscode.window.activeTextEditor?.document.languageId === language);
    }
  },

  'the decode command opens the page of the payload': async (folder) => {
    const document = await openSample(folder, 'payload.txt');
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(document.positionAt(0), document.lineAt(0).range.end);
    await vscode.commands.executeCommand('errorLookup.decodePayload');
    await waitFor('the page', () => openTabs().find((tab) => tab.label === 'Decoded payload'));
  },

  'a file of msgpack opens in the payload editor': async (folder) => {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, 'hello.msgpack'));
    const tab = await waitFor('the editor', () => openTabs().find(({ label }) => label === 'hello.msgpack'));
    ok(tab.input instanceof vscode.TabInputCustom);
    equal(tab.input.viewType, 'errorLookup.msgpack');
  },

  'a line that nothing fits is answered with what was tried': async (folder) => {
    const document = await openLog(folder, 'tried.log', [unknownLine]);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('errorLookup.explainLine');
    const text = await waitFor('the explanation', () => otherText(document));
    match(text, /soup/);
  },

  'a log of more than 5 MB has hovers and diagnostics in its own lines': async (folder) => {
    const filler = 'INFO 07-28 08:00:00 [kitchen.py:12] The soup is ready for table 4';
    const lines = Array.from({ length: 100_000 }, (_, i) => (i === 90_000 ? frameLine : filler));
    const document = await openLog(folder, 'large.log', lines);
    await waitFor('a diagnostic', () => messages(document));
    const [diagnostic] = vscode.languages.getDiagnostics(document.uri);
    equal(diagnostic?.range.start.line, 90_000);
    await hoverWith(document, 'Unexpected frame', /The port dialled for the MoRIIO handshake answered/);
  },

  'the page of an entry is copied as Markdown': async (folder) => {
    const document = await openLog(folder, 'copy.log', [frameLine]);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('errorLookup.copyMarkdown', 'vllm/moriio/unexpected-frame');
    await waitFor('the page', async () =>
      (await vscode.env.clipboard.readText()).startsWith('# Handshake reply is not an empty frame and a payload'),
    );
  },

  'the message of a line is copied as the log says it': async (folder) => {
    const document = await openLog(folder, 'message.log', [frameLine]);
    const place = { uri: document.uri.toString(), line: 0, character: frameLine.indexOf('Unexpected') };
    await vscode.commands.executeCommand('errorLookup.copyMessage', place);
    const message = "HandshakeError: Unexpected frame! received_frame = [b'meta']";
    await waitFor('the message', async () => (await vscode.env.clipboard.readText()) === message);
  },
};
