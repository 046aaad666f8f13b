/** Known errors in a terminal become links to their pages. A terminal has no hovers; a link has a one-line tooltip. */
import { type Disposable, l10n, type TerminalLink, type TerminalLinkProvider, window } from 'vscode';
import type { CapturedValue } from '../../../server/src/lsp/protocol';
import type { Client } from '../activate';

/** Longest line that is looked at, in UTF-16 units; VS Code itself passes on about 2,000. */
const maxLineLength = 4000;

interface EntryLink extends TerminalLink {
  readonly code: string;
  readonly values: readonly CapturedValue[];
}

/** Registers the links for all terminals. */
export function registerTerminalLinks({ server, page, log }: Client): Disposable {
  const provider: TerminalLinkProvider<EntryLink> = {
    provideTerminalLinks: async ({ line }, token) => {
      if (line.trim() === '' || line.length > maxLineLength) return [];
      try {
        const found = await server.request('errorLookup/matchLines', { lines: [line] });
        if (token.isCancellationRequested) return [];
        return found.map(({ start, end, code, title, values }) => ({
          startIndex: start,
          length: end - start,
          tooltip: l10n.t('Explain: {0}', title),
          code,
          values,
        }));
      } catch (error) {
        // The provider is called for every line on screen, so a fault is logged and not shown.
        log.error(`Terminal links: ${String(error)}`);
        return [];
      }
    },
    handleTerminalLink: ({ code, values }) => page.show(code, { values }),
  };
  return window.registerTerminalLinkProvider(provider);
}
