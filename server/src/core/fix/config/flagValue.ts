/** Faults in the value of a flag: one where none belongs, none where one belongs, one of another kind. */
import type { Edit } from '../finding';
import { boundFault } from './bounds';
import type { VllmCommand } from './command';
import type { FlagFault } from './flagFaults';
import { type FlagFact, type FlagUse, factOf, isBefore } from './flags';
import { isBrokenObject } from './jsonValue';
import { nearest } from './nearest';
import { innerOf, isOpen, type Word } from './words';

const yes = new Set(['true', '1', 'yes', 'on']);
const no = new Set(['false', '0', 'no', 'off']);

/** A value behind a switch, which takes none: argparse then refuses the command. */
export function switchFault(use: FlagUse, command: VllmCommand, text: string): FlagFault | undefined {
  const { words, release, program } = command;
  // Releases before let some switches take `true` and `false`.
  if (release && isBefore(release, 'v0.9.0')) return undefined;
  const kind = factOf(use.name, program)?.kind;
  if ((kind !== 'switch' && kind !== 'toggle') || use.written.includes('.')) return undefined;
  const next = words[words.indexOf(use.word) + 1];
  const behind = next && (yes.has(next.value.toLowerCase()) || no.has(next.value.toLowerCase())) ? next : undefined;
  const value = use.value ?? behind;
  if (!value) return undefined;
  const isNo = no.has(value.value.toLowerCase());
  const isYes = yes.has(value.value.toLowerCase());
  const hasOpposite = kind === 'toggle' && !use.name.startsWith('--no-');
  const opposite = use.name.replace('--', '--no-');
  const why = `${use.name} is a switch and takes no value${hasOpposite ? `; its opposite is ${opposite}` : ''}.`;
  const name = isYes ? text.slice(use.start, use.end) : isNo && hasOpposite ? opposite : undefined;
  const edits = name === undefined ? [] : withoutValue(use, value, name, text);
  return { start: use.start, end: value === use.value ? innerOf(value).end : value.end, why, edits };
}

/** Writes a name for a flag and takes its value away, with the line or the comma that the value had to itself. */
function withoutValue(use: FlagUse, value: Word, name: string, text: string): Edit[] {
  if (value === use.value) return [{ start: use.start, end: innerOf(value).end, newText: name }];
  const own = { start: use.start, end: use.end, newText: name };
  if (value.form !== 'block') return [own, { start: use.word.end, end: value.end, newText: '' }];
  const line = lineOf(text, value);
  // A comment beside the value may speak of something else.
  return line ? [own, { ...line, newText: '' }] : [];
}

/** The whole line of an item of a block list; undefined where it holds something else too. */
function lineOf(text: string, { start, end }: Word): { start: number; end: number } | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', end);
  const rest = text.slice(end, stop < 0 ? text.length : stop);
  return rest.trim() === '' && stop >= 0 ? { start: from, end: stop + 1 } : undefined;
}

const formats = new Map([
  ['int', { pattern: /^[+-]?\d+(?:_\d+)*$/, words: 'a whole number' }],
  // Decimal and binary units, and `auto` for the length: vllm/utils/argparse_utils.py:27 and :70 at 9b9fc403.
  [
    'size',
    { pattern: /^(?:[+-]?\d+(?:_\d+)*|\d+(?:\.\d+)?[kmgt]|\d+[KMGT])$/, words: 'a number such as 32768 or 32k' },
  ],
  [
    'length',
    {
      pattern: /^(?:[+-]?\d+(?:_\d+)*|\d+(?:\.\d+)?[kmgt]|\d+[KMGT]|auto)$/i,
      words: 'a number such as 32768 or 32k, or auto',
    },
  ],
  ['float', { pattern: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+|inf|nan)(?:e[+-]?\d+)?$/i, words: 'a number' }],
]);

/** Flags whose choices have been the same since a release, read at the tags v0.2.0 to v0.20.2. */
const sameSince = new Map([
  ['--dtype', 'v0.2.0'],
  ['--scheduling-policy', 'v0.6.3'],
  ['--uvicorn-log-level', 'v0.6.3'],
]);

