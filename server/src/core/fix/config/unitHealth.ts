/** The health checks of a unit of Podman that ask a ZMQ port of vLLM over HTTP. */
import type { FixPlace } from '../fix';
import { imageIn } from './image';
import { lineCommands, unitEntries } from './lineCommands';
import { simpleCommands } from './shell';
import { healthUrls } from './urls';
import { httpPortOf, portMap, settingsOf } from './zmqPorts';

/** The places of a unit whose templates are hidden. */
export function unitHealthPlaces(text: string): FixPlace[] {
  const entries = unitEntries(text);
  const checks = entries.filter(({ key }) => key === 'HealthCmd' || key === 'HealthStartupCmd');
  if (checks.length === 0) return [];
  const commands = lineCommands(text, 'systemd-unit-file');
  const isVllm = entries.some(({ key, value }) => key === 'Image' && imageIn(value.text.trim()) !== undefined);
  if (!isVllm && commands.length === 0) return [];
  const variables = entries
    .filter(({ key }) => key === 'Environment')
    .flatMap(({ value }) => simpleCommands(value, 'blank').flat())
    .flatMap(({ value, piece }) => {
      const [, name, set = ''] = /^(\w+)=(.*)$/.exec(value) ?? [];
      return name ? [{ name, value: set, start: piece.from(0), end: piece.to(name.length - 1) }] : [];
    });
  const ports = { zmq: portMap(settingsOf({ commands, variables }), true), http: httpPortOf(commands) };
  return checks.flatMap(({ value }) => healthUrls(value, ports));
}
