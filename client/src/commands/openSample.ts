/** "Open Sample…": something to try each feature on. Documents are unsaved copies; the terminal runs nothing. */
import { EventEmitter, l10n, type Pseudoterminal, Uri, window, workspace } from 'vscode';
import type { Client } from '../activate';

/** A sample: its file in `dist/samples/`, and how it is shown. */
interface Sample {
  readonly label: string;
  readonly file: string;
  /** Language of the document; left out: printed in a terminal. */
  readonly language?: string;
}

/** All samples by the name that links give. */
const samples = (): ReadonlyMap<string, Sample> =>
  new Map([
    ['log', { label: l10n.t('Log of a start-up that fails'), file: 'startup-failure.log', language: 'log' }],
    ['payload', { label: l10n.t('Bytes to decode'), file: 'payload.txt', language: 'plaintext' }],
    ['listener', { label: l10n.t('Receive loop to fix'), file: 'listener.py', language: 'python' }],
    ['terminal', { label: l10n.t('The log in a terminal'), file: 'startup-failure.log' }],
  ]);

/** Opens the sample that the argument names, or the one that the user chooses. */
export async function openSample({ context }: Client, argument: unknown): Promise<void> {
  const sample = (typeof argument === 'string' ? samples().get(argument) : undefined) ?? (await chooseSample());
  if (!sample) return;
  const uri = Uri.joinPath(context.extensionUri, 'dist/samples', sample.file);
  const content = new TextDecoder().decode(await workspace.fs.readFile(uri));
  const { language } = sample;
  if (language === undefined) printInTerminal(content);
  else await window.showTextDocument(await workspace.openTextDocument({ language, content }));
}

function chooseSample(): Thenable<Sample | undefined> {
  return window.showQuickPick([...samples().values()], { title: l10n.t('Samples to try Error Lookup on') });
}

/** A terminal without a process: it prints the text and nothing can be typed into it. */
function printInTerminal(text: string): void {
  const output = new EventEmitter<string>();
  const pty: Pseudoterminal = {
    onDidWrite: output.event,
    open: () => output.fire(text.replace(/\r?\n/g, '\r\n')),
    close: () => output.dispose(),
  };
  window.createTerminal({ name: l10n.t('Error Lookup sample'), pty }).show();
}
