/** Command lines that start a program of vLLM, found among the words of simple commands. */
import { type Image, imageIn } from './image';
import type { Piece } from './piece';
import { type Program, programNamed, programOfModule, server } from './programs';
import { bareCommand, simpleCommands } from './shell';
import { isOpen, restOf, type Word } from './words';

/** A command line that starts vLLM. */
export interface VllmCommand {
  readonly program: Program;
  /** All words from the first argument of the program on. */
  readonly words: readonly Word[];
  /** Release that the image of the same container names, such as `v0.9.1`. */
  readonly release: string | undefined;
  /** The command names vLLM itself, so that each flag is one of it. */
  readonly isCertain: boolean;
  /** Some words come from variables that are set in several places. */
  readonly isCollected?: boolean;
}

/** Programs whose words only speak of a command. */
const speakers = /^(?:.*\/)?(?:echo|printf|grep|egrep|rg|pkill|pgrep|awk|sed|log|logger|man|which|type|complete)$/;

const shells = /^(?:.*\/)?(?:ba|z|da|a|k)?sh$/;

/** How a flag begins, also where a word processor made one dash of two. */
const flagStart = /^[-\u2010-\u2015\u2212]/;

/** Scripts within scripts that are read. */
const maxDepth = 3;

/** The commands that start vLLM in a script. */
export function scriptCommands(script: Piece, release?: string, depth = 0): VllmCommand[] {
  if (!script.text.includes('vllm')) return [];
  return simpleCommands(script).flatMap((words) => commandIn(words, release, depth));
}

/** The command that words start: behind `vllm serve`, a module or an image, or in a script that a shell is given. */
export function commandIn(words: readonly Word[], release: string | undefined, depth = 0): VllmCommand[] {
  const bare = bareCommand(words);
  if (bare.length === 0) return innerScripts(words.map(assigned), release, depth);
  if (speakers.test(bare[0]?.value ?? '')) return [];
  for (let index = 0; index < bare.length; index++) {
    const started = startAt(bare, index);
    if (!started) continue;
    if (started.program.name === 'serve' && bare.some(({ value }) => value === '--omni')) return [];
    const own = { program: started.program, words: bare.slice(started.next), release, isCertain: true };
    // A sweep is given the commands that it runs.
    return own.program.name.startsWith('bench sweep') ? [own, ...innerScripts(own.words, release, depth)] : [own];
  }
  const inner = innerScripts(bare, release, depth);
  return inner.length > 0 ? inner : containerCommand(bare);
}

/** The program that the word at an index starts, and the index of its first argument. */
function startAt(words: readonly Word[], index: number): { program: Program; next: number } | undefined {
  const { value = '' } = words[index] ?? {};
  const module = programOfModule(value);
  if (module) return { program: module, next: index + 1 };
  const file = value.slice(value.lastIndexOf('/') + 1).replace(/^[-@:+!]+/, '');
  if (file !== 'vllm' && file !== 'vllm.entrypoints.cli.main') return undefined;
  const named = programNamed(words.slice(index + 1, index + 4).map((word) => word.value));
  return named && { program: named.program, next: index + 1 + named.length };
}

/** Commands in the words that hold a script: what a shell is given behind `-c`, or one that names vLLM in quotes. */
function innerScripts(words: readonly Word[], release: string | undefined, depth: number): VllmCommand[] {
  if (depth >= maxDepth) return [];
  return words.flatMap(({ piece, value }) =>
    /\s/.test(value) && /vllm/.test(value) && !value.trimStart().startsWith('{')
      ? scriptCommands(piece, release, depth + 1)
      : [],
  );
}

/** What a variable is set to, which may be a command that is run later. */
function assigned(word: Word): Word {
  return restOf(word, word.value.indexOf('=') + 1);
}

/** Programs that run containers. */
const runtimes = /^(?:.*\/)?(?:docker|podman|nerdctl|finch|kubectl|apptainer|singularity)$/;

/**
 * `docker run … vllm/vllm-openai:v0.9.1 …`: what stands behind the image goes to its entry point, which is the server or
 * what the command names; in `kubectl run … --image=… -- …` what stands behind the dashes.
 */
function containerCommand(words: readonly Word[]): VllmCommand[] {
  const runtime = words.findIndex(({ value }) => runtimes.test(value));
  const run =
    runtime < 0 ? -1 : words.findIndex(({ value }, index) => index > runtime && /^(?:run|create)$/.test(value));
  // A service of Compose is not an image.
  if (run < 0 || words.slice(runtime, run).some(({ value }) => value === 'compose')) return [];
  const at = words.findIndex(({ value }, index) => index > run && imageIn(imageName(value)) !== undefined);
  const image = at < 0 ? undefined : imageIn(imageName(words[at]?.value ?? ''));
  if (!image) return [];
  const isPod = words[at]?.value.startsWith('--image') ?? false;
  const dashes = words.findIndex(({ value }, index) => index > run && value === '--');
  if (isPod && dashes < 0) return [];
  const given = words.slice((isPod ? dashes : at) + 1);
  const entry = entryPoint(words.slice(run, at));
  return entry ? commandIn([entry, ...given], image.release, maxDepth) : argumentsOf(given, image);
}

function imageName(value: string): string {
  return value.replace(/^--image=/, '');
}

/** The word that replaces the entry point of an image. */
function entryPoint(options: readonly Word[]): Word | undefined {
  const at = options.findIndex(({ value }) => value.startsWith('--entrypoint'));
  const option = options[at];
  if (!option) return undefined;
  const equals = option.value.indexOf('=');
  return equals < 0 ? options[at + 1] : restOf(option, equals + 1);
}

/** The arguments of an image of the server as a command; none where they name a program of their own. */
export function argumentsOf(words: readonly Word[], image: Image): VllmCommand[] {
  const [first] = words;
  if (first?.value === 'serve') return argumentsOf(words.slice(1), image);
  // From v0.11 on the first argument may be the model.
  if (!first || !(flagStart.test(first.value) || isOpen(first.value) || /^[\w.-]+\/[\w.-]+$/.test(first.value)))
    return [];
  return [{ program: server, words, release: image.release, isCertain: image.isServer }];
}

/** True for the name of a shell. */
export function isShell(value: string): boolean {
  return shells.test(value);
}
