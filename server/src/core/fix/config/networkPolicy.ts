/** Writes a NetworkPolicy for the pods of a vLLM manifest whose ZMQ ports anyone in the cluster can reach. */
import type { FixPlace } from '../fix';
import { isVllmPod, type ManifestDocument, type Pod } from './manifest';
import type { ManifestFile } from './ports';
import { entryOf, textAt, valueAt } from './yamlTree';
import { type HttpPort, headless, settingsOf, type ZmqSetting } from './zmqPorts';

const workload =
  /^(?:Pod|Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|CronJob|LeaderWorkerSet|Rollout|RayCluster|RayService|RayJob)$/;

/** One place for each workload that sets a ZMQ port, in a file without a policy. */
export function openPorts(text: string, file: ManifestFile): FixPlace[] {
  if (file.documents.some(({ kind }) => /NetworkPolicy$/.test(kind ?? ''))) return [];
  const written = {
    isTemplate: text.includes('{{'),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    isEnded: text.endsWith('\n'),
    length: text.length,
  };
  return file.documents.flatMap((document) => policyPlace(document, file, written) ?? []);
}

/** How the file is written. */
interface Written {
  readonly isTemplate: boolean;
  readonly newline: string;
  /** Its last line is ended. */
  readonly isEnded: boolean;
  readonly length: number;
}

function policyPlace(document: ManifestDocument, file: ManifestFile, written: Written): FixPlace | undefined {
  const pods = document.pods.filter(isVllmPod);
  const [first] = pods;
  const [setting] = pods
    .flatMap(({ containers }) => containers.flatMap(settingsOf))
    .filter(({ what }) => !/processes/.test(what));
  if (!workload.test(document.kind ?? '') || !first || !setting) return undefined;
  const place = { start: setting.start, end: setting.end };
  const refusal = refusalOf(pods, written);
  const label = labelOf(pods);
  // A patch leaves out what it does not change.
  if (!label && pods.every(({ containers }) => containers.every(({ map }) => !entryOf(map, 'image')))) return undefined;
  const { zmq, http } = file.ofPod(first);
  const open = label && !refusal ? openNumbers(http, pods, zmq) : [];
  if (!label || refusal || !open) {
    const why = `${danger(setting)} ${refusal ?? (label ? unknownPorts : noLabel(document))}`;
    return { ...place, applicability: 'display-only', why, edits: [] };
  }
  const why = `${danger(setting)} A policy lets only pods with ${label.key}: ${label.value} speak to it.`;
  const lines = policy(label, textAt(document.root, 'metadata', 'namespace'), open);
  const { newline, length } = written;
  const newText = (written.isEnded ? '' : newline) + lines.join(newline) + newline;
  return { ...place, applicability: 'unsafe', why, edits: [{ start: length, end: length, newText }] };
}

function danger({ port, what }: ZmqSetting): string {
  return `Whoever reaches port ${port}, for ${what}, can send what is no message.`;
}

const unknownPorts = 'A NetworkPolicy would keep others out; which port has to stay open for HTTP cannot be told here.';

/** Why no policy for some pods can be written here. */
function refusalOf(pods: readonly Pod[], { isTemplate }: Written): string | undefined {
  if (isTemplate) {
    return 'Write a NetworkPolicy as a template of its own: what stands here may be left out or repeated.';
  }
  const isHost = pods.some(({ spec }) => textAt(spec, 'hostNetwork') === 'true');
  return isHost ? 'With hostNetwork no NetworkPolicy covers the pod: a firewall of the node has to.' : undefined;
}

function noLabel({ root }: ManifestDocument): string {
  const name = textAt(root, 'metadata', 'name') ?? 'vllm';
  const place = textAt(root, 'kind') === 'Pod' ? 'metadata.labels' : 'template.metadata.labels';
  return `A NetworkPolicy would keep others out, but the pods have no label to select them by: add one below ${place}, such as app: ${name}.`;
}

interface Label {
  readonly key: string;
  readonly value: string;
}

/** Labels by which pods are commonly selected, the most telling first. */
const common = [
  'app',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/name',
  'leaderworkerset.sigs.k8s.io/name',
  'name',
];

/** Labels that part the pods of one application. */
const parting = /role|component|tier|version|hash|shard|rank|index|revision/i;

/** The label, plain text, that all of some pods get from their template and that selects them. */
function labelOf(pods: readonly Pod[]): Label | undefined {
  const [first, ...more] = pods.map(({ metadata }) => valueAt(metadata, 'labels'));
  if (first?.kind !== 'map') return undefined;
  const shared = first.entries.flatMap(({ key, value }): Label[] => {
    const text = value?.kind === 'scalar' ? value.piece.text : '';
    const isShared = more.every((labels) => textAt(labels, key) === text);
    return isShared && /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/.test(text) ? [{ key, value: text }] : [];
  });
  const known = common.flatMap((key) => shared.find((label) => label.key === key) ?? []);
  return known[0] ?? shared.find(({ key }) => !parting.test(key));
}

/** The ports that stay open for everyone: HTTP, and what else the pods declare that is no ZMQ; undefined if unknown. */
function openNumbers(http: HttpPort, pods: readonly Pod[], zmq: ReadonlyMap<string, string>): string[] | undefined {
  const declared = pods.flatMap(({ containers }) =>
    containers.flatMap(({ ports }) => ports.map(({ number }) => number)),
  );
  const others = declared.filter((number) => !zmq.has(number));
  if ('port' in http) return [...new Set([http.port, ...others])];
  return http.unknown === headless ? [...new Set(others)] : undefined;
}

function policy({ key, value }: Label, namespace: string | undefined, open: readonly string[]): string[] {
  const label = `${key}: ${/^[A-Za-z][\w.-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value) ? value : `"${value}"`}`;
  return [
    '---',
    'apiVersion: networking.k8s.io/v1',
    'kind: NetworkPolicy',
    'metadata:',
    `  name: ${value.toLowerCase().replace(/[^a-z0-9.-]/g, '-')}-zmq`,
    ...(namespace ? [`  namespace: ${namespace}`] : []),
    'spec:',
    '  podSelector:',
    '    matchLabels:',
    `      ${label}`,
    '  policyTypes: [Ingress]',
    '  ingress:',
    ...(open.length > 0 ? ['    # HTTP and metrics for everyone.', '    - ports:'] : []),
    ...open.map((port) => `        - port: ${port}`),
    '    # Everything else among the pods themselves.',
    '    - from:',
    '        - podSelector:',
    '            matchLabels:',
    `              ${label}`,
  ];
}
