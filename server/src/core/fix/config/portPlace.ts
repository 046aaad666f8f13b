/** A place that sends HTTP to a ZMQ port, as a finding of the fix that points it elsewhere. */
import type { FixPlace } from '../fix';
import type { Ports } from './ports';
import { innerPlace, type YamlScalar } from './yamlTree';
import { headless } from './zmqPorts';

/** What sends HTTP, in a sentence: `each scrape`, `a probe`. */
export interface HttpSender {
  readonly what: string;
  /** What vLLM serves for it: `HTTP`, `its metrics`. */
  readonly served: string;
}

export const probe: HttpSender = { what: 'a probe', served: 'HTTP' };
export const scrape: HttpSender = { what: 'each scrape', served: 'its metrics' };

/** What to write for the HTTP port, or why nothing can be written. */
type Replacement = (http: string) => string | { readonly refusal: string };

/** The name that stands for the HTTP port, which is asked for by name. */
export function byName(name: string | undefined): string | { readonly refusal: string } {
  return name ?? { refusal: 'No port of this file has a name for it.' };
}

/** The finding for a scalar that stands for a port; undefined where that port speaks HTTP, or is not known to speak ZMQ. */
export function portPlace(
  scalar: YamlScalar,
  number: string | undefined,
  ports: Ports,
  sender: HttpSender,
  replacement: Replacement = (http) => http,
): FixPlace | undefined {
  const place = innerPlace(scalar);
  const fault = number === undefined ? undefined : httpFault(number, ports, sender);
  if (!fault) return undefined;
  const written = fault.http === undefined ? { refusal: '' } : replacement(fault.http);
  if (typeof written === 'string') {
    return { ...place, applicability: 'unsafe', why: fault.why, edits: [{ ...place, newText: written }] };
  }
  return { ...place, applicability: 'display-only', why: `${fault.why} ${written.refusal}`.trim(), edits: [] };
}

/** Why HTTP does not belong to a port, and the port it belongs to, where that is known. */
export function httpFault(
  number: string,
  { zmq, http }: Ports,
  { what, served }: HttpSender,
): { readonly why: string; readonly http: string | undefined } | undefined {
  const port = 'port' in http ? http.port : undefined;
  const listens = number === port ? undefined : zmq.get(number);
  if (!listens) return undefined;
  const why = `Port ${number} is for ${listens} over ZMQ, where ${what} is a malformed message;`;
  if (port !== undefined) return { why: `${why} vLLM serves ${served} on ${port}.`, http: port };
  const unknown = 'unknown' in http ? http.unknown : '';
  const rest =
    unknown === headless
      ? `${headless}; a probe that only connects does no harm`
      : `where to send it instead cannot be told: ${unknown}`;
  return { why: `${why} ${rest}.`, http: undefined };
}
