/** Finds the payload in a captured packet: Ethernet (IEEE 802.3), Linux cooked, IPv4 (RFC 791), IPv6 (RFC 8200), TCP (RFC 9293), UDP. */
import { beNumber, u8 } from '../bytes';
import type { FormBytes } from './form';

/** Where the payload stands. */
interface PacketPayload {
  readonly start: number;
  readonly end: number;
  /** Names of the headers in front of it, outermost first. */
  readonly layers: readonly string[];
}

/** Link layers by the length of their header, with the offset of the EtherType; -1 where the packet begins with IP. */
const links: readonly (readonly [string, number, number])[] = [
  ['', 0, -1],
  ['ethernet', 14, 12],
  ['ethernet/vlan', 18, 16],
  ['linux-cooked', 16, 14],
  ['linux-cooked', 20, 0],
  ['loopback', 4, -1],
];

function isIp(bytes: Uint8Array, at: number): boolean {
  const version = u8(bytes, at) >> 4;
  if (version === 4) return (u8(bytes, at) & 15) >= 5 && beNumber(bytes, at + 2, 2) >= 20;
  return version === 6 && bytes.length >= at + 40;
}

function hasType(bytes: Uint8Array, typeAt: number): boolean {
  if (typeAt < 0) return true;
  const type = beNumber(bytes, typeAt, 2);
  return type === 0x0800 || type === 0x86dd;
}

function transport(
  bytes: Uint8Array,
  protocol: number,
  at: number,
  end: number,
  layers: readonly string[],
): PacketPayload | undefined {
  if (protocol === 17) return { start: Math.min(end, at + 8), end, layers: [...layers, 'udp'] };
  const header = (u8(bytes, at + 12) >> 4) * 4;
  if (protocol !== 6 || header < 20 || at + header > end) return undefined;
  return { start: at + header, end, layers: [...layers, 'tcp'] };
}

function network(bytes: Uint8Array, at: number, layers: readonly string[]): PacketPayload | undefined {
  if (u8(bytes, at) >> 4 === 6) {
    const end = Math.min(bytes.length, at + 40 + beNumber(bytes, at + 4, 2));
    return transport(bytes, u8(bytes, at + 6), at + 40, end, [...layers, 'ipv6']);
  }
  const end = Math.min(bytes.length, at + beNumber(bytes, at + 2, 2));
  return transport(bytes, u8(bytes, at + 9), at + (u8(bytes, at) & 15) * 4, end, [...layers, 'ipv4']);
}

/** Sum of the words of an IPv4 header with its checksum: RFC 1071. */
function isSummed(bytes: Uint8Array, at: number): boolean {
  let sum = 0;
  const end = at + (u8(bytes, at) & 15) * 4;
  for (let word = at; word + 2 <= end && end <= bytes.length; word += 2) sum += beNumber(bytes, word, 2);
  return sum > 0 && sum % 0xffff === 0;
}

/** Bytes behind the packet that pad a frame of Ethernet to its least length. */
const paddingLimit = 46;

/** True where the lengths of the IP header are those of the bytes, and the checksum, where there is one, is right. */
function isProven(bytes: Uint8Array, at: number): boolean {
  const v6 = u8(bytes, at) >> 4 === 6;
  const size = v6 ? 40 + beNumber(bytes, at + 4, 2) : beNumber(bytes, at + 2, 2);
  const left = bytes.length - at - size;
  return left >= 0 && left <= paddingLimit && (v6 ? at > 0 : isSummed(bytes, at));
}

/** The payload of a packet whose headers prove themselves, in a form that says nothing of packets; undefined for all else. */
function provenPayload(bytes: Uint8Array): PacketPayload | undefined {
  const at = links.find(
    ([, length, typeAt]) => isIp(bytes, length) && hasType(bytes, typeAt) && isProven(bytes, length),
  );
  const packet = at && tcpPayload(bytes);
  return packet;
}

/** Forms that write bytes from the first link layer on. */
const packetForms = new Set(['wireshark-dump', 'tcpdump-X']);

/** The payload of a whole packet instead of the packet. */
export function withoutHeaders(form: FormBytes): FormBytes {
  if (form.frames || form.noBytes) return form;
  const packet = packetForms.has(form.form) ? tcpPayload(form.bytes) : provenPayload(form.bytes);
  if (!packet) return form;
  const names = packet.layers.join(', ');
  if (packet.end <= packet.start && !packetForms.has(form.form))
    return {
      ...form,
      notes: [
        ...(form.notes ?? []),
        `It is a whole packet (${names}) without a payload, such as one that opens, confirms or ends a connection.`,
      ],
    };
  return {
    ...form,
    bytes: form.bytes.subarray(packet.start, packet.end),
    fields: { ...form.fields, encapsulation: packet.layers.join('/') },
    notes: [...(form.notes ?? []), `It is a whole packet (${names}); its payload begins at byte ${packet.start}.`],
  };
}

/** The payload of a TCP or UDP packet, or undefined where the bytes are no packet. */
function tcpPayload(bytes: Uint8Array): PacketPayload | undefined {
  for (const [name, length, typeAt] of links) {
    if (!isIp(bytes, length) || !hasType(bytes, typeAt)) continue;
    const packet = network(bytes, length, name === '' ? [] : name.split('/'));
    if (packet) return packet;
  }
  return undefined;
}
