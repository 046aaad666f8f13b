/** Commands in scripts and systemd units, whose lines are commands. */
import { argumentsOf, commandIn, scriptCommands, type VllmCommand } from './command';
import { dockerCommands } from './dockerCommands';
import { imageIn } from './image';
import { continuedEnd, continuedLine, vllmLines } from './logicalLines';
import { type Piece, partOf, plainPiece } from './piece';
import { simpleCommands } from './shell';
import { variableWords, withVariables } from './variables';

/** The commands of a file that is read line by line. */
export function lineCommands(text: string, language: string): VllmCommand[] {
  if (language === 'dockerfile') return dockerCommands(text);
  if (language === 'systemd-unit-file') return unitCommands(text);
  return linesCommands(plainPiece(text, 0));
}

/** The commands of a script, line by line, so that a quote that is never closed hides no other line. */
export function linesCommands(script: Piece, release?: string): VllmCommand[] {
  const lines = vllmLines(script);
  const variables: ReturnType<typeof variableWords> = lines.length > 0 ? variableWords(script) : new Map();
  return lines.flatMap((line) => scriptCommands(line, release)).map((command) => withVariables(command, variables));
}

const comment = /^\s*[#;]/;

/** A line of a unit of systemd or Podman. */
interface UnitEntry {
  readonly key: string;
  readonly value: Piece;
}

/** The lines of a unit that set a key, continued ones as one. */
export function unitEntries(text: string): UnitEntry[] {
  const entries: UnitEntry[] = [];
  for (let at = 0; at < text.length; ) {
    const end = continuedEnd(text, at, comment);
    const line = continuedLine(text, at, end, comment);
    const head = /^\s*(\w+)\s*=\s*/.exec(line.text);
    if (head?.[1]) entries.push({ key: head[1], value: partOf(line, head[0].length) });
    at = end + 1;
  }
  return entries;
}

/** What a unit of systemd starts, and what one of Podman gives its image. */
function unitCommands(text: string): VllmCommand[] {
  let image = '';
  const commands: VllmCommand[] = [];
  for (const { key, value } of unitEntries(text)) {
    if (key === 'Image') image = value.text.trim();
    if (!key.startsWith('Exec')) continue;
    const [words = []] = simpleCommands(value, 'blank');
    const started = imageIn(image);
    commands.push(...(key === 'Exec' && started ? argumentsOf(words, started) : commandIn(words, undefined)));
  }
  return commands;
}
