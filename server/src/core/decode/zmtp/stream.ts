/** ZMTP on the wire: greeting, frames and commands of 1.0, 2.0 and 3.x (RFC 13, 15, 23, 37). */
import { beNumber, latin1, u8 } from '../bytes';

/** A frame. Offsets in bytes, [start, end). */
export interface ZmtpFrame {
  readonly start: number;
  readonly body: number;
  readonly end: number;
  readonly more: boolean;
  readonly command: boolean;
  /** Bytes that the header declares. */
  readonly size: number;
}

/** What a greeting says. */
export interface Greeting {
  /** `1.0`, `2.0`, `3.0`, `3.1` …; undefined where the bytes end behind the signature, which all versions share. */
  readonly version?: string;
  /** Offset behind the greeting, or where the bytes end. */
  readonly end: number;
  readonly complete: boolean;
  readonly mechanism?: string;
  readonly asServer?: boolean;
  /** Socket type, which ZMTP 2.0 sends as a number. */
  readonly socketType?: string;
  /** Length of the identity + 1, which old peers read from the signature. */
  readonly signatureLength?: number;
}

/** Socket types by number: RFC 15, and zmq.h. */
const socketTypes = ['PAIR', 'PUB', 'SUB', 'REQ', 'REP', 'DEALER', 'ROUTER', 'PULL', 'PUSH'];

const frameLimit = 2000;

/**
 * ZMTP 2.0 and 3.x: signature ff, 8 bytes, 7f; the revision follows at offset 10 (RFC 23 2.2). libzmq takes any odd byte for
 * 7f (zmtp_engine.cpp, receive_greeting), but an odd byte may as well be the flags of a long ZMTP 1.0 frame with MORE.
 */
export function readGreeting(bytes: Uint8Array): Greeting | undefined {
  if (u8(bytes, 0) !== 0xff || bytes.length < 10 || (u8(bytes, 9) & 1) === 0) return undefined;
  const signatureLength = beNumber(bytes, 3, 6);
  const major = u8(bytes, 10);
  if (major < 0) return { end: bytes.length, complete: false, signatureLength };
  if (major < 3) return olderGreeting(bytes, major, signatureLength);
  const minor = u8(bytes, 11);
  const mechanism = mechanismOf(bytes);
  if (mechanism === undefined) return undefined;
  return {
    version: minor < 0 ? '3' : `3.${minor}`,
    end: Math.min(64, bytes.length),
    complete: bytes.length >= 64,
    signatureLength,
    ...(mechanism !== '' && { mechanism }),
    ...(bytes.length > 32 && { asServer: u8(bytes, 32) === 1 }),
  };
}

/** The mechanism: 20 bytes of capitals, digits, - _ . +, padded with NUL (RFC 23 2.2); undefined for other bytes. */
function mechanismOf(bytes: Uint8Array): string | undefined {
  const text = latin1(bytes, 12, Math.max(12, Math.min(bytes.length, 32)));
  return /^[A-Z0-9_.+-]{0,20}\0{0,20}$/.test(text) ? text.split('\0', 1)[0] : undefined;
}

/** ZMTP 1.0 with a long frame has revision 0, ZMTP 2.0 has 1 and then the socket type. */
function olderGreeting(bytes: Uint8Array, revision: number, signatureLength: number): Greeting {
  const socketType = socketTypes[u8(bytes, 11)];
  const end = Math.min(bytes.length, 12);
  return {
    version: revision === 0 ? '1.0' : '2.0',
    end,
    complete: bytes.length >= 12,
    signatureLength,
    ...(socketType !== undefined && { socketType }),
  };
}

/** Frames of ZMTP 2.0 and 3.x: flags (1 MORE, 2 LONG, 4 COMMAND), size of 1 or 8 bytes, body (RFC 23 2.3). */
export function readFrames(bytes: Uint8Array, start: number): ZmtpFrame[] {
  const frames: ZmtpFrame[] = [];
  for (let at = start; at < bytes.length && frames.length < frameLimit; ) {
    const flags = u8(bytes, at);
    const width = (flags & 2) !== 0 ? 8 : 1;
    const size = width === 1 ? u8(bytes, at + 1) : beNumber(bytes, at + 3, 6);
    if (flags > 7 || size < 0) break;
    const body = at + 1 + width;
    const end = Math.min(bytes.length, body + size);
    frames.push({ start: at, body, end, more: (flags & 1) !== 0, command: (flags & 4) !== 0, size });
    at = body + size;
  }
  return frames;
}

/** Frames of ZMTP 1.0: length that counts the flags (ff and 8 bytes if long), flags, body (RFC 13). */
export function readOldFrames(bytes: Uint8Array, start: number): ZmtpFrame[] {
  const frames: ZmtpFrame[] = [];
  for (let at = start; at + 1 < bytes.length && frames.length < frameLimit; ) {
    const long = u8(bytes, at) === 0xff;
    const length = long ? beNumber(bytes, at + 3, 6) : u8(bytes, at);
    const flagsAt = at + (long ? 9 : 1);
    if (length < 1 || flagsAt >= bytes.length) break;
    const end = Math.min(bytes.length, flagsAt + length);
    frames.push({
      start: at,
      body: flagsAt + 1,
      end,
      more: (u8(bytes, flagsAt) & 1) !== 0,
      command: false,
      size: length - 1,
    });
    at = flagsAt + length;
  }
  return frames;
}

/** A command: name with its length, then data (RFC 23 2.4). */
export interface ZmtpCommand {
  readonly name: string;
  readonly data: Uint8Array;
}

/** The command in a frame; ZMTP 3.0 writes it alike. */
export function readCommand(bytes: Uint8Array, frame: ZmtpFrame): ZmtpCommand {
  const length = Math.max(0, u8(bytes, frame.body));
  const nameEnd = Math.min(frame.end, frame.body + 1 + length);
  return { name: latin1(bytes, frame.body + 1, nameEnd), data: bytes.subarray(nameEnd, frame.end) };
}

/** Properties of READY and INITIATE: name with a length of 1 byte, value with a length of 4 (RFC 23 2.5). */
export function readMetadata(data: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < data.length && found.size < 100; ) {
    const nameEnd = at + 1 + u8(data, at);
    const length = beNumber(data, nameEnd, 4);
    if (length < 0) break;
    found.set(latin1(data, at + 1, nameEnd), data.subarray(nameEnd + 4, nameEnd + 4 + length));
    at = nameEnd + 4 + length;
  }
  return found;
}

/** The user name of a PLAIN HELLO: `HELLO`, then two texts with a length of one byte (RFC 24). */
export function plainUser(command: ZmtpCommand): string | undefined {
  const length = u8(command.data, 0);
  if (command.name !== 'HELLO' || length < 0 || 1 + length > command.data.length) return undefined;
  return latin1(command.data, 1, 1 + length);
}
