/** Takes off what surrounds pasted bytes: colours, Markdown fences, quote marks, prefixes of log collectors. */

import { bulkLimit } from './form';
import { withoutTypography } from './typography';
import { withoutBreaks } from './wrapped';
import { withoutTokenBreaks } from './wrappedTokens';

/** Text without terminal colours (CSI sequences, ECMA-48 5.4). Scans once. */
export function withoutColours(text: string): string {
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

/** The same sequences as a program escaped them. */
const escapedColour = /\\{1,2}(?:x1b|u001b|033|e)\[[\d;]{0,20}[mK]/gi;
/** A literal of bytes, or a text that is one string: there they are bytes as others. */
const isLiteral = /(?:^|[^\w])(?:b|rb|br)["']|^\s{0,20}["']/i;

/** A log line whose only escapes are colours, without them. */
function withoutEscapedColours(text: string): string {
  if (!/\\(?:x1b|u001b|033|e)\[/i.test(text) || isLiteral.test(text)) return text;
  const plain = text.replaceAll(escapedColour, '');
  return /\\(?:x|u|[0-7])/i.test(plain) ? text : plain;
}

/** What programs put before each line of what they pass on; each is taken off once, in any order. */
const prefixes: readonly RegExp[] = [
  // kubectl logs --prefix: `[pod/vllm-0/vllm] `.
  /^\[pod\/[\w./-]{1,200}\] /,
  // Kubernetes CRI and kubectl logs --timestamps: `2026-04-01T02:29:14.123456789Z stdout F `.
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d) (?:(?:stdout|stderr) [FP] )?/,
  // syslog and journald: `Nov 30 12:00:01 gpu-3 vllm[991]: `, also behind an ISO time.
  /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d )?[\w.-]{1,100} [\w./@-]{1,100}\[\d{1,9}\]: /,
  // docker compose: `vllm-1  | `; not the offset of a row of `od -c` whose first byte is a bar.
  /^(?![\da-f]{7,8} )[\w.-]{1,100} {1,40}\| /,
  // Boxes that rich and others draw.
  /^[│┃║▏|] /,
  // vLLM processes: `(EngineCore_DP0 pid=123) `, and torchrun or Ray ranks: `[rank0]: `.
  /^(?:\([A-Za-z_][\w-]{0,60} (?:rank=\d{1,9} )?pid=\d{1,9}\) |\[rank\d{1,6}\]: ?)/,
  // vLLM repeats its own prefix in each line of a message: `ERROR 11-30 12:00:01 [core.py:708] `.
  /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d \[[\w./ ]{1,200}:\d{1,6}\] /,
];

function withoutPrefixes(line: string): string {
  if (line === '') return line;
  let rest = line;
  for (const prefix of prefixes) rest = rest.replace(prefix, '');
  return rest;
}

/** What R prints in front of each line of a vector: the number of its first element, counted from 1. */
const index = /^\s{0,20}\[(\d{1,9})\] (?=[\da-f]{2,3}(?: |$))/i;

/** Lines of a vector of R without their numbers. */
function withoutIndexes(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const numbers = filled.map((line) => Number(index.exec(line.slice(0, 60))?.[1]));
  const rising = numbers.every((number, i) => (i === 0 ? number === 1 : number > (numbers[i - 1] ?? 0)));
  return rising && filled.length > 0 ? lines.map((line) => line.replace(index, '')) : lines;
}

/** A fence alone in its line, with the name of a language: CommonMark 4.5. */
function isFence(line: string): boolean {
  return /^\s{0,20}(?:`{3,20}|~{3,20})[^`\s]{0,40}\s{0,20}$/.test(line.slice(0, 120)) && line.length < 120;
}

/** Answers to answers that are looked into. */
const quoteLevels = 5;

/** Removes `> ` where every line with text has it, also several of them. */
function withoutQuoteMarks(lines: readonly string[], levels = quoteLevels): readonly string[] {
  if (levels === 0) return lines;
  const quoted = lines.every((line) => line.trim() === '' || line.startsWith('>'));
  if (!quoted || !lines.some((line) => line.startsWith('>'))) return lines;
  const inner = lines.map((line) => (line.startsWith('> ') ? line.slice(2) : line.slice(1)));
  return withoutQuoteMarks(inner, levels - 1);
}

/** The lines between the first two fences. */
function insideFences(lines: readonly string[]): string | undefined {
  const open = lines.findIndex(isFence);
  if (open < 0) return undefined;
  const close = lines.findIndex((line, i) => i > open && isFence(line));
  return lines
    .slice(open + 1, close < 0 ? lines.length : close)
    .join('\n')
    .trim();
}

/** Text in back ticks that is all there is. */
function insideTicks(text: string): string | undefined {
  const ticks = /^`{1,3}/.exec(text)?.[0] ?? '';
  const whole = ticks !== '' && text.length > 2 * ticks.length && text.endsWith(ticks);
  return whole ? text.slice(ticks.length, -ticks.length).trim() : undefined;
}

/** A text without quote marks, fences and back ticks around it; line ends within stay as they are. Undefined where it has none. */
export function unmarked(raw: string): string | undefined {
  if (raw.length > bulkLimit || !/[`~>]/.test(raw)) return undefined;
  const lines = raw.split('\n');
  const unquoted = withoutQuoteMarks(lines);
  const text = unquoted.join('\n').trim();
  const inside = insideFences(unquoted) ?? insideTicks(text) ?? (unquoted === lines ? '' : text);
  return inside === '' ? undefined : inside;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Blanks around a text that are kept: they may be the indent of a dump, or bytes that `od -c` shows as blanks. */
const outerLimit = 1000;

/** A text without megabytes of blanks around it, in one look at each of them; empty where it has nothing else. */
export function withoutOuterBlanks(text: string): string {
  let start = 0;
  while (start < text.length && isBlank(text.charCodeAt(start))) start++;
  if (start === text.length) return '';
  let end = text.length;
  while (isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(Math.max(0, start - outerLimit), Math.min(text.length, end + outerLimit));
}

/** The text inside; lines keep their order, and single lines keep their content. */
export function cleanText(raw: string): string {
  const plain = withoutColours(raw).replaceAll('\r\n', '\n');
  if (plain.length > bulkLimit) return plain;
  const lines = withoutTypography(withoutEscapedColours(plain)).split('\n');
  const unquoted = withoutTokenBreaks(withoutBreaks(withoutQuoteMarks(lines))).map(withoutPrefixes);
  return withoutIndexes(unquoted.filter((line) => !isFence(line))).join('\n');
}
