/** Reads manifests, charts and compose files for what runs in them: documents, pods, containers and what they set. */
import type { VllmCommand } from './command';
import { hidden } from './templates';
import { commandsOf, imageOf, otherScripts } from './yamlCommands';
import { yamlDocuments } from './yamlReader';
import {
  entryOf,
  itemsAt,
  scalarAt,
  textAt,
  valueAt,
  walkYaml,
  type YamlDocument,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
} from './yamlTree';

/** A value that a variable is set to. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  /** [start, end) of the name. */
  readonly start: number;
  readonly end: number;
}

/** A port that a container declares. */
interface DeclaredPort {
  readonly name: string | undefined;
  readonly number: string;
}

/** A container, or what stands for one in a chart or a compose file. */
export interface Container {
  readonly map: YamlMap;
  readonly commands: readonly VllmCommand[];
  readonly variables: readonly Variable[];
  readonly ports: readonly DeclaredPort[];
  /** Its image, command, name or variables say that it runs vLLM. */
  readonly isVllm: boolean;
}

/** The containers of one pod, or a service of a compose file. */
export interface Pod {
  readonly containers: readonly Container[];
  /** The mapping with the containers. */
  readonly spec: YamlMap;
  /** The `metadata` that its pods get. */
  readonly metadata: YamlNode | undefined;
}

/** One document of a manifest. */
export interface ManifestDocument {
  readonly start: number;
  readonly end: number;
  readonly root: YamlNode | undefined;
  readonly kind: string | undefined;
  readonly pods: readonly Pod[];
  /** Commands of scripts that stand in no container, such as those of a ConfigMap. */
  readonly scripts: readonly VllmCommand[];
  /** Something in it, comments apart, speaks of vLLM. */
  readonly isVllm: boolean;
}

/** The documents of a file whose templates are hidden; `original` is the file as it stands. */
export function manifestOf(plain: string, original: string): ManifestDocument[] {
  return yamlDocuments(plain).map((document) => {
    const { root, start, end } = document;
    const pods = podsOf(root);
    const isVllm = pods.some(isVllmPod) || speaksOf(document, original);
    return { start, end, root, kind: textAt(root, 'kind'), pods, scripts: otherScripts(root), isVllm };
  });
}

/** True for a pod with a container of vLLM. */
export function isVllmPod({ containers }: Pod): boolean {
  return containers.some(({ isVllm }) => isVllm);
}

/** Keys by which a mapping outside a pod is taken for a container: in the values of a chart, or a part of a manifest. */
const containerKeys = ['image', 'command', 'args', 'livenessProbe', 'readinessProbe', 'startupProbe', 'vllmConfig'];

function podsOf(root: YamlNode | undefined): Pod[] {
  const pods: Pod[] = [];
  const inside = new Set<YamlNode>();
  for (const { node, above } of walkYaml(root)) {
    if (node.kind !== 'map') continue;
    const parent = above.at(-1);
    if (inside.has(node) || above.some((outer) => inside.has(outer))) continue;
    const items = [...itemsAt(node, 'containers'), ...itemsAt(node, 'initContainers')];
    const maps = items.flatMap((item) => (item.kind === 'map' ? item : []));
    const isLone = maps.length === 0 && containerKeys.some((key) => entryOf(node, key)) && !entryOf(node, 'services');
    if (maps.length === 0 && !isLone) continue;
    if (maps.length > 0) for (const map of maps) inside.add(map);
    else if (!entryOf(node, 'kind')) inside.add(node);
    const metadata = maps.length > 0 ? valueAt(parent, 'metadata') : undefined;
    const containers = (maps.length > 0 ? maps : [node]).map((map) => containerOf(map, above));
    pods.push({ spec: node, metadata, containers });
  }
  return pods;
}

function containerOf(map: YamlMap, above: readonly YamlMap[]): Container {
  const commands = commandsOf(map, above);
  const variables = variablesOf(map);
  const isVllm =
    commands.length > 0 ||
    imageOf(map) !== undefined ||
    /(?:^|\/)vllm$/.test(textAt(map, 'image') ?? '') ||
    variables.some(({ name }) => /^VLLM_\w+_PORT$/.test(name)) ||
    (/(?:^|-)vllm(?:-|$)/.test(textAt(map, 'name') ?? '') && (textAt(map, 'image') ?? hidden).includes(hidden));
  return { map, commands, variables, ports: declaredPorts(map), isVllm };
}

/** The variables that `env` or `environment` set, as a list or a mapping. */
function variablesOf(map: YamlMap): Variable[] {
  return ['env', 'environment'].flatMap((key) => {
    const value = valueAt(map, key);
    if (value?.kind === 'map') {
      return value.entries.flatMap(({ key: name, start, end, value: set }) =>
        set?.kind === 'scalar' ? { name, value: set.piece.text, start, end } : [],
      );
    }
    return value?.kind === 'list' ? value.items.flatMap((item) => variableOf(item) ?? []) : [];
  });
}

function variableOf(item: YamlNode): Variable | undefined {
  if (item.kind === 'scalar') {
    const [, name, value] = /^(\w+)=(.*)$/.exec(item.piece.text) ?? [];
    if (!name || value === undefined) return undefined;
    return { name, value, start: item.piece.from(0), end: item.piece.to(name.length - 1) };
  }
  const name = scalarAt(item, 'name');
  const value = textAt(item, 'value');
  return name && value !== undefined ? { name: name.piece.text, value, start: name.start, end: name.end } : undefined;
}

function declaredPorts(map: YamlMap): DeclaredPort[] {
  return itemsAt(map, 'ports').flatMap((item): DeclaredPort[] => {
    const number = textAt(item, 'containerPort');
    if (number && /^\d+$/.test(number)) return [{ name: textAt(item, 'name'), number }];
    // A compose file: `"8000:8000"` and the like.
    const last = item.kind === 'scalar' ? item.piece.text.slice(item.piece.text.lastIndexOf(':') + 1) : '';
    const short = /^(\d{1,5})(?:\/tcp)?$/.exec(last)?.[1];
    return short ? [{ name: undefined, number: short }] : [];
  });
}

/** True where a key or a value of a document, or a template in it, speaks of vLLM; comments do not count. */
function speaksOf({ root, start, end }: YamlDocument, original: string): boolean {
  if (/\{\{[^{}]{0,200}vllm/i.test(original.slice(start, end))) return true;
  for (const { node } of walkYaml(root)) {
    if (node.kind === 'map' && node.entries.some(({ key }) => key.toLowerCase().includes('vllm'))) return true;
    if (node.kind === 'scalar' && speaks(node)) return true;
  }
  return false;
}

function speaks({ piece, style }: YamlScalar): boolean {
  if (style !== 'block') return piece.text.toLowerCase().includes('vllm');
  return piece.text.split('\n').some((line) => (/^(?:[^#]|\S#)*/.exec(line)?.[0] ?? '').toLowerCase().includes('vllm'));
}
