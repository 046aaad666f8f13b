/** From a line of a log to the place where its error is mended, and what becomes of the file there. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, codeActionsAt, editAt, openLog, openSample, undoes, waitFor } from './ask';
import type { Check } from './outcome';

/** The errors, each with a part of its line and the action that answers it. */
const tooLong = {
  line: "ValueError: To serve at least one request with the model's max seq len (131072), (16.00 GiB KV cache is needed, which is larger than the available KV cache memory (0.71 GiB). Based on the available memory, the estimated maximum model length is 5632. Try increasing `gpu_memory_utilization` (which also controls CPU memory on the CPU backend) or decreasing `max_model_len` when initializing the engine. See https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details.",
  at: 'To serve at least',
  title: 'Set --max-model-len to 5632 where vLLM is started…',
};
const timedOut = {
  line: '(Worker_TP0 pid=871) ERROR 07-28 08:14:55 [moriio_engine.py:209] RDMA transfer timed out after 30s. Check NIC queue depth or reduce concurrency; adjust with kv_connector_extra_config.transfer_timeout.',
  at: 'RDMA transfer',
  title: 'Double kv_connector_extra_config.transfer_timeout in --kv-transfer-config where vLLM is started…',
};
const headless = {
  line: '(APIServer pid=77) RuntimeError: Remote engine 2 must use --headless unless in external or hybrid dp lb mode',
  at: 'Remote engine',
  title: 'Add --headless where vLLM is started…',
};
const notHeadless = {
  line: '(APIServer pid=812) RuntimeError: Remote engine 3 must not use --headless in external or hybrid dp lb mode',
  at: 'Remote engine',
  title: 'Remove --headless where vLLM is started…',
};
const remoteCode = {
  line: 'RuntimeError: Failed to load the model config. If the model is a custom model not yet available in the HuggingFace transformers library, consider setting `trust_remote_code=True` in LLM or using the `--trust-remote-code` flag in the CLI.',
  at: 'Failed to load',
  title: 'Add --trust-remote-code where vLLM is started…',
};
const listenerDied = "ERROR 11-30 02:53:13 [moriio_engine.py:701] Error processing message: 'transfer_id'";

/** What an error changes in a file: its name, a part before and the same part after. */
type FlagEdit = readonly [{ line: string; at: string; title: string }, string, string, string, string];

const edits: readonly FlagEdit[] = [
  [tooLong, 'run.sh', 'exec vllm serve m \\\n  --max-model-len ', '131072', '5632'],
  [tooLong, 'Dockerfile', 'FROM vllm/vllm-openai:v0.11.0\nCMD ["--model", "m"', ']', ', "--max-model-len=5632"]'],
  [
    timedOut,
    'llm.service',
    `[Service]\nExecStart=/opt/vllm/bin/vllm serve m --kv-transfer-config '{"kv_connector":"MoRIIOConnector","kv_connector_extra_config":{"transfer_timeout":`,
    `30}}'\n`,
    `60}}'\n`,
  ],
  [
    timedOut,
    'run.sh',
    'vllm serve m --kv-transfer-config "{\\"kv_connector\\": \\"MoRIIOConnector\\", \\"kv_connector_extra_config\\": {\\"transfer_timeout\\": ',
    '45}}"\n',
    '90}}"\n',
  ],
  [
    headless,
    'pod.yaml',
    'kind: Pod\nspec:\n  containers:\n    - image: vllm/vllm-openai:v0.11.0\n      args:\n        - --model=m\n        - --port=8000',
    '\n',
    '\n        - --headless\n',
  ],
  [
    notHeadless,
    'docker-compose.yml',
    'services:\n  llm:\n    image: vllm/vllm-openai:v0.11.0\n    command: --model m',
    ' --headless\n',
    '\n',
  ],
  [
    remoteCode,
    'docker-compose.yml',
    'services:\n  llm:\n    image: vllm/vllm-openai:v0.11.0\n    command: ["--model", "m"',
    ']\n',
    ', "--trust-remote-code"]\n',
  ],
];

async function write(folder: vscode.Uri, name: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  // A document of the same name that was opened before is read anew a moment later.
  await waitFor(
    `${name} as it was written`,
    async () => (await vscode.workspace.openTextDocument(uri)).getText() === text,
  );
  return uri;
}

