/** The public msgpack test suite, and the invalid encodings that it leaves out. */
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';

const suite: unknown = createRequire(import.meta.url)('msgpack-test-suite');

/** A row of the suite: one value under the name of its type, and all its encodings. */
type Row = Readonly<Record<string, unknown>> & { readonly msgpack: readonly string[] };

const hex = (text: string): string => text.replaceAll('-', '');
const tags: Readonly<Record<string, (value: never) => unknown>> = {
  binary: (value: string) => ({ $bin: hex(value) }),
  ext: ([type, data]: [number, string]) => ({ $ext: [type, hex(data)] }),
  timestamp: ([seconds, nanoseconds]: [number, number]) => ({ $ts: timestamp(seconds, nanoseconds) }),
  bignum: (value: string) => (Number.isSafeInteger(Number(value)) ? Number(value) : { $int: value }),
};

/** By the platform's own calendar, which has no nanoseconds. */
function timestamp(seconds: number, nanoseconds: number): string {
  const date = new Date(seconds * 1000).toISOString();
  return date.replace(/\.\d+Z$/, `.${String(nanoseconds).padStart(9, '0')}Z`);
}

/** The value that a row promises, as tagged JSON; of a bignum the exact one counts. */
function expected(row: Row): unknown {
  for (const name of ['bignum', 'binary', 'ext', 'timestamp']) {
    const tag = tags[name];
    if (tag && row[name] !== undefined) return tag(row[name] as never);
  }
  const [value] = Object.entries(row).flatMap(([name, each]) => (name === 'msgpack' ? [] : [each]));
  return value;
}

const rows = Object.entries(suite as Readonly<Record<string, readonly Row[]>>).flatMap(([file, list]) =>
  list.flatMap((row) => row.msgpack.map((encoding) => [file, encoding, expected(row)] as const)),
);

describe('msgpack-test-suite', () => {
  test('has all its encodings', () => expect(rows.length).toBeGreaterThan(200));

  test.each(rows)('%s %s', (_, encoding, value) => {
    const fields = decode(encoding, { hint: 'msgpack', form: encoding.includes('-') ? 'hex-dash' : 'hex' }).fields;
    expect(fields.value).toEqual(value);
    expect(fields.error).toBeUndefined();
  });
});
