/** Takes off what surrounds pasted bytes: colours, Markdown fences, quote marks, prefixes of log collectors. */

import { bulkLimit } from './form';
import { withoutTypography } from './typography';

/** Text without terminal colours (CSI sequences, ECMA-48 5.4). Scans once. */
function withoutColours(text: string): string {
  if (!text.includes('\u001b[')) return text;
  const parts = text.split('\u001b[');
  return parts.map((part, i) => (i === 0 ? part : part.slice(endOfSequence(part)))).join('');
}

/** Parameter bytes are 0x30–0x3f, intermediate ones 0x20–0x2f, the final one 0x40–0x7e. */
function endOfSequence(part: string): number {
  let at = 0;
  while (at < part.length && part.charCodeAt(at) >= 0x20 && part.charCodeAt(at) <= 0x3f) at++;
  return at < part.length ? at + 1 : at;
}

/** Kubernetes CRI: `2026-04-01T02:29:14.123456789Z stdout F `. */
const criPrefix = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) (?:stdout|stderr) [FP] /;
/** vLLM processes: `(EngineCore_DP0 pid=123) `, and torchrun or Ray ranks: `[rank0]: `. */
const processPrefix = /^(?:\([A-Za-z_][\w-]{0,60} (?:rank=\d{1,9} )?pid=\d{1,9}\) |\[rank\d{1,6}\]: ?)/;

function withoutPrefixes(line: string): string {
  return line.replace(criPrefix, '').replace(processPrefix, '');
}

function isFence(line: string): boolean {
  const start = line.trimStart();
  return start.startsWith('```') || start.startsWith('~~~');
}

/** Removes `> ` where every line with text has it. */
function withoutQuoteMarks(lines: readonly string[]): readonly string[] {
  const quoted = lines.every((line) => line.trim() === '' || line.startsWith('>'));
  if (!quoted || !lines.some((line) => line.startsWith('>'))) return lines;
  return lines.map((line) => (line.startsWith('> ') ? line.slice(2) : line.slice(1)));
}

/** The text inside; lines keep their order, and single lines keep their content. */
export function cleanText(raw: string): string {
  const plain = withoutColours(raw).replaceAll('\r\n', '\n');
  if (plain.length > bulkLimit) return plain;
  const lines = withoutTypography(plain).split('\n');
  const unquoted = withoutQuoteMarks(lines).map(withoutPrefixes);
  return unquoted.filter((line) => !isFence(line)).join('\n');
}
