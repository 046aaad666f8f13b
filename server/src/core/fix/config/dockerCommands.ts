/** Commands of a Dockerfile: what each stage starts, and what its build runs. */
import { argumentsOf, commandIn, isShell, scriptCommands, type VllmCommand } from './command';
import { type Image, imageIn } from './image';
import { jsonWords } from './jsonWords';
import { continuedEnd, continuedLine } from './logicalLines';
import { type Piece, partOf } from './piece';
import type { Word } from './words';

/** What a stage starts: the last of each instruction counts. */
interface Stage {
  readonly image: Image | undefined;
  entry?: Start;
  command?: Start;
}

/** An instruction in its exec form, as words, or in its shell form. */
type Start = { readonly words: readonly Word[] } | { readonly script: Piece };

const comment = /^\s*#/;

/** An instruction, by its name in capitals, and what stands behind it. */
export interface Instruction {
  readonly name: string;
  readonly rest: Piece;
}

/** The instructions of a Dockerfile, comments left out. */
export function instructionsOf(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  for (let at = 0; at < text.length; ) {
    const end = continuedEnd(text, at, comment);
    const line = continuedLine(text, at, end, comment);
    const head = /^\s*([A-Za-z]+)\s+/.exec(line.text);
    if (head?.[1]) instructions.push({ name: head[1].toUpperCase(), rest: partOf(line, head[0].length) });
    at = end + 1;
  }
  return instructions;
}

/** The commands of a Dockerfile. */
export function dockerCommands(text: string): VllmCommand[] {
  const commands: VllmCommand[] = [];
  let stage: Stage = { image: undefined };
  for (const { name, rest } of instructionsOf(text)) {
    if (name === 'FROM') {
      commands.push(...stageCommands(stage));
      stage = { image: imageIn(/^(?:--\S+\s+)*(\S+)/.exec(rest.text)?.[1] ?? '') };
    } else if (name === 'ENTRYPOINT') stage.entry = startOf(rest);
    else if (name === 'CMD') stage.command = startOf(rest);
    else if (name === 'RUN') commands.push(...scriptCommands(rest, stage.image?.release));
  }
  return [...commands, ...stageCommands(stage)];
}

function startOf(rest: Piece): Start {
  const words = rest.text.startsWith('[') ? jsonWords(rest) : undefined;
  return words ? { words } : { script: rest };
}

/** What a stage starts: its entry point with its command behind it, else its command behind the image's own. */
function stageCommands({ image, entry, command }: Stage): VllmCommand[] {
  const release = image?.release;
  if (entry && 'script' in entry) return scriptCommands(entry.script, release);
  const given = command && 'words' in command ? command.words : [];
  if (entry) {
    const words = [...entry.words, ...given];
    const own = commandIn(words, release);
    // The entry point's own flags for the server of the image.
    return own.length > 0 || !image || isShell(words[0]?.value ?? '') ? own : argumentsOf(words, image);
  }
  if (command && 'script' in command) return scriptCommands(command.script, release);
  const own = commandIn(given, release);
  return own.length > 0 || !image ? own : argumentsOf(given, image);
}
