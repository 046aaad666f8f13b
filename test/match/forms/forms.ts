/**
 * Lines in the forms in which people have them, against the whole catalog: what competes here is what competes for
 * users. The messages are templates of the facts with values as vLLM prints them; the forms are those of the programs
 * named in each row.
 */
import { expect, it } from 'vitest';
import { encode } from '../../../server/src/core/match/bytes';
import type { ScannedMatch } from '../../../server/src/core/match/match';
import { createScanner } from '../../../server/src/core/match/scanner';
import { wholeMatcher } from '../../support/wholeCatalog';

const matcher = wholeMatcher();

/** A form’s name, a text in it, and for each match the beginning of its template and its file: `RPC call to @ multiproc_executor.py`. */
export type Row = readonly [form: string, text: string, expected: readonly string[]];

/** Everything found in a text. */
export function scan(bytes: Uint8Array): ScannedMatch[] {
  const scanner = createScanner(matcher, { level: 'WARNING' });
  return [...scanner.push(bytes), ...scanner.end()];
}

/**
 * Beginning of each match’s template, as long as the expected one, and the name of its file. Matches of the programs
 * around vLLM are left out.
 */
export function found(bytes: Uint8Array, expected: readonly string[]): string[] {
  const own = scan(bytes).filter(({ report }) => report.project === 'vllm');
  return own.map(({ report }, i) => {
    const [start = ''] = (expected[i] ?? '').split(' @ ');
    return `${report.template.slice(0, start.length)} @ ${report.file.split('/').at(-1)}`;
  });
}

/** Expects of each row what it names, nothing else. */
export function checkRows(rows: readonly Row[]): void {
  it.each(rows)('%s', (_, text, expected) => {
    expect(found(encode(text), expected)).toEqual(expected);
  });
}

export const heads = 'Total number of attention heads (40) must be divisible by tensor parallel size (3).';
export const headsSite = 'Total number of attention heads @ model.py';
export const rpc = 'RPC call to execute_model timed out.';
export const rpcSite = 'RPC call to @ multiproc_executor.py';
export const died = 'Worker proc VllmWorker-1 died unexpectedly, shutting down executor.';
export const diedSite = 'Worker proc @ multiproc_executor.py';
export const core = 'Engine core initialization failed. See root cause above. Failed core proc(s): {}';
export const coreSite = 'Engine core initialization failed. @ utils.py';
export const fatal = 'EngineCore encountered a fatal error.';
export const fatalSite = 'EngineCore encountered a fatal error. @ core.py';
export const prompt =
  'The decoder prompt (length 40961) is longer than the maximum model length of 40960. Make sure that `max_model_len` is no smaller than the number of text tokens.';
export const promptSite = 'The {prompt_type} prompt (length @ input_processor.py';
export const plugin = 'Failed to load plugin lora_filesystem_resolver';
export const pluginSite = 'Failed to load plugin {plugin.name} @ __init__.py';
export const method = "Unsupported speculative method: 'medusa2'";
export const sliding = 'Unsupported sliding_window type: 4096.5';
export const mistral =
  "Failed to load mistral 'params.json' config for model mistralai/Mistral-Large. Please check if the model is a mistral-format model and if the config file exists.";
export const mistralSite = "Failed to load mistral '{config_file_name}' config @ config.py";
export const grammar = 'No valid structured output parameter found';
export const grammarSite = 'No valid structured output parameter found @ request.py';
export const tools = 'When using `tool_choice`, `tools` must be set.';
export const toolsSite = 'When using `tool_choice` @ protocol.py';
