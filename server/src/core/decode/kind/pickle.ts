/** Python pickles: their opcodes are listed, nothing is ever loaded. CPython Lib/pickletools.py; PEP 3154; PEP 574. */
import { beNumber, indexOfByte, latin1, leNumber, u8 } from '../bytes';
import type { ReadingConfidence, ReadingNode } from '../reading';
import { count, oneLine, utf8, utf8Bytes } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';
import { type Opcode, opcodes } from './pickleOpcodes';
import { PickleStack } from './pickleStack';

/** Opcodes that protocol 0 lacks and protocol 1 has (pickletools.py, `proto=1`): pickles of both have no header. */
const ofProtocol1 = new Set(
  'BININT BININT1 BININT2 BINSTRING SHORT_BINSTRING BINUNICODE BINFLOAT EMPTY_LIST APPENDS EMPTY_TUPLE EMPTY_DICT SETITEMS POP_MARK BINGET LONG_BINGET BINPUT LONG_BINPUT OBJ BINPERSID'.split(
    ' ',
  ),
);

/** What a walk over the opcodes found. */
interface Listing {
  /** Highest protocol that an opcode needs or that PROTO states. */
  readonly protocol: number;
  /** "module name" of each GLOBAL, INST and STACK_GLOBAL. */
  readonly globals: readonly string[];
  readonly strings: readonly string[];
  /** How many opcodes call something, and how many set the state of an object. */
  readonly calls: number;
  readonly states: number;
  readonly operations: number;
  readonly nodes: readonly ReadingNode[];
  /** Offset behind STOP, or -1 where the bytes end before. */
  readonly end: number;
  /** STOP left nothing on the stack, as it does in every pickle that `dumps` wrote. */
  readonly tidy: boolean;
  /** A byte that is no opcode, or an opcode that cannot run, stopped the walk. */
  readonly broken: boolean;
}

const operationLimit = 200_000;
const shownLimit = 500;
const calling = new Set(['REDUCE', 'INST', 'OBJ', 'NEWOBJ', 'NEWOBJ_EX']);

