/** Opcodes of pickle, protocols 0 to 5: CPython Lib/pickletools.py. Their arguments are only measured, never used. */

/** How an opcode's argument is laid out: fixed bytes, a length of so many bytes and a body, or lines of text. */
export interface Opcode {
  readonly name: string;
  /** Bytes of a fixed argument. */
  readonly fixed: number;
  /** Bytes of a little-endian length that stands before a body. */
  readonly length: number;
  /** Lines of text that follow. */
  readonly lines: number;
}

const rows: readonly (readonly [string, string, number, number, number])[] = [
  ['I', 'INT', 0, 0, 1],
  ['J', 'BININT', 4, 0, 0],
  ['K', 'BININT1', 1, 0, 0],
  ['M', 'BININT2', 2, 0, 0],
  ['L', 'LONG', 0, 0, 1],
  ['\x8a', 'LONG1', 0, 1, 0],
  ['\x8b', 'LONG4', 0, 4, 0],
  ['S', 'STRING', 0, 0, 1],
  ['T', 'BINSTRING', 0, 4, 0],
  ['U', 'SHORT_BINSTRING', 0, 1, 0],
  ['B', 'BINBYTES', 0, 4, 0],
  ['C', 'SHORT_BINBYTES', 0, 1, 0],
  ['\x8e', 'BINBYTES8', 0, 8, 0],
  ['\x96', 'BYTEARRAY8', 0, 8, 0],
  ['\x97', 'NEXT_BUFFER', 0, 0, 0],
  ['\x98', 'READONLY_BUFFER', 0, 0, 0],
  ['N', 'NONE', 0, 0, 0],
  ['\x88', 'NEWTRUE', 0, 0, 0],
  ['\x89', 'NEWFALSE', 0, 0, 0],
  ['V', 'UNICODE', 0, 0, 1],
  ['\x8c', 'SHORT_BINUNICODE', 0, 1, 0],
  ['X', 'BINUNICODE', 0, 4, 0],
  ['\x8d', 'BINUNICODE8', 0, 8, 0],
  ['F', 'FLOAT', 0, 0, 1],
  ['G', 'BINFLOAT', 8, 0, 0],
  [']', 'EMPTY_LIST', 0, 0, 0],
  ['a', 'APPEND', 0, 0, 0],
  ['e', 'APPENDS', 0, 0, 0],
  ['l', 'LIST', 0, 0, 0],
  [')', 'EMPTY_TUPLE', 0, 0, 0],
  ['t', 'TUPLE', 0, 0, 0],
  ['\x85', 'TUPLE1', 0, 0, 0],
  ['\x86', 'TUPLE2', 0, 0, 0],
  ['\x87', 'TUPLE3', 0, 0, 0],
  ['}', 'EMPTY_DICT', 0, 0, 0],
  ['d', 'DICT', 0, 0, 0],
  ['s', 'SETITEM', 0, 0, 0],
  ['u', 'SETITEMS', 0, 0, 0],
  ['\x8f', 'EMPTY_SET', 0, 0, 0],
  ['\x90', 'ADDITEMS', 0, 0, 0],
  ['\x91', 'FROZENSET', 0, 0, 0],
  ['0', 'POP', 0, 0, 0],
  ['2', 'DUP', 0, 0, 0],
  ['(', 'MARK', 0, 0, 0],
  ['1', 'POP_MARK', 0, 0, 0],
  ['g', 'GET', 0, 0, 1],
  ['h', 'BINGET', 1, 0, 0],
  ['j', 'LONG_BINGET', 4, 0, 0],
  ['p', 'PUT', 0, 0, 1],
  ['q', 'BINPUT', 1, 0, 0],
  ['r', 'LONG_BINPUT', 4, 0, 0],
  ['\x94', 'MEMOIZE', 0, 0, 0],
  ['\x82', 'EXT1', 1, 0, 0],
  ['\x83', 'EXT2', 2, 0, 0],
  ['\x84', 'EXT4', 4, 0, 0],
  ['c', 'GLOBAL', 0, 0, 2],
  ['\x93', 'STACK_GLOBAL', 0, 0, 0],
  ['R', 'REDUCE', 0, 0, 0],
  ['b', 'BUILD', 0, 0, 0],
  ['i', 'INST', 0, 0, 2],
  ['o', 'OBJ', 0, 0, 0],
  ['\x81', 'NEWOBJ', 0, 0, 0],
  ['\x92', 'NEWOBJ_EX', 0, 0, 0],
  ['\x80', 'PROTO', 1, 0, 0],
  ['.', 'STOP', 0, 0, 0],
  ['\x95', 'FRAME', 8, 0, 0],
  ['P', 'PERSID', 0, 0, 1],
  ['Q', 'BINPERSID', 0, 0, 0],
];

/** The opcode of each byte that is one. */
export const opcodes: ReadonlyMap<number, Opcode> = new Map(
  rows.map(([letter, name, fixed, length, lines]) => [letter.charCodeAt(0), { name, fixed, length, lines }]),
);