/** A value that the flag cannot take. */
export function valueFault({ name, written, value }: FlagUse, command: VllmCommand): FlagFault | undefined {
  const fact = factOf(name, command.program);
  if (fact && value && isJson(name, fact) && !written.includes('.') && isBrokenObject(value.value)) {
    return { ...innerOf(value), why: `The value of ${name} is no valid JSON.`, edits: [] };
  }
  if (!fact || !value || isOpen(value.value) || written.includes('.') || /^(?:None|)$/.test(value.value))
    return undefined;
  const place = innerOf(value);
  const quoted = quotedValue(name, value);
  if (quoted) return quoted;
  const format = formats.get(fact.kind ?? '');
  if (format && !format.pattern.test(value.value)) {
    return { ...place, why: `${name} takes ${format.words}.`, edits: [] };
  }
  // What was meant by a number out of bounds cannot be told from it.
  const outside = boundFault(name, value.value, command.release);
  if (outside) return { ...place, why: outside, edits: [] };
  if (fact.choices && !fact.choices.includes(value.value)) {
    const spelled = nearest(value.value, fact.choices);
    // Another number is another value, no misspelt one.
    const near = spelled && digitsOf(spelled) === digitsOf(value.value) ? spelled : undefined;
    const { release } = command;
    const since = sameSince.get(name);
    const isSame = release !== undefined && since !== undefined && !isBefore(release, since);
    // Another release may take others.
    if (!near && release && !isSame) return undefined;
    const why = `${name} takes one of ${fact.choices.join(', ')} at vLLM ${isSame ? release : '9b9fc40'}.`;
    return { ...place, why, edits: near ? [{ ...place, newText: near }] : [] };
  }
  return undefined;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * True for a flag whose value is read with `json.loads` in each release that has it; so is `--hf-overrides`, whose field may
 * be a function too: vllm/engine/arg_utils.py:514 at v0.6.4, :601 at v0.8.0 and :380 at 9b9fc403.
 */
function isJson(name: string, { kind }: FlagFact): boolean {
  return kind === 'json' || name === '--hf-overrides';
}

/** Quotes that no shell takes off: an item of a list goes to the program as it is. */
function quotedValue(name: string, value: Word): FlagFault | undefined {
  const found = /^(["'])(.*)\1$/.exec(value.value);
  if (value.form === 'shell' || !found) return undefined;
  const { start, end } = innerOf(value);
  const why = `No shell takes these quotes off: ${name} gets them as part of its value.`;
  const edits = [
    { start, end: value.piece.to(0), newText: '' },
    { start: value.piece.from(value.value.length - 1), end, newText: '' },
  ];
  return { start, end, why, edits };
}

/** A flag that takes one value, with another flag in its place. */
export function missingValue(use: FlagUse, { program, words }: VllmCommand): FlagFault | undefined {
  const kind = factOf(use.name, program)?.kind;
  if (use.value || !kind || kind === 'switch' || kind === 'toggle' || use.written !== use.word.value) return undefined;
  const next = words[words.indexOf(use.word) + 1];
  if (!next || !/^--[a-z]/.test(next.value)) return undefined;
  return { start: use.start, end: use.end, why: `${use.name} needs a value behind it.`, edits: [] };
}

/** `- --port 8000` in a list is one argument with a blank in it, which is no flag. */
export function spacedItem(word: Word): FlagFault | undefined {
  if (word.form === 'shell') return undefined;
  const found = /^(--[A-Za-z][\w.-]*)(\s+)(?=\S)/.exec(word.value);
  if (!found?.[1] || !found[2]) return undefined;
  const start = word.piece.to(found[1].length - 1);
  const end = word.piece.from(found[0].length);
  const why = `An item of a list is one argument: vLLM gets "${found[1]}" and what follows as one word, which it does not know.`;
  const isOne = !/\s-/.test(word.value.slice(found[0].length));
  return { start: word.piece.from(0), end: innerOf(word).end, why, edits: isOne ? [{ start, end, newText: '=' }] : [] };
}

/** A backslash with blanks behind it, which continues no line: the flags below it are given to no one. */
export function brokenLine(text: string, { value, start, form }: Word): FlagFault | undefined {
  if (form !== 'shell' || value.trim() !== '' || value === '') return undefined;
  const blanks = /^\\([ \t]+)\r?\n[ \t]*-/.exec(text.slice(start, start + 200))?.[1];
  if (!blanks) return undefined;
  const end = start + 1 + blanks.length;
  const why = 'A blank behind the backslash: the command ends here, and the flags below are not given.';
  return { start, end, why, edits: [{ start: start + 1, end, newText: '' }] };
}
