/** Python pickles: their opcodes are listed, nothing is ever loaded. CPython Lib/pickletools.py; PEP 3154; PEP 574. */
import { indexOfByte, latin1, leNumber, u8 } from '../bytes';
import type { ReadingNode } from '../reading';
import { count, oneLine, utf8 } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';
import { type Opcode, opcodes } from './pickleOpcodes';

/** What a walk over the opcodes found. */
interface Listing {
  /** Highest protocol that an opcode needs or that PROTO states. */
  readonly protocol: number;
  /** "module name" of each GLOBAL, INST and STACK_GLOBAL. */
  readonly globals: readonly string[];
  readonly strings: readonly string[];
  /** Names of the opcodes that call something. */
  readonly calls: number;
  readonly operations: number;
  readonly nodes: readonly ReadingNode[];
  /** Offset behind STOP, or -1 where the bytes end before. */
  readonly end: number;
  /** A byte that is no opcode stopped the walk. */
  readonly broken: boolean;
}

const operationLimit = 200_000;
const shownLimit = 500;
const calling = new Set(['REDUCE', 'INST', 'OBJ', 'NEWOBJ', 'NEWOBJ_EX', 'BUILD']);

/** Offset behind an opcode's argument; -1 where the bytes end before. */
function argumentEnd(bytes: Uint8Array, at: number, opcode: Opcode): number {
  if (opcode.length > 0) {
    const length = leNumber(bytes, at, Math.min(opcode.length, 6));
    const end = at + opcode.length + length;
    return length < 0 || end > bytes.length ? -1 : end;
  }
  let end = at + opcode.fixed;
  for (let line = 0; line < opcode.lines; line++) {
    const feed = indexOfByte(bytes, 10, end);
    if (feed < 0) return -1;
    end = feed + 1;
  }
  return end > bytes.length ? -1 : end;
}

/** Text of an argument, for opcodes that hold some. */
function argumentText(bytes: Uint8Array, at: number, end: number, opcode: Opcode): string | undefined {
  if (opcode.lines > 0) return latin1(bytes, at, end - 1).replaceAll('\n', ' ');
  return opcode.name.includes('UNICODE') || opcode.name.includes('STRING')
    ? utf8(bytes, at + opcode.length, end)
    : undefined;
}

/** Walks over the opcodes. Texts are remembered with the memo, since STACK_GLOBAL takes its two names from the stack. */
class Walker {
  protocol = 0;
  calls = 0;
  operations = 0;
  readonly globals: string[] = [];
  readonly strings: string[] = [];
  readonly nodes: ReadingNode[] = [];
  readonly #memo: (string | undefined)[] = [];
  readonly #recent: (string | undefined)[] = [];

  constructor(readonly bytes: Uint8Array) {}

  walk(): Listing {
    let at = 0;
    let broken = false;
    let end = -1;
    while (at < this.bytes.length && this.operations < operationLimit) {
      const opcode = opcodes.get(u8(this.bytes, at));
      if (!opcode) {
        broken = true;
        break;
      }
      const next = argumentEnd(this.bytes, at + 1, opcode);
      if (next < 0) break;
      this.#take(opcode, at, next);
      at = next;
      if (opcode.name === 'STOP') {
        end = at;
        break;
      }
    }
    const { protocol, globals, strings, calls, operations, nodes } = this;
    return { protocol, globals, strings, calls, operations, nodes, end, broken };
  }

