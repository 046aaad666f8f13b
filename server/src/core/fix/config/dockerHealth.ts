/** The health check of a Dockerfile that asks a ZMQ port of vLLM over HTTP. */
import type { FixPlace } from '../fix';
import { dockerCommands, instructionsOf } from './dockerCommands';
import { imageIn } from './image';
import { simpleCommands } from './shell';
import { healthUrls } from './urls';
import { httpPortOf, portMap, settingsOf } from './zmqPorts';

/** The places of a Dockerfile whose templates are hidden. */
export function dockerHealthPlaces(text: string): FixPlace[] {
  const instructions = instructionsOf(text);
  const checks = instructions.filter(({ name }) => name === 'HEALTHCHECK');
  if (checks.length === 0) return [];
  const commands = dockerCommands(text);
  const bases = instructions.filter(({ name }) => name === 'FROM');
  const isVllm = commands.length > 0 || bases.some(({ rest }) => rest.text.split(/\s+/).some((word) => imageIn(word)));
  if (!isVllm) return [];
  const variables = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ rest }) => simpleCommands(rest, 'blank').flat())
    .flatMap(({ value, piece }, index, words) => {
      const [, name = '', joined] = /^(\w+)(?:=(.*))?$/.exec(value) ?? [];
      const set = joined ?? words[index + 1]?.value ?? '';
      return name === '' ? [] : [{ name, value: set, start: piece.from(0), end: piece.to(name.length - 1) }];
    });
  const ports = { zmq: portMap(settingsOf({ commands, variables }), true), http: httpPortOf(commands) };
  return checks.flatMap(({ rest }) => healthUrls(rest, ports));
}
