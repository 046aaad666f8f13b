/** Finds ports of containers and services that are named for HTTP and stand at a ZMQ port of vLLM. */
import type { FixPlace } from '../fix';
import { documentsOf, httpPort, settingsOf, zmqPorts } from './manifest';
import { yamlItems } from './yamlItems';

/** Names by which others take a port for one that speaks HTTP. */
const httpName = /^(?:https?|web|api|metrics|prometheus|health)(?:-|$)/;

/** The places of a file. */
export function namedPortPlaces(text: string): FixPlace[] {
  if (!text.includes('vllm')) return [];
  const http = httpPort(text);
  const all = zmqPorts(text);
  const set = new Map(settingsOf(text).map(({ port, what }) => [port, what]));
  return documentsOf(text).flatMap((document): FixPlace[] => {
    // A document that does not speak of vLLM may belong to something else that has one of its default ports.
    const zmq = document.text.includes('vllm') ? all : set;
    return yamlItems(document.text).flatMap(({ values }): FixPlace[] => {
      const name = values.get('name')?.text ?? '';
      const port = values.get('targetPort') ?? values.get('containerPort');
      const what = port && port.text !== http && httpName.test(name) ? zmq.get(port.text) : undefined;
      if (!port || !what) return [];
      const [start, end] = [document.start + port.start, document.start + port.end];
      const why = `Port ${port.text} is for ${what} over ZMQ, but is named ${name}: HTTP that is sent there is a malformed message; vLLM serves HTTP on ${http}.`;
      return [{ start, end, applicability: 'unsafe', why, edits: [{ start, end, newText: http }] }];
    });
  });
}
