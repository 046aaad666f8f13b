/** Reads the ports of a Kubernetes manifest for vLLM, line by line: Helm templates are no valid YAML. */

import { lineEnd } from './lines';
import { yamlItems } from './yamlItems';

/** What a port speaks. */
interface ZmqPort {
  readonly port: string;
  /** What listens there. */
  readonly what: string;
}

/** A place that sends HTTP to a port. */
export interface HttpClient {
  /** Offsets of the number. */
  readonly start: number;
  readonly end: number;
  readonly port: string;
  /** What stands there: the number, or the name of a port that has it. */
  readonly written: string;
  /** `scrape` for a Prometheus annotation, `probe` for `httpGet`. */
  readonly kind: 'scrape' | 'probe';
}

/** One YAML document of a file, as offsets. */
export interface ManifestDocument {
  readonly start: number;
  readonly text: string;
}

/**
 * Defaults at vLLM 9b9fc403: vllm/config/parallel.py:143, vllm/config/kv_events.py:23, vllm/envs.py:209,
 * moriio_common.py:339 and 340.
 */
const defaults: readonly ZmqPort[] = [
  { port: '29550', what: 'the data-parallel handshake' },
  { port: '5557', what: 'the KV events' },
  { port: '5600', what: 'the NIXL handshake' },
  { port: '6301', what: 'the MoRIIO handshake' },
  { port: '61005', what: 'the MoRIIO notifications' },
];

/** Flags, variables and keys whose value is a ZMQ port. */
const settings: readonly { readonly name: string; readonly what: string }[] = [
  { name: '--data-parallel-rpc-port', what: 'the data-parallel handshake' },
  { name: 'VLLM_NIXL_SIDE_CHANNEL_PORT', what: 'the NIXL handshake' },
  { name: 'handshake_port', what: 'the MoRIIO handshake' },
  { name: 'notify_port', what: 'the MoRIIO notifications' },
];

/** The documents of a file. */
export function documentsOf(text: string): ManifestDocument[] {
  const documents: ManifestDocument[] = [];
  let start = 0;
  for (let at = text.indexOf('\n---'); at >= 0; at = text.indexOf('\n---', at + 1)) {
    documents.push({ start, text: text.slice(start, at + 1) });
    start = at + 1;
  }
  return [...documents, { start, text: text.slice(start) }];
}

/** A port that a flag, variable or key sets. */
interface ZmqSetting extends ZmqPort {
  /** Offsets of the name that sets it. */
  readonly start: number;
  readonly end: number;
}

/** The ZMQ ports that a text sets, by the kind of what sets them, then in its order. */
export function settingsOf(text: string): ZmqSetting[] {
  return settings.flatMap(({ name, what }) => {
    const found: ZmqSetting[] = [];
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const port = numberBehind(text, at + name.length);
      if (port) found.push({ port, what, start: at, end: at + name.length });
    }
    return found;
  });
}

/** What listens on each ZMQ port of a text, by port. */
export function zmqPorts(text: string): Map<string, string> {
  return new Map([...defaults, ...settingsOf(text)].map(({ port, what }) => [port, what]));
}

/** The port on which vLLM serves HTTP: `--port`, by default 8000. */
export function httpPort(text: string): string {
  for (let at = text.indexOf('--port'); at >= 0; at = text.indexOf('--port', at + 1)) {
    const port = numberBehind(text, at + '--port'.length);
    if (port) return port;
  }
  return '8000';
}

/** Most characters between a flag and its value: a quote, a line end, a dash of the next list item. */
const maxGap = 60;

/** The number that follows a name, with nothing but punctuation, blanks and the word `value` between. */
function numberBehind(text: string, from: number): string | undefined {
  const found = /^[\s"'=:,\\-]*(?:value[\s"':]*)?(\d{2,5})\b/.exec(text.slice(from, from + maxGap));
  return found?.[1];
}

/** Numbers of the ports of containers and services, by name. */
export function portNames(text: string): Map<string, string> {
  const named = new Map<string, string>();
  for (const { values } of yamlItems(text)) {
    const name = values.get('name');
    const numbers = ['targetPort', 'containerPort', 'port'].map((key) => values.get(key)?.text);
    const port = numbers.find((number) => number !== undefined && /^\d+$/.test(number));
    if (name && port) named.set(name.text, port);
  }
  return named;
}

/** Scrape annotations and HTTP probes with a number, or the name of a port, for a port. */
export function httpClients({ start, text }: ManifestDocument): HttpClient[] {
  const names = portNames(text);
  const clients: HttpClient[] = [];
  let probe: number | undefined;
  for (let at = 0; at < text.length; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at));
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== '' && probe !== undefined && indent <= probe) probe = undefined;
    const scrape = numberOf(line, 'prometheus.io/port');
    const get = line.indexOf('httpGet:');
    const found = scrape ?? (get >= 0 || probe !== undefined ? portOf(line, Math.max(get, 0)) : undefined);
    const port = found && (names.get(found.port) ?? found.port);
    if (found && port) {
      const end = start + at + found.end;
      const place = { start: end - found.port.length, end, port, written: found.port };
      clients.push({ ...place, kind: scrape ? 'scrape' : 'probe' });
    }
    if (/^\s*(?:-\s*)?httpGet:\s*(?:#.*)?$/.test(line)) probe = indent;
  }
  return clients;
}

/** The number or name behind `port:` in a line, and where it ends. */
function portOf(line: string, from: number): { port: string; end: number } | undefined {
  const at = line.slice(from).search(/\bport:/);
  const found = at < 0 ? null : /^port:[ \t]*["']?([\w-]{1,60})/.exec(line.slice(from + at));
  return found?.[1] ? { port: found[1], end: from + at + found[0].length } : undefined;
}

/** The number behind the first place of a key in a line, and where it ends. */
function numberOf(line: string, key: string): { port: string; end: number } | undefined {
  const at = line.indexOf(key);
  const found = at < 0 ? null : /^["':\s]*(\d{2,5})\b/.exec(line.slice(at + key.length, at + key.length + maxGap));
  return found?.[1] ? { port: found[1], end: at + key.length + found[0].length } : undefined;
}
