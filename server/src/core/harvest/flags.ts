/** Names in a message that a person can set: flags, environment variables, configuration fields. */
import type { Message } from '../source/message';

const patterns = [
  // `--tensor-parallel-size`
  /(?<![\w-])--[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*/g,
  // `VLLM_HOST_IP`
  /(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/g,
  // `max_num_seqs`
  /(?<![\w-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w(])/g,
];

/** Names in the literal text, in the order of the kinds above, each once. */
export function flagsOf(message: Message): string[] {
  const literals = message.filter((part) => typeof part === 'string');
  return [
    ...new Set(
      patterns.flatMap((pattern) => literals.flatMap((text) => [...text.matchAll(pattern)].map(([it]) => it))),
    ),
  ];
}
