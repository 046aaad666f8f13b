/** Who an HTTP client is, by the start of its User-Agent, and why such a client comes to a port. */

/** A known client. */
interface HttpClient {
  /** Start of the User-Agent as the client sends it. */
  readonly agent: string;
  readonly name: string;
  /** What it was after. */
  readonly purpose: string;
}

const clients: readonly HttpClient[] = [
  { agent: 'vm_promscrape', name: "VictoriaMetrics' scraper", purpose: 'a metrics scrape' },
  { agent: 'vmagent', name: 'vmagent (VictoriaMetrics)', purpose: 'a metrics scrape' },
  { agent: 'Prometheus/', name: 'Prometheus', purpose: 'a metrics scrape' },
  { agent: 'Grafana', name: 'Grafana', purpose: 'a metrics scrape or a data-source check' },
  { agent: 'OpenTelemetry', name: 'an OpenTelemetry collector', purpose: 'a metrics scrape' },
  { agent: 'otelcol', name: 'an OpenTelemetry collector', purpose: 'a metrics scrape' },
  { agent: 'Telegraf/', name: 'Telegraf', purpose: 'a metrics scrape' },
  { agent: 'Datadog Agent', name: 'the Datadog agent', purpose: 'a metrics scrape or a check' },
  { agent: 'kube-probe/', name: 'the kubelet', purpose: 'a liveness, readiness or startup probe' },
  { agent: 'ELB-HealthChecker/', name: 'an AWS load balancer', purpose: 'a health check' },
  { agent: 'GoogleHC/', name: 'a Google Cloud load balancer', purpose: 'a health check' },
  { agent: 'Envoy/HC', name: 'Envoy', purpose: 'a health check' },
  { agent: 'Consul Health Check', name: 'Consul', purpose: 'a health check' },
  { agent: 'Blackbox Exporter', name: "Prometheus' Blackbox exporter", purpose: 'a probe' },
  { agent: 'Uptime-Kuma', name: 'Uptime Kuma', purpose: 'an uptime check' },
  { agent: 'HAProxy', name: 'HAProxy', purpose: 'a health check' },
  { agent: 'Mozilla/5.0 (compatible; Nmap', name: 'nmap', purpose: 'a port scan' },
  { agent: 'Mozilla/5.0 zgrab', name: 'ZGrab', purpose: 'an internet scan' },
  { agent: 'Mozilla/5.0 (compatible; CensysInspect', name: 'Censys', purpose: 'an internet scan' },
  { agent: 'masscan/', name: 'masscan', purpose: 'a port scan' },
  { agent: 'curl/', name: 'curl', purpose: 'a request made by hand or by a script' },
  { agent: 'Wget/', name: 'wget', purpose: 'a request made by hand or by a script' },
  { agent: 'Go-http-client/', name: 'a program in Go', purpose: 'an HTTP call' },
  { agent: 'python-requests/', name: 'a Python program (requests)', purpose: 'an HTTP call' },
  { agent: 'python-httpx/', name: 'a Python program (httpx)', purpose: 'an HTTP call' },
  { agent: 'Python-urllib/', name: 'a Python program (urllib)', purpose: 'an HTTP call' },
  { agent: 'Python/', name: 'a Python program (aiohttp)', purpose: 'an HTTP call' },
  { agent: 'OpenAI/Python', name: 'the OpenAI client for Python', purpose: 'an inference request' },
  { agent: 'AsyncOpenAI/Python', name: 'the OpenAI client for Python', purpose: 'an inference request' },
  { agent: 'node', name: 'a Node.js program', purpose: 'an HTTP call' },
  { agent: 'undici', name: 'a Node.js program', purpose: 'an HTTP call' },
  { agent: 'axios/', name: 'a Node.js program (axios)', purpose: 'an HTTP call' },
  { agent: 'Java/', name: 'a Java program', purpose: 'an HTTP call' },
  { agent: 'okhttp/', name: 'a Java program (OkHttp)', purpose: 'an HTTP call' },
  { agent: 'Apache-HttpClient/', name: 'a Java program', purpose: 'an HTTP call' },
  { agent: 'PostmanRuntime/', name: 'Postman', purpose: 'a request made by hand' },
  { agent: 'Mozilla/5.0', name: 'a web browser', purpose: 'a page opened in a browser' },
];

/** Characters of a cut User-Agent that are enough to name its sender. */
const cutLimit = 3;

/** A client's name, and the User-Agent it would have sent in full where it was cut. */
export interface NamedClient {
  readonly name: string;
  readonly purpose: string;
  /** The known start, where fewer characters of it are here. */
  readonly full?: string;
}

/**
 * Names the client behind a User-Agent.
 * @param cut The value ends where the bytes end, so it may be the beginning of a longer one.
 */
export function nameClient(agent: string, cut: boolean): NamedClient | undefined {
  const exact = clients.find((client) => agent.startsWith(client.agent));
  if (exact) return { name: exact.name, purpose: exact.purpose };
  if (!cut || agent.length < cutLimit) return undefined;
  const started = clients.filter((client) => client.agent.startsWith(agent));
  const [only] = started;
  if (!only || started.length > 1) return undefined;
  return { name: only.name, purpose: only.purpose, full: only.agent.replace(/\/$/, '') };
}

/** Characters of the end of a name that are enough to name its client. */
const tailLimit = 6;

/** The client whose User-Agent a line may be the end of: `ealthChecker/2.0`, of which the beginning was lost. */
export function clientOfTail(line: string): NamedClient | undefined {
  const end = line.indexOf('/');
  const tail = line.slice(0, end + 1);
  const found = clients.find(
    ({ agent }) => tail.length > tailLimit && agent.length > tail.length && agent.endsWith(tail),
  );
  return found && { name: found.name, purpose: found.purpose, full: found.agent.slice(0, -1) };
}

/** What a path is asked for, where it is a usual one. */
export function pathPurpose(target: string): string | undefined {
  const path = target.split('?', 1)[0] ?? target;
  if (path === '/metrics') return 'a metrics scrape';
  if (/^\/(?:healthz?|livez|readyz|ready|live|ping|status)$/.test(path)) return 'a health check';
  if (path.startsWith('/v1/')) return 'an inference request';
  return undefined;
}