  #take(opcode: Opcode, at: number, next: number): void {
    this.operations++;
    const text = argumentText(this.bytes, at + 1, next, opcode);
    if (opcode.name === 'PROTO') this.protocol = u8(this.bytes, at + 1);
    if (calling.has(opcode.name)) this.calls++;
    if (opcode.lines === 2 && text !== undefined) this.globals.push(text);
    else if (text !== undefined && /UNICODE|STRING/.test(opcode.name)) this.#push(text);
    else this.#track(opcode, at);
    if (this.nodes.length < shownLimit)
      this.nodes.push(leaf(at, next, opcode.name, text === undefined ? '' : oneLine(text, 80)));
  }

  #push(text: string): void {
    this.#recent.push(text);
    if (this.strings.length < 1000) this.strings.push(text);
  }

  #track(opcode: Opcode, at: number): void {
    if (opcode.name === 'MEMOIZE' && this.#memo.length < operationLimit) this.#memo.push(this.#recent.at(-1));
    else if (opcode.name === 'BINGET') this.#recent.push(this.#memo[u8(this.bytes, at + 1)]);
    else if (opcode.name === 'BINPUT') this.#memo[u8(this.bytes, at + 1)] = this.#recent.at(-1);
    else if (opcode.name === 'LONG_BINGET') this.#recent.push(this.#memo[leNumber(this.bytes, at + 1, 4)]);
    else if (opcode.name === 'STACK_GLOBAL')
      this.globals.push(
        this.#recent
          .slice(-2)
          .map((name) => name ?? '?')
          .join(' '),
      );
  }
}

/** Modules that a harmless pickle of data has no need of. */
const dangerous =
  /^(?:os|posix|nt|subprocess|sys|builtins|__builtin__|pty|shutil|socket|runpy|importlib|code|webbrowser|ctypes|operator)\b/;

/** A pickle of protocol 0 or 1 has no header: it must be read to its end and do something that only pickles do. */
function isHeaderless(payload: Payload, listing: Listing): boolean {
  if (listing.end !== payload.bytes.length || listing.operations < 3) return false;
  return listing.globals.length > 0 || /^[(}\])]/.test(latin1(payload.bytes, 0, 1));
}

function toReading(payload: Payload, listing: Listing): KindReading {
  const { bytes } = payload;
  const cloud = listing.globals.some((name) => name.startsWith('cloudpickle'));
  const risky = listing.globals.filter((name) => dangerous.test(name));
  const names = listing.globals.length > 0 ? `, naming ${oneLine(listing.globals.slice(0, 6).join(', '), 120)}` : '';
  return {
    kind: 'pickle',
    confidence: 'proven',
    summary: `Python pickle${cloud ? ' (cloudpickle)' : ''}, protocol ${listing.protocol}, ${count(bytes.length, 'byte')}${names}`,
    details: [
      'Only its opcodes were listed; it was not loaded. Loading a pickle can run any program: never do it with bytes of unknown origin.',
      ...(listing.calls > 0 ? [`Loading it would call ${count(listing.calls, 'object')}.`] : []),
      ...(risky.length > 0 ? [`It would import ${oneLine(risky.join(', '), 200)}: treat it as an attack.`] : []),
      ...listing.strings.slice(0, 10).map((text) => `String: ${oneLine(text, 100)}`),
    ],
    fields: {
      protocol: listing.protocol,
      executed: false,
      globals: listing.globals,
      strings: listing.strings.slice(0, 100),
      ...(cloud && { cloudpickle: true }),
    },
    tree: listing.nodes,
    ...(listing.end < 0 && { incomplete: true }),
  };
}

export const pickle: KindReader = {
  kinds: ['pickle'],
  source: 'CPython Lib/pickletools.py',
  read: (payload) => {
    const { bytes } = payload;
    const protocol = u8(bytes, 0) === 0x80 ? u8(bytes, 1) : -1;
    const headed = protocol >= 2 && protocol <= 5;
    if (!headed && !/^[c(}\])INVSF]/.test(latin1(bytes, 0, Math.min(1, bytes.length)))) return undefined;
    const listing = new Walker(bytes).walk();
    if (!headed) return isHeaderless(payload, listing) ? toReading(payload, listing) : undefined;
    const sound =
      !listing.broken &&
      listing.operations > 1 &&
      (listing.end === bytes.length || listing.end < 0 || protocol >= 4 || u8(bytes, listing.end) === 0x80);
    return sound ? toReading(payload, listing) : undefined;
  },
};
