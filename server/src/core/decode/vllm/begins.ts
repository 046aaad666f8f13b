/**
 * Which of vLLM's messages a cut msgpack object may be the beginning of: all that stands here must be what the message's schema
 * takes at its place. That is no proof; the reader says "may be".
 */
import * as z from 'zod';
import type { MsgpackNode } from '../msgpack/tree';
import { bodyOf, pairsOf, strOf } from '../msgpack/value';
import { utf8Start } from '../text';
import type { VllmMessage } from './message';
import { plainValue } from './plain';
import { vllmMessages } from './table';

/** A message that may have begun. */
export interface BegunMessage {
  readonly name: string;
  readonly title: string;
}

/** Values at places with a type of their own that must stand here before a message is named. */
const leastKnown = 2;
/** More messages than this say nothing. */
const mostNamed = 3;

/** How many values stood at a place with a type; -1 where one cannot stand there. */
type Known = number;
const impossible = -1;

function sum(parts: readonly Known[]): Known {
  return parts.includes(impossible) ? impossible : parts.reduce((all, part) => all + part, 0);
}

/** The schema inside optional and nullable wrappers. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

/** Compares the visible part of a value with what may stand at its place. */
function compare(wrapped: z.core.$ZodType, bytes: Uint8Array, node: MsgpackNode): Known {
  const schema = unwrapped(wrapped);
  if (schema instanceof z.ZodUnknown) return 0;
  if (schema instanceof z.ZodUnion) return Math.max(...schema.options.map((option) => compare(option, bytes, node)));
  if (node.complete) return takesWhole(schema, bytes, node);
  if (node.format.family === 'array') return compareArray(schema, bytes, node);
  if (node.format.family === 'map') return compareMap(schema, bytes, node);
  return compareCut(schema, bytes, node);
}

function takesWhole(schema: z.core.$ZodType, bytes: Uint8Array, node: MsgpackNode): Known {
  const plain = plainValue(bytes.subarray(node.start, node.end));
  return plain && z.safeParse(schema, plain.value).success ? 1 : impossible;
}

const anything = z.unknown();

/** Arrays of so many fields are few. */
const longTuple = 8;

/** One or two for the array itself, and what its elements are worth. */
function compareArray(schema: z.core.$ZodType, bytes: Uint8Array, node: MsgpackNode): Known {
  if (schema instanceof z.ZodTuple) {
    const items = schema.def.items;
    if (node.count < items.length || (node.count > items.length && !schema.def.rest)) return impossible;
    const own = items.length >= longTuple ? 2 : 1;
    return sum([own, ...node.children.map((child, i) => compare(items[i] ?? anything, bytes, child))]);
  }
  if (!(schema instanceof z.ZodArray)) return impossible;
  return sum([1, ...node.children.map((child) => compare(schema.element, bytes, child))]);
}

/** Keys that the schema does not have belong to another message. */
function compareMap(schema: z.core.$ZodType, bytes: Uint8Array, node: MsgpackNode): Known {
  const lone = node.children.length % 2 === 1 ? node.children.at(-1) : undefined;
  if (schema instanceof z.ZodRecord) {
    const values = pairsOf(node).map(([, value]) => compare(schema.valueType, bytes, value));
    return sum([1, ...values]);
  }
  if (!(schema instanceof z.ZodObject)) return impossible;
  const fields = new Map(Object.entries(schema.shape));
  if (lone && ![...fields.keys()].some((name) => name.startsWith(textStart(bytes, lone) ?? '\0'))) return impossible;
  const values = pairsOf(node).map(([key, value]) => {
    const field = fields.get(strOf(bytes, key) ?? '');
    return field ? sum([1, compare(field, bytes, value)]) : impossible;
  });
  return sum([1, ...values]);
}

/** Texts of cut strings, each asked for by every message and slow to tell where it is none. */
const textStarts = new WeakMap<MsgpackNode, { readonly text: string | undefined }>();

function textStart(bytes: Uint8Array, node: MsgpackNode): string | undefined {
  if (node.format.family !== 'str') return undefined;
  const known = textStarts.get(node) ?? { text: utf8Start(bodyOf(bytes, node)) };
  textStarts.set(node, known);
  return known.text;
}

/** A str, bin or ext that is cut. */
function compareCut(schema: z.core.$ZodType, bytes: Uint8Array, node: MsgpackNode): Known {
  if (schema instanceof z.ZodString) return textStart(bytes, node) === undefined ? impossible : 1;
  if (schema instanceof z.ZodLiteral || schema instanceof z.ZodEnum) {
    const text = textStart(bytes, node);
    const words = schema instanceof z.ZodLiteral ? [...schema.values] : schema.options;
    return text !== undefined && words.some((word) => String(word).startsWith(text)) ? 1 : impossible;
  }
  // What is left are bins and exts, whose class is checked by a function.
  return schema instanceof z.ZodCustom && node.format.family !== 'str' ? 1 : impossible;
}

/** What messages begin with, made once: making a schema takes longer than comparing with it. */
const sketches = new Map<VllmMessage, z.core.$ZodType | undefined>();

function sketchOf(message: VllmMessage): z.core.$ZodType | undefined {
  if (!sketches.has(message)) sketches.set(message, makeSketch(message));
  return sketches.get(message);
}

/** The schema of what a message begins with; undefined for those whose whole value decides. */
function makeSketch(message: VllmMessage): z.core.$ZodType | undefined {
  const { begins, schema, tag } = message;
  if (begins) return begins;
  if (!(schema instanceof z.ZodType)) return undefined;
  return tag && schema instanceof z.ZodObject ? schema.extend({ [tag[0]]: z.literal(tag[1]) }) : schema;
}

/** The messages that an incomplete object may be the beginning of, in the order of the table; empty where too many fit. */
export function begunMessages(bytes: Uint8Array, root: MsgpackNode): readonly BegunMessage[] {
  const found = vllmMessages.filter((message) => {
    const sketch = sketchOf(message);
    return sketch !== undefined && compare(sketch, bytes, root) >= leastKnown + 1;
  });
  return found.length > mostNamed ? [] : found.map(({ name, title }) => ({ name, title }));
}
