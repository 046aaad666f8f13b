/** Gloo over TCP, which PyTorch uses for CPU groups. It has no magic: a sequence number, then operations whose lengths agree. */
import { leBigint, leNumber } from '../bytes';
import { type KindReader, leaf, type Payload } from './kind';

/** Operations of the preamble: gloo/transport/tcp/pair.h:54-59 at cc441984. */
const opcodes = ['SEND_BUFFER', 'SEND_UNBOUND_BUFFER', 'NOTIFY_SEND_READY', 'NOTIFY_RECV_READY'];

/** Six numbers of eight bytes, little-endian: nbytes, opcode, slot, offset, length, roffset (pair.h:65-72). */
const preambleLength = 48;
/** The sequence number that a peer sends first (listener.cc:69). */
const sequenceLength = 8;

/** A preamble whose numbers agree. */
interface Operation {
  readonly name: string;
  readonly slot: bigint;
  readonly length: number;
}

/** A number of eight bytes that is small enough to be a length here; -1 for others. */
function small(bytes: Uint8Array, at: number): number {
  return leNumber(bytes, at + 4, 4) === 0 ? leNumber(bytes, at, 4) : -1;
}

/** Only a sent buffer has bytes behind its preamble, and nbytes counts both. */
function operationAt(bytes: Uint8Array, at: number): Operation | undefined {
  if (at + preambleLength > bytes.length) return undefined;
  const opcode = small(bytes, at + 8);
  const name = opcodes[opcode];
  if (name === undefined) return undefined;
  const total = small(bytes, at);
  const length = small(bytes, at + 32);
  const carried = opcode < 2 ? length : 0;
  if (length < 0 || total !== preambleLength + carried) return undefined;
  return { name, slot: leBigint(bytes, at + 16, 8), length };
}

/** The first operation, behind the sequence number of a new connection or by itself. */
function find({ bytes }: Payload): { at: number; operation: Operation } | undefined {
  for (const at of [sequenceLength, 0]) {
    const operation = operationAt(bytes, at);
    if (operation && (at === 0 || small(bytes, 0) >= 0)) return { at, operation };
  }
  return undefined;
}

export const gloo: KindReader = {
  kinds: ['gloo'],
  source: 'Gloo gloo/transport/tcp/pair.h, listener.cc',
  read: (payload) => {
    const found = find(payload);
    if (!found) return undefined;
    const { at, operation } = found;
    const { name, slot, length } = operation;
    const sequence = at === 0 ? undefined : small(payload.bytes, 0);
    return {
      kind: 'gloo',
      confidence: 'fits',
      summary: `Gloo ${name} of slot ${slot}, ${length} bytes: a torch.distributed process of a gloo group connected to this port`,
      details: ['Gloo has no magic number; it is read so because the lengths of its preamble agree.'],
      fields: { operation: name, slot: String(slot), length, ...(sequence !== undefined && { sequence }) },
      tree: [
        ...(sequence === undefined ? [] : [leaf(0, at, 'sequence', String(sequence))]),
        leaf(at, at + preambleLength, 'preamble', `${name}, slot ${slot}, ${length} bytes`),
        leaf(at + preambleLength, payload.bytes.length, 'data', `${payload.bytes.length - at - preambleLength} bytes`),
      ],
      ...(payload.bytes.length - at - preambleLength < (name.startsWith('SEND') ? length : 0) && { incomplete: true }),
    };
  },
};
