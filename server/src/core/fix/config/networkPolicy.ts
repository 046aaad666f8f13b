/** Writes a NetworkPolicy for the pods of a vLLM manifest whose ZMQ ports anyone in the cluster can reach. */
import type { FixPlace } from '../fix';
import { documentsOf, httpPort, type ManifestDocument, settingsOf } from './manifest';

const workload = /^kind:[ \t]*["']?(?:Pod|Deployment|StatefulSet|DaemonSet|LeaderWorkerSet|Job)\b/m;

/** Labels by which pods are commonly selected, the most telling first. */
const labels = [
  'app',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/name',
  'leaderworkerset.sigs.k8s.io/name',
  'name',
];

/** One place for each workload that sets a ZMQ port, in a file without a policy. */
export function openPorts(text: string): FixPlace[] {
  if (/^kind:[ \t]*["']?(?:Cilium)?NetworkPolicy\b/m.test(text)) return [];
  return documentsOf(text).flatMap((document) => policyPlace(document, text) ?? []);
}

function policyPlace({ start, text }: ManifestDocument, file: string): FixPlace | undefined {
  const [setting] = settingsOf(text);
  const label = labelOf(text);
  if (!workload.test(text) || !text.includes('vllm') || !setting || !label) return undefined;
  const why = `Whoever reaches port ${setting.port}, for ${setting.what}, can send what is no message; a policy lets only pods with ${label.key}: ${label.value} speak to it.`;
  const place = { start: start + setting.start, end: start + setting.end };
  if (file.includes('{{')) {
    const template = `${why} Write one as a template of its own: what stands here may be left out or repeated.`;
    return { ...place, applicability: 'display-only', why: template, edits: [] };
  }
  const newline = file.includes('\r\n') ? '\r\n' : '\n';
  const newText = (file.endsWith('\n') ? '' : newline) + policy(label, httpPort(text)).join(newline) + newline;
  const edits = [{ start: file.length, end: file.length, newText }];
  return { ...place, applicability: 'unsafe', why, edits };
}

interface Label {
  readonly key: string;
  readonly value: string;
}

/** The label of the pods that selects them, when it is plain text. */
function labelOf(text: string): Label | undefined {
  for (const key of labels) {
    const at = new RegExp(
      `^[ \\t]+${key.replaceAll('.', '\\.')}:[ \\t]*["']?([A-Za-z0-9][\\w.-]*)["']?[ \\t]*\\r?$`,
      'm',
    ).exec(text.slice(Math.max(0, text.search(/^[ \t]+(?:matchLabels|labels):/m))));
    const inline = flowLabel(text, key);
    if (at?.[1] ?? inline) return { key, value: at?.[1] ?? inline ?? '' };
  }
  return undefined;
}

/** The value of a label in `labels: {app: vllm}`. */
function flowLabel(text: string, key: string): string | undefined {
  const flow = /^[ \t]+(?:matchLabels|labels):[ \t]*\{([^{}\n]{1,500})\}/m.exec(text)?.[1] ?? '';
  const pairs = flow.split(',').map((pair) => pair.split(':').map((part) => part.trim().replace(/^["']|["']$/g, '')));
  const value = pairs.find(([name]) => name === key)?.[1];
  return value && /^[A-Za-z0-9][\w.-]*$/.test(value) ? value : undefined;
}

function policy({ key, value }: Label, http: string): string[] {
  return [
    '---',
    'apiVersion: networking.k8s.io/v1',
    'kind: NetworkPolicy',
    'metadata:',
    `  name: ${value.toLowerCase().replace(/[^a-z0-9.-]/g, '-')}-zmq`,
    'spec:',
    '  podSelector:',
    '    matchLabels:',
    `      ${key}: ${value}`,
    '  policyTypes: [Ingress]',
    '  ingress:',
    '    # HTTP and metrics for everyone.',
    '    - ports:',
    `        - port: ${http}`,
    '    # Everything else among the pods themselves.',
    '    - from:',
    '        - podSelector:',
    '            matchLabels:',
    `              ${key}: ${value}`,
  ];
}
