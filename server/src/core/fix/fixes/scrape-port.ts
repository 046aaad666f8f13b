/**
 * Points a Prometheus annotation, an HTTP or gRPC probe, a health check that calls a URL, the endpoint of a ServiceMonitor
 * or PodMonitor, the back end of an Ingress, or the metrics port in the values of a chart at the port where vLLM serves
 * HTTP, when it is aimed at one of vLLM's ZMQ ports; so it does with a port of a container or service that is named for
 * HTTP. A pod that is scraped without naming a port gets one, since every port it declares is scraped otherwise. At a ZMQ
 * port each scrape arrives as a malformed message, and the listener behind the port ends. A probe that only connects does
 * no harm, which is said.
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
import { dockerHealthPlaces } from '../config/dockerHealth';
import { yamlLanguages } from '../config/languages';
import { manifestOf } from '../config/manifest';
import { scrapePlaces } from '../config/monitors';
import { namedPortPlaces } from '../config/namedPorts';
import { ManifestFile } from '../config/ports';
import { probePlaces } from '../config/probes';
import { scriptHealthPlaces } from '../config/scriptHealth';
import { withoutTemplates } from '../config/templates';
import { unitHealthPlaces } from '../config/unitHealth';
import type { Fix, FixPlace } from '../fix';

export const scrapePort: Fix = {
  id: 'scrape-port',
  title: 'Point this at the HTTP port',
  languages: [...yamlLanguages, 'dockerfile', 'systemd-unit-file', 'shellscript'],
  mayApply: (text) =>
    text.includes('vllm') &&
    /prometheus\.io|[pP]robe|[pP]ort|[mM]onitor|Scrape|metrics:|targets:|HEALTHCHECK|healthcheck|Health\w{0,9}Cmd|--health-/.test(
      text,
    ),
  find: (file) =>
    placesOf(file.text, file.language).map((place) => ({
      ...place,
      // The whole line, so that a cursor anywhere on it finds the fix.
      start: file.lineStart(place.start) + file.indentAt(place.start).length,
      end: file.lineEnd(place.end),
    })),
};

function placesOf(text: string, language: string): FixPlace[] {
  const plain = withoutTemplates(text);
  if (language === 'dockerfile') return dockerHealthPlaces(plain);
  if (language === 'systemd-unit-file') return unitHealthPlaces(plain);
  if (language === 'shellscript') return scriptHealthPlaces(plain);
  const file = new ManifestFile(manifestOf(plain, text));
  return [...probePlaces(text, file), ...scrapePlaces(text, file), ...namedPortPlaces(file)];
}
