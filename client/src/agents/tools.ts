/** Gives the tools of the server to the language models of VS Code. */
import { Disposable, l10n } from 'vscode';
import { toolNames } from '../../../server/src/lsp/protocol';
import type { Server } from '../server';
import { agentApi } from './api';

/** Registers every tool; none in a VS Code without language model tools. */
export function registerTools(server: Server): Disposable {
  const { lm, LanguageModelToolResult: Result, LanguageModelTextPart: Text } = agentApi();
  if (!lm?.registerTool || !Result || !Text) return new Disposable(() => undefined);
  const registered = toolNames.map((name) =>
    lm.registerTool?.(name, {
      prepareInvocation: () => ({ invocationMessage: l10n.t('Looking into the error catalog') }),
      invoke: async ({ input }) => {
        const { ok, text } = await server.request('errorLookup/tool', { name, input });
        if (!ok) throw new Error(text);
        return new Result([new Text(text)]);
      },
    }),
  );
  return Disposable.from(...registered.filter((it) => it !== undefined));
}
