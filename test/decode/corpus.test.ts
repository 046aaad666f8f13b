/** Every labelled payload: forms of text, kinds of bytes, captures of real clients. */
import { describe, expect, test } from 'vitest';
import { kindReaders } from '../../server/src/core/decode/kind/table';
import { checkPayload, corpus, type PayloadCase } from '../support/payloads';

describe.each(['forms.jsonl', 'kinds.jsonl', 'cases.jsonl', 'written.jsonl', 'pasted.jsonl'])('%s', (name) => {
  test.each(corpus<PayloadCase>(name).map((payload) => [payload.id, payload] as const))('%s', (_, payload) => {
    checkPayload(payload);
  });
});

/** Kinds that are said of bytes without a form of their own, or where there are none. */
const unlabelled = new Set(['unknown', 'none']);

test('every kind has a payload among them', () => {
  const seen = new Set(
    ['forms.jsonl', 'kinds.jsonl', 'cases.jsonl', 'written.jsonl', 'pasted.jsonl']
      .flatMap((name) => corpus<PayloadCase>(name))
      .flatMap(({ kind, kinds = [] }) => [kind, ...kinds]),
  );
  const all = new Set(kindReaders.flatMap((reader) => reader.kinds));
  expect([...all].filter((kind) => !seen.has(kind) && !unlabelled.has(kind))).toEqual([]);
});
