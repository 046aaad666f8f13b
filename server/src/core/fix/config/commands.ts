/** Finds the command lines that start vLLM in shell scripts, Dockerfiles, systemd units, compose files and manifests. */
import { yamlLanguages } from './languages';
import { flowItems, plainWord, scalarWord, shellWords, type Word } from './words';

/** How the words of a command are written: in one line of a shell, in a flow list, as items of a block list. */
type CommandForm = 'shell' | 'flow' | 'block';

/** A command line that starts vLLM. */
export interface VllmCommand {
  readonly form: CommandForm;
  /** All words from the first argument of vLLM on. */
  readonly words: readonly Word[];
  /** Release that the image of the same container names, such as `v0.9.1`. */
  readonly release: string | undefined;
}

/** Most commands read of one file. */
const maxCommands = 100;

/** What vLLM is started by; the words behind it are its own. */
const starts =
  /^(?:\S*\/)?vllm$|^vllm\.entrypoints\.(?:openai\.)?api_server$|\/vllm\/entrypoints\/(?:openai\/)?api_server\.py$/;

/** The commands of a file, by its LSP language id. */
export function vllmCommands(text: string, language: string): VllmCommand[] {
  if (!text.includes('vllm')) return [];
  const found = yamlLanguages.includes(language) ? yamlCommands(text) : lineCommands(text);
  return found.slice(0, maxCommands);
}

