/** A template against a text: which literals are there, what the holes hold, and how much is missing. */
import {
  APOSTROPHE,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  DOT,
  EQUALS,
  encode,
  GREATER,
  indexOf,
  isSpace,
  isWord,
  LESS,
  LF,
  MINUS,
  OPEN_BRACKET,
  QUOTE,
  skipSpaces,
  trimEnd,
} from './bytes';
import { agree, find, findAtEnd, isSameByte } from './literal';
import { type ParsedTemplate, weightOf } from './template';

/** Text that a hole, or several side by side, took. Positions count within the compared bytes. */
interface HoleText {
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
}

/**
 * How a template agrees with a text. whole: all literals in order. cut: the text ends before the template does.
 * gap: literals in between are missing or differ.
 */
export interface Comparison {
  readonly state: 'whole' | 'cut' | 'gap';
  readonly start: number;
  readonly end: number;
  readonly holes: readonly HoleText[];
  /** Bytes of literal text that agree. */
  readonly agreed: number;
  /** Bytes of literal text that a gap lacks; what a cut took away counts in {@link Comparison.share} alone. */
  readonly missing: number;
  /** Places where white space is missing or added, or the wording varies. */
  readonly slips: number;
  /** Share of the literal text that agrees, in [0, 1]. */
  readonly share: number;
  /** The first literal that is not there; null where none is missing. */
  readonly absent: Uint8Array | null;
  /** True where the text ends inside a literal: it was surely cut. */
  readonly ragged: boolean;
  /** True where the text ends with a line of the template: it was printed over lines, and only the first are here. */
  readonly lineEnd: boolean;
  /** True where a line end stands inside a word of a literal: a terminal wrapped the text, and values of holes too. */
  readonly broken: boolean;
  /** Bytes of the text after the template’s end that nothing explains. */
  readonly trailing: number;
}

/** Longest text before the first literal of a template that begins with a hole. */
const MAX_LEADING = 512;
/** An end of the text that agrees with a literal’s first bytes counts as cut from this length on. */
const MIN_CUT = 4;
/** The same where only a hole stands before it: less could be the end of any sentence. The search asks for it as well. */
export const MIN_OPENING_CUT = 48;
/** Marks after a text that belong to what is around it, and how many of them. */
const closingMarks = new Set([DOT, QUOTE, APOSTROPHE, BACKTICK, CLOSE_PAREN, CLOSE_BRACKET, CLOSE_BRACE]);
const MAX_MARKS = 3;
const nothing = new Uint8Array();

interface Progress {
  at: number;
  agreed: number;
  missing: number;
  slips: number;
  /** Literal bytes not found so far; they make a gap once a later literal is found, else the text was cut there. */
  pending: number;
  absent: Uint8Array | null;
  ragged: boolean;
  lineEnd: boolean;
  broken: boolean;
  /** Names of the hole in which the literals that are pending began to be missing. */
  cutNames: readonly string[];
  readonly holes: HoleText[];
}

/** Compares a template with the text in [start, end); undefined where its first literal is not there. */
export function compare(
  template: ParsedTemplate,
  bytes: Uint8Array,
  start: number,
  end: number,
): Comparison | undefined {
  if (start < end && isElsewhere(template, bytes[start])) return undefined;
  const progress: Progress = {
    at: start,
    agreed: 0,
    missing: 0,
    slips: 0,
    pending: 0,
    absent: null,
    ragged: false,
    lineEnd: false,
    broken: false,
    cutNames: [],
    holes: [],
  };
  for (let i = 0; i < template.literals.length; i++) {
    const step = takeLiteral(template, bytes, i, progress, start, end);
    if (step === 'absent') {
      if (i === 0) return undefined;
      if (progress.pending === 0) progress.cutNames = template.holes[i] ?? [];
      progress.absent ??= template.literals[i] ?? null;
      progress.pending += weightOf(template.literals[i] ?? nothing);
      continue;
    }
    progress.missing += progress.pending;
    progress.pending = 0;
    progress.ragged = step === 'cut';
    if (step === 'cut') return finish(template, bytes, progress, 'cut', start, end);
  }
  return finish(template, bytes, progress, progress.pending > 0 ? 'cut' : 'whole', start, end);
}

/** True where a template without a hole at its beginning cannot begin with a byte. */
function isElsewhere({ holes, literals }: ParsedTemplate, byte: number | undefined): boolean {
  const first = literals[0]?.[0];
  return holes[0]?.length === 0 && first !== undefined && !isSameByte(first, byte);
}

