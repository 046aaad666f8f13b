/** Finds the command lines that start vLLM in shell scripts, Dockerfiles, systemd units, compose files and manifests. */
import type { VllmCommand } from './command';
import { yamlLanguages } from './languages';
import { lineCommands } from './lineCommands';
import { withoutTemplates } from './templates';
import { yamlCommands } from './yamlCommands';

/** Most commands read of one file. */
const maxCommands = 100;

/** The commands of a file, by its LSP language id. */
export function vllmCommands(text: string, language: string): VllmCommand[] {
  if (!text.includes('vllm')) return [];
  const plain = withoutTemplates(text);
  const found = yamlLanguages.includes(language) ? yamlCommands(plain) : lineCommands(plain, language);
  return found.slice(0, maxCommands);
}
