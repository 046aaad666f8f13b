/** What a row of the table of vLLM's messages holds, and the zod types of their fields. */
import * as z from 'zod';

/** A message of vLLM, recognised by its shape. */
export interface VllmMessage {
  /** Name, such as `moriio.notify.release`. */
  readonly name: string;
  /** What it is, and who sends it to whom. */
  readonly title: string;
  /** A key and the value by which the message is told, where the schema does not say it. */
  readonly tag?: readonly [key: string, value: string];
  /** What the beginning of the message looks like, where that is not the schema: a message that is cut is compared with it. */
  readonly begins?: z.ZodType;
  /** False where other programs' messages may look the same; without it the shape is one that only vLLM writes. */
  readonly isSure?: (value: unknown) => boolean;
  /** Decides by the keys, tags and lengths that no other message has; says nothing about the rest. */
  readonly matches: (value: unknown) => boolean;
  /** What the places of an array are called. */
  readonly places?: readonly string[];
  /** What a receiver of this message accepts; a function where that depends on the layout. */
  readonly schema: z.ZodType | ((value: unknown) => z.ZodType);
  /** What happens at the receiver when the message breaks the schema. */
  readonly consequence: string;
  /** What happens when a field is missing, where that is another error. */
  readonly whenMissing?: string;
  /** What happens when one field is missing or wrong, where that differs from all others. */
  readonly fieldConsequences?: ReadonlyMap<string, (value: unknown) => string>;
  /** Remarks about one message: values explained, versions that the layout proves. */
  readonly explain?: (value: unknown) => readonly string[];
}

/** An integer as msgpack has it: 64-bit ones are bigints. */
export const int = z.union([z.int(), z.bigint()]);
/** An integer or a float: Python's `float` fields also take integers. */
export const number = z.union([z.number(), z.bigint()]);
/** A msgpack bin. */
export const bin = z.instanceof(Uint8Array);
export const str = z.string();
export const bool = z.boolean();
/** Text that must not be empty. */
export const name = z.string().min(1);
/** An integer above zero. */
export const positive = int.refine((value) => value > 0, 'must be greater than 0');
/** An integer of zero or more. */
export const natural = int.refine((value) => value >= 0, 'must not be negative');

/** A map as a plain object; undefined for anything else. */
export function asMap(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array)
    return undefined;
  return Object.getPrototypeOf(value) === Object.prototype ? new Map(Object.entries(value)) : undefined;
}

/** True for a map in which all these keys occur. */
export function hasKeys(value: unknown, ...keys: readonly string[]): boolean {
  const map = asMap(value);
  return map !== undefined && keys.every((key) => map.has(key));
}

/** The value of a key of a map, or undefined. */
export function get(value: unknown, key: string): unknown {
  return asMap(value)?.get(key);
}

/** An array with a length in [least, most], or undefined. */
export function asArray(value: unknown, least = 0, most = Number.POSITIVE_INFINITY): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: readonly unknown[] = value;
  return list.length >= least && list.length <= most ? list : undefined;
}

export function isInt(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** Text of a value for a sentence. */
export function show(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > 100 ? `${value.slice(0, 100)}…` : value;
    case 'bigint':
    case 'number':
    case 'boolean':
      return String(value);
    case 'undefined':
      return '(missing)';
    default:
      return value === null ? 'nil' : 'a value';
  }
}
