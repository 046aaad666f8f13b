/** What GPU clusters say to each other: NCCL, PyTorch's TCPStore, UCX, NIXL. */
import { beNumber, hasHex, hasText, latin1, leBigint, leNumber, u8 } from '../bytes';
import type { ReadingNode } from '../reading';
import { escapeBytes, isAsciiText, oneLine, utf8Bytes } from '../text';
import { type KindReader, leaf } from './kind';

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}

const ncclTypes = ['unknown', 'bootstrap', 'proxy', 'network socket', 'network plugin', 'RAS network'];

/** NCCL's socket magic, src/include/socket.h: 0x564ab9f2fc4b9d6c, then the socket's type. Bootstrap uses a random one per job. */
export const nccl: KindReader = {
  kinds: ['nccl-magic'],
  source: 'NCCL src/include/socket.h, src/misc/socket.cc',
  begins: Uint8Array.of(0x6c),
  read: ({ bytes }) => {
    if (!hasHex(bytes, '6c9d4bfcf2b94a56')) return undefined;
    const type = leNumber(bytes, 8, 4);
    const name = type < 0 ? undefined : (ncclTypes[type] ?? `type ${type}`);
    return {
      kind: 'nccl-magic',
      confidence: 'proven',
      summary: `NCCL socket greeting${name ? ` (${name})` : ''}: an NCCL rank connected to this port`,
      details: [
        'Every NCCL connection begins with this magic. A peer with another one is no NCCL process, or belongs to another job.',
      ],
      fields: { magic: '0x564ab9f2fc4b9d6c', ...(type >= 0 && { socket_type: type }) },
      tree: [leaf(0, 8, 'magic', '0x564ab9f2fc4b9d6c'), ...(type < 0 ? [] : [leaf(8, 12, 'type', name ?? '')])],
      ...(bytes.length < 12 && { incomplete: true }),
    };
  },
};

/** TCPStore's first query, torch c10d TCPStoreBackend.hpp: VALIDATE (0) and 0x3c85f7ce, little-endian. */
export const tcpStore: KindReader = {
  kinds: ['torch-tcpstore'],
  source: 'PyTorch torch/csrc/distributed/c10d/TCPStoreBackend.hpp',
  begins: Uint8Array.of(0),
  read: ({ bytes }) => {
    if (!hasHex(bytes, '00cef7853c')) return undefined;
    return {
      kind: 'torch-tcpstore',
      confidence: 'proven',
      summary: 'PyTorch TCPStore greeting: a torch.distributed process connected to this port',
      details: ['MASTER_ADDR and MASTER_PORT of that process point at this port.'],
      fields: { magic: '0x3c85f7ce' },
      tree: [leaf(0, 1, 'query', 'VALIDATE'), leaf(1, 5, 'magic', '0x3c85f7ce')],
    };
  },
};

/** UCX worker address, src/ucp/wireup/address.c. It has no magic: only a hint can say so. */
export const ucx: KindReader = {
  kinds: ['ucx-worker-address'],
  source: 'UCX src/ucp/wireup/address.c',
  read: ({ bytes, hint }) => {
    const version = u8(bytes, 0) & 15;
    const flags = u8(bytes, 0) >> 4;
    if (hint !== 'ucx' || bytes.length < 9 || version > 1) return undefined;
    const uuid = (flags & 2) !== 0 || version === 1 ? hex(leBigint(bytes, 1, 8)) : undefined;
    return {
      kind: 'ucx-worker-address',
      confidence: 'proven',
      summary: `UCX worker address, version ${version + 1}${uuid ? `, worker ${uuid}` : ''}`,
      details: ['The address has no magic number; it is read so because the hint says it.'],
      fields: uuid ? { worker_uuid: uuid } : {},
      tree: [
        leaf(0, 1, 'header', `version ${version + 1}, flags ${flags}`),
        ...(uuid ? [leaf(1, 9, 'worker uuid', uuid)] : []),
        leaf(uuid ? 9 : 1, bytes.length, 'addresses', `${bytes.length - 9} bytes`),
      ],
    };
  },
};

const nixlStart = 'nixlSerDes|';
const entryLimit = 200;

/** One entry: tag, length of 8 bytes little-endian, data, `|`. The tag is text up to the length. */
interface NixlEntry {
  readonly tag: string;
  readonly data: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The tag's end is not marked: it is the shortest one after which a length fits that ends at a `|`. */
function entryAt(bytes: Uint8Array, start: number): NixlEntry | undefined {
  for (let tagEnd = start; tagEnd <= start + 64 && tagEnd + 8 <= bytes.length; tagEnd++) {
    const high = leNumber(bytes, tagEnd + 4, 4);
    const end = tagEnd + 8 + leNumber(bytes, tagEnd, 4);
    if (high === 0 && u8(bytes, end) === 0x7c) {
      return { tag: latin1(bytes, start, tagEnd), data: bytes.subarray(tagEnd + 8, end), start, end: end + 1 };
    }
    if (beNumber(bytes, tagEnd, 1) < 32) return undefined;
  }
  return undefined;
}

function entries(bytes: Uint8Array): NixlEntry[] {
  const found: NixlEntry[] = [];
  for (let at = nixlStart.length; at < bytes.length && found.length < entryLimit; ) {
    const entry = entryAt(bytes, at);
    if (!entry) break;
    found.push(entry);
    at = entry.end;
  }
  return found;
}

function textOf(all: readonly NixlEntry[], tag: string): string | undefined {
  const entry = all.find((each) => each.tag === tag);
  return entry && escapeBytes(entry.data, 80);
}

/** NIXL metadata, src/utils/serdes/serdes.cpp; entries Agent, Conns, t, c and an untagged one (nixl_agent.cpp, getLocalMD). */
export const nixl: KindReader = {
  kinds: ['nixl-serdes'],
  source: 'NIXL src/utils/serdes/serdes.cpp, src/core/nixl_agent.cpp',
  begins: utf8Bytes('n'),
  read: ({ bytes }) => {
    if (!hasText(bytes, nixlStart)) return undefined;
    const all = entries(bytes);
    // A sentence may name the magic: behind it no entry can be read.
    if (all.length === 0 && isAsciiText(bytes) && bytes.length > nixlStart.length) return undefined;
    const agent = textOf(all, 'Agent');
    const backend = textOf(all, 't');
    const tree: ReadingNode[] = all.map((entry) =>
      leaf(entry.start, entry.end, entry.tag || '(no tag)', escapeBytes(entry.data, 40)),
    );
    const end = all.at(-1)?.end ?? nixlStart.length;
    return {
      kind: 'nixl-serdes',
      confidence: 'proven',
      summary: `NIXL agent metadata (nixlSerDes)${agent ? ` of the agent ${oneLine(agent, 60)}` : ''}${backend ? `, backend ${backend}` : ''}; entries ${all.map((entry) => entry.tag || '(no tag)').join(', ')}`,
      details: ['A NIXL agent sends this to its peers so that they can read its memory.'],
      fields: { entries: all.map((entry) => entry.tag), ...(agent && { agent }), ...(backend && { backend }) },
      tree: [leaf(0, nixlStart.length, 'magic', 'nixlSerDes|'), ...tree],
      ...(end < bytes.length && { incomplete: true }),
    };
  },
};
