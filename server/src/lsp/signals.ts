/** The cancellation of a request as the rest of the program knows it. */
import type { CancellationToken } from 'vscode-languageserver';

/** A signal that is aborted when the request is cancelled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
