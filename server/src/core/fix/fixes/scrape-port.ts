/**
 * Points a Prometheus annotation or an HTTP probe at the port where vLLM serves HTTP, when it is aimed at one of vLLM's
 * ZMQ ports. There each scrape arrives as a malformed message, and the listener behind the port ends.
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
import { documentsOf, httpClients, httpPort, zmqPorts } from '../config/manifest';
import type { Fix, FixPlace } from '../fix';

export const scrapePort: Fix = {
  id: 'scrape-port',
  title: 'Point this at the HTTP port',
  languages: yamlLanguages,
  mayApply: (text) => text.includes('vllm') && (text.includes('prometheus.io/port') || text.includes('httpGet')),
  find: (file) =>
    documentsOf(file.text).flatMap((document): FixPlace[] => {
      const zmq = zmqPorts(document.text);
      const http = httpPort(document.text);
      if (!document.text.includes('vllm')) return [];
      return httpClients(document).flatMap(({ start, end, port, kind }) => {
        const what = port === http ? undefined : zmq.get(port);
        if (!what) return [];
        const why = `Port ${port} is for ${what} over ZMQ, where a ${kind} is a malformed message; vLLM serves HTTP on ${http}.`;
        // The whole line, so that a cursor anywhere on it finds the fix.
        const line = { start: file.lineStart(start) + file.indentAt(start).length, end: file.lineEnd(end) };
        return [{ ...line, applicability: 'unsafe', why, edits: [{ start, end, newText: http }] }];
      });
    }),
};
