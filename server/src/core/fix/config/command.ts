/** One command line that starts vLLM, found among words that were split already. */
import { type Image, imageIn } from './image';
import { shellWords, type Word } from './words';

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

/** What vLLM is started by; the words behind it are its own. */
const starts =
  /^(?:\S*\/)?vllm$|^vllm\.entrypoints\.(?:openai\.)?api_server$|\/vllm\/entrypoints\/(?:openai\/)?api_server\.py$/;

/** The command behind `vllm serve`, the module of the server or an image; none where the words start something else. */
export function commandIn(words: readonly Word[], form: CommandForm, release: string | undefined): VllmCommand[] {
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

/** Commands of a list: its items are words, or one of them is a whole line for a shell. */
export function listCommands(text: string, items: Word[], form: CommandForm, image: Image | undefined): VllmCommand[] {
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
