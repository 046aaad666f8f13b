/** Finds what the Prometheus Operator and annotations without a port would scrape on a ZMQ port of vLLM. */
import type { FixPlace } from '../fix';
import { lineEnd } from './lines';
import { documentsOf, httpPort, type ManifestDocument, portNames, zmqPorts } from './manifest';
import { type YamlValue, yamlItems } from './yamlItems';

/** What a file says about ports. */
interface Ports {
  /** What listens on each ZMQ port. */
  readonly zmq: ReadonlyMap<string, string>;
  readonly http: string;
  /** Numbers of ports by name, of containers and services. */
  readonly byName: ReadonlyMap<string, string>;
}

/** The places of a file that holds a vLLM manifest. */
export function monitorPlaces(text: string): FixPlace[] {
  const ports = { zmq: zmqPorts(text), http: httpPort(text), byName: portNames(text) };
  return documentsOf(text).flatMap((document) => [
    ...(isMonitor(document.text) ? endpointPlaces(document, ports) : []),
    ...openScrapes(document),
    ...valuePlaces(document, ports),
  ]);
}

/** Kinds of the Prometheus Operator, and those of VictoriaMetrics. */
function isMonitor(text: string): boolean {
  return /^kind:[ \t]*["']?(?:ServiceMonitor|PodMonitor|VMServiceScrape|VMPodScrape)\b/m.test(text);
}

/** Endpoints that name a ZMQ port by number or by the name of a port. */
function endpointPlaces(document: ManifestDocument, ports: Ports): FixPlace[] {
  return yamlItems(document.text).flatMap(({ values }) => {
    const value = values.get('targetPort') ?? values.get('portNumber') ?? values.get('port');
    return value ? (endpointPlace(value, document.start, ports) ?? []) : [];
  });
}

function endpointPlace(value: YamlValue, offset: number, { zmq, http, byName }: Ports): FixPlace | undefined {
  const isNumber = /^\d+$/.test(value.text);
  const number = isNumber ? value.text : byName.get(value.text);
  const what = number === undefined || number === http ? undefined : zmq.get(number);
  if (!number || !what) return undefined;
  const served = [...byName].find(([, port]) => port === http)?.[0];
  const newText = isNumber ? http : served;
  const why = `Port ${number} is for ${what} over ZMQ, where each scrape is a malformed message; vLLM serves its metrics on ${http}.`;
  return place(offset + value.start, offset + value.end, why, newText);
}

/** `prometheus.io/scrape` without a port, in a pod that declares a ZMQ port: the usual set-up scrapes every declared one. */
function openScrapes({ start, text }: ManifestDocument): FixPlace[] {
  const scrape = /^([ \t]*)prometheus\.io\/scrape:[ \t]*["']?true["']?/m.exec(text);
  if (!scrape || !text.includes('vllm') || text.includes('prometheus.io/port')) return [];
  const zmq = zmqPorts(text);
  const declared = yamlItems(text).flatMap(({ values }) => values.get('containerPort')?.text ?? []);
  const http = httpPort(text);
  const port = declared.find((number) => number !== http && zmq.has(number));
  if (!port) return [];
  const from = start + scrape.index + (scrape[1]?.length ?? 0);
  const end = start + lineEnd(text, scrape.index);
  const newline = text[end - start - 1] === '\r' ? '\r\n' : '\n';
  const why = `Without prometheus.io/port every declared port is scraped, ${port} for ${zmq.get(port)} over ZMQ too.`;
  const at = newline === '\r\n' ? end - 1 : end;
  const newText = `${newline}${scrape[1] ?? ''}prometheus.io/port: "${http}"`;
  return [{ start: from, end: at, applicability: 'unsafe', why, edits: [{ start: at, end: at, newText }] }];
}

const valueBlock = /^([ \t]*)(?:serviceMonitor|podMonitor|metrics|prometheus):[ \t]*(?:#.*)?\r?$/;

/** Ports below `serviceMonitor:`, `podMonitor:` or `metrics:` in the values of a chart. */
function valuePlaces({ start, text }: ManifestDocument, { zmq, http }: Ports): FixPlace[] {
  const places: FixPlace[] = [];
  let block: number | undefined;
  if (!text.includes('vllm') || isMonitor(text)) return [];
  for (let at = 0; at < text.length; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at));
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== '' && block !== undefined && indent <= block) block = undefined;
    const port = block === undefined ? null : /^[ \t]*(?:port|targetPort):[ \t]*["']?(\d{2,5})\b/.exec(line);
    const what = port?.[1] && port[1] !== http ? zmq.get(port[1]) : undefined;
    if (port?.[1] && what) {
      const end = start + at + port[0].length;
      const why = `Port ${port[1]} is for ${what} over ZMQ, where each scrape is a malformed message; vLLM serves its metrics on ${http}.`;
      places.push(place(end - port[1].length, end, why, http));
    }
    if (block === undefined && valueBlock.test(line)) block = indent;
  }
  return places;
}

function place(start: number, end: number, why: string, newText: string | undefined): FixPlace {
  return newText === undefined
    ? { start, end, applicability: 'display-only', why: `${why} No port of this file has a name for it.`, edits: [] }
    : { start, end, applicability: 'unsafe', why, edits: [{ start, end, newText }] };
}
