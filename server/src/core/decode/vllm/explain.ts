/** Recognises vLLM's messages among msgpack objects, and says which fields are missing or wrong. */
import type * as z from 'zod';
import type { VllmMessage } from './message';
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
  readonly remarks: readonly string[];
  /** What happens at the receiver when it cannot take the message. */
  readonly consequence: string;
}

const problemLimit = 8;

function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'the message' : `\`${text.replace(/^\./, '')}\``;
}

/** zod's issue in words: a value that is not there is missing, whatever was expected of it. */
function issueText(issue: z.core.$ZodIssue): string {
  if ('input' in issue && issue.input === undefined && issue.path.length > 0)
    return `${pathText(issue.path)} is missing`;
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message))
    return `${pathText(issue.path)} is missing`;
  if (issue.code === 'invalid_union' && issue.path.length > 0 && issue.message === 'Invalid input')
    return `${pathText(issue.path)} is missing or has a wrong type`;
  return `${pathText(issue.path)}: ${issue.message.replace(/^Invalid input: /, '')}`;
}

function problemText(issue: z.core.$ZodIssue, message: VllmMessage): string {
  const text = issueText(issue);
  const consequence = text.endsWith(' is missing') ? (message.whenMissing ?? message.consequence) : message.consequence;
  return `${text}: ${consequence}.`;
}

function problemsOf(message: VllmMessage, value: unknown): string[] {
  const schema = typeof message.schema === 'function' ? message.schema(value) : message.schema;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return [];
  return result.error.issues.slice(0, problemLimit).map((issue) => problemText(issue, message));
}

/** The message that a complete msgpack object is, or undefined where it is none of vLLM's. */
export function explainMessage(bytes: Uint8Array): ExplainedMessage | undefined {
  const plain = plainValue(bytes);
  const message = plain && vllmMessages.find((each) => each.matches(plain.value));
  if (!plain || !message) return undefined;
  return {
    name: message.name,
    title: message.title,
    sure: message.isSure?.(plain.value) ?? true,
    problems: problemsOf(message, plain.value),
    remarks: message.explain?.(plain.value) ?? [],
    consequence: message.consequence,
  };
}
