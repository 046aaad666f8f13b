/** "Export Feedback": the answers to "Was this right?" as JSON, in a document that can be saved or sent by hand. */
import { window } from 'vscode';
import type { Client } from '../activate';
import { readFeedback } from '../page/feedback';
import { texts } from '../texts';

/** Opens the document; nothing is sent. */
export async function exportFeedback({ context, documents }: Client): Promise<void> {
  const answers = readFeedback(context.globalState);
  if (answers.length === 0) {
    void window.showInformationMessage(texts.noFeedback());
    return;
  }
  await documents.show('Feedback', `${JSON.stringify(answers, null, 2)}\n`, 'json');
}
