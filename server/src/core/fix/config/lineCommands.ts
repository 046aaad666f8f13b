/** Commands in scripts, Dockerfiles and systemd units. */
import { commandIn, listCommands, type VllmCommand } from './command';
import { type Image, imageIn } from './image';
import { flowItems, shellWords } from './words';
import { lineEnd } from './yamlItems';

/** Commands in scripts, Dockerfiles and units: logical lines, those in the exec form of Docker among them. */
export function lineCommands(text: string): VllmCommand[] {
  const commands: VllmCommand[] = [];
  let base: Image | undefined;
  for (let at = 0; at < text.length; ) {
    const end = commandEnd(text, at);
    const line = text.slice(at, end);
    base = /^\s*FROM\b/i.test(line) ? imageIn(/^\s*FROM\s+(?:--\S+\s+)*(\S+)/i.exec(line)?.[1] ?? '') : base;
    const exec = /^\s*(?:CMD|ENTRYPOINT)\s*\[/i.exec(line);
    if (exec) {
      const { words } = flowItems(text, at + exec[0].length - 1);
      commands.push(...listCommands(text, words, 'flow', base));
    } else if (line.includes('vllm') && !/^\s*(?:#|FROM\b)/i.test(line)) {
      commands.push(...commandIn(shellWords(text, at, end), 'shell', base?.release));
    }
    at = end + 1;
  }
  return commands;
}

/** Longest command whose quotes are followed over line ends, in UTF-16 units. */
const maxQuoted = 10_000;

/** End of a command at an offset: JSON in quotes may span lines. */
export function commandEnd(text: string, from: number): number {
  const plain = logicalEnd(text, from);
  if (!text.slice(from, plain).includes('vllm')) return plain;
  let quote = '';
  for (let at = from; at < text.length && at < from + maxQuoted; at++) {
    const here = text[at] ?? '';
    if (here === '\\' && quote !== "'") at++;
    else if (quote !== '') quote = here === quote ? '' : quote;
    else if (here === '"' || here === "'") quote = here;
    else if (here === '#' && /\s/.test(text[at - 1] ?? ' ')) at = lineEnd(text, at) - 1;
    else if (here === '\n') return at;
  }
  return quote === '' ? text.length : plain;
}

/** End of the line at an offset, escaped line ends followed. */
function logicalEnd(text: string, from: number): number {
  for (let at = from; ; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    if (!/\\\r?$/.test(text.slice(Math.max(at, end - 2), end))) return end;
    at = end + 1;
  }
}
