/** Probes and health checks of containers that go to a ZMQ port of vLLM. */
import type { FixPlace } from '../fix';
import { lineEnd } from './lines';
import type { Container, Pod } from './manifest';
import { httpFault, portPlace, probe } from './portPlace';
import { containerNames, type ManifestFile, nameFor, numberOf, type Ports } from './ports';
import { healthUrls } from './urls';
import { valuesPortPlace } from './valuesPort';
import {
  entryOf,
  innerPlace,
  scalarAt,
  valueAt,
  walkYaml,
  type YamlEntry,
  type YamlMap,
  type YamlNode,
} from './yamlTree';

/** The places of all containers of a file. */
export function probePlaces(text: string, file: ManifestFile): FixPlace[] {
  return file.documents.flatMap(({ pods }) =>
    pods.flatMap((pod) => {
      const ports = file.ofPod(pod);
      return pod.containers.flatMap((container) => containerPlaces(text, container, pod, ports));
    }),
  );
}

function containerPlaces(text: string, container: Container, pod: Pod, ports: Ports): FixPlace[] {
  const isPodVllm = pod.containers.some(({ isVllm }) => isVllm);
  if (!isPodVllm) return [];
  // A name means a port of the same container.
  const own = containerNames([{ ...pod, containers: [container] }]);
  const places: FixPlace[] = [];
  for (const { node, above } of walkYaml(container.map)) {
    if (node.kind !== 'map' || above.length > maxAbove) continue;
    for (const entry of node.entries) places.push(...(actionPlace(text, entry, own, ports) ?? []));
  }
  return [...places, ...healthcheckPlaces(container.map, ports)];
}

/** Mappings between a container and what a probe does: `livenessProbe`, or `lifecycle` and `postStart`. */
const maxAbove = 3;

/** One action of a probe or a hook. */
function actionPlace(
  text: string,
  entry: YamlEntry,
  names: ReadonlyMap<string, string>,
  ports: Ports,
): FixPlace[] | undefined {
  const { key, value } = entry;
  if (key === 'exec') return commandPlaces(valueAt(value, 'command'), ports);
  const port = scalarAt(value, 'port');
  const number = port && numberOf(port.piece.text, names);
  if (key === 'httpGet' && port && !number) return valuesPortPlace(text, port, probe);
  if (!port || !number || value?.kind !== 'map') return undefined;
  if (key === 'httpGet') {
    const isName = port.piece.text !== number;
    const found = portPlace(port, number, ports, probe, (http) => (isName ? (nameFor(http, names) ?? http) : http));
    return found && [found];
  }
  if (key === 'grpc') return grpcPlace(text, entry, value, number, ports);
  return key === 'tcpSocket' && 'port' in ports.http ? tcpPlace(port, number, ports) : undefined;
}

/** A gRPC probe opens HTTP/2; vLLM answers probes over HTTP at `/health`. */
function grpcPlace(text: string, { start, end }: YamlEntry, map: YamlMap, number: string, ports: Ports): FixPlace[] {
  const fault = httpFault(number, ports, { what: 'the start of HTTP/2', served: 'HTTP' });
  const port = entryOf(map, 'port');
  if (!fault || port?.value?.kind !== 'scalar') return [];
  const place = innerPlace(port.value);
  if (fault.http === undefined || map.entries.length > 1) {
    return [{ ...place, applicability: 'display-only', why: fault.why, edits: [] }];
  }
  const lineStart = text.lastIndexOf('\n', port.start - 1) + 1;
  const newline = text[lineEnd(text, lineStart) - 1] === '\r' ? '\r\n' : '\n';
  const parting = map.isFlow ? ', ' : newline + text.slice(lineStart, port.start).replace(/\S/g, ' ');
  const edits = [
    { start, end, newText: 'httpGet' },
    { start: port.start, end: port.start, newText: `path: /health${parting}` },
    { ...place, newText: fault.http },
  ];
  return [{ ...place, applicability: 'unsafe', why: fault.why, edits }];
}

/** A connection alone does a ZMQ port no harm, and says nothing about the server. */
function tcpPlace(port: YamlNode & { kind: 'scalar' }, number: string, { zmq, http }: Ports): FixPlace[] {
  const what = 'port' in http && number === http.port ? undefined : zmq.get(number);
  if (!what) return [];
  const served = 'port' in http ? http.port : '';
  const why = `A connection alone does port ${number}, for ${what} over ZMQ, no harm, but tells only that something listens there; with httpGet /health on ${served} a probe asks vLLM itself.`;
  return [{ ...innerPlace(port), applicability: 'display-only', why, edits: [], isHarmless: true }];
}

/** URLs in the command of a probe. */
function commandPlaces(command: YamlNode | undefined, ports: Ports): FixPlace[] {
  const scalars = command?.kind === 'list' ? command.items : command ? [command] : [];
  return scalars.flatMap((scalar) => (scalar.kind === 'scalar' ? healthUrls(scalar.piece, ports) : []));
}

/** The check of a compose file: `healthcheck: {test: ["CMD", "curl", "http://localhost:5557/health"]}`. */
function healthcheckPlaces(map: YamlMap, ports: Ports): FixPlace[] {
  const test = valueAt(map, 'healthcheck', 'test');
  return commandPlaces(test, ports);
}
