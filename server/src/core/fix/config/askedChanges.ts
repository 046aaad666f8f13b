/** The places of a file where a flag that an error asks for can be set. */
import type { Finding, SourceText } from '../finding';
import { vllmCommands } from './commands';
import { flagsOf } from './flags';
import { type FlagChange, flagEdits } from './setFlag';

/** What a change does, for a menu. */
export function changeTitle(change: FlagChange): string {
  switch (change.kind) {
    case 'set':
      return `Set ${change.flag} to ${change.value}`;
    case 'add':
      return `Add ${change.flag}`;
    case 'remove':
      return `Remove ${change.flag}`;
    case 'double':
      return `Double ${change.path.join('.')} in ${change.flag}`;
  }
}

/** A place where a change can be made. */
export interface AskedChange {
  readonly finding: Finding;
  /** How likely the error comes from there: 3 for a server with the flag, 2 for another with it, 1 for a server. */
  readonly rank: number;
}

/** The best rank that a place can have. */
export const bestRank = 3;

/** The places of a file whose commands can take a change, the likeliest first. */
export function askedChanges({ text, language }: SourceText, change: FlagChange): AskedChange[] {
  const found = vllmCommands(text, language).flatMap((command): AskedChange[] => {
    const edits = flagEdits(text, command, change);
    const use = flagsOf(command).find(({ name }) => name === change.flag);
    const start = use?.start ?? edits?.[0]?.start;
    if (!edits || start === undefined) return [];
    const finding: Finding = {
      fix: 'set-vllm-flag',
      line: text.slice(0, start).split('\n').length - 1,
      start,
      end: use?.wordEnd ?? start,
      title: changeTitle(change),
      applicability: 'unsafe',
      why: 'The error asks for it; other places that start the same engine may need it too.',
      code: null,
      edits,
    };
    return [{ finding, rank: (use ? 2 : 0) + (command.program.name === 'serve' ? 1 : 0) }];
  });
  return found.sort((a, b) => b.rank - a.rank);
}
