/** The ports on which vLLM speaks ZMQ, and the one on which it serves HTTP, by what containers set. */
import type { VllmCommand } from './command';
import { flagsOf } from './flags';
import type { Container, Variable } from './manifest';
import { isOpen, type Word } from './words';

/** A port that is set for something that speaks no HTTP. */
export interface ZmqSetting {
  readonly port: string;
  /** What listens there. */
  readonly what: string;
  /** [start, end) of the name that sets it. */
  readonly start: number;
  readonly end: number;
}

const handshake = 'the data-parallel handshake';
const events = 'the KV events';
const nixl = 'the NIXL handshake';
const tiering = 'the control of KV offloading';

/**
 * Defaults at vLLM 9b9fc403: vllm/config/parallel.py:143, vllm/config/kv_events.py:23, vllm/envs.py:209 and :211,
 * moriio_common.py:339 and :340.
 */
const defaults: readonly (readonly [port: string, what: string])[] = [
  ['29550', handshake],
  ['5557', events],
  ['5600', nixl],
  ['5710', tiering],
  ['6301', 'the MoRIIO handshake'],
  ['61005', 'the MoRIIO notifications'],
];

/** Variables whose value is such a port. */
const variables = new Map([
  ['VLLM_NIXL_SIDE_CHANNEL_PORT', nixl],
  ['VLLM_P2P_SIDE_CHANNEL_PORT', tiering],
  // The first port for sockets between the processes of one engine: vllm/utils/network_utils.py:176 at 9b9fc403.
  ['VLLM_PORT', 'the sockets between vLLM’s own processes'],
]);

/** Keys inside the JSON of a flag whose value is such a port, or an endpoint that ends with one. */
const jsonKeys = new Map<string, ReadonlyMap<string, string>>([
  [
    '--kv-events-config',
    new Map([
      ['endpoint', events],
      ['replay_endpoint', 'the replay of KV events'],
    ]),
  ],
  [
    '--kv-transfer-config',
    new Map([
      ['handshake_port', 'the MoRIIO handshake'],
      ['notify_port', 'the MoRIIO notifications'],
      // Bound by the P2P NCCL connector of older releases: p2p_nccl_engine.py at v0.10.0.
      ['kv_port', 'the KV transfer'],
    ]),
  ],
]);

/** The ports that a container sets, by flags, then by variables. */
export function settingsOf({ commands, variables: set }: Pick<Container, 'commands' | 'variables'>): ZmqSetting[] {
  return [...commands.flatMap(flagSettings), ...set.flatMap((variable) => variableSetting(variable) ?? [])];
}

function variableSetting({ name, value, start, end }: Variable): ZmqSetting | undefined {
  const what = variables.get(name);
  return what && isPort(value) ? { port: value, what, start, end } : undefined;
}

/** The ports that the flags of a command set. */
export function flagSettings(command: VllmCommand): ZmqSetting[] {
  return flagsOf(command).flatMap(({ name, written, start, end, value }): ZmqSetting[] => {
    const port = value?.value ?? '';
    if (name === '--data-parallel-rpc-port') return isPort(port) ? [{ port, what: handshake, start, end }] : [];
    const keys = jsonKeys.get(name);
    if (!keys || !value) return [];
    if (!written.includes('.')) return jsonSettings(value, keys);
    const what = keys.get(written.slice(written.lastIndexOf('.') + 1).replace(/\+$/, ''));
    const found = endPort(port);
    return what && found ? [{ port: found, what, start, end }] : [];
  });
}

/** The ports behind keys of a JSON value, also of one that is still broken or holds variables. */
function jsonSettings({ piece }: Word, keys: ReadonlyMap<string, string>): ZmqSetting[] {
  return [...keys].flatMap(([key, what]): ZmqSetting[] => {
    const at = piece.text.search(new RegExp(`\\\\?"${key}\\\\?"`));
    if (at < 0 || (key === 'kv_port' && !piece.text.includes('P2pNccl'))) return [];
    const behind = /^\\?"\w+\\?"\s{0,9}:\s{0,9}\\?"?([^"\\,}\s]{1,200})/.exec(piece.text.slice(at, at + 300));
    const port = endPort(behind?.[1] ?? '');
    const from = piece.text.indexOf(key, at);
    return port ? [{ port, what, start: piece.from(from), end: piece.to(from + key.length - 1) }] : [];
  });
}

/** A port, or the one at the end of `tcp://*:5557`. */
function endPort(value: string): string | undefined {
  return /^(?:tcp:\/\/[^/]{1,100}:)?(\d{2,5})$/.exec(value)?.[1];
}

function isPort(value: string): boolean {
  return /^\d{2,5}$/.test(value);
}

/** What listens on each port: the defaults, then what is set. */
export function portMap(settings: readonly ZmqSetting[], withDefaults: boolean): Map<string, string> {
  return new Map([...(withDefaults ? defaults : []), ...settings.map(({ port, what }) => [port, what] as const)]);
}

/** Where vLLM serves HTTP, or why that is not known. */
export type HttpPort = { readonly port: string } | { readonly unknown: string };

/** Where the server serves HTTP if nothing says otherwise: vllm/entrypoints/openai/cli_args.py:236 at 9b9fc403. */
const defaultPort = '8000';

/** Why a process has no such port. */
export const headless = 'it is headless and serves no HTTP';

/** The port that commands give with `--port`. */
export function httpPortOf(commands: readonly VllmCommand[]): HttpPort {
  const servers = commands.filter(({ program }) => program.name === 'serve');
  const given = servers.map((command) => {
    const flags = flagsOf(command);
    if (flags.some(({ name }) => name === '--headless')) return 'headless';
    return flags.findLast(({ name }) => name === '--port')?.value?.value ?? defaultPort;
  });
  const ports = new Set(given.filter((port) => port !== 'headless'));
  const [port, ...more] = ports;
  if (port === undefined && given.length > 0) return { unknown: headless };
  if (more.length > 0) return { unknown: `it serves HTTP on several ports (${[...ports].join(', ')})` };
  return port !== undefined && isOpen(port)
    ? { unknown: 'its HTTP port is filled in from elsewhere' }
    : { port: port ?? defaultPort };
}
