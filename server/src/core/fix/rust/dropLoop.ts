/** Finds the `?` in Rust receive loops that let one message end the loop, and writes them out so that it goes on. */
import type { Edit } from '../finding';
import type { FixPlace } from '../fix';
import { answersReason, asksReason, endReason, sharedLineReason, stopWords } from '../reasons';
import type { SourceFile } from '../sourceFile';
import { childIn } from '../syntax';
import { type RustLoop, rustLoops, rustSocketType } from './receive';
import { type Refusal, refusalReason, refusalsIn } from './refusal';
import type { Step } from './step';
import { rustCountedReason, rustOwedReason, rustWaitReason } from './waits';

/** Parts of names of functions that fail on bytes of another kind. */
const decoding = ['from_slice', 'from_utf8', 'from_read', 'decode', 'deserialize', 'unpack', 'try_from', 'try_into'];

/** Beginnings of names of functions that are handed a message. */
const handling = ['handle', 'on_', 'process', 'dispatch', 'apply'];

/** The places of a file. */
export function rustPlaces(file: SourceFile): FixPlace[] {
  return rustLoops(file).flatMap((found) => placesIn(file, found));
}

function placesIn(file: SourceFile, found: RustLoop): FixPlace[] {
  const names = new Set(found.names);
  const places: FixPlace[] = [];
  for (const step of found.steps) {
    if (![...step.uses].some((name) => names.has(name))) continue;
    const kind = failureOf(step);
    for (const name of step.bound ?? []) names.add(name);
    if (kind) places.push(placeOf(file, found, step, kind));
  }
  const ending = endingReason(file, found, names);
  const refusals = refusalsIn(file, found.loop, names)
    .filter(({ statement }) => statement.start > found.at)
    .map((refusal) => refusalPlace(file, found, refusal));
  return [...places, ...refusals].map((place) =>
    ending && place.applicability !== 'display-only' ? { ...place, ...ending(place) } : place,
  );
}

/** What the ways out of the loop and its counters change at a place. */
function endingReason(
  file: SourceFile,
  { loop }: RustLoop,
  names: ReadonlySet<string>,
): ((place: FixPlace) => Pick<FixPlace, 'applicability' | 'why' | 'edits'>) | undefined {
  const waits = rustWaitReason(file, loop, names) ?? rustOwedReason(file, loop);
  if (waits) return () => ({ applicability: 'display-only', why: waits, edits: [] });
  const counted = rustCountedReason(file, loop);
  return counted === undefined ? undefined : ({ edits }) => ({ applicability: 'unsafe', why: counted, edits });
}

function refusalPlace(file: SourceFile, found: RustLoop, refusal: Refusal): FixPlace {
  const { statement, replaced } = refusal;
  const { start, end } = statement;
  const isAlone = file.ownsItsLines(statement) && file.ownsItsLines(replaced);
  const against = rustLoopReason(file, found) ?? refusalReason(refusal) ?? (isAlone ? undefined : sharedLineReason);
  if (against) return { start, end, applicability: 'display-only', why: against, edits: [] };
  const newText = written(file, replaced.start, refusal.lines(rustWarn(file)));
  return {
    start,
    end,
    applicability: 'unsafe',
    why: 'The check returns an error from the receive loop, so one message of another form ends it.',
    edits: [{ start: replaced.start, end: replaced.end, newText }],
  };
}

type Failure = 'decode' | 'handle' | 'panic';

/** What fails where a statement ends in `?` or `.expect(…)`; undefined for a failure that says nothing about the message. */
function failureOf({ attempt, called, bound }: Step): Failure | undefined {
  if (!attempt) return undefined;
  if (called.some((name) => decoding.some((word) => name.includes(word)))) {
    if (attempt.panics) return bound ? 'panic' : undefined;
    return bound ? 'decode' : 'handle';
  }
  if (attempt.panics) return undefined;
  const handles = !bound && called.some((name) => handling.some((word) => name.startsWith(word)));
  return handles ? 'handle' : undefined;
}

