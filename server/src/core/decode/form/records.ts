/** Files of records with addresses and checksums, as programmers of flash memory take them: Intel HEX, Motorola S-records. */
import { beNumber, fromHex, u8 } from '../bytes';
import type { FormBytes, FormReader } from './form';

/** A record whose checksum is right. */
interface DataRecord {
  readonly role: 'data' | 'end' | 'other';
  readonly address: number;
  readonly data: Uint8Array;
}

/** `:LLAAAATT…CC`: length, address, type, data, and what makes the sum of all zero (Intel Hexadecimal Object File Format, 1988). */
function intelRecord(line: string): DataRecord | undefined {
  const bytes = recordBytes(line, 1);
  if (!line.startsWith(':') || !bytes || bytes.length !== u8(bytes, 0) + 5 || sum(bytes) !== 0) return undefined;
  const type = u8(bytes, 3);
  const role = type === 0 ? 'data' : type === 1 ? 'end' : 'other';
  return { role, address: beNumber(bytes, 1, 2), data: bytes.subarray(4, -1) };
}

/** `S1LLAAAA…CC`: type, length, address of two to four bytes, data, and what makes the sum of all ff. */
function motorolaRecord(line: string): DataRecord | undefined {
  const bytes = recordBytes(line, 2);
  const type = Number(/^S([0-35-9])/.exec(line)?.[1]);
  if (!bytes || Number.isNaN(type) || bytes.length !== u8(bytes, 0) + 1 || sum(bytes) !== 0xff) return undefined;
  const width = type === 2 || type === 8 ? 3 : type === 3 || type === 7 ? 4 : 2;
  const role = type >= 1 && type <= 3 ? 'data' : type >= 7 ? 'end' : 'other';
  return { role, address: beNumber(bytes, 1, width), data: bytes.subarray(1 + width, -1) };
}

function recordBytes(line: string, from: number): Uint8Array | undefined {
  const digits = line.slice(from);
  return digits.length < 8 || digits.length > 514 || digits.length % 2 === 1 || !/^[0-9a-f]+$/i.test(digits)
    ? undefined
    : fromHex(digits);
}

function sum(bytes: Uint8Array): number {
  return bytes.reduce((all, byte) => (all + byte) & 0xff, 0);
}

const gapNote = 'The records leave addresses out: the bytes stand one after another, without the gaps.';

function readRecords(
  text: string,
  form: string,
  first: RegExp,
  read: (line: string) => DataRecord | undefined,
): FormBytes[] {
  const start = first.exec(text)?.index;
  if (start === undefined) return [];
  const parts: number[] = [];
  let [next, gaps, ended] = [-1, false, false];
  for (const line of text.slice(start).trimStart().split('\n')) {
    const record = read(line.trim());
    if (!record || record.role === 'end') {
      ended = record !== undefined;
      break;
    }
    if (record.role !== 'data') continue;
    gaps ||= next >= 0 && next !== record.address;
    next = record.address + record.data.length;
    parts.push(...record.data);
  }
  const notes = gaps ? [gapNote] : [];
  return parts.length === 0 ? [] : [{ form, bytes: Uint8Array.from(parts), truncated: !ended, notes }];
}

export const records: FormReader = {
  forms: ['intel-hex', 's-record'],
  example: ':0400000083A67374EC',
  read: ({ text }) => [
    ...readRecords(text, 'intel-hex', /^[ \t]{0,20}:[0-9a-f]{10}/im, intelRecord),
    ...readRecords(text, 's-record', /^[ \t]{0,20}S[0-3][0-9A-Fa-f]{8}/m, motorolaRecord),
  ],
};
