/** Bytes literals of Python and Rust: alone, in lists of frames, in bytearray(), in pyzmq's Frame. */
import { concat, fromHex, latin1 } from '../bytes';
import { dumpLineLimit, isHexRun, parseDumpLine } from './dumpLine';
import type { FormBytes, FormReader } from './form';
import { findLiterals, type Literal } from './literal';
import { Repeater } from './repeat';

/** How two literals are joined: a comma, only blanks, a line end, `+`. */
type Join = 'comma' | 'blank' | 'break' | 'plus';

/** Literals that stand together, and how. */
interface Group {
  readonly literals: readonly Literal[];
  readonly join: Join | 'none';
}

/** What may stand around each literal of a list, blanks removed. */
const wrappers = ['<zmq.Frame(', 'bytearray(', 'memoryview(', 'Frame(', 'bytes('];

/** Longest text between two literals of a group. */
const gapLimit = 200;

/** Comments of Python, C and Rust at the ends of lines, and in between. */
function withoutComments(between: string): string {
  const plain = between.replaceAll(/\/\*[^*]*\*\//g, '');
  return plain.includes('\n') ? plain.replaceAll(/(?:#|\/\/)[^\n]*(?=\n)/g, '') : plain;
}

/** How two neighbouring literals are joined, or undefined where other text stands between them. */
function joinOf(between: string): Join | undefined {
  if (between.length > gapLimit) return undefined;
  const code = withoutComments(between).replace(timesShape, '');
  let rest = code.replaceAll(/\s|\\(?=\n)|&|\[\.\.\]|\.(?:as_slice|as_ref|to_vec)\(\)/g, '');
  for (const wrapper of wrappers) if (rest.endsWith(wrapper)) rest = rest.slice(0, -wrapper.length);
  const last = rest.at(-1);
  const comma = last === ',';
  if (comma || last === '+') rest = rest.slice(0, -1);
  if (!isFrameTail(rest)) return undefined;
  if (comma) return 'comma';
  return last === '+' ? 'plus' : code.includes('\n') ? 'break' : 'blank';
}

/** The end of a wrapper: nothing, `)`, or pyzmq's `...70B)>`. */
function isFrameTail(text: string): boolean {
  return text === '' || text === ')' || /^(?:\.\.\.\d{1,12}[BKMG]?B?)?\)>?$/.test(text);
}

/** Joins neighbours to groups, in the order of the text. */
function groupLiterals(text: string, literals: readonly Literal[]): Group[] {
  const groups: { literals: Literal[]; join: Group['join'] }[] = [];
  for (const literal of literals) {
    const group = groups.at(-1);
    const last = group?.literals.at(-1);
    const join = last ? joinOf(text.slice(last.end, literal.start)) : undefined;
    if (group && join && isSameJoin(group.join, join)) {
      group.literals.push(literal);
      group.join = group.join === 'none' || group.join === 'blank' ? join : group.join;
    } else groups.push({ literals: [literal], join: 'none' });
  }
  return groups;
}

/** A value that goes on over lines may hold two literals in one line, and `+` here and there. */
function isSameJoin(before: Group['join'], join: Join): boolean {
  return before === 'none' || before === join || (before !== 'comma' && join !== 'comma');
}

/** The text before an offset without the wrappers and blanks that end it. */
function before(text: string, offset: number): string {
  let lead = text.slice(Math.max(0, offset - 80), offset).trimEnd();
  for (const wrapper of wrappers) if (lead.endsWith(wrapper)) lead = lead.slice(0, -wrapper.length).trimEnd();
  return lead;
}

/** `…70B)>` behind a literal: the total size that pyzmq's Frame states. */
function frameSize(text: string, end: number): number | undefined {
  const size = /^\.\.\.(\d{1,12})B\)/.exec(text.slice(end, end + 20))?.[1];
  return size === undefined ? undefined : Number(size);
}

/** `(31 bytes)` or `(31B)` behind a shortened literal. */
function statedSize(text: string, end: number): number | undefined {
  const size = /^[.… ]{0,6}[([](?:total )?(\d{1,12}) ?(?:bytes|B)[)\]]/.exec(text.slice(end, end + 40))?.[1];
  return size === undefined ? undefined : Number(size);
}

/** True where the words before a value call it the identity of a ZMQ peer. */
function namesIdentity(lead: string): boolean {
  return /(?:identity|routing[ _]?id|parallel rank)\W{0,4}$/i.test(lead);
}

function singleForm(text: string, literal: Literal): string {
  const lead = text.slice(Math.max(0, literal.start - 16), literal.start);
  if (lead.endsWith('Frame(')) return 'pyzmq-frame';
  if (lead.endsWith('bytearray(')) return 'python-bytearray';
  if (literal.escaped) return 'json-escaped-repr';
  return literal.rust ? 'rust-bytes' : 'python-bytes';
}

const rawNote = 'A raw literal (r): each backslash is a byte of it. To have the escapes read, paste it without the r.';

/** Three dots among escapes: bytes, or what a program left out. */
const dotsNote =
  'Three dots stand inside the quotes and are read as bytes (2e 2e 2e). If a program put them there to shorten the value, only what stands before them is certain.';

function notesOf(text: string, { raw, start, end }: Literal): readonly string[] | undefined {
  if (raw) return [rawNote];
  const body = text.slice(start, end);
  return /\\x[89a-f]/i.test(body) && /[^.]\.\.\.[^.]/.test(body) ? [dotsNote] : undefined;
}

/** Calls of Python whose argument is hex in a literal of bytes. */
const hexCall = /(?:unhexlify|a2b_hex|fromhex)\($/;

/** The bytes that the hex in a literal stands for, where a call says that it is hex; undefined otherwise. */
function fromHexCall(text: string, literal: Literal): FormBytes | undefined {
  const digits = hexCall.test(before(text, literal.start)) ? latin1(literal.bytes) : '';
  if (digits.length < 2 || digits.length % 2 === 1 || !isHexRun(digits)) return undefined;
  return { form: 'hex', bytes: fromHex(digits), truncated: literal.truncated };
}

function single(text: string, literal: Literal): FormBytes {
  const decoded = fromHexCall(text, literal);
  if (decoded) return decoded;
  const notes = notesOf(text, literal);
  const declared = frameSize(text, literal.end) ?? statedSize(text, literal.end);
  return {
    form: singleForm(text, literal),
    bytes: literal.bytes,
    truncated: literal.truncated,
    identity: namesIdentity(before(text, literal.start)),
    ...(notes && { notes }),
    ...(declared !== undefined && { declaredLength: declared, fields: { declared_len: declared } }),
  };
}

function list(group: Group): FormBytes {
  const frames = group.literals.map((literal) => literal.bytes);
  const truncated = group.literals.at(-1)?.truncated ?? false;
  return { form: 'python-bytes-list', bytes: concat(frames), frames, truncated };
}

/** `b'\0' * 16` in source code. */
const timesShape = /^ ?\* ?(\d{1,7})(?!\d)/;

/** One value in several literals: source code, and Python's pprint, which breaks long values over lines. */
function joined(text: string, { literals }: Group): FormBytes {
  const repeater = new Repeater();
  const parts = literals.map(({ bytes, end }) => {
    const times = Number(timesShape.exec(text.slice(end, end + 12))?.[1] ?? 1);
    return times === 0 ? new Uint8Array(0) : repeater.fill(bytes, bytes.length * times);
  });
  const truncated = repeater.cut || (literals.at(-1)?.truncated ?? false);
  return { form: literals[0]?.rust ? 'rust-bytes' : 'python-bytes', bytes: concat(parts), truncated };
}

/** Source code that makes one value of literals that only blanks separate: `x = b'…' b'…'`, `(b'…' b'…')`. */
function isCode(lead: string): boolean {
  return /(?:^|[^=!<>])= ?\(?$/.test(lead) || /(?:^|[=,:([{]|return) ?\($/.test(lead);
}

/** `b''.join([b'…', b'…'])` of Python, `[b"…", b"…"].concat()` and `concat!` of Rust: one value. */
function isConcatenated(text: string, lead: string, end: number): boolean {
  return (
    /b(?:''|"")\.join\( ?[[(]$/.test(lead) ||
    /^[^\]]{0,12}(?:\[\.\.\])?,?\s{0,40}\]\.concat\(\)/.test(text.slice(end, end + 80)) ||
    lead.endsWith('concat_bytes!(')
  );
}

function toBytes(text: string, group: Group): FormBytes | undefined {
  const [first] = group.literals;
  const last = group.literals.at(-1);
  if (!first || !last) return undefined;
  const lead = before(text, first.start);
  const several = group.literals.length > 1;
  const one = group.join === 'break' || group.join === 'plus' || (group.join === 'blank' && isCode(lead));
  if ((several && one) || isConcatenated(text, lead, last.end) || timesShape.test(text.slice(last.end, last.end + 12)))
    return joined(text, group);
  if (several || lead.endsWith('[')) return list(group);
  return single(text, first);
}

/** Groups of digits that a line of a dump has at least; a date has fewer. */
const dumpGroups = 4;

/** True for what looks like a literal in the text that a dump shows beside its digits: `|{"b": {"w|`. */
function isBesideDump(text: string, start: number): boolean {
  const from = Math.max(0, start - dumpLineLimit);
  const lineStart = text.slice(from, start).lastIndexOf('\n') + 1;
  if (lineStart === 0 && from > 0) return false;
  const line = text.slice(from + lineStart, start + dumpLineLimit).split('\n', 1)[0] ?? '';
  return (parseDumpLine(line)?.groups.length ?? 0) >= dumpGroups;
}

/** Groups with more bytes come first; among equals the order of the text stays. */
export const pythonBytes: FormReader = {
  separate: true,
  forms: ['python-bytes', 'python-bytes-list', 'python-bytearray', 'pyzmq-frame', 'rust-bytes', 'json-escaped-repr'],
  bulk: true,
  example: "b'\\x83\\xa6status' or [b'', b'\\x01'] or bytearray(b'…') or <zmq.Frame(b'T /metrics H'...70B)>",
  read: ({ text }) => {
    const literals = findLiterals(text).filter((literal) => !isBesideDump(text, literal.start));
    const read = groupLiterals(text, literals).flatMap((group) => toBytes(text, group) ?? []);
    return read.sort((a, b) => b.bytes.length - a.bytes.length);
  },
};