/** Offset behind an opcode's argument; -1 where the bytes end before. */
function argumentEnd(bytes: Uint8Array, at: number, opcode: Opcode): number {
  if (opcode.length > 0) {
    const length = leNumber(bytes, at, Math.min(opcode.length, 6));
    // Of eight bytes the last two are zero in every length that there can be.
    if (opcode.length === 8 && leNumber(bytes, at + 6, 2) !== 0) return -1;
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

/** Shapes of arguments that are lines of text. */
const lineShapes: ReadonlyMap<string, RegExp> = new Map([
  ['INT', /^-?\d{1,400}$/],
  ['LONG', /^-?\d{1,4000}L?$/],
  ['FLOAT', /^(?:-?[\d.]{1,40}(?:e[-+]?\d{1,4})?|-?inf|-?nan)$/],
  ['STRING', /^(?:'.*'|".*")$/],
  ['GET', /^\d{1,9}$/],
  ['PUT', /^\d{1,9}$/],
  ['GLOBAL', /^[!-~]+ [!-~]+$/],
  ['INST', /^[!-~]+ [!-~]+$/],
]);

/** True where the argument is one that a pickler can have written. */
function isSound(opcode: Opcode, argument: Uint8Array, text: string | undefined): boolean {
  if (opcode.name === 'PROTO') return u8(argument, 0) <= 5;
  if (opcode.name.includes('UNICODE')) return text !== undefined;
  return lineShapes.get(opcode.name)?.test(text ?? '') ?? true;
}

/** Opcodes that read the memo, and those that write it, with the width of their binary key; 0 for a line of digits. */
const readsMemo: ReadonlyMap<string, number> = new Map([
  ['GET', 0],
  ['BINGET', 1],
  ['LONG_BINGET', 4],
]);
const writesMemo: ReadonlyMap<string, number> = new Map([
  ['PUT', 0],
  ['BINPUT', 1],
  ['LONG_BINPUT', 4],
]);

/** Walks over the opcodes. Texts are remembered with the memo, since STACK_GLOBAL takes its two names from the stack. */
class Walker {
  protocol = 0;
  calls = 0;
  states = 0;
  operations = 0;
  readonly globals: string[] = [];
  readonly strings: string[] = [];
  readonly nodes: ReadingNode[] = [];
  readonly #memo = new Map<number, string | undefined>();
  readonly #recent: (string | undefined)[] = [];
  readonly #stack = new PickleStack();

  constructor(readonly bytes: Uint8Array) {}

  walk(): Listing {
    let at = 0;
    let broken = false;
    let end = -1;
    while (at < this.bytes.length && this.operations < operationLimit && end < 0) {
      const opcode = opcodes.get(u8(this.bytes, at));
      const next = opcode ? argumentEnd(this.bytes, at + 1, opcode) : 0;
      if (next < 0) break;
      broken = !opcode || !this.#take(opcode, at, next);
      if (broken) break;
      at = next;
      if (opcode?.name === 'STOP') end = at;
    }
    const { protocol, globals, strings, calls, states, operations, nodes } = this;
    const tidy = this.#stack.empty;
    return { protocol, globals, strings, calls, states, operations, nodes, end, tidy, broken };
  }

  /** False where the opcode cannot stand here. */
  #take(opcode: Opcode, at: number, next: number): boolean {
    this.operations++;
    const { name } = opcode;
    const text = argumentText(this.bytes, at + 1, next, opcode);
    const sound = isSound(opcode, this.bytes.subarray(at + 1, next), text);
    if (!sound || !this.#stack.run(name) || !this.#track(opcode, at, text)) return false;
    if (name === 'PROTO') this.protocol = u8(this.bytes, at + 1);
    else if (this.protocol === 0 && ofProtocol1.has(name)) this.protocol = 1;
    if (calling.has(name)) this.calls++;
    if (name === 'BUILD') this.states++;
    if (opcode.lines === 2 && text !== undefined) this.globals.push(text);
    else if (text !== undefined && /UNICODE|STRING/.test(name)) this.#push(text);
    if (this.nodes.length < shownLimit)
      this.nodes.push(leaf(at, next, name, text === undefined ? '' : oneLine(text, 80)));
    return true;
  }

  #push(text: string): void {
    this.#recent.push(text);
    if (this.strings.length < 1000) this.strings.push(text);
  }

  #key(width: number, at: number, text: string | undefined): number {
    return width === 0 ? Number(text) : leNumber(this.bytes, at + 1, width);
  }

  /** Memo and names; false where a key is read that was never written, or written twice. */
  #track({ name }: Opcode, at: number, text: string | undefined): boolean {
    const [reads, writes] = [readsMemo.get(name), writesMemo.get(name)];
    if (reads !== undefined) {
      const key = this.#key(reads, at, text);
      this.#recent.push(this.#memo.get(key));
      return this.#stack.knows(key);
    }
    if (name === 'MEMOIZE' || writes !== undefined) {
      const key = writes === undefined ? this.#memo.size : this.#key(writes, at, text);
      if (!this.#stack.remember(key)) return false;
      this.#memo.set(key, this.#recent.at(-1));
    }
    if (name === 'STACK_GLOBAL')
      this.globals.push(
        this.#recent
          .slice(-2)
          .map((part) => part ?? '?')
          .join(' '),
      );
    // A value that is no text stands on the stack now: it must not be taken for the text below it.
    if (text === undefined && name !== 'MEMOIZE' && writes === undefined) this.#recent.push(undefined);
    return true;
  }
}

/** Modules that a harmless pickle of data has no need of. */
const dangerous =
  /^(?:os|posix|nt|subprocess|sys|builtins|__builtin__|pty|shutil|socket|runpy|importlib|code|webbrowser|ctypes|operator)\b/;

