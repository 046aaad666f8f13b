/** The health check that a script gives to `docker run`, where it asks a ZMQ port of vLLM over HTTP. */
import type { FixPlace } from '../fix';
import { scriptCommands } from './command';
import { vllmLines } from './logicalLines';
import { plainPiece } from './piece';
import { simpleCommands } from './shell';
import { healthUrls } from './urls';
import { restOf, type Word } from './words';
import { httpPortOf, portMap, settingsOf } from './zmqPorts';

/** The places of a script: `--health-cmd "curl -f http://localhost:5557/health"` and the like of Podman. */
export function scriptHealthPlaces(text: string): FixPlace[] {
  if (!/--health-(?:startup-)?cmd/.test(text)) return [];
  return vllmLines(plainPiece(text, 0)).flatMap((line) =>
    simpleCommands(line).flatMap((words) => {
      const commands = scriptCommands(line);
      const checks = checksOf(words);
      if (checks.length === 0 || commands.length !== 1) return [];
      const ports = {
        zmq: portMap(settingsOf({ commands, variables: variablesOf(words) }), true),
        http: httpPortOf(commands),
      };
      return checks.flatMap(({ piece }) => healthUrls(piece, ports));
    }),
  );
}

/** The commands of the checks, behind the option or behind its `=`. */
function checksOf(words: readonly Word[]): Word[] {
  return words.flatMap((word, index) => {
    const [option, joined] = /^--health-(?:startup-)?cmd(=?)/.exec(word.value) ?? [];
    if (option === undefined) return [];
    const next = words[index + 1];
    if (joined) return [restOf(word, option.length)];
    return next && option === word.value ? [next] : [];
  });
}

/** The variables that the container gets: `-e NAME=value`. */
function variablesOf(words: readonly Word[]): { name: string; value: string; start: number; end: number }[] {
  return words.flatMap(({ value, piece }, index) => {
    const isGiven = /^(?:-e|--env)$/.test(words[index - 1]?.value ?? '');
    const [, name, set = ''] = /^(\w+)=(.*)$/.exec(value) ?? [];
    if (!isGiven || !name) return [];
    return [{ name, value: set, start: piece.from(0), end: piece.to(name.length - 1) }];
  });
}
