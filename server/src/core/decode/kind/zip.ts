/** Zip archives: their members, and a bounded look into the first. */
import { hasHex, leNumber } from '../bytes';
import { peekDeflate, peekLimit } from '../packed/peek';
import { count, oneLine, utf8, utf8Bytes } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

const memberLimit = 1000;

/** A member of a zip archive as its local header tells. */
interface Member {
  readonly name: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
  readonly method: number;
}

/** Local file headers one after another: PKWARE APPNOTE 4.3.7. */
function members(bytes: Uint8Array): Member[] {
  const found: Member[] = [];
  for (let at = 0; hasHex(bytes, '504b0304', at) && found.length < memberLimit; ) {
    const nameLength = leNumber(bytes, at + 26, 2);
    const body = at + 30 + nameLength + leNumber(bytes, at + 28, 2);
    const end = body + leNumber(bytes, at + 18, 4);
    const name = utf8(bytes, at + 30, Math.min(bytes.length, at + 30 + nameLength));
    if (nameLength < 0 || name === undefined) break;
    found.push({ name, start: at, body, end: Math.min(end, bytes.length), method: leNumber(bytes, at + 8, 2) });
    // With a data descriptor (flag bit 3) the size stands behind the body: the next header is searched.
    at = (leNumber(bytes, at + 6, 2) & 8) !== 0 && end === body ? nextHeader(bytes, body) : end;
  }
  return found;
}

function nextHeader(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x50, from); at >= 0; at = bytes.indexOf(0x50, at + 1))
    if (hasHex(bytes, '504b0304', at)) return at;
  return bytes.length;
}

/** Member names of the central directory, where the local headers do not lead through. */
function directoryNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  for (let at = bytes.indexOf(0x50); at >= 0 && names.length < memberLimit; at = bytes.indexOf(0x50, at + 1)) {
    const length = hasHex(bytes, '504b0102', at) ? leNumber(bytes, at + 28, 2) : -1;
    const name = length > 0 && at + 46 + length <= bytes.length ? utf8(bytes, at + 46, at + 46 + length) : undefined;
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** The record that ends an archive, in its last bytes: it may hold a comment of 64 kB (PKWARE APPNOTE 4.3.16). */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 66_000); at--)
    if (hasHex(bytes, '504b0506', at)) return at + 22 + leNumber(bytes, at + 20, 2) <= bytes.length;
  return false;
}

/** A local header as archivers write it: a version up to 6.3 and a name, as far as the bytes go. */
function isHeader(bytes: Uint8Array): boolean {
  return leNumber(bytes, 4, 1) <= 63 && leNumber(bytes, 26, 2) !== 0 && leNumber(bytes, 26, 2) < 4096;
}

function firstInside(payload: Payload, member: Member | undefined): KindReading | undefined {
  if (!member || member.end <= member.body) return undefined;
  const body = payload.bytes.subarray(member.body, member.end);
  if (member.method === 0) return payload.inner(body.subarray(0, peekLimit));
  const data = member.method === 8 ? peekDeflate(body).data : new Uint8Array(0);
  return data.length > 0 ? payload.inner(data, true) : undefined;
}

/** torch.save writes a zip whose members are `<name>/data.pkl`, `<name>/version` and the tensors. */
export const zip: KindReader = {
  kinds: ['zip'],
  source: 'PKWARE APPNOTE 4.3.7, 4.3.12',
  begins: utf8Bytes('P'),
  read: (payload) => {
    const { bytes } = payload;
    const emptyArchive = hasHex(bytes, '504b0506');
    if (!emptyArchive && (!hasHex(bytes, '504b0304') || !isHeader(bytes))) return undefined;
    const cut = !hasEnd(bytes);
    const local = members(bytes);
    const directory = directoryNames(bytes);
    const names = directory.length > local.length ? directory : local.map((member) => member.name);
    const torch = names.some((name) => /(?:^|\/)data\.pkl$/.test(name));
    const inner = firstInside(payload, torch ? local.find((member) => member.name.endsWith('data.pkl')) : local[0]);
    return {
      kind: 'zip',
      confidence: 'proven',
      summary: `Zip archive${cut ? ', cut,' : ''}${torch ? ' of torch.save (a PyTorch checkpoint)' : ''} with ${count(names.length, 'member')}: ${oneLine(names.slice(0, 8).join(', '), 160)}`,
      details: [
        ...(torch ? ['Loading such a file with torch.load runs its pickle: load it with weights_only=True.'] : []),
        ...(inner ? [`The first member: ${inner.summary}`] : []),
      ],
      fields: { entries: names, ...(torch && { torch: true }), ...(inner && { inner_kind: inner.kind }) },
      tree: local.map((member) => leaf(member.start, member.end, 'member', member.name)),
      ...(cut && { incomplete: true }),
    };
  },
};
