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

/** One finding for each command of the file that can take the change; those that hold the flag come first. */
export function askedChanges({ text, language }: SourceText, change: FlagChange): Finding[] {
  const found = vllmCommands(text, language).flatMap((command) => {
    const edits = flagEdits(text, command, change);
    const use = flagsOf(command).find(({ name }) => name === change.flag);
    const [first] = edits ?? [];
    const start = use?.start ?? first?.start;
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
    return [{ finding, holds: use !== undefined }];
  });
  return found.sort((a, b) => Number(b.holds) - Number(a.holds)).map(({ finding }) => finding);
}
