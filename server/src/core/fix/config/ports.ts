/** What is known about the ports of a manifest: which speak ZMQ, which one HTTP, and what names they have. */
import type { VllmCommand } from './command';
import { type Container, isVllmPod, type ManifestDocument, type Pod } from './manifest';
import { itemsAt, scalarAt, textAt, valueAt, type YamlEntry, type YamlNode, type YamlScalar } from './yamlTree';
import { flagSettings, type HttpPort, httpPortOf, portMap, settingsOf } from './zmqPorts';

/** The ports of a pod, of a document or of a whole file. */
export interface Ports {
  /** What listens on each ZMQ port. */
  readonly zmq: ReadonlyMap<string, string>;
  readonly http: HttpPort;
}

/** Most pods among which those are looked for that a service selects. */
const maxSelected = 100;

/** The documents of a file, with what they say about ports together. */
export class ManifestFile {
  /** Something in the file runs or names vLLM. */
  readonly isVllm: boolean;
  /** Numbers by the names that containers give them. */
  readonly containers: ReadonlyMap<string, string>;
  /** Numbers by the names that services give them. */
  readonly services: ReadonlyMap<string, string>;
  private readonly pods: readonly Pod[];
  /** Commands of scripts, which may be what pods run. */
  private readonly scripts: readonly VllmCommand[];
  private readonly selected = new Map<string, Ports>();
  private readonly whole: { readonly vllm: Ports; readonly others: Ports };

  constructor(readonly documents: readonly ManifestDocument[]) {
    const pods = documents.flatMap((document) => document.pods);
    this.isVllm = documents.some(({ isVllm }) => isVllm);
    this.containers = containerNames(pods);
    this.services = serviceNames(documents, this.containers);
    this.pods = pods.slice(0, maxSelected);
    this.scripts = documents.flatMap(({ scripts }) => scripts);
    const vllm = pods.filter(isVllmPod);
    this.whole = { vllm: this.portsOf(vllm, true), others: this.portsOf(vllm, false) };
  }

  /** The ports of a pod. */
  ofPod(pod: Pod): Ports {
    const ports = this.portsOf([pod], true);
    const zmq = new Map(ports.zmq);
    const own = new Set(vllmContainers([pod]).flatMap((container) => container.ports.map(({ number }) => number)));
    for (const container of pod.containers) {
      if (container.isVllm) continue;
      // A port of a program beside vLLM is its own.
      for (const { number } of container.ports) if (!own.has(number)) zmq.delete(number);
    }
    return { zmq, http: ports.http };
  }

  /**
   * The ports of what a document leads to: the pods that a service selects, else all of the file. One that does not speak
   * of vLLM may belong to something else that has a default port of it, so those count only with `withDefaults`.
   */
  behind({ root }: ManifestDocument, withDefaults: boolean): Ports {
    const selector = valueAt(root, 'spec', 'selector');
    const pairs = selector?.kind === 'map' ? selector.entries : [];
    const key = JSON.stringify([
      withDefaults,
      ...pairs.map(({ key: name, value }) => [name, value?.kind === 'scalar' && value.piece.text]),
    ]);
    const known = this.selected.get(key) ?? this.bySelector(pairs, withDefaults);
    this.selected.set(key, known);
    return known;
  }

  private bySelector(pairs: readonly YamlEntry[], withDefaults: boolean): Ports {
    const selected = this.pods.filter(
      ({ metadata }) =>
        pairs.length > 0 &&
        pairs.every(({ key, value }) => {
          const label = value?.kind === 'scalar' ? value.piece.text : undefined;
          return label !== undefined && textAt(metadata, 'labels', key) === label;
        }),
    );
    if (selected.length > 0) return this.portsOf(selected.filter(isVllmPod), withDefaults);
    return withDefaults ? this.whole.vllm : this.whole.others;
  }

  private portsOf(pods: readonly Pod[], withDefaults: boolean): Ports {
    const containers = vllmContainers(pods);
    const settings = [...containers.flatMap(settingsOf), ...this.scripts.flatMap(flagSettings)];
    const commands = containers.flatMap((container) => container.commands);
    return {
      zmq: portMap(settings, withDefaults),
      http: httpPortOf(commands.length > 0 ? commands : this.scripts),
    };
  }
}

function vllmContainers(pods: readonly Pod[]): Container[] {
  return pods.flatMap(({ containers }) => containers.filter(({ isVllm }) => isVllm));
}

/** The port of a container that a number or a name stands for; undefined for a name that is unknown or has several. */
export function numberOf(written: string, names: ReadonlyMap<string, string>): string | undefined {
  return /^\d+$/.test(written) ? written : names.get(written);
}

/** Numbers by the names that containers of some pods give them; a name with several numbers has none. */
export function containerNames(pods: readonly Pod[]): Map<string, string> {
  return unique(
    pods.flatMap(({ containers }) =>
      containers.flatMap(({ ports }) => ports.flatMap(({ name, number }) => (name ? [[name, number] as const] : []))),
    ),
  );
}

/** Numbers of the ports of containers by the names, and by the numbers, that services of a file give them. */
function serviceNames(documents: readonly ManifestDocument[], names: ReadonlyMap<string, string>): Map<string, string> {
  return unique(
    documents
      .filter(({ kind }) => kind === 'Service')
      .flatMap(({ root }) => servicePorts(root).flatMap((item) => pairOf(servicePort(item, names)))),
  );
}

/** No pair, or a list of one. */
function pairOf(pair: readonly [string, string] | undefined): (readonly [string, string])[] {
  return pair ? [pair] : [];
}

/** The ports of a service. */
export function servicePorts(root: YamlNode | undefined): readonly YamlNode[] {
  return itemsAt(valueAt(root, 'spec') ?? root, 'ports');
}

function servicePort(item: YamlNode, names: ReadonlyMap<string, string>): readonly [string, string] | undefined {
  const name = textAt(item, 'name');
  const target = textAt(item, 'targetPort') ?? textAt(item, 'port');
  const number = target && numberOf(target, names);
  return name && number ? [name, number] : undefined;
}

function unique(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  const found = new Map<string, string>();
  const several = new Set<string>();
  for (const [name, number] of pairs) {
    if ((found.get(name) ?? number) !== number) several.add(name);
    found.set(name, number);
  }
  for (const name of several) found.delete(name);
  return found;
}

/** The name that stands for a number. */
export function nameFor(number: string, names: ReadonlyMap<string, string>): string | undefined {
  return [...names].find(([, port]) => port === number)?.[0];
}

/** The scalar of the first of some keys. */
export function firstOf(node: YamlNode, keys: readonly string[]): YamlScalar | undefined {
  for (const key of keys) {
    const value = scalarAt(node, key);
    if (value) return value;
  }
  return undefined;
}