/** Takes literal `i` and the hole before it. */
function takeLiteral(
  template: ParsedTemplate,
  bytes: Uint8Array,
  i: number,
  progress: Progress,
  start: number,
  end: number,
): 'taken' | 'cut' | 'absent' {
  const literal = template.literals[i] ?? nothing;
  const names = template.holes[i] ?? [];
  if (names.length === 0) return takeHere(literal, bytes, progress, end);
  const limit = i === 0 ? Math.min(end, start + MAX_LEADING) : end;
  const last = i === template.literals.length - 1 && template.holes[i + 1]?.length === 0;
  const slips = slipsFor(literal);
  const found =
    (last && endingOn(literal, bytes, progress.at, end)) ||
    (last && findAtEnd(literal, bytes, progress.at, end)) ||
    (last && findAtEnd(literal, bytes, progress.at, tailStart(bytes, progress.at, end))) ||
    find(literal, bytes, progress.at, limit, 0) ||
    (slips > 0 && find(literal, bytes, progress.at, limit, slips));
  if (!found) return takeCut(literal, names, bytes, progress, end, i === 0 ? MIN_OPENING_CUT : MIN_CUT);
  progress.holes.push({ names, start: progress.at, end: found.start });
  progress.broken ||= spaceRuns(bytes, found.start, found.end) > spaceRuns(literal, 0, literal.length);
  progress.at = found.end;
  progress.agreed += weightOf(literal);
  progress.slips += found.slips;
  return 'taken';
}

/** A last literal at the end of the line that its hole begins on: what follows are other lines. */
function endingOn(literal: Uint8Array, bytes: Uint8Array, at: number, end: number): ReturnType<typeof findAtEnd> {
  const stop = bytes.indexOf(LF, at);
  return stop < 0 || stop >= end ? undefined : findAtEnd(literal, bytes, at, stop);
}

/** A literal without a hole before it: it stands here or not at all. */
function takeHere(literal: Uint8Array, bytes: Uint8Array, progress: Progress, end: number): 'taken' | 'cut' | 'absent' {
  const agreement = agree(literal, bytes, progress.at, end, slipsFor(literal));
  const cut = agreement.agreed > 0 && agreement.end >= withoutEllipsis(bytes, progress.at, end);
  if (!agreement.whole && !cut) return 'absent';
  progress.broken ||= spaceRuns(bytes, progress.at, agreement.end) > spaceRuns(literal, 0, literal.length);
  progress.at = agreement.end;
  progress.agreed += agreement.agreed;
  progress.slips += agreement.slips;
  progress.lineEnd = !agreement.whole && endsLine(literal, agreement.agreed);
  return agreement.whole ? 'taken' : 'cut';
}

/** True where the bytes that agree are whole lines of the literal. */
function endsLine(literal: Uint8Array, agreed: number): boolean {
  for (let at = literal.indexOf(LF); at >= 0; at = literal.indexOf(LF, at + 1)) {
    if (weightOf(literal.subarray(0, trimEnd(literal, 0, at))) === agreed) return true;
  }
  return false;
}

/**
 * A literal of which only the beginning stands, at the very end of the text; at least `least` bytes of it. Behind a hole
 * that is not the first thing of the template, the end of a line may be shorter: a full stop alone.
 */
function takeCut(
  literal: Uint8Array,
  names: readonly string[],
  bytes: Uint8Array,
  progress: Progress,
  end: number,
  least: number,
): 'cut' | 'absent' {
  const stop = withoutEllipsis(bytes, progress.at, end);
  const first = literal[0] ?? 0;
  for (let at = Math.max(progress.at, stop - literal.length); at < stop; at++) {
    if (!isSameByte(first, bytes[at])) continue;
    const agreement = agree(literal, bytes, at, stop, 0);
    if (agreement.end < stop) continue;
    const lineEnd = endsLine(literal, agreement.agreed);
    if (stop - at < least && !(lineEnd && least === MIN_CUT)) continue;
    progress.holes.push({ names, start: progress.at, end: at });
    progress.at = end;
    progress.agreed += agreement.agreed;
    progress.lineEnd = lineEnd;
    return 'cut';
  }
  return 'absent';
}

function finish(
  template: ParsedTemplate,
  bytes: Uint8Array,
  progress: Progress,
  ending: 'whole' | 'cut',
  start: number,
  end: number,
): Comparison {
  const { holes, agreed, missing, slips } = progress;
  const last = template.holes.at(-1) ?? [];
  const open = ending === 'cut' || last.length > 0;
  const stop = open ? tailStart(bytes, progress.at, end) : progress.at;
  const names = ending === 'cut' ? progress.cutNames : last;
  if (open && names.length > 0 && stop >= progress.at) holes.push({ names, start: progress.at, end: stop });
  return {
    state: missing > 0 ? 'gap' : ending,
    start,
    end: stop,
    holes,
    agreed,
    missing,
    slips,
    share: template.literalBytes === 0 ? 1 : agreed / template.literalBytes,
    absent: progress.absent,
    ragged: progress.ragged,
    lineEnd: progress.lineEnd,
    broken: progress.broken,
    trailing: open ? 0 : trailingBytes(bytes, stop, end),
  };
}