/** Commands in scripts, Dockerfiles and units: logical lines, those in the exec form of Docker among them. */
function lineCommands(text: string): VllmCommand[] {
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
function commandEnd(text: string, from: number): number {
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

/** The command behind `vllm serve`, the module of the server or an image; none where the words start something else. */
function commandIn(words: readonly Word[], form: CommandForm, release: string | undefined): VllmCommand[] {
  const at = words.findIndex(({ value }) => starts.test(value));
  if (at < 0) return containerCommand(words, form);
  const isTool = /(?:^|\/)vllm$/.test(words[at]?.value ?? '');
  if (isTool && words[at + 1]?.value !== 'serve') return [];
  return [{ form, words: upToOperator(words.slice(at + (isTool ? 2 : 1))), release }];
}

/** `docker run … vllm/vllm-openai:v0.9.1 …`: what stands behind the image goes to vLLM. */
function containerCommand(words: readonly Word[], form: CommandForm): VllmCommand[] {
  const run = words.findIndex(
    ({ value }, index) => value === 'run' && /(?:docker|podman|nerdctl)$/.test(words[index - 1]?.value ?? ''),
  );
  const at = run < 0 ? -1 : words.findIndex(({ value }, index) => index > run && imageIn(value) !== undefined);
  if (at < 0) return [];
  return [{ form, words: upToOperator(words.slice(at + 1)), release: imageIn(words[at]?.value ?? '')?.release }];
}

function upToOperator(words: readonly Word[]): readonly Word[] {
  const stop = words.findIndex(({ value }) => /^(?:&&?|\|\|?|;|>>?|2>.*|<)/.test(value));
  return stop < 0 ? words : words.slice(0, stop);
}

/** An image of the server and the release in its tag; undefined for another image. */
function imageIn(name: string): Image | undefined {
  if (!/^[\w.:@/-]*vllm[\w.-]*(?:[:@]\S+)?$/.test(name) || !/[/:]/.test(name)) return undefined;
  return { release: /:v?(\d+\.\d+\.\d+)/.exec(name)?.[1]?.replace(/^/, 'v') };
}

/** Most such keys looked at in one file. */
const maxKeys = 1000;

/** A key of a container whose value may be a command. */
const commandKey = /^(\s*(?:- +)?)(args|command|entrypoint|cmd):(.*)$/;

function yamlCommands(text: string): VllmCommand[] {
  const commands: VllmCommand[] = [];
  let keys = 0;
  for (let at = 0; at < text.length && keys < maxKeys; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at)).replace(/\r$/, '');
    const key = commandKey.exec(line);
    if (!key) continue;
    keys++;
    const indent = (key[1] ?? '').length;
    const from = at + line.length - (key[3] ?? '').length;
    const image = imageBeside(text, at, indent);
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

/** Commands of a list: its items are words, or one of them is a whole line for a shell. */
function listCommands(text: string, items: Word[], form: CommandForm, image: Image | undefined): VllmCommand[] {
  const release = image?.release;
  const lines = items.filter(({ value }) => /\s/.test(value.trim()) && /vllm|--/.test(value) && !/^[{[]/.test(value));
  const inLines = lines.flatMap((item) => {
    const words = shellWords(text, item.innerStart, item.innerEnd);
    const own = commandIn(words, 'shell', release);
    return own.length > 0 || !image || items.length > 1 ? own : [{ form: 'shell' as const, words, release }];
  });
  if (inLines.length > 0) return inLines;
  const own = commandIn(items, form, release);
  if (own.length > 0) return own;
  return image && items.some(({ value }) => value.startsWith('--')) ? [{ form, words: items, release }] : [];
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

interface Lines {
  readonly start: number;
  readonly end: number;
}

/** The lines behind a key that belong to its value; a list may stand at the indentation of its key. */
function deeperLines(text: string, start: number, indent: number, mayBeList: boolean): Lines {
  let end = start;
  for (let at = start; at < text.length; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at));
    const own = line.length - line.trimStart().length;
    const isItem = mayBeList && own === indent && line.trimStart().startsWith('- ');
    if (line.trim() !== '' && own <= indent && !isItem) break;
    end = lineEnd(text, at);
  }
  return { start, end };
}

/** The items of a block list, one line each; other lines of an item are left out. */
function blockItems(text: string, { start, end }: Lines): Word[] {
  const words: Word[] = [];
  for (let at = start; at < end; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at)).replace(/\r$/, '');
    const head = /^\s*-\s+/.exec(line)?.[0];
    if (!head) continue;
    const block = /^[|>][+-]?\s*$/.test(line.slice(head.length));
    const inner = block ? deeperLines(text, lineEnd(text, at) + 1, head.search(/\S/), false) : undefined;
    const value = inner && text.slice(inner.start, inner.end);
    words.push(
      inner && value !== undefined
        ? plainWord(inner.start, value)
        : scalarWord(text, at + head.length, at + line.length),
    );
  }
  return words;
}

/** What the image of a container starts. */
interface Image {
  readonly release: string | undefined;
}

/** Most lines looked at above and below a key for the image of its container. */
const maxBeside = 100;

/** The image of vLLM in the mapping that holds a key. */
function imageBeside(text: string, at: number, indent: number): Image | undefined {
  const lines = [...beside(text, at, indent, true), ...beside(text, at, indent, false)];
  for (const line of lines) {
    const image = imageIn(/^\s*(?:- +)?image:\s*["']?(\S*vllm\S*?)["']?\s*(?:#.*)?$/.exec(line)?.[1] ?? '');
    if (image) return image;
  }
  return undefined;
}

/** The lines of the same mapping above or below a line, nearest first. */
function* beside(text: string, at: number, indent: number, above: boolean): Generator<string> {
  let start = at;
  for (let count = 0; count < maxBeside; count++) {
    const line = text.slice(start, lineEnd(text, start));
    const dash = /^\s*- +/.exec(line)?.[0].length;
    const own = dash ?? line.length - line.trimStart().length;
    if (line.trim() !== '' && own < indent) return;
    if (own === indent) yield line;
    // The item of a list begins here.
    if (above && dash === indent) return;
    if (!above && dash === indent && start !== at) return;
    if (above && start === 0) return;
    start = above ? text.lastIndexOf('\n', start - 2) + 1 : lineEnd(text, start) + 1;
    if (start >= text.length) return;
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
