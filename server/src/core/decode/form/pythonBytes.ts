/** Bytes literals of Python and Rust: alone, in lists of frames, in bytearray(), in pyzmq's Frame. */
import { concat } from '../bytes';
import { dumpLineLimit, parseDumpLine } from './dumpLine';
import type { FormBytes, FormReader } from './form';
import { findLiterals, type Literal } from './literal';

/** Literals that stand together, and how. */
interface Group {
  readonly literals: readonly Literal[];
  /** Text between two literals: a comma, only blanks, or a line break. */
  readonly separator: 'comma' | 'blank' | 'break' | 'none';
}

/** What may stand around each literal of a list, blanks removed. */
const wrappers = ['<zmq.Frame(', 'bytearray(', 'memoryview(', 'Frame(', 'bytes('];

/** How two neighbouring literals are joined, or undefined where other text stands between them. */
function separatorOf(between: string): Group['separator'] | undefined {
  if (between.length > 200) return undefined;
  const breaks = between.includes('\n');
  let rest = between.replaceAll(/\s/g, '');
  for (const wrapper of wrappers) if (rest.endsWith(wrapper)) rest = rest.slice(0, -wrapper.length);
  const comma = rest.endsWith(',');
  if (comma) rest = rest.slice(0, -1);
  if (!isFrameTail(rest)) return undefined;
  return comma ? 'comma' : breaks ? 'break' : 'blank';
}

/** The end of a wrapper: nothing, `)`, or pyzmq's `...70B)>`. */
function isFrameTail(text: string): boolean {
  return text === '' || text === ')' || /^(?:\.\.\.\d{1,12}[BKMG]?B?)?\)>?$/.test(text);
}

/** Joins neighbours to groups, in the order of the text. */
function groupLiterals(text: string, literals: readonly Literal[]): Group[] {
  const groups: { literals: Literal[]; separator: Group['separator'] }[] = [];
  for (const literal of literals) {
    const group = groups.at(-1);
    const last = group?.literals.at(-1);
    const separator = last ? separatorOf(text.slice(last.end, literal.start)) : undefined;
    if (group && separator && (group.separator === 'none' || group.separator === separator)) {
      group.literals.push(literal);
      group.separator = separator;
    } else groups.push({ literals: [literal], separator: 'none' });
  }
  return groups;
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

function single(text: string, literal: Literal): FormBytes {
  const declared = frameSize(text, literal.end) ?? statedSize(text, literal.end);
  return {
    form: singleForm(text, literal),
    bytes: literal.bytes,
    truncated: literal.truncated,
    identity: namesIdentity(before(text, literal.start)),
    ...(declared !== undefined && { declaredLength: declared, fields: { declared_len: declared } }),
  };
}

function list(group: Group): FormBytes {
  const frames = group.literals.map((literal) => literal.bytes);
  const truncated = group.literals.at(-1)?.truncated ?? false;
  return { form: 'python-bytes-list', bytes: concat(frames), frames, truncated };
}

/** Python's pprint breaks one long value into literals in parentheses, one a line. */
function joined(group: Group): FormBytes {
  const bytes = concat(group.literals.map((literal) => literal.bytes));
  return { form: 'python-bytes', bytes, truncated: group.literals.at(-1)?.truncated ?? false };
}

function toBytes(text: string, group: Group): FormBytes | undefined {
  const first = group.literals[0];
  if (!first) return undefined;
  const lead = before(text, first.start);
  if (group.separator === 'break') return joined(group);
  if (group.literals.length > 1 || lead.endsWith('[')) return list(group);
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
  forms: ['python-bytes', 'python-bytes-list', 'python-bytearray', 'pyzmq-frame', 'rust-bytes', 'json-escaped-repr'],
  bulk: true,
  example: "b'\\x83\\xa6status' or [b'', b'\\x01'] or bytearray(b'…') or <zmq.Frame(b'T /metrics H'...70B)>",
  read: ({ text }) => {
    const literals = findLiterals(text).filter((literal) => !isBesideDump(text, literal.start));
    const read = groupLiterals(text, literals).flatMap((group) => toBytes(text, group) ?? []);
    return read.sort((a, b) => b.bytes.length - a.bytes.length);
  },
};
