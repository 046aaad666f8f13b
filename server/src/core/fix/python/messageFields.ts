/** Turns what the decoder knows of a vLLM message into Python conditions on its fields. */
import * as z from 'zod';
import { bin, bool, int, name, natural, positive, str, type VllmMessage } from '../../decode/vllm/message';
import { groupSize } from '../../decode/vllm/moriio';

/** A field of a message. */
export interface MessageField {
  readonly key: string;
  readonly isOptional: boolean;
  /** Condition on a value, given as a Python expression. */
  readonly condition: (value: string) => string;
  /** What the value must be, for the error's text. */
  readonly words: string;
}

type Kind = Pick<MessageField, 'condition' | 'words'>;

/** `bool` is a kind of `int` in Python, so integers are told by their exact type. */
const isInt: Kind['condition'] = (value) => `type(${value}) is int`;

const aboveZero: Kind = {
  condition: (value) => `${isInt(value)} and ${value} > 0`,
  words: 'an integer above zero',
};

const kinds = new Map<z.ZodType, Kind>([
  [str, { condition: (value) => `isinstance(${value}, str)`, words: 'a string' }],
  [name, { condition: (value) => `isinstance(${value}, str) and ${value}`, words: 'a string that is not empty' }],
  [bin, { condition: (value) => `isinstance(${value}, bytes)`, words: 'bytes' }],
  [bool, { condition: (value) => `isinstance(${value}, bool)`, words: 'true or false' }],
  [int, { condition: isInt, words: 'an integer' }],
  [natural, { condition: (value) => `${isInt(value)} and ${value} >= 0`, words: 'an integer of zero or more' }],
  [positive, aboveZero],
  // The receiver takes whatever `int()` takes; every sender packs an integer.
  [groupSize, aboveZero],
]);

/** The fields of a message that is a map; fields of other types than the table's are left out. */
export function messageFields({ schema }: VllmMessage): MessageField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, declared]) => {
    const isOptional = declared instanceof z.ZodOptional;
    const kind = kindOf(isOptional ? declared.unwrap() : declared);
    return kind ? [{ key, isOptional, ...kind }] : [];
  });
}

function kindOf(type: unknown): Kind | undefined {
  if (type instanceof z.ZodArray && type.element === int) {
    const mayBeEmpty = type.safeParse([]).success;
    const filled = mayBeEmpty ? '' : ' and len(LIST) > 0';
    return {
      condition: (value) =>
        `isinstance(${value}, list)${filled.replace('LIST', value)} and all(type(item) is int for item in ${value})`,
      words: mayBeEmpty ? 'a list of integers' : 'a list of integers that is not empty',
    };
  }
  return type instanceof z.ZodType ? kinds.get(type) : undefined;
}
