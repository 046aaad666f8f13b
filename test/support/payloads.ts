/** Labelled payloads in `test/corpus/decode`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { readingToJson } from '../../server/src/core/decode/json';
import type { Hint } from '../../server/src/core/decode/reading';

/** What a payload must turn out to be; parts that are not named are free. */
export interface PayloadCase {
  readonly id: string;
  readonly input: string;
  readonly hint?: Hint;
  readonly forms?: readonly string[];
  readonly kinds?: readonly string[];
  readonly kind?: string;
  readonly hex?: string;
  readonly prefix?: string;
  readonly truncated?: boolean;
  readonly frames?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly shows?: readonly string[];
}

/** Lines of a corpus file as objects. */
export function corpus<T>(name: string): T[] {
  const text = readFileSync(join(import.meta.dirname, '../corpus/decode', name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Decodes a payload and compares all that the case names. */
export function checkPayload(payload: PayloadCase): void {
  const reading = readingToJson(decode(payload.input, payload.hint ? { hint: payload.hint } : {}));
  const kinds = payload.kinds ?? (payload.kind ? [payload.kind] : undefined);
  if (payload.forms) expect(payload.forms).toContain(reading.form);
  if (kinds) expect(kinds).toContain(reading.kind);
  if (payload.frames) expect(reading.frames_hex).toEqual(payload.frames);
  if (payload.hex !== undefined) expect(reading.bytes_hex).toBe(payload.hex);
  if (payload.prefix) expect(reading.bytes_hex.slice(0, payload.prefix.length)).toBe(payload.prefix);
  if (payload.truncated !== undefined) expect(reading.truncated).toBe(payload.truncated);
  if (payload.fields) expect(reading.fields).toMatchObject(payload.fields);
  const shown = [reading.summary, ...reading.details].join('\n').toLowerCase();
  for (const text of payload.shows ?? []) expect(shown).toContain(text.toLowerCase());
}
