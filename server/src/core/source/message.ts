/**
 * Messages as lists of parts: literal text, and holes for what is only known at run time. Readers of all languages make
 * them; templates (for the catalog) and shapes (for comparison) are written from them.
 */
import { hole as holeMark, normalizeShape } from './shape';

/** A part that is only known at run time. */
export interface Hole {
  /** Source expression on one line, shortened; never holds a brace. */
  readonly name: string;
}

/** Literal text or a hole. */
export type Part = string | Hole;

/** One wording of a message. */
export type Message = readonly Part[];

/** Longest name of a hole, in UTF-16 units. */
const maxName = 48;

/** Every way to put one wording of each choice after the other; a choice that would make more than `limit` is a hole. */
export function product(choices: readonly (readonly Message[])[], limit: number): Message[] {
  let found: Part[][] = [[]];
  for (const choice of choices) {
    const options: readonly Message[] = found.length * choice.length > limit ? [[{ name: '…' }]] : choice;
    const [only] = options;
    if (only && options.length === 1) {
      // In place, since copying what is there already for each of many pieces takes time with their square.
      for (const left of found) for (const part of only) left.push(part);
    } else {
      found = found.flatMap((left) => options.map((right) => [...left, ...right]));
    }
  }
  return found;
}

/** The message as a template: `{name}` for a hole, literal braces doubled. */
export function toTemplate(message: Message): string {
  return message.map((part) => (typeof part === 'string' ? part.replace(/[{}]/g, '$&$&') : `{${part.name}}`)).join('');
}

/** The message as a shape. */
export function toShape(message: Message): string {
  return normalizeShape(
    message.map((part) => (typeof part === 'string' ? part.replaceAll(holeMark, '\ufffd') : holeMark)).join(''),
  );
}

/** Literal characters of a message, white space left out. */
export function literalLength(message: Message): number {
  return message.reduce((sum, part) => sum + (typeof part === 'string' ? part.replace(/\s+/g, '').length : 0), 0);
}

/** A hole named after a source expression: on one line, without braces, not too long. */
export function holeOf(expression: string): Hole {
  const line = expression.replace(/\s+/g, ' ').trim();
  if (line.length <= maxName && !/[{}]/.test(line)) return { name: line || '…' };
  const callee = /^[\w.]+(?=\()/.exec(line)?.[0];
  if (callee && callee.length < maxName - 3) return { name: `${callee}(…)` };
  return { name: `${line.slice(0, maxName - 1).replace(/[{}]/g, '')}…` };
}

/** Applies a change of text to a message whose holes stand still, such as removing indentation. */
export function mapText(message: Message, change: (text: string) => string): Message {
  const holes = message.filter((part) => typeof part !== 'string');
  const text = message.map((part) => (typeof part === 'string' ? part.replaceAll(holeMark, '\ufffd') : holeMark));
  return change(text.join(''))
    .split(holeMark)
    .flatMap((literal, i): Part[] => {
      const before = i > 0 ? holes[i - 1] : undefined;
      return before ? [before, literal] : [literal];
    });
}
