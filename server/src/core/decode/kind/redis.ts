/** Redis serialization protocol: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
import { latin1 } from '../bytes';
import type { ReadingConfidence } from '../reading';
import { oneLine, utf8, utf8Bytes } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** A request: `*n CRLF`, then n times `$length CRLF bytes CRLF`. */
interface Command {
  readonly args: readonly string[];
  readonly complete: boolean;
}

const argumentLimit = 1000;

/** Number and end of a line `<mark>digits CRLF` at an offset. */
function numberLine(text: string, at: number, mark: string): { value: number; next: number } | undefined {
  const match = new RegExp(`^\\${mark}(-?\\d{1,9})\\r\\n`).exec(text.slice(at, at + 16));
  return match ? { value: Number(match[1]), next: at + match[0].length } : undefined;
}

function readCommand(bytes: Uint8Array): Command | undefined {
  const text = latin1(bytes, 0, Math.min(bytes.length, 1 << 20));
  const head = numberLine(text, 0, '*');
  if (!head) return undefined;
  const args: string[] = [];
  let at = head.next;
  while (args.length < Math.min(head.value, argumentLimit)) {
    const length = numberLine(text, at, '$');
    if (!length) return { args, complete: false };
    const end = length.next + length.value;
    args.push(utf8(bytes, length.next, Math.min(end, bytes.length)) ?? text.slice(length.next, end));
    if (end + 2 > bytes.length) return { args, complete: false };
    at = end + 2;
  }
  return { args, complete: true };
}

function readArray(payload: Payload): KindReading | undefined {
  const command = readCommand(payload.bytes);
  if (!command || (command.args.length === 0 && payload.bytes.length > 8)) return undefined;
  const [name = '', ...rest] = command.args;
  return {
    kind: 'redis-resp',
    confidence: 'proven',
    summary: `Redis command ${oneLine([name.toUpperCase(), ...rest].join(' '), 100)}`.trimEnd(),
    details: ['A Redis client talks to this port.'],
    fields: { resp_type: 'array', command: name.toUpperCase(), args: command.args },
    tree: [leaf(0, payload.bytes.length, 'command', oneLine(command.args.join(' '), 200))],
    ...(!command.complete && { incomplete: true }),
  };
}

const replies: readonly (readonly [RegExp, string, string])[] = [
  [/^-([A-Z][A-Z0-9]{2,20}(?: [^\r\n]*)?)\r\n/, 'error', 'error'],
  [/^\+([^\r\n]{1,500})\r\n/, 'simple', 'simple string'],
  [/^:(-?\d{1,20})\r\n/, 'integer', 'integer'],
  [/^\$-?\d{1,10}\r\n([^\r]{0,200})/, 'bulk', 'bulk string'],
];

/** Errors and simple strings of the server itself; POP3 begins with +OK as well, and a patch with + or -. */
const knownReplies =
  /^(?:[-](?:ERR|WRONGTYPE|NOAUTH|WRONGPASS|MOVED|ASK|CLUSTERDOWN|LOADING|READONLY|OOM|BUSY|NOSCRIPT|NOPERM|EXECABORT|MISCONF|MASTERDOWN|NOREPLICAS|DENIED|CROSSSLOT|TRYAGAIN)[ \r]|\+(?:(?:OK|PONG|QUEUED)\r|CONTINUE|FULLRESYNC|NOKEY|Background ))/;

/** True for a bulk string that has the length it declares, as far as the bytes go. */
function isBulk(bytes: Uint8Array, text: string): boolean {
  const head = numberLine(text, 0, '$');
  const end = head && head.next + Math.max(0, head.value);
  return end !== undefined && (end >= bytes.length || text.startsWith('\r\n', end) || head?.value === -1);
}

function replyConfidence(bytes: Uint8Array, text: string, type: string): ReadingConfidence {
  if (type === 'bulk') return isBulk(bytes, text) ? 'proven' : 'weak';
  if (type === 'integer') return 'fits';
  return knownReplies.test(text) ? 'proven' : 'weak';
}

function readReply(payload: Payload): KindReading | undefined {
  const text = latin1(payload.bytes, 0, Math.min(payload.bytes.length, 1024));
  for (const [shape, type, words] of replies) {
    const match = shape.exec(text);
    if (!match) continue;
    const confidence = replyConfidence(payload.bytes, text, type);
    return {
      kind: 'redis-resp',
      confidence,
      summary: `${confidence === 'weak' ? 'Perhaps a ' : ''}Redis reply, ${words}: ${oneLine(match[1] ?? '', 120)}`,
      details: ['A Redis server answered.'],
      fields: { resp_type: type, text: match[1] ?? '' },
      tree: [leaf(0, payload.bytes.length, type, oneLine(match[1] ?? '', 200))],
    };
  }
  return undefined;
}

export const redis: KindReader = {
  kinds: ['redis-resp'],
  source: 'Redis serialization protocol specification',
  begins: utf8Bytes('*+-:$'),
  read: (payload) => {
    const first = payload.bytes[0] ?? 0;
    if (first === 0x2a) return readArray(payload);
    return first === 0x2b || first === 0x2d || first === 0x3a || first === 0x24 ? readReply(payload) : undefined;
  },
};
