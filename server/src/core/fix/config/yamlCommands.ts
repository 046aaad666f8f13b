/** Commands of containers in manifests, charts and compose files. */
import { commandIn, listCommands, type VllmCommand } from './command';
import { type Image, imageBeside } from './image';
import { commandEnd } from './lineCommands';
import { flowItems, scalarWord, shellWords } from './words';
import { lineEnd } from './yamlItems';
import { blockItems, deeperLines, type Lines } from './yamlLines';

/** Most such keys looked at in one file. */
const maxKeys = 1000;

/** A key of a container, or of a step in a pipeline, whose value may be a command. */
const commandKey = /^(\s*(?:- +)?)(args|command|entrypoint|cmd|extraArgs|run|script|commands):(.*)$/;

/** The commands of a file, template or not. */
export function yamlCommands(text: string): VllmCommand[] {
  const commands: VllmCommand[] = [];
  let keys = 0;
  for (let at = 0; at < text.length && keys < maxKeys; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at)).replace(/\r$/, '');
    const key = commandKey.exec(line);
    if (!key) continue;
    keys++;
    const indent = (key[1] ?? '').length;
    const from = at + line.length - (key[3] ?? '').length;
    // Values of charts for vLLM give more arguments beside its image's repository.
    const isExtra = key[2] === 'extraArgs' && /\bvllmConfig:|\bvllm\/vllm-openai\b/.test(text);
    const image = isExtra ? { release: undefined } : imageBeside(text, at, indent);
    commands.push(...readValue(text, at, from, indent, image));
  }
  return commands;
}

/** The commands in the value of a key; without a start of its own it is one when the image beside it starts vLLM. */
function readValue(text: string, line: number, from: number, indent: number, image: Image | undefined): VllmCommand[] {
  const start = from + (text.slice(from).match(/^[ \t]*/)?.[0].length ?? 0);
  const end = lineEnd(text, line);
  if (text[start] === '[') return listCommands(text, flowItems(text, start).words, 'flow', image);
  const rest = text.slice(start, end).trim();
  if (rest !== '' && !/^[|>]/.test(rest)) return listCommands(text, [scalarWord(text, start, end)], 'flow', image);
  const lines = deeperLines(text, end + 1, indent, rest === '');
  const first = text.slice(lines.start, lines.end).trimStart();
  if (rest === '' && first.startsWith('-')) return listCommands(text, blockItems(text, lines), 'block', image);
  return scalarCommands(text, lines, image);
}

function scalarCommands(text: string, { start, end }: Lines, image: Image | undefined): VllmCommand[] {
  const release = image?.release;
  const found: VllmCommand[] = [];
  for (let at = start; at < end; ) {
    const stop = Math.min(commandEnd(text, at), end);
    if (text.slice(at, stop).includes('vllm')) found.push(...commandIn(shellWords(text, at, stop), 'shell', release));
    at = stop + 1;
  }
  const words = found.length === 0 && image ? shellWords(text, start, end) : [];
  return words.some(({ value }) => value.startsWith('--')) ? [{ form: 'shell', words, release }] : found;
}
