/** Recognises vLLM's messages among msgpack objects, and says which fields are missing or wrong. */
import type * as z from 'zod';
import { get, type VllmMessage } from './message';
import { plainValue } from './plain';
import { vllmMessages } from './table';

/** A recognised message. */
export interface ExplainedMessage {
  readonly name: string;
  readonly title: string;
  /** False where other programs' messages may have the same shape. */
  readonly sure: boolean;
  /** Missing and wrong fields with what follows from them. */
  readonly problems: readonly string[];
  /** The first of them in a few words, for the first line that is read. */
  readonly fault?: string;
  readonly remarks: readonly string[];
  /** What happens at the receiver when it cannot take the message. */
  readonly consequence: string;
}

const problemLimit = 8;

/** A place of an array stands with its name, where the message has one. */
function pathText(path: readonly PropertyKey[], places: readonly string[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const named = path.length === 1 && typeof path[0] === 'number' ? places[path[0]] : undefined;
  const shown = text === '' ? 'the message' : `\`${text.replace(/^\./, '')}\``;
  return named === undefined ? shown : `${shown} (${named})`;
}

/** zod's names of types in the words of msgpack. */
const typeNames = new Map([
  ['int', 'integer'],
  ['bigint', 'integer'],
  ['null', 'nil'],
  ['record', 'map'],
  ['object', 'map'],
  ['tuple', 'array'],
]);

function typeOf(value: unknown): string {
  if (value === null) return 'nil';
  if (value instanceof Uint8Array) return 'bytes';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' ? 'map' : (typeNames.get(typeof value) ?? typeof value);
}

/** What a place with several types takes, and what stands there. */
function unionText(issue: z.core.$ZodIssueInvalidUnion): string {
  const expected = issue.errors
    .flat()
    .flatMap((each) => (each.path.length === 0 && each.code === 'invalid_type' ? (each.expected ?? []) : []))
    .map((type) => typeNames.get(type) ?? type);
  const types = [...new Set(expected.includes('number') ? expected.filter((type) => type !== 'integer') : expected)];
  const found = typeOf(issue.input);
  return types.length === 0 || types.includes(found)
    ? 'has a wrong type'
    : `expected ${types.join(' or ')}, received ${found}`;
}

/** zod's issue in words: a value that is not there is missing, whatever was expected of it. */
function issueText(issue: z.core.$ZodIssue, places: readonly string[]): string {
  const path = pathText(issue.path, places);
  if ('input' in issue && issue.input === undefined && issue.path.length > 0) return `${path} is missing`;
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message)) return `${path} is missing`;
  if (issue.code === 'invalid_union' && issue.path.length > 0 && issue.message === 'Invalid input')
    return `${path}: ${unionText(issue)}`;
  if (issue.path.length === 0 && issue.message.startsWith('is ')) return `it ${issue.message}`;
  return `${path}: ${issue.message.replace(/^Invalid input: /, '')}`;
}

/** One thing that is wrong with a message. */
interface Fault {
  readonly text: string;
  /** The field of the message in which it is. */
  readonly field: string;
}

function problemText({ text, field }: Fault, message: VllmMessage, value: unknown): string {
  const own = message.fieldConsequences?.get(field)?.(get(value, field));
  const missing = text.endsWith(' is missing') ? message.whenMissing : undefined;
  return `${text}: ${own ?? missing ?? message.consequence}.`;
}

/** What is wrong with a message, without what follows from it. */
function faultsOf(message: VllmMessage, value: unknown): Fault[] {
  const schema = typeof message.schema === 'function' ? message.schema(value) : message.schema;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return [];
  return result.error.issues
    .slice(0, problemLimit)
    .map((issue) => ({ text: issueText(issue, message.places ?? []), field: String(issue.path[0] ?? '') }));
}

/** The message that a complete msgpack object is, or undefined where it is none of vLLM's. */
export function explainMessage(bytes: Uint8Array): ExplainedMessage | undefined {
  const plain = plainValue(bytes);
  const message = plain && vllmMessages.find((each) => each.matches(plain.value));
  if (!plain || !message) return undefined;
  const faults = faultsOf(message, plain.value);
  return {
    name: message.name,
    title: message.title,
    sure: message.isSure?.(plain.value) ?? true,
    problems: faults.map((fault) => problemText(fault, message, plain.value)),
    ...(faults[0] && { fault: faults[0].text }),
    remarks: message.explain?.(plain.value) ?? [],
    consequence: message.consequence,
  };
}
