/** HTTP/1 requests and responses: RFC 9112 3 (request line), 4 (status line), 2.2 (leading empty line). */
import { latin1, u8 } from '../bytes';
import type { Json, ReadingNode } from '../reading';
import { oneLine } from '../text';
import { nameClient, pathPurpose } from './httpClients';
import { field, type HeaderField, type MessageHead, readHead, startsPrintable } from './httpMessage';
import { capitals, type KindReader, type KindReading, leaf, type Payload } from './kind';

const methods = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE'];
const requestLine = /^([A-Z][A-Z-]{1,19}) (\S{1,8000}) HTTP\/(1\.[01])$/;
const cutLine = /^([A-Z]{3,7}) ((?:\/|\*|https?:)\S{0,8000}|[\w.-]+:\d{1,5})?( H?T?T?P?\/?1?\.?)?$/;
const statusLine = /^HTTP\/(\d\.\d) (\d{3})(?: (.*))?$/;

/** What a request line says; the parts that were cut are undefined. */
interface RequestLine {
  readonly method: string;
  readonly target?: string;
  readonly version?: string;
}

function parseRequestLine(line: string, complete: boolean): RequestLine | undefined {
  const whole = requestLine.exec(line);
  if (whole) return { method: whole[1] ?? '', target: whole[2] ?? '', version: whole[3] ?? '' };
  const cut = complete ? undefined : cutLine.exec(line);
  if (!cut || !methods.includes(cut[1] ?? '')) return undefined;
  return { method: cut[1] ?? '', ...(cut[2] !== undefined && { target: cut[2] }) };
}

/** A number that another program logged shows four or eight bytes: enough for a method, not for a line. */
function methodAlone(payload: Payload): RequestLine | undefined {
  if (!payload.truncated || payload.bytes.length < 4) return undefined;
  const text = latin1(payload.bytes, 0, Math.min(payload.bytes.length, 16));
  const method = methods.find((each) => `${each} /`.startsWith(text));
  return method === undefined ? undefined : { method };
}

/** The empty lines a client may send before its request: RFC 9112 2.2. */
function leadingBreaks(bytes: Uint8Array): number {
  let at = 0;
  while (at < 4 && (u8(bytes, at) === 13 || u8(bytes, at) === 10)) at++;
  return at;
}

function headerFields(head: MessageHead): { readonly [name: string]: Json } {
  const host = field(head, 'host');
  const agent = field(head, 'user-agent');
  const upgrade = field(head, 'upgrade');
  return {
    ...(host && { host: host.value }),
    ...(agent && { user_agent: agent.value }),
    ...(upgrade && { upgrade: upgrade.value }),
  };
}

/** ` by a client calling itself vm_promscr… (cut; VictoriaMetrics' scraper sends vm_promscrape)`. */
function clientWords(agent: HeaderField | undefined): string {
  if (!agent || agent.value === '') return '';
  const named = nameClient(agent.value, agent.cut);
  const shown = oneLine(agent.value, 80) + (agent.cut ? '…' : '');
  if (named?.full) {
    const isName = named.name.toLowerCase().startsWith(named.full.toLowerCase());
    const rest = isName ? `(cut): ${named.name}` : `(cut; ${named.name} sends ${named.full})`;
    return ` by a client calling itself ${shown} ${rest}`;
  }
  const cut = agent.cut ? ' (may be cut)' : '';
  return ` by a client calling itself ${shown}${cut}${named ? `: ${named.name}` : ''}`;
}

function summaryOf(line: RequestLine, head: MessageHead): string {
  const host = field(head, 'host');
  const target = line.target === undefined ? '' : ` ${oneLine(line.target, 100)}`;
  const where = host ? `, aimed at this port as ${oneLine(host.value, 80)}${host.cut ? '… (may be cut)' : ''}` : '';
  return `HTTP request ${line.method}${target}${clientWords(field(head, 'user-agent'))}${where}`;
}

function purposeOf(line: RequestLine, head: MessageHead): string[] {
  const agent = field(head, 'user-agent');
  const purpose = (agent && nameClient(agent.value, agent.cut)?.purpose) ?? pathPurpose(line.target ?? '');
  return purpose ? [`What it was after: ${purpose}.`] : [];
}

function treeOf(bytes: Uint8Array, start: number, head: MessageHead): ReadingNode[] {
  const firstEnd = start + head.firstLine.length;
  const nodes = [leaf(start, firstEnd, 'first line', oneLine(head.firstLine))];
  for (const each of head.fields) nodes.push(leaf(each.start, each.end, each.name, oneLine(each.value)));
  if (head.bodyStart >= 0 && head.bodyStart < bytes.length) {
    nodes.push(leaf(head.bodyStart, bytes.length, 'body', `${bytes.length - head.bodyStart} bytes`));
  }
  return nodes;
}

function readRequest(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  const start = leadingBreaks(bytes);
  const head = readHead(bytes, start);
  const line = parseRequestLine(head.firstLine, head.lineComplete) ?? methodAlone(payload);
  if (!line) return undefined;
  return {
    kind: 'http1-request',
    confidence: line.version && methods.includes(line.method) ? 'proven' : 'fits',
    summary: summaryOf(line, head),
    details: purposeOf(line, head),
    fields: {
      method: line.method,
      ...(line.target !== undefined && { target: line.target }),
      ...(line.version !== undefined && { http_version: line.version }),
      ...headerFields(head),
    },
    tree: treeOf(bytes, start, head),
    ...(head.bodyStart < 0 && { incomplete: true }),
  };
}

function readResponse(payload: Payload): KindReading | undefined {
  const head = readHead(payload.bytes);
  const line = statusLine.exec(head.firstLine);
  if (!line) return methodlessResponse(payload);
  const server = field(head, 'server');
  const reason = oneLine(line[3] ?? '', 80);
  return {
    kind: 'http1-response',
    confidence: head.lineComplete ? 'proven' : 'fits',
    summary: `HTTP response ${line[2]} ${reason}${server ? ` from ${oneLine(server.value, 60)}` : ''}`.trimEnd(),
    details: ['An HTTP server answered here: the connection goes to a port that speaks HTTP.'],
    fields: { status: Number(line[2]), http_version: line[1] ?? '', ...(server && { server: server.value }) },
    tree: treeOf(payload.bytes, 0, head),
    ...(head.bodyStart < 0 && { incomplete: true }),
  };
}

/** The four bytes `HTTP` that another program took for a length. */
function methodlessResponse(payload: Payload): KindReading | undefined {
  const text = latin1(payload.bytes, 0, Math.min(payload.bytes.length, 200));
  const started =
    /^HTTP\/1\.(?:[01](?: \d{0,3})?)?$/.test(text) ||
    (payload.truncated && text.length >= 4 && 'HTTP/1.'.startsWith(text));
  if (!started) return undefined;
  return {
    kind: 'http1-response',
    confidence: 'fits',
    summary: 'The beginning of an HTTP response (HTTP/…)',
    details: ['An HTTP server answered here: the connection goes to a port that speaks HTTP.'],
    fields: {},
    tree: [leaf(0, payload.bytes.length, 'first line', oneLine(text))],
    incomplete: true,
  };
}

export const http1: KindReader = {
  kinds: ['http1-request', 'http1-response'],
  source: 'RFC 9112 2.2, 3, 4',
  begins: Uint8Array.of(13, 10, ...capitals),
  read: (payload) => {
    if (!startsPrintable(payload.bytes)) return undefined;
    return readRequest(payload) ?? readResponse(payload);
  },
};
