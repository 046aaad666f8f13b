/**
 * Points a Prometheus annotation, an HTTP probe, the endpoint of a ServiceMonitor or PodMonitor, or the metrics port in
 * the values of a chart at the port where vLLM serves HTTP, when it is aimed at one of vLLM's ZMQ ports; so it does with a
 * port of a container or service that is named for HTTP. A pod that is
 * scraped without naming a port gets one, since every port it declares is scraped otherwise. At a ZMQ port each scrape arrives as a malformed message, and the listener behind the port ends.
 *
 * Offered as unsafe: the file may be one of several that together say which port is meant.
 *
 * Before:
 * ```yaml
 * kind: Pod
 * metadata:
 *   annotations:
 *     prometheus.io/scrape: "true"
 *     prometheus.io/port: "13345"
 * spec:
 *   containers:
 *     - args: ["vllm", "serve", "m", "--port", "8080", "--data-parallel-rpc-port", "13345"]
 * ```
 *
 * After:
 * ```yaml
 * kind: Pod
 * metadata:
 *   annotations:
 *     prometheus.io/scrape: "true"
 *     prometheus.io/port: "8080"
 * spec:
 *   containers:
 *     - args: ["vllm", "serve", "m", "--port", "8080", "--data-parallel-rpc-port", "13345"]
 * ```
 */
import { yamlLanguages } from '../config/languages';
import { documentsOf, httpClients, httpPort, portNames, zmqPorts } from '../config/manifest';
import { monitorPlaces } from '../config/monitors';
import { namedPortPlaces } from '../config/namedPorts';
import type { Fix, FixPlace } from '../fix';

export const scrapePort: Fix = {
  id: 'scrape-port',
  title: 'Point this at the HTTP port',
  languages: yamlLanguages,
  mayApply: (text) =>
    text.includes('vllm') && /prometheus\.io|httpGet|[mM]onitor|Scrape|metrics:|containerPort|targetPort/.test(text),
  find: (file) =>
    [...clientPlaces(file.text), ...monitorPlaces(file.text), ...namedPortPlaces(file.text)].map((place) => ({
      ...place,
      // The whole line, so that a cursor anywhere on it finds the fix.
      start: file.lineStart(place.start) + file.indentAt(place.start).length,
      end: file.lineEnd(place.end),
    })),
};

/** Annotations and probes, each in the document of the pod. */
function clientPlaces(text: string): FixPlace[] {
  return documentsOf(text).flatMap((document): FixPlace[] => {
    const zmq = zmqPorts(document.text);
    const http = httpPort(document.text);
    if (!document.text.includes('vllm')) return [];
    return httpClients(document).flatMap(({ start, end, port, written, kind }) => {
      const what = port === http ? undefined : zmq.get(port);
      if (!what) return [];
      const why = `Port ${port} is for ${what} over ZMQ, where a ${kind} is a malformed message; vLLM serves HTTP on ${http}.`;
      return [
        {
          start,
          end,
          applicability: 'unsafe',
          why,
          edits: [{ start, end, newText: written === port ? http : nameOf(document.text, http) }],
        },
      ];
    });
  });
}

/** The name of a port of the document, else its number. */
function nameOf(text: string, port: string): string {
  return [...portNames(text)].find(([, number]) => number === port)?.[0] ?? port;
}
