/** Protocols that begin with a line of text: SSH, Redis, NATS, memcached, RTSP, SIP, PROXY v1, server-sent events, Prometheus. */
import { hasText, u8 } from '../bytes';
import type { Json } from '../reading';
import { latin1Lines, oneLine, utf8Bytes } from '../text';
import { field, readHead, startsPrintable } from './httpMessage';
import { capitals, type KindReader, type KindReading, leaf, type Payload } from './kind';

/** A reading whose tree is the first line. */
function lineReading(
  payload: Payload,
  kind: string,
  summary: string,
  fields: { readonly [name: string]: Json },
  details: readonly string[] = [],
): KindReading {
  const line = latin1Lines(payload.bytes, 1)[0] ?? '';
  const tree = [leaf(0, line.length, 'first line', oneLine(line))];
  return { kind, confidence: 'proven', summary, details, fields, tree };
}

/** RFC 4253 4.2: `SSH-protoversion-softwareversion SP comments`. */
export const ssh: KindReader = {
  kinds: ['ssh-banner'],
  source: 'RFC 4253 4.2',
  begins: utf8Bytes('S'),
  read: (payload) => {
    if (!hasText(payload.bytes, 'SSH-')) return undefined;
    const line = latin1Lines(payload.bytes, 1, 512)[0] ?? '';
    const match = /^SSH-(2\.0|1\.99|1\.5)-([\x21-\x7e]*)/.exec(line);
    if (!match) return startOfSsh(payload);
    const software = match[2] ?? '';
    return lineReading(payload, 'ssh-banner', `SSH banner: protocol ${match[1]}, software ${oneLine(software, 80)}`, {
      protocol: match[1] ?? '',
      software,
    });
  },
};

function startOfSsh(payload: Payload): KindReading | undefined {
  if (!payload.truncated) return undefined;
  const reading = lineReading(payload, 'ssh-banner', 'The beginning of an SSH banner (SSH-…)', {});
  return { ...reading, confidence: 'fits', incomplete: true };
}

/** Options with which greetings begin, of which logs that write `INFO {…}` have none. */
const natsOptions = [
  ...['server_id', 'server_name', 'max_payload', 'proto', 'verbose', 'pedantic', 'lang', 'protocol', 'echo', 'headers'],
  ...['auth_required', 'tls_required', 'jetstream', 'nkey', 'auth_token', 'user', 'pass', 'jwt', 'sig'],
];

