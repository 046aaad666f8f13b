/** Sets, adds or takes away a flag in a command line of vLLM, in the way that the command is written. */
import type { Edit } from '../finding';
import type { VllmCommand } from './command';
import { type FlagUse, flagsOf, isBefore } from './flags';
import { setJsonNumber } from './jsonText';
import { innerOf, type Word } from './words';

/** What an error asks for. */
export type FlagChange =
  | { readonly kind: 'set'; readonly flag: string; readonly value: string }
  /** Gives a switch. */
  | { readonly kind: 'add'; readonly flag: string }
  | { readonly kind: 'remove'; readonly flag: string }
  /** Doubles a number inside a JSON value; `base` is what holds where it is missing. */
  | {
      readonly kind: 'double';
      readonly flag: string;
      readonly path: readonly string[];
      readonly base: number;
      /** What the value has to hold, such as the name of the connector that reads the number. */
      readonly holds: string;
    };

/** The edits; undefined where the command cannot take the change or needs none. */
export function flagEdits(text: string, command: VllmCommand, change: FlagChange): Edit[] | undefined {
  const use = flagsOf(command).find(({ name }) => name === change.flag);
  const edits = use ? changed(text, use, command, change) : added(text, command, change);
  return edits && edits.length > 0 ? edits : undefined;
}

function changed(text: string, use: FlagUse, command: VllmCommand, change: FlagChange): Edit[] | undefined {
  switch (change.kind) {
    case 'set': {
      if (!use.value || use.value.value === change.value) return undefined;
      return [{ ...innerOf(use.value), newText: change.value }];
    }
    case 'remove':
      return [removal(text, use, command)];
    case 'double': {
      const { value } = use;
      if (!value?.value.includes(change.holds)) return undefined;
      return setJsonNumber(text, value.piece, change.path, (old) => 2 * (old ?? change.base));
    }
    case 'add':
      return undefined;
  }
}

function added(text: string, command: VllmCommand, change: FlagChange): Edit[] | undefined {
  if (change.kind === 'remove' || change.kind === 'double') return undefined;
  const last = command.words.at(-1);
  const fact = command.program.flags.get(change.flag);
  if (!last || !fact || (command.release && (!fact.first || isBefore(command.release, fact.first)))) return undefined;
  // The value of a patch is no item that another could follow.
  if (last.form === 'block' && !isItem(text, last)) return undefined;
  const value = change.kind === 'set' ? change.value : undefined;
  const at = last.form === 'block' ? lineEndOf(text, last.end) : last.end;
  return [{ start: at, end: at, newText: addition(text, command, last, change.flag, value) }];
}

/** True for a word that stands behind the dash of a block list, and has its lines to itself. */
function isItem(text: string, { start, end }: Word): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^\s*-\s+$/.test(before) && !text.slice(start, end).includes('\n');
}

/** End of the line that holds an offset, with its comment, before its line end. */
function lineEndOf(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** The flag behind the last word, with what parts words in this form. */
function addition(text: string, { words }: VllmCommand, last: Word, flag: string, value: string | undefined): string {
  const joined = value === undefined ? flag : `${flag}=${value}`;
  const quote = text[last.start] === "'" || text[last.start] === '"' ? (text[last.start] ?? '') : '';
  if (last.form === 'flow') return `, ${quote || '"'}${joined}${quote || '"'}`;
  const line = text.lastIndexOf('\n', last.start - 1) + 1;
  const newline = text[line - 2] === '\r' ? '\r\n' : '\n';
  if (last.form === 'block')
    return `${newline}${/^\s*-\s+/.exec(text.slice(line, last.start))?.[0] ?? '- '}${quote}${joined}${quote}`;
  const spaced = value === undefined ? flag : `${flag} ${value}`;
  const first = words.find(({ start, end }) => start >= line && end <= last.end);
  const indent = text.slice(line, first?.start ?? line);
  // The command has the line to itself, and goes on from one above it.
  const isOwn = indent.trim() === '' && words.some(({ end, form }) => end < line && form === 'shell');
  if (!isOwn) return ` ${spaced}`;
  const ending = /\\\s*$/.test(text.slice(0, line).slice(-4)) ? ' \\' : '';
  return `${ending}${newline}${indent}${spaced}`;
}

/** Takes the flag with its value away, and the blanks or the line that it had to itself. */
function removal(text: string, use: FlagUse, { words }: VllmCommand): Edit {
  const { word, wordEnd: end } = use;
  const before = words[words.indexOf(word) - 1];
  if (word.form === 'block') {
    const line = text.lastIndexOf('\n', word.start - 1) + 1;
    const next = text.indexOf('\n', end);
    return { start: line, end: next < 0 ? text.length : next + 1, newText: '' };
  }
  if (before?.form === word.form) return { start: before.end, end, newText: '' };
  const behind = words.find((other) => other.start >= end);
  return { start: word.start, end: behind?.start ?? end, newText: '' };
}
