/** ZMTP greetings and streams: RFC 13 (1.0), 15 (2.0), 23 (3.0), 37 (3.1). */
import { beNumber, isZero, latin1, toHex, u8 } from '../bytes';
import type { Json, ReadingNode } from '../reading';
import { count, escapeBytes, oneLine } from '../text';
import {
  type Greeting,
  plainUser,
  readCommand,
  readFrames,
  readGreeting,
  readMetadata,
  readOldFrames,
  type ZmtpCommand,
  type ZmtpFrame,
} from '../zmtp/stream';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** Frames of a stream, sorted. */
interface Stream {
  readonly greeting?: Greeting;
  readonly frames: readonly ZmtpFrame[];
  readonly commands: readonly ZmtpCommand[];
  /** Messages as lists of frames; the last may be incomplete. */
  readonly messages: readonly (readonly ZmtpFrame[])[];
  readonly identity?: Uint8Array;
}

function messagesOf(frames: readonly ZmtpFrame[]): ZmtpFrame[][] {
  const messages: ZmtpFrame[][] = [];
  let open = false;
  for (const frame of frames) {
    const last = messages.at(-1);
    if (open && last) last.push(frame);
    else messages.push([frame]);
    open = frame.more;
  }
  return messages;
}

/** In ZMTP 1.0 and 2.0 the first frame of a peer is its identity. */
function toStream(bytes: Uint8Array, greeting: Greeting | undefined, frames: readonly ZmtpFrame[]): Stream {
  const named = !greeting || greeting.version === '1.0' || greeting.version === '2.0';
  const first = named ? frames[0] : undefined;
  const data = frames.filter((frame) => !frame.command && frame !== first);
  const commands = frames.filter((frame) => frame.command).map((frame) => readCommand(bytes, frame));
  return {
    ...(greeting && { greeting }),
    frames,
    commands,
    messages: messagesOf(data),
    ...(first && { identity: bytes.subarray(first.body, first.end) }),
  };
}

function metadataOf(stream: Stream): Map<string, Uint8Array> {
  const ready = stream.commands.find((command) => command.name === 'READY');
  return ready ? readMetadata(ready.data) : new Map();
}