/** True where the first option is one of NATS, or is cut and may become one. */
function hasNatsOption(line: string): boolean {
  const match = /^[A-Z]+ \{ ?"(\w{1,30})("?)/.exec(line);
  const [, word = '', closed = ''] = match ?? [];
  if (!match) return /^[A-Z]+ \{ ?"?$/.test(line);
  return closed === '"' ? natsOptions.includes(word) : natsOptions.some((option) => option.startsWith(word));
}

/** NATS protocol: `INFO {json}` from servers, `CONNECT {json}` from clients. */
export const nats: KindReader = {
  kinds: ['nats-connect', 'nats-info'],
  source: 'NATS client protocol',
  begins: utf8Bytes('CI'),
  read: (payload) => {
    const word = hasText(payload.bytes, 'CONNECT {')
      ? 'connect'
      : hasText(payload.bytes, 'INFO {')
        ? 'info'
        : undefined;
    if (!word) return undefined;
    const line = latin1Lines(payload.bytes, 1)[0] ?? '';
    if (!hasNatsOption(line)) return undefined;
    const summary = word === 'info' ? 'NATS server greeting (INFO)' : 'NATS client greeting (CONNECT)';
    return lineReading(payload, `nats-${word}`, `${summary}: ${oneLine(line.slice(line.indexOf('{')), 120)}`, {});
  },
};

const memcachedLine =
  /^(?:stats|version|flush_all|quit|verbosity|gets? \S{1,250}|delete \S{1,250}|(?:set|add|replace|append|prepend|cas) \S{1,250} \d+ -?\d+ \d+.*)$/;

/** memcached's text protocol: a known command on a line of its own. */
export const memcached: KindReader = {
  kinds: ['memcached-text'],
  source: 'memcached doc/protocol.txt',
  begins: utf8Bytes('abcdefghijklmnopqrstuvwxyz'),
  read: (payload) => {
    // Every command begins with a lower-case letter.
    if (u8(payload.bytes, 0) < 97 || u8(payload.bytes, 0) > 122) return undefined;
    const [line = '', ...rest] = latin1Lines(payload.bytes, 2, 4096);
    if (rest.length === 0 || !memcachedLine.test(line)) return undefined;
    const command = line.split(' ', 1)[0] ?? '';
    const sure = u8(payload.bytes, line.length) === 13;
    const summary = `${sure ? '' : 'Perhaps a '}memcached command: ${oneLine(line, 100)}`;
    const reading = lineReading(payload, 'memcached-text', summary, { command });
    // Clients end lines with CR and LF; a word on a line of its own stands in many texts.
    return sure ? reading : { ...reading, confidence: 'weak', guess: true };
  },
};

/** Methods of both; another word may be what ZMTP framing left of one. */
const knownMethods = new Set(
  'OPTIONS DESCRIBE ANNOUNCE SETUP PLAY PAUSE TEARDOWN GET_PARAMETER SET_PARAMETER REDIRECT RECORD INVITE ACK BYE CANCEL REGISTER PRACK SUBSCRIBE NOTIFY PUBLISH INFO REFER MESSAGE UPDATE'.split(
    ' ',
  ),
);

const requestShapes: readonly (readonly [RegExp, string, string])[] = [
  [/^([A-Z][A-Z_]{1,19}) (\S{1,4000}) RTSP\/(\d\.\d)$/, 'rtsp-request', 'RTSP'],
  [/^([A-Z]{2,20}) (\S{1,4000}) SIP\/(\d\.\d)$/, 'sip-request', 'SIP'],
];

/** RTSP (RFC 7826) and SIP (RFC 3261) have the shape of HTTP with another version token. */
export const rtspSip: KindReader = {
  kinds: ['rtsp-request', 'sip-request'],
  source: 'RFC 7826 4; RFC 3261 7.1',
  begins: capitals,
  read: (payload) => {
    if (!startsPrintable(payload.bytes)) return undefined;
    const head = readHead(payload.bytes);
    for (const [shape, kind, name] of requestShapes) {
      const match = shape.exec(head.firstLine);
      if (!match) continue;
      const agent = field(head, 'user-agent');
      const reading = lineReading(
        payload,
        kind,
        `${name} request ${match[1]} ${oneLine(match[2] ?? '', 80)} (not HTTP)`,
        {
          method: match[1] ?? '',
          target: match[2] ?? '',
          ...(agent && { user_agent: agent.value }),
        },
      );
      return knownMethods.has(match[1] ?? '') ? reading : { ...reading, confidence: 'fits' };
    }
    return head.lineComplete ? undefined : startOfRequest(payload, head.firstLine);
  },
};

/** A request line that is cut behind the scheme of its target. */
function startOfRequest(payload: Payload, line: string): KindReading | undefined {
  const match = /^([A-Z][A-Z_]{1,19}) (sip|rtsp)s?:/.exec(line);
  if (!payload.truncated || !match || !knownMethods.has(match[1] ?? '')) return undefined;
  const name = (match[2] ?? '').toUpperCase();
  const reading = lineReading(payload, `${match[2]}-request`, `${name} request ${oneLine(line, 80)}… (not HTTP)`, {
    method: match[1] ?? '',
  });
  return { ...reading, confidence: 'fits', incomplete: true };
}

/** HAProxy's PROXY protocol, version 1: `PROXY TCP4 source destination port port`. */
export const proxyV1: KindReader = {
  kinds: ['proxy-protocol-v1'],
  source: 'PROXY protocol specification 2.1',
  begins: utf8Bytes('P'),
  read: (payload) => {
    if (!hasText(payload.bytes, 'PROXY ')) return undefined;
    const [line = '', ...rest] = latin1Lines(payload.bytes, 2, 512);
    const match = /^PROXY (TCP4|TCP6|UNKNOWN)(?: (\S+) (\S+) (\d{1,5}) (\d{1,5}))?/.exec(line);
    if (!match) return undefined;
    const known = match[2] !== undefined;
    const src = `${match[2]}:${match[4]}`;
    const dst = `${match[3]}:${match[5]}`;
    const behind = rest.length > 0 ? payload.inner(payload.bytes.subarray(line.length + 2), true) : undefined;
    return lineReading(
      payload,
      'proxy-protocol-v1',
      `PROXY protocol v1 header${known ? `: the client ${src} speaks to ${dst}` : ''} through a proxy`,
      { protocol: match[1] ?? '', ...(known && { src, dst }), ...(behind && { inner_kind: behind.kind }) },
      behind ? [`Behind the header: ${behind.summary}`] : [],
    );
  },
};

/**
 * Nothing but fields, comments and the empty lines that end events; YAML and notes have a `data:` as well, so that an event must
 * have ended, or its data begin like JSON.
 */
function isEventStream(lines: readonly string[]): boolean {
  const data = lines.filter((line) => line.startsWith('data:'));
  const last = lines.length - 1;
  const ended = lines.some((line, i) => line === '' && i < last && i > 0);
  const fields = lines.every(
    (line, i) => line === '' || i === last || /^(?:(?:data|event|id|retry)(?::|$)|:)/.test(line),
  );
  const first = /^(?:data|event|id|retry): ?/.test(lines[0] ?? '');
  return first && data.length > 0 && fields && (ended || data.some((line) => /^data: ?(?:[{[]|\[DONE\])/.test(line)));
}

/** WHATWG HTML 9.2: lines `field: value`, events end with an empty line. */
export const sse: KindReader = {
  kinds: ['sse'],
  source: 'WHATWG HTML 9.2',
  begins: utf8Bytes('deir'),
  read: (payload) => {
    if (!startsPrintable(payload.bytes)) return undefined;
    const lines = latin1Lines(payload.bytes, 50);
    if (!isEventStream(lines)) return undefined;
    const events = lines.filter((line) => line.startsWith('data:')).length;
    const done = lines.some((line) => line === 'data: [DONE]');
    const reading = lineReading(
      payload,
      'sse',
      `Server-sent events (${events} data: lines): ${oneLine(lines[0] ?? '', 100)}`,
      { events, done },
      ['A streamed answer of an HTTP API, such as a chat completion.'],
    );
    return { ...reading, confidence: 'fits' };
  },
};

/** A heading of a text may begin with `# HELP`: a type is one of these, and help is of a name with an underscore. */
const metricType =
  /^# TYPE [a-zA-Z_:][\w:]* (?:counter|gauge|histogram|summary|untyped|unknown|info|stateset|gaugehistogram)\s*$/;
const metricSample = /^[a-zA-Z_:][\w:]*(?:\{[^}]*\})? (?:[-+]?[\d.]+(?:e[-+]?\d+)?|[-+]?Inf|NaN)(?: \d+)?$/;

/** A remark, or the name of a metric with labels. */
function beginsMetrics(bytes: Uint8Array): boolean {
  if (hasText(bytes, '# ')) return true;
  let at = 0;
  while (at < 59 && isNameByte(u8(bytes, at))) at++;
  return at > 0 && u8(bytes, at) === 0x7b;
}

/** `a` to `z`, `_`, `:`. */
function isNameByte(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f || byte === 0x3a;
}

/** Prometheus text exposition format: `# HELP`, `# TYPE`, then samples. */
export const prometheus: KindReader = {
  kinds: ['prometheus-text'],
  source: 'Prometheus exposition formats',
  begins: utf8Bytes('#_:abcdefghijklmnopqrstuvwxyz'),
  read: (payload) => {
    if (!beginsMetrics(payload.bytes)) return undefined;
    const lines = latin1Lines(payload.bytes, 200);
    const types = lines.filter((line) => metricType.test(line));
    const helped = lines.filter((line) => /^# (?:HELP|UNIT) ([a-zA-Z_:][\w:]{0,200}) /.exec(line)?.[1]?.includes('_'));
    const samples = lines.filter((line) => metricSample.test(line));
    const labelled = samples.filter((line) => line.includes('{'));
    if (types.length === 0 && helped.length === 0 && labelled.length < 2) return undefined;
    const name = /^(?:# \w+ )?([\w:]+)/.exec(types[0] ?? helped[0] ?? samples[0] ?? '')?.[1] ?? '';
    return lineReading(
      payload,
      'prometheus-text',
      `Prometheus metrics${name ? `, beginning with ${oneLine(name, 80)}` : ''}`,
      { samples: samples.length },
    );
  },
};
