/** The functions and methods of which it is known that they change nothing. */

/** Built-in functions that take anything, and what they make of the message. */
export const total = new Map<string, 'plain' | 'bytes'>([
  ['isinstance', 'plain'],
  ['type', 'plain'],
  ['bool', 'plain'],
  ['id', 'plain'],
  ['repr', 'bytes'],
  ['str', 'bytes'],
  ['ascii', 'bytes'],
]);

/** Built-in functions that raise for values of another kind, with those that give a number or a truth value. */
export const partial: ReadonlySet<string> = new Set([
  ...['bytes', 'bytearray', 'memoryview', 'list', 'tuple', 'set', 'frozenset', 'dict', 'sorted', 'reversed'],
  ...['enumerate', 'zip', 'range', 'min', 'max', 'sum', 'abs', 'round', 'divmod', 'pow', 'chr'],
]);
export const scalar: ReadonlySet<string> = new Set(['len', 'int', 'float', 'ord', 'hex', 'any', 'all']);

/** Functions of modules that read or make bytes. */
export const coding: ReadonlySet<string> = new Set([
  ...['json.loads', 'json.dumps', 'msgpack.loads', 'msgpack.unpackb', 'msgpack.dumps', 'msgpack.packb'],
  ...['msgspec.msgpack.decode', 'msgspec.msgpack.encode', 'msgspec.json.decode', 'msgspec.json.encode'],
  ...['struct.unpack', 'struct.unpack_from', 'struct.pack', 'base64.b64decode', 'base64.b64encode'],
  ...['zlib.decompress', 'binascii.unhexlify', 'bytes.fromhex'],
]);

/** Functions that tell the time. */
export const clocks: ReadonlySet<string> = new Set([
  ...['time.time', 'time.monotonic', 'time.perf_counter', 'time.time_ns', 'time.monotonic_ns', 'time.perf_counter_ns'],
]);

/** Named arguments that hold no function of the program. */
export const harmlessKeys =
  /^(?:raw|strict_map_key|use_list|timestamp|encoding|errors|strict|byteorder|signed|use_bin_type|max_\w+|maxsplit|sep)$/;

/** Methods of bytes and text that give bytes, text or a number for anything that the two can hold. */
export const textMethods: ReadonlySet<string> = new Set([
  ...['strip', 'lstrip', 'rstrip', 'lower', 'upper', 'hex', 'startswith', 'endswith', 'split', 'rsplit', 'partition'],
  ...['rpartition', 'find', 'rfind', 'count', 'isdigit', 'isalpha', 'isascii', 'removeprefix', 'removesuffix'],
  ...['replace', 'splitlines', 'title', 'encode'],
]);

/** Further methods of what is made of a message that change nothing. */
export const readingMethods: ReadonlySet<string> = new Set([
  ...['decode', 'get', 'keys', 'values', 'items', 'index', 'copy', 'join', 'format', 'tobytes', 'union', 'difference'],
  ...['intersection', 'issubset', 'issuperset', 'isdisjoint'],
]);

/** Methods that change a list, set, dictionary or deque and cannot fail for what is put in. */
export const puttingMethods: ReadonlySet<string> = new Set([
  ...['append', 'appendleft', 'add', 'discard', 'setdefault', 'clear', 'move_to_end', 'popitem', 'popleft'],
]);

/** Those that may fail for what they are given, before they change anything or in the midst of it. */
export const takingMethods: ReadonlySet<string> = new Set(['pop', 'remove', 'insert']);
export const fillingMethods: ReadonlySet<string> = new Set(['update', 'extend']);