/** Property names are compared without case: RFC 23 2.5. */
function property(metadata: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array | undefined {
  for (const [each, value] of metadata) if (each.toLowerCase() === name) return value;
  return undefined;
}

function socketTypeOf(stream: Stream): string | undefined {
  const value = property(metadataOf(stream), 'socket-type');
  return value ? latin1(value) : stream.greeting?.socketType;
}

function identityOf(stream: Stream): Uint8Array | undefined {
  return stream.identity ?? property(metadataOf(stream), 'identity');
}

function subscriptions(stream: Stream): string[] {
  return stream.commands.filter((command) => command.name === 'SUBSCRIBE').map((command) => latin1(command.data));
}

/** Why a peer refused the connection: ERROR holds a reason with its length in front (RFC 23 2.4). */
function refusal(stream: Stream): string | undefined {
  const error = stream.commands.find((command) => command.name === 'ERROR');
  return error ? oneLine(latin1(error.data, 1, 1 + Math.max(0, u8(error.data, 0))), 200) : undefined;
}

function commandFields(stream: Stream): { readonly [name: string]: Json } {
  const { commands } = stream;
  const ping = commands.find((command) => command.name === 'PING');
  const user =
    stream.greeting?.mechanism === 'PLAIN' ? commands.map(plainUser).find((name) => name !== undefined) : undefined;
  const subscribe = subscriptions(stream);
  const refused = refusal(stream);
  return {
    ...(commands.length > 0 && { commands: commands.map((command) => command.name) }),
    ...(subscribe.length > 0 && { subscribe }),
    ...(ping && { ping_ttl: beNumber(ping.data, 0, 2) }),
    ...(refused !== undefined && { error_reason: refused }),
    ...(user !== undefined && { username: user }),
  };
}

function fieldsOf(bytes: Uint8Array, stream: Stream, version: string | undefined): { readonly [name: string]: Json } {
  const { greeting, messages } = stream;
  const type = socketTypeOf(stream);
  const identity = identityOf(stream);
  const hex = (frame: ZmtpFrame): string => toHex(bytes.subarray(frame.body, frame.end));
  return {
    ...(version !== undefined && { zmtp_version: version }),
    signed: greeting !== undefined,
    ...(greeting?.mechanism !== undefined && { mechanism: greeting.mechanism }),
    ...(greeting?.asServer !== undefined && { as_server: greeting.asServer }),
    ...(type !== undefined && { socket_type: type }),
    ...(identity && { identity_hex: toHex(identity) }),
    ...commandFields(stream),
    ...(messages.length > 0 && {
      messages: messages.slice(0, 50).map((message) => message.map(hex)),
      message_frame_lens: (messages[0] ?? []).map((frame) => frame.end - frame.body),
    }),
  };
}

function frameNode(bytes: Uint8Array, frame: ZmtpFrame): ReadingNode {
  const body = bytes.subarray(frame.body, frame.end);
  const label = frame.command ? `command ${readCommand(bytes, frame).name}` : `frame${frame.more ? ' (MORE)' : ''}`;
  return leaf(frame.start, frame.end, label, `${count(frame.size, 'byte')} ${escapeBytes(body, 40)}`);
}

const signatureOnly =
  'ZMTP greeting signature (ff … 7f): the peer is a ZMQ socket; its version would follow, and is not here';

function summaryOf(stream: Stream, version: string | undefined): string {
  if (version === undefined) return signatureOnly;
  const type = socketTypeOf(stream);
  const mechanism = stream.greeting?.mechanism;
  const identity = identityOf(stream);
  const topics = subscriptions(stream);
  const refused = refusal(stream);
  const parts = [
    mechanism === undefined ? '' : `mechanism ${oneLine(mechanism, 24)}`,
    type === undefined ? '' : `a ${oneLine(type, 24)} socket`,
    identity && identity.length > 0 ? `identity ${escapeBytes(identity, 40)}` : '',
    topics.length > 0
      ? `subscribes to ${oneLine(topics.map((topic) => (topic === '' ? 'everything' : topic)).join(', '), 80)}`
      : '',
    stream.messages.length > 0 ? count(stream.messages.length, 'message') : '',
    refused === undefined ? '' : `refuses the connection: ${refused}`,
  ].filter((part) => part !== '');
  return `ZMTP ${version} ${stream.frames.length > 0 ? 'stream' : 'greeting'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

/** What the messages hold. */
function innerReadings(payload: Payload, stream: Stream): KindReading[] {
  const frames = stream.messages.flat().filter((frame) => frame.end > frame.body);
  return frames.slice(0, 8).flatMap((frame) => payload.inner(payload.bytes.subarray(frame.body, frame.end)) ?? []);
}

function toReading(payload: Payload, stream: Stream, version: string | undefined, sure: boolean): KindReading {
  const { bytes } = payload;
  const { greeting, frames } = stream;
  const inner = innerReadings(payload, stream);
  const last = frames.at(-1);
  const cut = greeting?.complete === false || (last !== undefined && last.body + last.size > bytes.length);
  return {
    kind: frames.length > 0 ? 'zmtp-stream' : 'zmtp-greeting',
    confidence: sure ? 'proven' : 'weak',
    summary: summaryOf(stream, version),
    details: [
      ...(greeting?.mechanism === 'NULL' ? ['Mechanism NULL: this peer neither proves who it is nor encrypts.'] : []),
      ...inner.map((reading) => `In a message: ${reading.summary}`),
    ],
    fields: {
      ...fieldsOf(bytes, stream, version),
      ...(inner.length > 0 && { nested: inner.map((reading) => reading.kind) }),
    },
    tree: [
      ...(greeting ? [leaf(0, greeting.end, 'greeting', version === undefined ? 'signature' : `ZMTP ${version}`)] : []),
      ...frames.map((frame) => frameNode(bytes, frame)),
    ],
    ...(cut && { incomplete: true }),
  };
}

/** An anonymous or named peer of ZMTP 1.0 sends no greeting: only a hint tells. */
function readUnversioned(payload: Payload): KindReading | undefined {
  const frames = readOldFrames(payload.bytes, 0);
  const end = frames.at(-1)?.end ?? 0;
  if (payload.hint !== 'zmtp' || end !== payload.bytes.length) return undefined;
  return toReading(payload, toStream(payload.bytes, undefined, frames), '1.0', true);
}

/** Frames of a running ZMTP 3 connection, where the hint says so. */
function readTraffic(payload: Payload): KindReading | undefined {
  const frames = readFrames(payload.bytes, 0);
  const last = frames.at(-1);
  if (payload.hint !== 'zmtp' || !last || last.end !== payload.bytes.length) return undefined;
  return toReading(
    payload,
    { ...toStream(payload.bytes, { version: '3.1', end: 0, complete: true }, frames), frames },
    '3.1',
    true,
  );
}

/** `ff 00 00 00`: what another program takes for a length (-16777216) when it reads a ZMTP greeting. */
function isStart({ bytes, truncated }: Payload): boolean {
  return (
    truncated &&
    bytes.length >= 4 &&
    bytes.length < 10 &&
    bytes[0] === 0xff &&
    isZero(bytes, 1, Math.min(8, bytes.length))
  );
}

/** Of a number that another program took for a length these are all bytes there are; elsewhere ff and zeros are many things. */
function startOfGreeting({ bytes, form }: Payload): KindReading {
  const sure = form.startsWith('int') || bytes.length > 6;
  return {
    kind: 'zmtp-greeting',
    confidence: sure ? 'fits' : 'weak',
    summary: `${sure ? 'The' : 'Perhaps the'} beginning of a ZMTP greeting (ff 00 …): the peer is a ZMQ socket`,
    details: ['The connection goes to a port where a ZMQ socket listens.'],
    fields: {},
    tree: [leaf(0, bytes.length, 'signature', 'ff 00 …')],
    incomplete: true,
  };
}

/** The signature as every libzmq writes it: the length of an identity in eight bytes, of which seven are zero, then 7f. */
function isMarked(bytes: Uint8Array): boolean {
  return bytes[9] === 0x7f && isZero(bytes, 1, 8);
}

export const zmtp: KindReader = {
  kinds: ['zmtp-greeting', 'zmtp-stream'],
  source: 'RFC 13, 15, 23, 37 of rfc.zeromq.org',
  read: (payload) => {
    const { bytes } = payload;
    const greeting = readGreeting(bytes);
    if (!greeting && isStart(payload)) return startOfGreeting(payload);
    if (!greeting) return payload.hint === 'zmtp' ? (readTraffic(payload) ?? readUnversioned(payload)) : undefined;
    const old = greeting.version === '1.0';
    const frames = old ? readOldFrames(bytes, 0) : readFrames(bytes, greeting.end);
    const mark = isMarked(bytes) || payload.hint === 'zmtp';
    if (!mark && greeting.version !== '3.0' && greeting.version !== '3.1') return undefined;
    return toReading(payload, toStream(bytes, greeting, greeting.complete ? frames : []), greeting.version, mark);
  },
};
