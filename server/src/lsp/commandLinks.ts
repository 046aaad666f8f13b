/** Links to commands of our own client. Arguments are codes of the catalog and places in documents, never text of a log. */
import type { Catalog } from '../core/catalog/catalog';
import { type HoverLinks, noHoverLinks } from '../core/render/hover';
import { clientCommands, type LinePlace } from './protocol';

/** Links of a hover for our client; for another editor none, since it has no such commands. `at`: the place in a log. */
export function hoverLinks(catalog: Catalog, hasCommands: boolean, at?: LinePlace): HoverLinks {
  if (!hasCommands) return noHoverLinks;
  const line = at && { uri: at.uri, line: at.line };
  const toEntry =
    (command: string, ...more: readonly LinePlace[]) =>
    (code: string) =>
      catalog.get(code) ? commandUri(command, [code, ...more]) : undefined;
  return {
    entry: toEntry(clientCommands.openPage, ...(line ? [line] : [])),
    copy: toEntry(clientCommands.copyMarkdown),
    message: () => at && commandUri(clientCommands.copyMessage, [at]),
  };
}

/** Address that opens the reading of the payload at a place. */
export function payloadLink(uri: string, { line, character }: { line: number; character: number }): string {
  return commandUri(clientCommands.decodePayload, [{ uri, line, character }]);
}

/** Address that runs a command of the client. */
export function commandUri(command: string, args: readonly (string | LinePlace)[]): string {
  const json = encodeURIComponent(JSON.stringify(args));
  // Parentheses would end the link in Markdown.
  return `command:${command}?${json.replace(/[()'!*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`;
}
