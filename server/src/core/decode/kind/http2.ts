/** HTTP/2 connection preface and the frames behind it: RFC 9113 3.4, 4.1, 6. */
import { beNumber, hasText, u8 } from '../bytes';
import type { Json, ReadingNode } from '../reading';
import { count, oneLine, utf8Bytes } from '../text';
import { type Header, readHeaderBlock } from './hpack';
import { nameClient } from './httpClients';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const frameTypes = [
  'DATA',
  'HEADERS',
  'PRIORITY',
  'RST_STREAM',
  'SETTINGS',
  'PUSH_PROMISE',
  'PING',
  'GOAWAY',
  'WINDOW_UPDATE',
  'CONTINUATION',
];
const frameLimit = 500;

/** A frame; offsets in bytes, the header has 9. */
interface Frame {
  readonly type: string;
  readonly flags: number;
  readonly start: number;
  readonly end: number;
}

function readFrames(bytes: Uint8Array, start: number): Frame[] {
  const frames: Frame[] = [];
  for (let at = start; at + 9 <= bytes.length && frames.length < frameLimit; ) {
    const length = beNumber(bytes, at, 3);
    const type = u8(bytes, at + 3);
    const end = Math.min(bytes.length, at + 9 + length);
    frames.push({ type: frameTypes[type] ?? `type ${type}`, flags: u8(bytes, at + 4), start: at, end });
    at += 9 + length;
  }
  return frames;
}

/** Header block of a HEADERS frame without padding (flag 0x08) and priority (flag 0x20): RFC 9113 6.2. */
function headerBlock(bytes: Uint8Array, frame: Frame): Uint8Array {
  const padded = (frame.flags & 0x08) !== 0;
  const start = frame.start + 9 + (padded ? 1 : 0) + ((frame.flags & 0x20) !== 0 ? 5 : 0);
  const end = frame.end - (padded ? u8(bytes, frame.start + 9) : 0);
  return bytes.subarray(start, Math.max(start, end));
}

function headerValue(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([each]) => each === name)?.[1];
}

/** What a gRPC path tells: start of the path, word for fields, words for people. */
const services: readonly (readonly [string, string, string])[] = [
  ['/ray.rpc.', 'ray', 'Ray (GCS or raylet)'],
  ['/ray.serve.', 'ray', 'Ray Serve'],
  ['/etcdserverpb.', 'etcd', 'etcd'],
  ['/v3electionpb.', 'etcd', 'etcd'],
  ['/v3lockpb.', 'etcd', 'etcd'],
  ['/grpc.health.v1.', 'health', 'a gRPC health check'],
  ['/grpc.reflection.', 'reflection', 'gRPC reflection'],
  ['/opentelemetry.', 'opentelemetry', 'an OpenTelemetry exporter'],
  ['/inference.GRPCInferenceService/', 'inference', 'a KServe or Triton inference client'],
  ['/envoy.service.', 'envoy', 'Envoy (xDS)'],
  ['/containerd.', 'containerd', 'containerd'],
  ['/runtime.v1', 'cri', 'the kubelet (CRI)'],
];

function serviceOf(path: string): readonly [string, string, string] | undefined {
  return services.find(([start]) => path.startsWith(start));
}

function headerFields(headers: readonly Header[]): { readonly [name: string]: Json } {
  const path = headerValue(headers, ':path');
  const method = headerValue(headers, ':method');
  const agent = headerValue(headers, 'user-agent');
  const host = headerValue(headers, ':authority') ?? headerValue(headers, 'host');
  const service = path === undefined ? undefined : serviceOf(path);
  const grpc =
    headerValue(headers, 'content-type')?.startsWith('application/grpc') === true ||
    agent?.startsWith('grpc-') === true;
  return {
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(host !== undefined && { host }),
    ...(agent !== undefined && { user_agent: agent }),
    ...(service && { service: service[1] }),
    ...(grpc && { grpc: true }),
  };
}

function summaryOf(headers: readonly Header[]): string {
  const path = headerValue(headers, ':path');
  const agent = headerValue(headers, 'user-agent');
  if (path === undefined) return 'HTTP/2 connection preface: a client starts HTTP/2 without TLS (gRPC does so)';
  const service = serviceOf(path);
  const named = agent === undefined ? undefined : nameClient(agent, false)?.name;
  const by = agent === undefined ? '' : ` by a client calling itself ${oneLine(agent, 80)}${named ? `: ${named}` : ''}`;
  return `HTTP/2 request ${headerValue(headers, ':method') ?? ''} ${oneLine(path, 100)}${service ? ` (${service[2]})` : ''}${by}`;
}

function treeOf(frames: readonly Frame[], headers: readonly Header[], start: number): ReadingNode[] {
  const shown = headers.map(([name, value]) => `${name}: ${value}`).join(', ');
  let first = true;
  const nodes = frames.map((frame) => {
    const value = frame.type === 'HEADERS' && first ? oneLine(shown, 300) : count(frame.end - frame.start - 9, 'byte');
    if (frame.type === 'HEADERS') first = false;
    return leaf(frame.start, frame.end, frame.type, value);
  });
  return [leaf(0, start, 'preface', 'PRI * HTTP/2.0'), ...nodes];
}

function read(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  if (!hasText(bytes, preface.slice(0, 14))) return startOfPreface(payload);
  // A sentence about the preface goes on with something else than its line ends.
  if (!hasText(bytes, preface.slice(0, Math.min(bytes.length, preface.length)))) return undefined;
  const start = Math.min(bytes.length, preface.length);
  const frames = readFrames(bytes, start);
  const block = frames.find((frame) => frame.type === 'HEADERS');
  const headers = block ? readHeaderBlock(headerBlock(bytes, block)) : [];
  return {
    kind: 'http2-preface',
    confidence: 'proven',
    summary: summaryOf(headers),
    details: [
      'A client speaks HTTP/2 here without TLS (prior knowledge): gRPC, Ray and etcd clients do so.',
      ...(frames.length > 0
        ? [
            `Frames: ${frames
              .slice(0, 20)
              .map((frame) => frame.type)
              .join(', ')}.`,
          ]
        : []),
    ],
    fields: { frames: frames.map((frame) => frame.type), ...headerFields(headers) },
    tree: treeOf(frames, headers, start),
  };
}

/** Four bytes that another program took for a number. */
function startOfPreface(payload: Payload): KindReading | undefined {
  const { bytes } = payload;
  const started =
    payload.truncated && bytes.length >= 4 && bytes.length < 14 && hasText(bytes, preface.slice(0, bytes.length));
  if (!started) return undefined;
  return {
    kind: 'http2-preface',
    confidence: 'fits',
    summary: 'The beginning of an HTTP/2 connection preface (PRI * HTTP/2.0): an HTTP/2 or gRPC client',
    details: [],
    fields: {},
    tree: [leaf(0, bytes.length, 'preface', 'PRI')],
    incomplete: true,
  };
}

export const http2: KindReader = {
  kinds: ['http2-preface'],
  source: 'RFC 9113 3.4; RFC 7541',
  begins: utf8Bytes('P'),
  read,
};