function placeOf(file: SourceFile, found: RustLoop, step: Step, kind: Failure): FixPlace {
  const { start, end } = step;
  const against = rustLoopReason(file, found) ?? (file.ownsItsLines(step) ? undefined : sharedLineReason);
  if (against) return { start, end, applicability: 'display-only', why: against, edits: [] };
  const edit = kind === 'handle' ? branchEdit(file, step) : matchEdit(file, step);
  return { start, end, applicability: 'unsafe', why: whys[kind], edits: [edit] };
}

const whys = {
  panic: 'One message that cannot be decoded is a panic, which ends the thread or the process.',
  decode:
    'The ? returns from the receive loop, so one message that cannot be decoded ends it; what fails behind it still does.',
  handle:
    'The ? returns from the receive loop, so one message that is refused ends it; go on only if the error says nothing about this process.',
};

/** A sentence when the loop must not drop messages. */
export function rustLoopReason(file: SourceFile, { loop, socket, at }: RustLoop): string | undefined {
  const condition = childIn(loop, 'condition');
  const words = condition ? file.textOf(condition).toLowerCase() : 'true';
  // `while let` over a receive runs until the socket is gone.
  if (words !== 'true' && condition?.type !== 'let_condition' && !stopWords.some((word) => words.includes(word)))
    return endReason(words);
  const type = rustSocketType(file, socket, at);
  // A socket that is handed to the function shows no kind; where the file makes one that has to reply, it may be that one.
  const mayReply = type === undefined && makesReplying(file) && sendsIn(file, socket, at, loop.end);
  if (type === 'REP' || mayReply) return answersReason;
  return sendsIn(file, socket, loop.start, at) || type === 'REQ' ? asksReason : undefined;
}

/** True where the file makes a socket that has to reply: of rust-zmq, zeromq, tmq or async-zmq. */
function makesReplying(file: SourceFile): boolean {
  return /\bzmq::REP\b|\bSocketType::REP\b|\bRepSocket\b|\b(?:tmq|async_zmq)::reply\b/.test(file.text);
}

/** True where the text between two offsets sends on a socket (source text, none where it is not known). */
function sendsIn(file: SourceFile, socket: string, start: number, end: number): boolean {
  return socket !== '' && file.text.slice(start, end).includes(`${socket}.send`);
}

/** Writes `let … = attempt?;` out as a `match`. */
function matchEdit(file: SourceFile, { start, attempt }: Step): Edit {
  const from = attempt?.start ?? start;
  const end = attempt?.end ?? start;
  const inner = attempt?.inner ?? end;
  return {
    start: from,
    end,
    newText: written(file, start, [
      `match ${file.text.slice(from, inner)} {`,
      '\tOk(decoded) => decoded,',
      '\tErr(error) => {',
      `\t\t${rustWarn(file)}("dropped a message that cannot be decoded: {error}");`,
      '\t\tcontinue;',
      '\t}',
      '}',
    ]),
  };
}

/** Writes `attempt?;` out as an `if let Err`. */
function branchEdit(file: SourceFile, { start, end, attempt }: Step): Edit {
  const inner = file.text.slice(start, attempt?.inner ?? end);
  return {
    start,
    end,
    newText: written(file, start, [
      `if let Err(error) = ${inner} {`,
      `\t${rustWarn(file)}("dropped a message that was refused: {error}");`,
      '\tcontinue;',
      '}',
    ]),
  };
}

/** Lines at the indentation of a place; a tab at the start stands for one level. */
export function written(file: SourceFile, at: number, lines: readonly string[]): string {
  const indent = file.indentAt(at);
  const unit = indent.includes('\t') ? '\t' : '    ';
  return lines.map((line) => line.replace(/^\t+/, (tabs) => unit.repeat(tabs.length))).join(file.newline + indent);
}

/** The macro by which a file warns; without a crate for it, the one that is always there. */
export function rustWarn(file: SourceFile): string {
  if (file.text.includes('tracing')) return 'tracing::warn!';
  return /\blog::/.test(file.text) ? 'log::warn!' : 'eprintln!';
}
