/** Finds what Prometheus, its operator and charts would scrape on a ZMQ port of vLLM. */
import type { FixPlace } from '../fix';
import { lineEnd } from './lines';
import type { ManifestDocument } from './manifest';
import { byName, portPlace, scrape } from './portPlace';
import { firstOf, type ManifestFile, nameFor, numberOf, type Ports } from './ports';
import { targetPlaces } from './targets';
import { valuesPortPlace } from './valuesPort';
import { entryOf, itemsAt, scalarAt, walkYaml, type YamlMap, type YamlNode } from './yamlTree';

/** The places of a file. */
export function scrapePlaces(text: string, file: ManifestFile): FixPlace[] {
  return file.documents.flatMap((document) => {
    if (!document.isVllm && !isMonitor(document) && document.kind !== 'Service') return [];
    const ports = portsOf(document, file);
    if (isMonitor(document)) return endpointPlaces(document, file);
    return [
      ...annotationPlaces(text, document, ports),
      ...valuePlaces(document, ports),
      ...targetPlaces(text, document, file),
    ];
  });
}

/** The ports of what a document describes. */
function portsOf(document: ManifestDocument, file: ManifestFile): Ports {
  const [pod, ...more] = document.pods.filter(({ containers }) => containers.some(({ isVllm }) => isVllm));
  return pod && more.length === 0 ? file.ofPod(pod) : file.behind(document, document.isVllm);
}

/** Kinds of the Prometheus Operator, and those of VictoriaMetrics. */
function isMonitor({ kind }: ManifestDocument): boolean {
  return /^(?:VM)?(?:Service|Pod)(?:Monitor|Scrape)$/.test(kind ?? '');
}

/** Endpoints that name a ZMQ port by number or by the name of a port. */
function endpointPlaces(document: ManifestDocument, file: ManifestFile): FixPlace[] {
  if (!file.isVllm) return [];
  const { containers, services } = file;
  const isPod = /Pod/.test(document.kind ?? '');
  const endpoints = [
    ...itemsAt(document.root, 'spec', 'endpoints'),
    ...itemsAt(document.root, 'spec', 'podMetricsEndpoints'),
  ];
  // The monitor is of vLLM where the file describes nothing else, so that the defaults count.
  const ports = file.behind(document, true);
  return endpoints.flatMap((endpoint) => {
    const target = firstOf(endpoint, ['targetPort', 'portNumber']);
    const value = target ?? scalarAt(endpoint, 'port');
    const names = target || isPod || services.size === 0 ? containers : services;
    const number = value && numberOf(value.piece.text, names);
    const isName = value?.piece.text !== number;
    return (
      (value && portPlace(value, number, ports, scrape, (http) => (isName ? byName(nameFor(http, names)) : http))) ?? []
    );
  });
}

/** Annotations that name a ZMQ port, or none where the pod declares one. */
function annotationPlaces(text: string, document: ManifestDocument, ports: Ports): FixPlace[] {
  return [...walkYaml(document.root)].flatMap(({ node }) => {
    if (node.kind !== 'map') return [];
    const port = scalarAt(node, 'prometheus.io/port');
    if (port) return portPlace(port, port.piece.text, ports, scrape) ?? valuesPortPlace(text, port, scrape);
    return entryOf(node, 'prometheus.io/port') ? [] : openScrape(text, node, document, ports);
  });
}

/** `prometheus.io/scrape` without a port, in a pod that declares a ZMQ port: the usual set-up scrapes every declared one. */
function openScrape(text: string, annotations: YamlMap, { pods }: ManifestDocument, { zmq, http }: Ports): FixPlace[] {
  const entry = entryOf(annotations, 'prometheus.io/scrape');
  if (entry?.value?.kind !== 'scalar' || entry.value.piece.text !== 'true' || !annotations.entries.includes(entry))
    return [];
  const declared = pods.flatMap(({ containers }) =>
    containers.flatMap(({ ports }) => ports.map(({ number }) => number)),
  );
  const served = 'port' in http ? http.port : undefined;
  const port = declared.find((number) => number !== served && zmq.has(number));
  if (!port) return [];
  const why = `Without prometheus.io/port every declared port is scraped, ${port} for ${zmq.get(port)} over ZMQ too.`;
  const { start } = entry;
  const stop = lineEnd(text, entry.value.end);
  const isWindows = text[stop - 1] === '\r';
  const end = annotations.isFlow ? entry.value.end : isWindows ? stop - 1 : stop;
  if (served === undefined) return [{ start, end, applicability: 'display-only', why, edits: [] }];
  const indent = ' '.repeat(start - text.lastIndexOf('\n', start - 1) - 1);
  const parting = annotations.isFlow ? ', ' : `${isWindows ? '\r\n' : '\n'}${indent}`;
  const edits = [{ start: end, end, newText: `${parting}prometheus.io/port: "${served}"` }];
  return [{ start, end, applicability: 'unsafe', why, edits }];
}

/** Keys of charts below which a port is one that is scraped. */
const blocks = new Set(['serviceMonitor', 'podMonitor', 'metrics', 'prometheus']);

/** Ports below `serviceMonitor:`, `podMonitor:` or `metrics:` in the values of a chart. */
function valuePlaces(document: ManifestDocument, ports: Ports): FixPlace[] {
  if (document.kind !== undefined) return [];
  const seen = new Set<YamlNode>();
  return [...walkYaml(document.root)].flatMap(({ node }) => {
    if (node.kind !== 'map') return [];
    return node.entries.flatMap(({ key, value }) => (blocks.has(key) && value ? blockPlaces(value, ports, seen) : []));
  });
}

function blockPlaces(block: YamlNode, ports: Ports, seen: Set<YamlNode>): FixPlace[] {
  return [...walkYaml(block)].flatMap(({ node }) => {
    if (node.kind !== 'map' || seen.has(node)) return [];
    seen.add(node);
    return ['port', 'targetPort'].flatMap((key) => {
      const port = scalarAt(node, key);
      return (port && portPlace(port, port.piece.text, ports, scrape)) ?? [];
    });
  });
}
