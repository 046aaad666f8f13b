/** "Decode Payload…": takes the selection, the line, the clipboard or typed text, and shows what the bytes are. */
import { env, l10n, window } from 'vscode';
import type { DecodeParams, LinePlace, Payload } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';
import { readPlace } from './arguments';
import { placeOf, selectedText } from './editor';
import { preview } from './preview';

/** Decodes the payload at the place of the argument, or the first of selection, line, clipboard and typed text. */
export async function decodePayload(client: Client, argument: unknown): Promise<void> {
  const payload = await choosePayload(client, readPlace(argument));
  if (payload && payload.text.trim() !== '') await client.readings.show(payload);
}

async function choosePayload(client: Client, place: LinePlace | undefined): Promise<DecodeParams | undefined> {
  const editor = window.activeTextEditor;
  const at = place ?? (editor && placeOf(editor));
  const from = at ? { at } : {};
  const selection = place ? '' : selectedText();
  if (selection.trim() !== '') return { text: selection, ...from };
  const payloads = at ? await client.server.request('errorLookup/payloads', { at }) : [];
  if (payloads.length === 0) return withText(await askForText());
  return withText(await pickPayload(payloads), from);
}

function withText(text: string | undefined, from: Pick<DecodeParams, 'at'> = {}): DecodeParams | undefined {
  return text === undefined ? undefined : { text, ...from };
}

async function pickPayload(payloads: readonly Payload[]): Promise<string | undefined> {
  if (payloads.length === 1) return payloads[0]?.text;
  const items = payloads.map(({ text }) => ({ label: preview(text), text }));
  const item = await window.showQuickPick(items, {
    title: l10n.t('Decode Payload'),
    placeHolder: l10n.t('Several payloads in this line'),
  });
  return item?.text;
}

/** The clipboard is offered and not taken unasked: it may hold anything. */
async function askForText(): Promise<string | undefined> {
  const clipboard = (await env.clipboard.readText()).trim();
  if (clipboard !== '') {
    const fromClipboard = { label: `$(clippy) ${l10n.t('Decode the clipboard')}`, detail: preview(clipboard) };
    const typed = { label: `$(edit) ${l10n.t('Type or paste bytes…')}`, detail: prompt() };
    const choice = await window.showQuickPick([fromClipboard, typed], { title: l10n.t('Decode Payload') });
    if (choice !== typed) return choice && clipboard;
  }
  return window.showInputBox({
    title: l10n.t('Decode Payload'),
    prompt: prompt(),
    placeHolder: "b'\\x82\\xa4type…'",
    ignoreFocusOut: true,
  });
}

function prompt(): string {
  return l10n.t('Python bytes, a list of frames, hex, base64 or a decimal integer');
}