/** A pickle of protocol 0 or 1 has no header: it must be read to its end and do something that only pickles do. */
function isHeaderless(payload: Payload, listing: Listing): boolean {
  if (listing.broken || !listing.tidy || listing.end !== payload.bytes.length || listing.operations < 3) return false;
  return listing.globals.length > 0 || (listing.operations > 3 && /^[(}\])]/.test(latin1(payload.bytes, 0, 1)));
}

/** Opcodes that must stand in a cut pickle without a frame before it is more than "perhaps". */
const convincingOperations = 4;

/** How sure a pickle with a header is, of which every opcode up to its end or to the cut can run. */
function confidenceOf(bytes: Uint8Array, listing: Listing): ReadingConfidence {
  const { end, tidy, operations } = listing;
  if (end === bytes.length && tidy) return 'proven';
  if (end >= 0) return operations >= convincingOperations && (tidy || listing.globals.length > 0) ? 'fits' : 'weak';
  // Protocol 4 and newer begin with a frame of about 64 kB at most, whose length has eight bytes: five of them are zero.
  const framed = u8(bytes, 2) === 0x95 && beNumber(bytes, 6, 5) === 0;
  if (framed && operations >= 2) return 'proven';
  return operations >= convincingOperations ? 'fits' : 'weak';
}

/** What loading would do, as far as the opcodes that stand here tell. */
function effectLines(listing: Listing): string[] {
  const risky = listing.globals.filter((name) => dangerous.test(name));
  return [
    ...(listing.calls > 0 ? [`Loading it would call ${count(listing.calls, 'object')}.`] : []),
    ...(listing.states > 0 ? [`Loading it would set the state of ${count(listing.states, 'object')}.`] : []),
    ...(risky.length > 0 ? [`It would import ${oneLine(risky.join(', '), 200)}: treat it as an attack.`] : []),
  ];
}

function toReading(payload: Payload, listing: Listing, confidence: ReadingConfidence): KindReading {
  const { bytes } = payload;
  const cloud = listing.globals.some((name) => name.startsWith('cloudpickle'));
  const names = listing.globals.length > 0 ? `, naming ${oneLine(listing.globals.slice(0, 6).join(', '), 120)}` : '';
  const behind = listing.end < 0 ? 0 : bytes.length - listing.end;
  return {
    kind: 'pickle',
    confidence,
    summary: `${confidence === 'weak' ? 'Perhaps a ' : ''}Python pickle${cloud ? ' (cloudpickle)' : ''}, protocol ${listing.protocol}, ${count(bytes.length, 'byte')}${names}`,
    details: [
      'Only its opcodes were listed; it was not loaded. Loading a pickle can run any program: never do it with bytes of unknown origin.',
      ...effectLines(listing),
      ...listing.strings.slice(0, 10).map((text) => `String: ${oneLine(text, 100)}`),
      ...(behind > 0 ? [`${count(behind, 'byte')} left over behind its end.`] : []),
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

/** Opcodes with which pickles of the protocols 0 and 1 begin. */
const textStarts = utf8Bytes('c(}])INVSF');

export const pickle: KindReader = {
  kinds: ['pickle'],
  source: 'CPython Lib/pickletools.py',
  begins: Uint8Array.of(0x80, ...textStarts),
  read: (payload) => {
    const { bytes } = payload;
    const protocol = u8(bytes, 0) === 0x80 ? u8(bytes, 1) : -1;
    const headed = protocol >= 2 && protocol <= 5;
    if (!headed && !textStarts.includes(u8(bytes, 0))) return undefined;
    const listing = new Walker(bytes).walk();
    if (!headed) return isHeaderless(payload, listing) ? toReading(payload, listing, 'proven') : undefined;
    const sound =
      !listing.broken &&
      listing.operations > 1 &&
      (listing.end === bytes.length || listing.end < 0 || protocol >= 4 || u8(bytes, listing.end) === 0x80);
    return sound ? toReading(payload, listing, confidenceOf(bytes, listing)) : undefined;
  },
};