/** Asks for the change at a line of a log, makes it, compares, takes it back. */
async function changesAndUndoes(folder: vscode.Uri, edit: FlagEdit): Promise<void> {
  const [error, name, head, before, after] = edit;
  const uri = await write(folder, name, head + before);
  try {
    const log = await openLog(folder, `flag-${edits.indexOf(edit)}.log`, [error.line]);
    ok(await vscode.workspace.applyEdit(await editAt(log, error.at, error.title)));
    const document = await vscode.workspace.openTextDocument(uri);
    equal(document.getText(), head + after);
    await undoes(document, head + before);
  } finally {
    await closeAll();
    await vscode.workspace.fs.delete(uri);
  }
}

/** The checks by name. */
export const fixChecks: Readonly<Record<string, Check>> = {
  'an error of an installed package leads to its fix there': async (folder) => {
    const site = '.venv/lib/python3.12/site-packages';
    const package_ = `${site}/vllm/distributed/kv_transfer/kv_connector/v1/moriio/moriio_engine.py`;
    const sample = (await openSample(folder, 'listener.py')).getText();
    const uri = await write(folder, package_, sample);
    const log = await openLog(folder, 'installed.log', [listenerDied]);
    const action = await waitFor('the action', async () =>
      (await codeActionsAt(log, 'Error processing')).find(({ title }) => title.startsWith('Fix this in')),
    );
    match(action.title, /^Fix this in moriio_engine\.py:\d+$/);
    const [place] = action.command?.arguments ?? [];
    await vscode.commands.executeCommand('errorLookup.openPlace', place);
    const line = await waitFor('the statement', () => {
      const active = vscode.window.activeTextEditor;
      if (active?.document.uri.path !== uri.path) return undefined;
      return active.selection.active.line > 0 && active.document.lineAt(active.selection.active.line).text.trim();
    });
    const document = await vscode.workspace.openTextDocument(uri);
    ok(await vscode.workspace.applyEdit(await editAt(document, line, 'Drop malformed message instead of raise')));
    match(document.getText(), /zmq\.ContextTerminated/);
    await undoes(document, sample);
    await closeAll();
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, '.venv'), { recursive: true });
  },

  'the flag an error asks for is set in every kind of file, and undo is one step': async (folder) => {
    const sample = vscode.Uri.joinPath(folder, 'pod.yaml');
    const kept = await vscode.workspace.fs.readFile(sample);
    await vscode.workspace.fs.delete(sample);
    try {
      for (const edit of edits) await changesAndUndoes(folder, edit);
    } finally {
      await vscode.workspace.fs.writeFile(sample, kept);
    }
  },

  'of several files that start vLLM the one that holds the flag is changed': async (folder) => {
    const other = await write(folder, 'a-first.sh', 'vllm serve other\n');
    const holder = await write(folder, 'deploy/b-second.sh', 'vllm serve m --max-model-len 9000\n');
    const log = await openLog(folder, 'several.log', [tooLong.line]);
    const edit = await editAt(log, tooLong.at, tooLong.title);
    deepEqual(
      edit.entries().map(([uri, texts]) => [uri.path, texts.map(({ newText }) => newText)]),
      [[holder.path, ['5632']]],
    );
    await vscode.workspace.fs.delete(other);
    await vscode.workspace.fs.delete(holder);
  },
};

/** The checks of a window without a folder. */
export const emptyChecks: Readonly<Record<string, Check>> = {
  'without a folder a line of a log is explained, and no change elsewhere is offered': async (folder) => {
    const log = await openLog(folder, 'alone.log', [tooLong.line, listenerDied]);
    const titles = await waitFor('the explanation', async () => {
      const actions = (await codeActionsAt(log, tooLong.at)).map(({ title }) => title);
      return actions.includes('Explain this line') && actions;
    });
    deepEqual(
      titles.filter((title) => /where vLLM is started|^Fix this in/.test(title)),
      [],
    );
    const others = (await codeActionsAt(log, 'Error processing')).map(({ title }) => title);
    ok(!others.some((title) => title.startsWith('Fix this in')));
  },
};
