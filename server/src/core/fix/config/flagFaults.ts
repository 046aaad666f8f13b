/** Faults in the flags of a vLLM command that stop its start: each with what to write instead, where that is known. */
import type { Edit } from '../finding';
import type { VllmCommand } from './command';
import { nameFault } from './flagName';
import { type FlagUse, flagsOf } from './flags';
import { brokenLine, missingValue, spacedItem, switchFault, valueFault } from './flagValue';
import { flagEdits } from './setFlag';

/** One fault. */
export interface FlagFault {
  readonly start: number;
  readonly end: number;
  readonly why: string;
  /** Empty where what is meant is not known. */
  readonly edits: readonly Edit[];
}

/** The faults of a command, in its order. */
export function flagFaults(text: string, command: VllmCommand): FlagFault[] {
  const flags = flagsOf(command);
  return [
    ...command.words.flatMap((word) => spacedItem(word) ?? brokenLine(text, word) ?? []),
    ...flags.flatMap((use) => {
      const fault = nameFault(use, command, flags) ?? switchFault(use, command, text);
      return fault ?? valueFault(use, command) ?? missingValue(use, command) ?? [];
    }),
    ...(command.isCollected ? [] : headlessFaults(text, command, flags)),
  ].sort((a, b) => a.start - b.start);
}

/** What `--headless` excludes: vllm/entrypoints/cli/serve.py:61 and :185, vllm/engine/arg_utils.py:1992 at 9b9fc403. */
function headlessFaults(text: string, command: VllmCommand, flags: readonly FlagUse[]): FlagFault[] {
  if (!flags.some(({ name }) => name === '--headless')) return [];
  return flags.flatMap((use): FlagFault[] => {
    const { name, start, end, value } = use;
    if (name === '--api-server-count' && value && value.value !== '0') {
      const why = 'A headless process starts no API server, so vLLM refuses this flag beside --headless.';
      return [{ start, end, why, edits: flagEdits(text, command, { kind: 'remove', flag: name }) ?? [] }];
    }
    if (name === '--data-parallel-hybrid-lb') {
      const why =
        'Hybrid load balancing needs an API server on each node, and --headless starts none: one of the two must go.';
      return [{ start, end, why, edits: [] }];
    }
    return [];
  });
}
