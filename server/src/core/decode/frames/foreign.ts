/** A client that speaks no ZMTP, whose stream a ZMQ socket cut into frames: told from all of them together. */

import { beNumber, concat, isZero, latin1, toHex } from '../bytes';
import type { FormBytes } from '../form/form';
import { identify } from '../kind/identify';
import type { KindReading } from '../kind/kind';
import { rdp } from '../kind/network';
import { changed } from '../lazy';
import { asText, count, escapeBytes, isPrintableAscii, oneLine } from '../text';
import { rankOf } from '../vllm/words';
import { howLost, senderUnknown, whatToDo } from '../zmtp/advice';
import { rebuild } from '../zmtp/rebuild';

/** The bytes as what is left of a foreign client's stream, of which the identity has so many bytes. */
function eatenReading(bytes: Uint8Array, length: number, form: FormBytes): KindReading | undefined {
  const readings = identify({ bytes, length, truncated: true, form: form.form, identity: true });
  return readings.find((reading) => reading.fields.zmtp1 === true);
}

function gapLine(gaps: number): string {
  return `The frames behind the identity lost two bytes each: the first was the frame's length plus 1, of the second (${count(gaps, 'gap')}, shown as ?) only one bit is known.`;
}

/** A protocol that its first bytes tell: the first frame is the identity; the frames behind it lost two bytes each. */
function readProtocol(frames: readonly Uint8Array[], form: FormBytes): KindReading | undefined {
  const [first] = frames;
  if (!first) return undefined;
  const { bytes, gaps } = rebuild(frames);
  const found = eatenReading(bytes, first.length, form);
  if (!found) return undefined;
  const alone = eatenReading(first, first.length, form);
  // A gap in the client's name makes it unreadable: the part in the identity is sure.
  const agent = alone?.fields.user_agent;
  const garbled = alone !== undefined && agent !== undefined && agent !== found.fields.user_agent;
  return changed(found, {
    summary: garbled ? alone.summary : found.summary,
    details: [...found.details, gapLine(gaps.length)],
    fields: {
      ...found.fields,
      ...(garbled && { user_agent: agent }),
      gaps: gaps.map(({ offset, len }) => ({ offset, len })),
    },
  });
}

/** Bytes of a TPKT that are not in the second frame: its header of 4, the length and the code of the X.224 header. */
const tpktHead = 6;

/**
 * A remote-desktop client: `03 00` of its TPKT header are taken as a frame of two bytes, so that the packet's length is the
 * identity; of the X.224 header, length and code (e0, a connection request) are taken (RFC 1006 6; ITU-T X.224 13.3).
 */
function readTpkt(frames: readonly Uint8Array[], form: FormBytes): KindReading | undefined {
  const [identity, rest] = frames;
  if (frames.length !== 2 || identity?.length !== 2 || !rest || !isZero(rest, 0, 2)) return undefined;
  const length = beNumber(identity, 0, 2);
  const cut = form.truncated && rest.length + tpktHead < length && latin1(rest).includes('Cookie: mstshash=');
  if (rest.length + tpktHead !== length && !cut) return undefined;
  const bytes = concat([Uint8Array.of(3, 0), identity, Uint8Array.of(length - 5, 0xe0), rest]);
  const found = rdp.read({
    bytes,
    truncated: form.truncated,
    form: form.form,
    identity: false,
    inner: () => undefined,
  });
  if (!found) return undefined;
  const advice = whatToDo(undefined);
  return changed(found, {
    summary: `${found.summary}; a ZMQ socket took its first 2 bytes`,
    details: [
      ...found.details,
      'Restored in front: \\x03\\x00 (0300); 0x03 = 3 is the length of the identity, 2 bytes, plus 1.',
      `The identity ${toHex(identity)} is the length of the client's packet, ${length} bytes. A vLLM front end takes it for data-parallel rank ${rankOf(identity)}.`,
      howLost('\\x03\\x00'),
      senderUnknown,
      ...advice,
    ],
    advice,
    fields: { ...found.fields, zmtp1: true, identity_len: 2, restored_prefix_hex: '0300', first_byte_restored: '03' },
    incomplete: cut,
  });
}

/** Nobody names a socket by so many characters with blanks between them. */
const leastText = 31;

/** Text of no protocol: each frame's length plus 1 must be a character, since that is the byte which was lost. */
function readPlain(frames: readonly Uint8Array[]): KindReading | undefined {
  const [first] = frames;
  const text = first && first.length >= leastText ? asText(first) : undefined;
  if (!first || text === undefined || !text.trim().includes(' ')) return undefined;
  if (frames.some((frame) => !isPrintableAscii(frame.length + 1) || asText(frame) === undefined)) return undefined;
  // Documents begin like this, and each frame of a ZMQ peer may hold one.
  if (frames.some((frame) => /^[{[<]/.test(latin1(frame, 0, 1)))) return undefined;
  const { bytes, gaps } = rebuild(frames);
  const lost = escapeBytes(Uint8Array.of(first.length + 1));
  const restored = `${lost}?${oneLine(latin1(bytes), 400)}`;
  const advice = whatToDo(undefined);
  return {
    kind: 'text',
    confidence: 'fits',
    summary: `Text that a client of another protocol may have sent to a ZMQ socket, which took its first 2 bytes: ${oneLine(restored, 120)}`,
    details: [
      `Restored in front: ${lost} (${toHex(Uint8Array.of(first.length + 1))}), the length of the identity, ${count(first.length, 'byte')}, plus 1; the second byte is not known.`,
      `The length of each frame plus 1 is the code of a character: that is how text looks of which a ZMQ socket took bytes. Where the peer is known to be a ZMQ one, these are its own frames.`,
      gapLine(gaps.length),
      howLost(''),
      senderUnknown,
      ...advice,
    ],
    advice,
    fields: {
      encoding: 'utf-8',
      zmtp1: true,
      identity_len: first.length,
      first_byte_restored: toHex(Uint8Array.of(first.length + 1)),
      restored_text: restored,
      gaps: gaps.map(({ offset, len }) => ({ offset, len })),
    },
    tree: [],
  };
}

/** The client behind frames as a ROUTER delivers them, identity first; undefined where they may well be a ZMQ peer's own. */
export function readForeign(frames: readonly Uint8Array[], form: FormBytes): KindReading | undefined {
  const [first] = frames;
  if (!first || first.length < 2 || frames.length < 2) return undefined;
  return readProtocol(frames, form) ?? readTpkt(frames, form) ?? readPlain(frames);
}
