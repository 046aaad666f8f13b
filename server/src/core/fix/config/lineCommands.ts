/** Commands in scripts and systemd units, whose lines are commands. */
import { argumentsOf, commandIn, scriptCommands, type VllmCommand } from './command';
import { dockerCommands } from './dockerCommands';
import { imageIn } from './image';
import { continuedEnd, continuedLine, vllmLines } from './logicalLines';
import { partOf, plainPiece } from './piece';
import { simpleCommands } from './shell';

/** The commands of a file that is read line by line. */
export function lineCommands(text: string, language: string): VllmCommand[] {
  if (language === 'dockerfile') return dockerCommands(text);
  if (language === 'systemd-unit-file') return unitCommands(text);
  return vllmLines(plainPiece(text, 0)).flatMap((line) => scriptCommands(line));
}

const comment = /^\s*[#;]/;

/** What a unit of systemd starts, and what one of Podman gives its image. */
function unitCommands(text: string): VllmCommand[] {
  let image = '';
  const commands: VllmCommand[] = [];
  for (let at = 0; at < text.length; ) {
    const end = continuedEnd(text, at, comment);
    const line = continuedLine(text, at, end, comment);
    const key = /^\s*(Exec\w*|Image)\s*=\s*/.exec(line.text);
    const value = partOf(line, key?.[0].length ?? 0);
    if (key?.[1] === 'Image') image = value.text.trim();
    const [words = []] = key && key[1] !== 'Image' ? simpleCommands(value, 'blank') : [];
    const started = imageIn(image);
    commands.push(...(key?.[1] === 'Exec' && started ? argumentsOf(words, started) : commandIn(words, undefined)));
    at = end + 1;
  }
  return commands;
}
