/** Finds ports that are named for HTTP, or that HTTP is led to, and stand at a ZMQ port of vLLM. */
import type { FixPlace } from '../fix';
import { isVllmPod, type ManifestDocument, type Pod } from './manifest';
import { byName, type HttpSender, portPlace } from './portPlace';
import { type ManifestFile, nameFor, numberOf, type Ports, servicePorts } from './ports';
import { itemsAt, scalarAt, textAt, walkYaml, type YamlNode, type YamlScalar } from './yamlTree';

/** Names by which others take a port for one that speaks HTTP. */
const httpName = /^(?:https?|web|api|metrics|prometheus|health)(?:-|$)/;

/** The places of a file. */
export function namedPortPlaces(file: ManifestFile): FixPlace[] {
  if (!file.isVllm) return [];
  return file.documents.flatMap((document) => [
    ...document.pods.filter(isVllmPod).flatMap((pod) => containerPlaces(pod, file.ofPod(pod))),
    ...servicePlaces(document, file),
    ...routePlaces(document, file),
  ]);
}

/** The ports that the containers of vLLM in a pod declare. */
function containerPlaces({ containers }: Pod, ports: Ports): FixPlace[] {
  const declared = new Set(containers.flatMap((container) => container.ports.map(({ number }) => number)));
  const items = containers.filter(({ isVllm }) => isVllm).flatMap(({ map }) => itemsAt(map, 'ports'));
  return items.flatMap((item) => {
    const refusal = 'That port is declared already: this one needs another name.';
    return (
      namedPlace(item, scalarAt(item, 'containerPort'), new Map(), ports, (http) =>
        declared.has(http) ? { refusal } : http,
      ) ?? []
    );
  });
}

function namedPlace(
  item: YamlNode,
  port: YamlScalar | undefined,
  names: ReadonlyMap<string, string>,
  ports: Ports,
  replacement?: Parameters<typeof portPlace>[4],
): FixPlace | undefined {
  const name = textAt(item, 'name') ?? '';
  if (!port || !httpName.test(name)) return undefined;
  const sender: HttpSender = { what: `HTTP, which the name ${name} asks for,`, served: 'HTTP' };
  const isName = !/^\d+$/.test(port.piece.text);
  const written = replacement ?? ((http: string) => (isName ? (nameFor(http, names) ?? http) : http));
  return portPlace(port, numberOf(port.piece.text, names), ports, sender, written);
}

/** The ports of a service, which lead to those of pods. */
function servicePlaces(document: ManifestDocument, file: ManifestFile): FixPlace[] {
  if (document.kind !== 'Service') return [];
  const ports = file.behind(document, document.isVllm);
  return servicePorts(document.root).flatMap(
    (item) => namedPlace(item, scalarAt(item, 'targetPort') ?? scalarAt(item, 'port'), file.containers, ports) ?? [],
  );
}

const request: HttpSender = { what: 'each request', served: 'HTTP' };

/** The back ends of an Ingress, by the number or name of a service's port. */
function routePlaces(document: ManifestDocument, file: ManifestFile): FixPlace[] {
  if (document.kind !== 'Ingress') return [];
  const ports = file.behind(document, document.isVllm);
  return [...walkYaml(document.root)].flatMap(({ node, above }) => {
    // `backend.service.port` holds a name or a number.
    if (node.kind !== 'map' || above.at(-1)?.entries.find(({ value }) => value === node)?.key !== 'port') return [];
    const name = scalarAt(node, 'name');
    return (
      (name &&
        portPlace(name, numberOf(name.piece.text, file.services), ports, request, (http) =>
          byName(nameFor(http, file.services)),
        )) ??
      []
    );
  });
}