/** Bytes after a whole template that nothing explains; the marks that close a sentence or a quotation are explained. */
function trailingBytes(bytes: Uint8Array, stop: number, end: number): number {
  const rest = skipSpaces(bytes, stop, end);
  if (rest >= end || tailStart(bytes, stop, end) <= rest) return 0;
  if (end - stop <= MAX_MARKS && bytes.subarray(stop, end).every((byte) => closingMarks.has(byte))) return 0;
  if (fieldFollows(bytes, rest, end)) return 0;
  // The template ended inside a word of the text: it is another text.
  if (rest === stop && isWord(bytes[stop]) && isWord(bytes[stop - 1])) return Number.POSITIVE_INFINITY;
  return end - rest;
}

const pydanticTail = encode(' [type=');
const tracebackTail = encode(', Traceback (most recent call last)');

/**
 * Where something begins after a message that wrappers add: pydantic’s ` [type=value_error, input_value=…]`, a
 * traceback on the same line. The end where there is none.
 */
function tailStart(bytes: Uint8Array, start: number, end: number): number {
  const pydantic = bytes[end - 1] === CLOSE_BRACKET ? indexOf(bytes, pydanticTail, start, end) : -1;
  const tail = pydantic >= 0 ? pydantic : indexOf(bytes, tracebackTail, start, end);
  return tail < 0 ? end : trimEnd(bytes, start, tail);
}

/** True where fields of a structured logger follow, perhaps after its name: ` [vllm.engine] request_id=abc`. */
function fieldFollows(bytes: Uint8Array, at: number, end: number): boolean {
  let i = at;
  if (bytes[i] === OPEN_BRACKET) {
    const close = bytes.indexOf(CLOSE_BRACKET, i);
    const name = bytes.subarray(i + 1, close);
    if (close < 0 || close - i > 128 || !name.includes(DOT) || !name.every((byte) => isWord(byte) || byte === DOT))
      return false;
    return skipSpaces(bytes, close + 1, end) >= end || fieldFollows(bytes, skipSpaces(bytes, close + 1, end), end);
  }
  while (i < end && i - at < 64 && (isWord(bytes[i]) || bytes[i] === DOT)) i++;
  return i > at && bytes[i] === EQUALS && isSpace(bytes[at - 1]);
}

const truncations = ['[truncated]', '(truncated)', '<truncated>', '[...]', '(...)'].map(encode);

/** End of the text without `...` or `…` (UTF-8 E2 80 A6), without `[truncated]`, without the `>` of a pager. */
export function withoutEllipsis(bytes: Uint8Array, start: number, end: number): number {
  let stop = trimEnd(bytes, start, end);
  const last = bytes[stop - 1];
  const isMarked = last === CLOSE_BRACKET || last === CLOSE_PAREN || last === GREATER;
  const mark =
    isMarked && truncations.find((text) => indexOf(bytes, text, Math.max(start, stop - text.length), stop) >= 0);
  if (mark) stop = trimEnd(bytes, start, stop - mark.length);
  // `less -S` and journalctl set it in the last column; one that closes something has its partner before it.
  if (bytes[stop - 1] === GREATER && !isArrow(bytes[stop - 2]) && bytes.lastIndexOf(LESS, stop) < start) stop--;
  if (stop - start >= 3 && bytes[stop - 3] === 0xe2 && bytes[stop - 2] === 0x80 && bytes[stop - 1] === 0xa6) stop -= 3;
  else if (stop - start >= 3 && bytes[stop - 1] === DOT && bytes[stop - 2] === DOT && bytes[stop - 3] === DOT) {
    while (stop > start && bytes[stop - 1] === DOT) stop--;
  }
  return trimEnd(bytes, start, stop);
}

function isArrow(byte: number | undefined): boolean {
  return byte === MINUS || byte === EQUALS || isSpace(byte);
}

/** Runs of white space in a range. */
function spaceRuns(bytes: Uint8Array, start: number, end: number): number {
  let runs = 0;
  for (let i = start; i < end; i++) if (isSpace(bytes[i]) && !isSpace(bytes[i - 1])) runs++;
  return runs;
}

/** How often a literal may slip: a longer one more often. */
export function slipsFor({ length }: { readonly length: number }): number {
  return length < 12 ? 0 : 1 + (length >> 6);
}
