/**
 * Checks the flags of vLLM command lines in shell scripts, Dockerfiles, systemd units, compose files and manifests: flags
 * that the program of vLLM does not have (or not in the release that the image names), starts of several flags, other
 * dashes, switches with a value, flags without one, values of another kind, JSON that is none, two words in one item of
 * a list, and what `--headless` excludes. vLLM refuses each of them at its start.
 *
 * Offered as unsafe: what was meant is a guess. Explained where nothing is near enough.
 *
 * Before:
 * ```yaml
 * image: vllm/vllm-openai:v0.11.0
 * args:
 *   - --model=facebook/opt-125m
 *   - --max-model-length=2048
 * ```
 *
 * After:
 * ```yaml
 * image: vllm/vllm-openai:v0.11.0
 * args:
 *   - --model=facebook/opt-125m
 *   - --max-model-len=2048
 * ```
 */
import { vllmCommands } from '../config/commands';
import { flagFaults } from '../config/flagFaults';
import { configLanguages } from '../config/languages';
import type { Fix, FixPlace } from '../fix';

export const checkVllmFlags: Fix = {
  id: 'check-vllm-flags',
  title: 'Correct this flag of vLLM',
  languages: configLanguages,
  mayApply: (text) => text.includes('vllm'),
  find: ({ text, language }) => {
    const faults = vllmCommands(text, language).flatMap((command) => flagFaults(text, command));
    // Commands may share the words of a variable.
    const places = new Map(faults.map((fault) => [`${fault.start} ${fault.why}`, fault]));
    return [...places.values()].map(
      ({ start, end, why, edits }): FixPlace => ({
        start,
        end,
        applicability: edits.length > 0 ? 'unsafe' : 'display-only',
        why,
        edits,
      }),
    );
  },
};
